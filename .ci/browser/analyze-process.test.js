// What the page says of a chosen process: reason, suspects, stacks, survivors, and the bridge from account to counters.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { accessible, close, launch, open, reportOf } from "./browser.js";
import { chartOf, draws } from "./charts.js";
import { figure, shows } from "./figures.js";
import { cellsOf } from "./tables.js";

const sum = (list) => list.reduce((a, b) => a + b, 0);
const exact = (text) => Number(text.replaceAll(",", "").replace("\u2212", "-"));

describe("a chosen process", () => {
  const report = reportOf("leaky.json");
  const [leak] = report.processes;
  let browser;
  let page;
  before(async () => {
    browser = await launch();
    page = await open(browser, "leaky.html");
  });
  after(async () => {
    try {
      await close(page);
    } finally {
      await browser.close();
    }
  });
  const choose = async (p) => {
    await page
      .getByRole("button", { name: `Show ${p.image} (${p.pid})` })
      .or(page.locator(`#process-table [title="Show ${p.image} (${p.pid})"]`))
      .first()
      .click();
    await page.getByRole("heading", { name: `${p.image} (${p.pid})` }).waitFor();
  };

  test("the worst is chosen at first", async () => {
    assert.ok((await page.locator("#process-title").innerText()).startsWith(`${leak.image} (${leak.pid})`));
    assert.equal(await page.locator("#process-table tr.chosen").count(), 1);
  });

  test("every process shows its verdict, reason, suspects and bridge", async () => {
    for (const p of report.processes) {
      await choose(p);
      const text = await page.locator("#process").innerText();
      assert.ok((await page.locator("#process-title").innerText()).includes(p.trend.verdict));
      assert.ok(text.replace(/\s+/g, " ").includes(p.trend.reason.replace(/\s+/g, " ")), `the reason of ${p.image} is missing`);
      if (p.command_line) assert.ok(text.includes(p.command_line), `the command line of ${p.image} is missing`);
      const rows = p.suspects.length ? await cellsOf(page.locator("#suspect-table")) : [];
      assert.equal(rows.length, Math.min(10, p.suspects.length));
      rows.forEach((cells, i) => {
        const s = p.suspects[i];
        assert.equal(cells[0], s.frame ?? s.module);
        [s.slope_bytes_per_s, s.outstanding_bytes, s.share, s.allocated_bytes, s.allocations].forEach((v, k) =>
          shows(cells[k + 1], v, `suspect ${s.frame}`),
        );
      });
      await bridges(p);
    }
  });

  // bridges holds the bridge against the JSON, and checks that it adds up to the byte.
  async function bridges(p) {
    const r = p.reconciliation;
    const table = page.locator("#bridge-table");
    if (p.counters === null || r.residual_bytes === null || r.initial_private_bytes === null) {
      assert.equal(await table.count(), 0, `${p.image} has a bridge of what is not known`);
      return;
    }
    const rows = await cellsOf(table);
    const bytes = rows.map((cells) => exact(cells[1]));
    assert.equal(sum(bytes.slice(0, -1)), bytes.at(-1), `the bridge of ${p.image} does not add up`);
    assert.deepEqual(
      bytes,
      [
        r.initial_private_bytes,
        -(r.given_back_bytes ?? 0),
        p.virtual_alloc.outstanding_commit_bytes,
        r.explained_bytes ?? 0,
        r.residual_bytes,
        p.counters.private_bytes,
      ].map((v) => v + 0 || 0),
    );
    rows.forEach((cells, i) => shows(cells[2], bytes[i], `row ${i} of the bridge`));
  }

  test("a suspect's stack names the module", async () => {
    await choose(leak);
    const [s] = leak.suspects;
    assert.deepEqual(await page.locator("#suspect-stack li").allInnerTexts(), s.stack);
    assert.deepEqual(
      [...new Set((await page.locator("#suspect-stack li.suspect").allInnerTexts()).map((f) => f.split("+")[0]))],
      [s.module],
    );
  });

  test("survivors are drawn and add up to what is outstanding", async () => {
    for (const p of [leak, report.processes.find((x) => x.trend.verdict === "churn")]) {
      await choose(p);
      await draws(chartOf(page, "Survivors summed up"), "accent");
      await draws(chartOf(page, "Taken and left by bin"), "soft");
      const chart = chartOf(page, "Survivors summed up");
      await chart.focus();
      await page.keyboard.press("End");
      const t = p.details.timeline;
      const left = sum(t.committed_bytes) - sum(t.freed.map(([, , bytes]) => bytes));
      assert.equal(left, p.virtual_alloc.outstanding_commit_bytes);
      if (t.first_bin + t.committed_bytes.length === report.details.bins) {
        shows(await page.locator("#survivors-sum .legend output").first().innerText(), left, `survivors of ${p.image}`);
      }
    }
  });

  describe("stacks", () => {
    const frames = report.details.frames;
    const list = leak.details.stacks;
    // All nodes of the merged stacks: the path from the outermost frame, and the bytes that go through it.
    const nodes = (measure) => {
      const all = new Map([["", sum(list.map((s) => s[measure]))]]);
      for (const s of list) {
        let path = "";
        for (const name of s.frames.length ? s.frames.map((i) => frames[i]).reverse() : ["(stack not known)"]) {
          path += `/${name}`;
          if (s[measure] > 0) all.set(path, (all.get(path) ?? 0) + s[measure]);
        }
      }
      return [...all].map(([path, bytes]) => [path === "" ? "all stacks" : path.split("/").pop(), bytes]);
    };
    const byText = (a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b));
    const measured = { leaking: "leaking_bytes", outstanding: "outstanding_bytes", allocated: "allocated_bytes" };
    before(() => choose(leak));

    test("the flame graph has the sums of the stacks, for each measure", async () => {
      for (const [name, measure] of Object.entries(measured)) {
        const total = sum(list.map((s) => s[measure]));
        const radio = page.getByRole("radio", { name, exact: true });
        if (total === 0) {
          assert.equal(await radio.count(), 0);
          continue;
        }
        await radio.check();
        const shown = [];
        for (const frame of await page.locator("#stacks .frame").all()) {
          await frame.dispatchEvent("pointerenter");
          const [, text, bytes] = /^(.*?): .*? \(([\d,]+) B; /.exec(await page.locator("#flame-readout").innerText());
          shown.push([text, exact(bytes)]);
        }
        const want = nodes(measure).filter(([, bytes]) => bytes >= 0.003 * total);
        assert.deepEqual(shown.filter(([, bytes]) => bytes >= 0.003 * total).sort(byText), want.sort(byText), name);
        assert.ok((await page.locator("#stacks-found").innerText()).startsWith(`${await sizeOf(total)}`), "the total is missing");
      }
      await page.getByRole("radio", { name: "outstanding", exact: true }).check();
    });
    // sizeOf is the size as the page wrote it for the root, checked against the number.
    async function sizeOf(number) {
      const [, text] = /: (.*?), /.exec(await page.locator("#stacks .frame").first().getAttribute("aria-label"));
      shows(text, number, "the root of the flame graph");
      return text;
    }

    test("it zooms by pointer and keys", async () => {
      const width = async (frame) => (await frame.boundingBox()).width;
      const area = await page.locator("#stacks .flame").boundingBox();
      const narrow = page.locator("#stacks .frame", { hasText: leak.suspects.at(-1).module }).first();
      const target = (await narrow.count()) ? narrow : page.locator("#stacks .frame").last();
      const label = await target.getAttribute("aria-label");
      const again = page.locator(`#stacks .frame[aria-label=${JSON.stringify(label)}]`).first();
      const before = await width(target);
      assert.ok(before < area.width / 2, "there is no narrow frame to zoom to");
      await target.click();
      assert.ok(Math.abs((await width(again)) - area.width) < 2, "the frame does not fill the width");
      await page.keyboard.press("Escape");
      assert.ok(Math.abs((await width(again)) - before) < 1, "the zoom is not taken back");
      await page.locator("#stacks .frame").first().focus();
      await page.keyboard.press("ArrowDown");
      const below = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      assert.ok(below && !below.startsWith("all stacks"), "arrow down does not go to a frame below");
      await page.keyboard.press("Enter");
      assert.equal(
        await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
        below,
        "the focus is lost by zooming",
      );
      await page.keyboard.press("Escape");
    });

    test("it finds frames, and says how much goes through them", async () => {
      const wanted = leak.suspects[0].module;
      await page.getByLabel("Search frames").fill(wanted);
      const bytes = sum(list.filter((s) => s.frames.some((i) => frames[i].includes(wanted))).map((s) => s.outstanding_bytes));
      const said = await page.locator("#stacks-found").innerText();
      shows(/^(.*?), /.exec(said)[1], bytes, "what goes through the frames found");
      shows(/, (.*? %), go/.exec(said)[1], bytes / sum(list.map((s) => s.outstanding_bytes)), "its share");
      assert.ok((await page.locator("#stacks .frame.found").count()) > 0);
      await page.getByLabel("Search frames").fill("");
    });

    test("the tree has the same sums, and opens by keys", async () => {
      await page.getByRole("radio", { name: "tree" }).check();
      await accessible(page);
      const items = page.getByRole("treeitem");
      await page.locator('[role=treeitem][tabindex="0"]').focus();
      for (let i = 0; i < 200; i++) {
        // opens all
        await page.keyboard.press("ArrowRight");
        const [open, leaf] = await page.evaluate(() => [
          document.activeElement.getAttribute("aria-expanded"),
          !document.activeElement.hasAttribute("aria-expanded"),
        ]);
        if (open === "true" || leaf) {
          const at = await page.evaluate(() => [...document.querySelectorAll("[role=treeitem]")].indexOf(document.activeElement));
          await page.keyboard.press("ArrowDown");
          if (
            at === (await page.evaluate(() => [...document.querySelectorAll("[role=treeitem]")].indexOf(document.activeElement)))
          )
            break;
        }
      }
      const lines = await items.evaluateAll((all) =>
        all.map((item) => {
          const line = item.querySelector(":scope > .line");
          return [line.querySelector(".code").textContent, line.querySelector(".amount").textContent];
        }),
      );
      const want = nodes("outstanding_bytes")
        .filter(([name]) => name !== "all stacks")
        .sort((a, b) => a[0].localeCompare(b[0]) || a[1] - b[1]);
      lines.sort((a, b) => a[0].localeCompare(b[0]) || figure(a[1]).value - figure(b[1]).value);
      assert.deepEqual(
        lines.map(([name]) => name),
        want.map(([name]) => name),
      );
      lines.forEach(([name, text], i) => shows(text, want[i][1], name));
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await items.count(), await page.locator("[role=tree] > [role=treeitem]").count(), "the tree does not close");
      await page.getByRole("radio", { name: "flame graph" }).check();
    });
  });

  test("a process is added to the chart over time", async () => {
    const p = report.processes[5];
    await choose(p);
    const legend = () => page.locator("#time-chart .legend li").allInnerTexts();
    const button = page.locator("#process-in-chart");
    const was = (await legend()).some((text) => text.includes(`${p.image} (${p.pid})`));
    await button.click();
    assert.equal(
      (await legend()).some((text) => text.includes(`${p.image} (${p.pid})`)),
      !was,
    );
    await button.click();
    assert.equal(
      (await legend()).some((text) => text.includes(`${p.image} (${p.pid})`)),
      was,
    );
  });
});
