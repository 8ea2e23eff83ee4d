// Names that try to become markup, script or formulas stay text wherever a page shows or copies them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { close, launch, open, reportOf } from "./browser.js";
import { copied } from "./tables.js";

test("hostile names of a recording stay text", async () => {
  const browser = await launch();
  const page = await open(browser, "hostile.html");
  const { processes } = reportOf("hostile.json");
  assert.ok(
    processes.some((p) => p.image.startsWith("</script>")),
    "the recording is harmless",
  );
  const rows = await page.locator("#process-table button.choose").count();
  for (let i = 0; i < rows; i++) {
    await page.locator("#process-table button.choose").nth(i).click();
    const add = page.locator("#process-in-chart[aria-pressed=false]");
    if ((await add.count()) && (await page.locator("#time-chart .legend li").count()) < 6) await add.click();
    const tree = page.getByRole("radio", { name: "tree" });
    if (await tree.count()) await tree.check();
  }
  for (const tag of ["img", "svg", "iframe", "object", "embed", "form", "base", "link"]) {
    assert.equal(await page.locator(`body ${tag}`).count(), 0, `the page has grown an element ${tag}`);
  }
  const attributes = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .flatMap((e) => [...e.attributes].map((a) => a.name))
      .filter((name) => name.startsWith("on")),
  );
  assert.deepEqual(attributes, [], "the page has grown listeners in its markup");
  const text = await page.evaluate(() => document.body.innerText);
  for (const bad of ["\u202e", "\u2028", "\r"])
    assert.ok(!text.includes(bad), `the page shows U+${bad.codePointAt(0).toString(16)} as it is`);
  const csv = await copied(page, "processes");
  for (const field of csv.flat())
    assert.doesNotMatch(field, /^[=+@\t\r]|^-(?![\d.]+(e[+-]?\d+)?$)/, "a spreadsheet would take a field for a formula");
  await close(page);
  await browser.close();
});
