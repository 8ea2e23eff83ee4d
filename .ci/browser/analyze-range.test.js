// The chart over time and the numbers of a selected range, held against analyze for just that window.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { close, launch, open, reportOf } from "./browser.js";
import { chartOf, drag, draws } from "./charts.js";
import { analyzed } from "./command.js";
import { shows } from "./figures.js";
import { cellsOf, copied } from "./tables.js";

const label = (p) => `${p.image ?? (p.announced ? "(no name)" : "(unannounced)")} (${p.pid})`;
const byText = (a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b));

for (const [name, capture] of [
  ["leaky", "leaky-service.etl"],
  ["memory-snapshots", "memory-snapshots.etl"],
  ["number-used-again", "number-used-again.etl"],
]) {
  describe(`ranges of ${name}`, () => {
    const report = reportOf(`${name}.json`);
    const { bin_s: bin, bins } = report.details;
    const whole = bin * bins;
    let browser;
    let page;
    before(async () => {
      browser = await launch();
      page = await open(browser, `${name}.html`);
    });
    after(async () => {
      try {
        await close(page);
      } finally {
        await browser.close();
      }
    });
    const chart = () => chartOf(page, "Committed bytes over time");

    // agrees holds what the page says of the selected range against the report of just that window.
    async function agrees() {
      const command = await page.locator("#range-command").innerText();
      const [, from, to] = /--from (\S+) --to (\S+)$/.exec(command) ?? assert.fail(`the page gives the command ${command}`);
      for (const edge of [from, to]) {
        assert.ok(Math.abs(edge / bin - Math.round(edge / bin)) < 1e-6, `${edge} s is no edge of a bin of ${bin} s`);
      }
      const want = analyzed(capture, from, to)
        .processes.map((p) => {
          const a = p.virtual_alloc;
          return [label(p), a.outstanding_commit_bytes, a.freed_bytes, a.before_freed_bytes + a.unknown_freed_bytes];
        })
        .filter((row) => row.slice(1).some((v) => v > 0));
      const [, ...rows] = await copied(page, "numbers of the range");
      assert.deepEqual(rows.map((row) => [row[0], ...row.slice(1).map(Number)]).sort(byText), want.sort(byText), command);
      for (const cells of await cellsOf(page.locator("#range-table"))) {
        if (want.length === 0) break;
        const row = rows.find((r) => cells[0] === r[0] && cells[1].startsWith(Number(r[1]).toLocaleString("en")));
        assert.ok(row, `${cells[0]} shows what its CSV does not have`);
        for (const i of [1, 2, 3]) {
          const [, exact, rounded] = /^([\d,]+) B\s+(.*)$/.exec(cells[i]);
          assert.equal(Number(exact.replaceAll(",", "")), Number(row[i]));
          shows(rounded, Number(row[i]), `${cells[0]}, column ${i}`);
        }
      }
      return [Number(from), Number(to)];
    }

    test("the chart draws lines", async () => {
      await draws(chart(), "s0");
      const legend = await page.locator("#time-chart .legend li").allInnerTexts();
      assert.ok(legend.length > 0);
    });

    test("the whole capture", async () => {
      assert.deepEqual(await agrees(), [0, Number(whole.toFixed(9))]);
    });

    test("ranges that are typed", async () => {
      for (const [from, to] of [
        [0.25, 0.5],
        [0.1, 0.11],
        [0.6, 1],
        [0, 0.031],
        [0.93, 0.95],
      ]) {
        await page.getByLabel("From, seconds").fill((from * whole).toFixed(3));
        await page.keyboard.press("Tab");
        await page.getByLabel("To, seconds").fill((to * whole).toFixed(3));
        await page.keyboard.press("Enter");
        const [a, b] = await agrees();
        assert.ok(
          a <= from * whole + 0.002 &&
            a >= from * whole - bin - 0.002 &&
            b >= to * whole - 0.002 &&
            b <= to * whole + bin + 0.002,
          `${from * whole} to ${to * whole} became ${a} to ${b}`,
        );
      }
    });

    test("ranges that are dragged", async () => {
      for (const [from, to] of [
        [0.2, 0.7],
        [0.9, 0.55],
        [0.02, 0.98],
      ]) {
        await drag(chart(), from, to);
        await page.waitForTimeout(100);
        const [a, b] = await agrees();
        assert.ok(
          Math.abs(a - Math.min(from, to) * whole) <= bin * 1.1 + whole / 500 &&
            Math.abs(b - Math.max(from, to) * whole) <= bin * 1.1 + whole / 500,
          `${from} to ${to} of ${whole} s became ${a} to ${b}`,
        );
      }
    });

    test("a range that is chosen by keys, and taken back", async () => {
      await chart().focus();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Home");
      for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
      for (let i = 0; i < 9; i++) await page.keyboard.press("Shift+ArrowRight");
      await page.waitForTimeout(100);
      const [a, b] = await agrees();
      assert.deepEqual([Math.round(a / bin), Math.round(b / bin)], [5, 14]);
      await page.getByRole("button", { name: "Whole capture" }).click();
      await agrees();
      assert.equal(await page.getByLabel("From, seconds").inputValue(), "");
    });

    test("a range that makes no sense is refused", async () => {
      await page.getByLabel("From, seconds").fill("5");
      await page.keyboard.press("Tab");
      await page.getByLabel("To, seconds").fill("2");
      await page.keyboard.press("Enter");
      assert.match(await page.locator("#range-note").innerText(), /must end after/);
      await page.getByLabel("To, seconds").fill("");
      await page.getByLabel("From, seconds").fill("");
      await page.keyboard.press("Enter");
    });

    test("zoom shows less, and all again", async () => {
      const shown = async () => {
        const canvas = await chart()
          .locator("canvas")
          .evaluate((c) => c.toDataURL());
        return canvas;
      };
      await page.waitForTimeout(100);
      const before = await shown();
      await page.getByRole("button", { name: "Zoom in" }).click();
      await page.waitForTimeout(100);
      assert.notEqual(await shown(), before);
      await page.getByRole("button", { name: "All of it" }).click();
      await page.mouse.move(0, 0);
      await page.waitForTimeout(100);
      assert.equal(await shown(), before);
    });
  });
}

test("the level at the end is what the account has outstanding, less what was from before", async () => {
  const browser = await launch();
  const page = await open(browser, "leaky.html");
  await chartOf(page, "Committed bytes over time").focus();
  await page.keyboard.press("End");
  const { processes } = reportOf("leaky.json");
  const items = await page
    .locator("#time-chart .legend li")
    .evaluateAll((list) => list.map((i) => [i.children[1].textContent, i.lastChild.textContent]));
  let seen = 0;
  for (const [name, text] of items) {
    const p = processes.find((x) => label(x) === name);
    if (!p || p.end_s !== null) continue;
    const a = p.virtual_alloc;
    shows(text, a.outstanding_commit_bytes - a.before_freed_bytes - a.unknown_freed_bytes, name);
    seen++;
  }
  assert.ok(seen > 1, "the legend names no process that ran to the end");
  await close(page);
  await browser.close();
});
