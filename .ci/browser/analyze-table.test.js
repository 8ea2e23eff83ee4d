// The table of processes, on the recording of the README.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { close, launch, open, reportOf } from "./browser.js";
import { shows } from "./figures.js";
import { cellsOf, copied, filter, search, showColumn, sortsByEach, titlesOf } from "./tables.js";

describe("the table of processes", () => {
  const { processes } = reportOf("leaky.json");
  const claims = (p) => ["leak", "growth", "shrinking"].includes(p.trend.verdict);
  // What the columns stand for, by the contract of the JSON.
  const columns = {
    Process: (p) => p.image,
    PID: (p) => p.pid,
    Verdict: (p) => p.trend.verdict,
    "Slope [95 %]": (p) => (claims(p) ? p.trend.slope_bytes_per_s : null),
    From: (p) => (claims(p) && p.suspects.length > 0 && p.suspects[0].module !== "unknown" ? p.suspects[0].module : null),
    Outstanding: (p) => p.virtual_alloc.outstanding_commit_bytes,
    Commit: (p) => p.virtual_alloc.commit_bytes,
    Freed: (p) => p.virtual_alloc.freed_bytes,
    Private: (p) => p.counters?.private_bytes ?? null,
    Residual: (p) => p.reconciliation.residual_bytes,
    Confidence: (p) => p.trend.confidence,
    Reserve: (p) => p.virtual_alloc.reserve_bytes,
    Peak: (p) => p.virtual_alloc.peak_commit_bytes,
    Allocations: (p) => p.virtual_alloc.allocations,
    Frees: (p) => p.virtual_alloc.frees,
    Churn: (p) => p.trend.churn_bytes,
    "Working set": (p) => p.counters?.working_set_bytes ?? null,
    Handles: (p) => p.counters?.handle_count ?? null,
    Mapped: (p) => p.mapped.outstanding_bytes,
    "Hard faults": (p) => p.hard_faults.count,
    Parent: (p) => p.parent_pid,
    Start: (p) => p.start_s,
    End: (p) => p.end_s,
  };
  const texts = ["Process", "Verdict", "From"];
  const name = "processes";
  let browser;
  let page;
  let table;
  before(async () => {
    browser = await launch();
    page = await open(browser, "leaky.html");
    table = page.locator("#process-table");
  });
  after(async () => {
    try {
      await close(page);
    } finally {
      await browser.close();
    }
  });
  const processOf = (cells) =>
    processes.find((p) => String(p.pid) === cells[1]) ?? assert.fail(`there is no process ${cells[1]}`);

  test("shows columns by choice", async () => {
    const before = await titlesOf(table);
    assert.ok(!before.includes("Handles"));
    for (const title of Object.keys(columns).slice(1)) await showColumn(page, name, title, true);
    assert.deepEqual(await titlesOf(table), Object.keys(columns));
  });

  test("every figure is that of the JSON, rounded", async () => {
    const rows = await cellsOf(table);
    const titles = await titlesOf(table);
    assert.equal(rows.length, processes.length);
    rows.forEach((cells, i) => {
      const p = processes[i];
      assert.equal(processOf(cells), p, "the worst do not come first");
      titles.forEach((title, k) => {
        const where = `${title} of ${p.image}`;
        const value = columns[title](p);
        if (title === "Slope [95 %]" && value !== null) {
          const [, middle, low, high, unit] = /^(\S+) \[(\S+),(\S+)\] (\S+)$/.exec(cells[k]);
          const { trend } = p;
          [
            [middle, value],
            [low, trend.slope_low_bytes_per_s],
            [high, trend.slope_high_bytes_per_s],
          ].forEach(([text, number]) => shows(`${text} ${unit}`, number, where));
        } else if (texts.includes(title)) assert.equal(cells[k], value ?? "-", where);
        else shows(cells[k], value, where);
      });
    });
  });

  test("copies itself as CSV, exact, as it is shown", async () => {
    const [head, ...rows] = await copied(page, name);
    assert.deepEqual(head, Object.keys(columns));
    assert.equal(rows.length, processes.length);
    rows.forEach((row, i) =>
      head.forEach((title, k) => {
        const value = columns[title](processes[i]);
        assert.equal(row[k], value === null ? "" : String(value), `${title} of ${processes[i].image}`);
      }),
    );
  });

  test("sorts by each column, by the exact values", () =>
    sortsByEach(table, Object.keys(columns), (cells, title) => columns[title](processOf(cells))));

  test("searches image, module and number, and filters by verdict", async () => {
    const shown = async () => (await cellsOf(table)).map((cells) => Number(cells[1])).sort((a, b) => a - b);
    const pids = (keep) =>
      processes
        .filter(keep)
        .map((p) => p.pid)
        .sort((a, b) => a - b);
    await search(page, name, "svchost");
    assert.deepEqual(
      await shown(),
      pids((p) => p.image === "svchost.exe"),
    );
    await search(page, name, "session-cache");
    assert.deepEqual(
      await shown(),
      pids((p) => p.suspects.some((s) => s.module === "session-cache.dll")),
    );
    await search(page, name, "no such thing");
    assert.deepEqual(await shown(), []);
    await search(page, name, "");
    for (const verdict of new Set(processes.map((p) => p.trend.verdict))) {
      await filter(page, name, "Verdict", verdict);
      assert.deepEqual(
        await shown(),
        pids((p) => p.trend.verdict === verdict),
      );
    }
    const [, ...rows] = await copied(page, name);
    assert.equal(rows.length, (await shown()).length, "what is filtered out is copied");
    await filter(page, name, "Verdict", "");
    assert.equal((await shown()).length, processes.length);
  });

  test("figures are aligned by their digits", async () => {
    const align = await table
      .locator("tbody td.n")
      .first()
      .evaluate((cell) => getComputedStyle(cell).textAlign);
    assert.equal(align, "right");
  });
});
