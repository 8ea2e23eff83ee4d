// The page of compare: a leak that became faster, under hostile names.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { accessible, close, fits, keep, launch, looks, open, reportOf } from "./browser.js";
import { chartOf, draws } from "./charts.js";
import { shows } from "./figures.js";
import { cellsOf, copied, sortsByEach } from "./tables.js";

describe("compare", () => {
  const report = reportOf("compare.json");
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(async () => {
    await browser.close();
  });

  for (const [look, options] of Object.entries(looks)) {
    test(`${look}: loads without a fault, is accessible, fits the screen`, async () => {
      const page = await open(browser, "compare.html", options);
      await keep(page, `compare-${look}`);
      await fits(page);
      await accessible(page);
      await close(page);
    });
  }

  test("says the essential without scripts", async () => {
    const page = await open(browser, "compare.html", { ...looks.light, javaScriptEnabled: false });
    assert.equal((await page.locator(".answer").innerText()).replace(/\s+/g, " "), report.answer.replace(/\s+/g, " "));
    assert.ok(report.answer.includes("</script>"), "the recordings are harmless");
    assert.deepEqual(
      (await cellsOf(page.locator("table#processes"))).map((cells) => cells[1]),
      report.processes.map((p) => p.status),
    );
    await close(page);
  });

  test("draws both sides over time", async () => {
    const page = await open(browser, "compare.html");
    const chart = chartOf(page, "Committed bytes of ").first();
    await draws(chart, "s0");
    await draws(chart, "s1");
    await close(page);
  });

  test("every figure is that of the JSON, and sorting and copying are exact", async () => {
    const page = await open(browser, "compare.html");
    const table = page.locator("table#processes");
    const slope = (side) => side?.slope_bytes_per_s?.value ?? null;
    const values = {
      Before: (p) => slope(p.before),
      After: (p) => slope(p.after),
      "Difference [95 %]": (p) => p.slope_difference?.value ?? null,
    };
    const rows = await cellsOf(table);
    assert.equal(rows.length, report.processes.length);
    rows.forEach((cells, i) => {
      const p = report.processes[i];
      shows(cells[2], slope(p.before), `before of ${p.image}`);
      shows(cells[3], slope(p.after), `after of ${p.image}`);
      shows(cells[4].replace(/ \[.*\]$/, ""), p.slope_difference?.value ?? null, `difference of ${p.image}`);
      const held = cells[7].split(" > ");
      [p.before, p.after].forEach((side, k) =>
        shows(held[k], side?.outstanding_bytes.value ?? null, `outstanding of ${p.image}`),
      );
    });
    const named = new Map(rows.map((cells, i) => [cells[0], report.processes[i]]));
    assert.equal(named.size, rows.length, "two rows have one name");
    await sortsByEach(table, Object.keys(values), (cells, title) => values[title](named.get(cells[0])));
    const [head, ...csv] = await copied(page, "Processes");
    for (const row of csv) {
      const p = named.get(row[0].replace(/^'/, ""));
      for (const [title, value] of Object.entries(values)) {
        assert.equal(row[head.indexOf(title)], String(value(p) ?? ""), `${title} of ${p.image}`);
      }
    }
    await close(page);
  });
});
