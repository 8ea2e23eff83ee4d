// Every page of analyze that run made: it loads, is small, accessible, and shows what it must without scripts.
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { accessible, close, fits, keep, launch, looks, made, open, reportOf } from "./browser.js";
import { shows } from "./figures.js";
import { cellsOf } from "./tables.js";

const names = readdirSync(made)
  .filter((n) => n.endsWith(".html") && !/^(pool|compare|fleet)/.test(n))
  .map((n) => n.slice(0, -5))
  .sort();
const most = 2 * 1000 * 1000; // bytes

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

for (const name of names) {
  describe(name, () => {
    const report = reportOf(`${name}.json`);
    // Recordings from elsewhere are many: their pages are loaded once, and then looked at in another way.
    if (name.startsWith("corpus-")) {
      test("loads without a fault, is accessible, fits a phone's screen", async () => {
        const page = await open(browser, `${name}.html`);
        await keep(page, `${name}-light`);
        await accessible(page);
        await page.emulateMedia({ colorScheme: "dark" });
        await page.setViewportSize(looks.phone.viewport);
        await page.waitForTimeout(100);
        await keep(page, `${name}-phone`);
        await fits(page);
        await accessible(page);
        await close(page);
      });
    } else {
      for (const [look, options] of Object.entries(looks)) {
        test(`${look}: loads without a fault, is accessible, fits the screen`, async () => {
          const page = await open(browser, `${name}.html`, options);
          await keep(page, `${name}-${look}`);
          await fits(page);
          await accessible(page);
          await close(page);
        });
      }
    }

    test("is small", () => {
      const { size } = statSync(path.join(made, `${name}.html`));
      assert.ok(size <= most, `the page has ${size} bytes`);
    });

    test("begins with the answer and what weakens it, without scripts", async () => {
      const page = await open(browser, `${name}.html`, { ...looks.light, javaScriptEnabled: false });
      const [answer] = await page.locator(".answer").allInnerTexts();
      assert.equal(answer.replace(/\s+/g, " "), printable(report.answer).replace(/\s+/g, " "));
      const text = await page.locator("main").innerText();
      for (const finding of report.capture.findings) assert.ok(text.includes(finding.code), `finding ${finding.code} is missing`);
      const rows = await cellsOf(page.locator("#process-table"));
      const rest = /([\d,]+) more/.exec((await page.locator("#processes .static").allInnerTexts()).join());
      assert.equal(
        rows.length + Number(rest?.[1].replaceAll(",", "") ?? 0),
        report.processes.length,
        "the page does not say how many are left out",
      );
      assert.ok(rows.length >= Math.min(20, report.processes.length));
      rows.forEach((cells, i) => {
        const p = report.processes[i];
        assert.deepEqual([cells[1], cells[2]], [String(p.pid), p.trend.verdict]);
        if (!report.capture.findings.some((f) => f.code === "virtual-alloc-missing")) {
          shows(cells[5], p.virtual_alloc.outstanding_commit_bytes, `outstanding of ${p.pid}`);
        }
      });
      await close(page);
    });
  });
}

test("dark is dark", async () => {
  for (const [look, dark] of [
    ["light", false],
    ["dark", true],
  ]) {
    const page = await open(browser, "leaky.html", looks[look]);
    const [back, ink] = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.backgroundColor, style.color].map((c) =>
        c
          .match(/\d+/g)
          .slice(0, 3)
          .reduce((a, v) => a + Number(v), 0),
      );
    });
    assert.equal(back < ink, dark);
    await close(page);
  }
});

// printable is what may be shown of a text from a recording: no control characters, and none that reorder text.
function printable(text) {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (c) => `\\u${c.codePointAt(0).toString(16).padStart(4, "0")}`);
}
