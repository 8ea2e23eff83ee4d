// A walk through the pages by keyboard alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, launch, open, reportOf } from "./browser.js";

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

// walk presses Tab until the focus leaves the page, and gives what was focused: a description, whether it is seen, and whether the
// focus shows.
async function walk(page) {
  const steps = [];
  for (let i = 0; i < 600; i++) {
    await page.keyboard.press("Tab");
    const step = await page.evaluate(() => {
      const e = document.activeElement;
      if (!e || e === document.body) return null;
      const box = e.getBoundingClientRect();
      const style = getComputedStyle(e);
      const place = [...document.querySelectorAll("*")].indexOf(e);
      return {
        place,
        id: e.id,
        tag: e.tagName,
        role: e.getAttribute("aria-roledescription") ?? "",
        kind: e.className,
        text: (e.getAttribute("aria-label") ?? e.textContent ?? "").trim().slice(0, 60),
        seen: box.width > 0 && box.height > 0,
        outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1,
        tabIndex: e.tabIndex,
      };
    });
    if (!step || steps.some((s) => s.place === step.place)) break;
    steps.push(step);
  }
  return steps;
}

for (const name of ["leaky", "pool"]) {
  test(`${name}: Tab goes through all of it in order, and the focus shows`, async () => {
    const page = await open(browser, `${name}.html`);
    const steps = await walk(page);
    assert.match(steps[0].text, /^Skip to/);
    const describe = (s) => `${s.tag} ${s.id} ${s.kind} "${s.text}"`;
    for (const s of steps) {
      assert.ok(s.seen, `the focus is on what is not seen: ${describe(s)}`);
      assert.ok(s.outlined, `the focus does not show on ${describe(s)}`);
      assert.ok(s.tabIndex <= 0, `${describe(s)} has an order of its own`);
    }
    assert.deepEqual(
      steps.map((s) => s.place),
      steps.map((s) => s.place).sort((a, b) => a - b),
      "the order is not that of the page",
    );
    const reached = (what) => assert.ok(steps.some(what), `not reached: ${what}`);
    reached((s) => s.role === "chart");
    reached((s) => s.tag === "BUTTON" && s.kind === "sort");
    reached((s) => s.tag === "BUTTON" && s.kind === "choose");
    reached((s) => s.tag === "INPUT" && s.id.endsWith("-search"));
    reached((s) => s.tag === "BUTTON" && s.id.endsWith("-copy"));
    if (name === "leaky") {
      reached((s) => s.id === "range-from");
      reached((s) => s.kind.split(" ").includes("frame"));
    }
    await close(page);
  });
}

test("a reader without a mouse finds the leak, its module and its reason", async () => {
  const report = reportOf("leaky.json");
  const [leak] = report.processes;
  const page = await open(browser, "leaky.html");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter"); // skips to the content
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  assert.ok((await page.locator(".answer").innerText()).includes(leak.suspects[0].module));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter"); // the answer leads to the process
  await page.waitForTimeout(100);
  assert.ok(
    await page
      .locator("#process-title")
      .evaluate(
        (e) =>
          document.activeElement === e ||
          e.contains(document.activeElement) ||
          e.closest("article").contains(document.activeElement),
      ),
    "the link of the answer does not lead to the process",
  );
  assert.ok((await page.locator("#process").innerText()).includes(leak.suspects[0].frame));
  // Another process, by its row.
  const other = page.locator("#process-table button.choose").nth(3);
  await other.focus();
  await page.keyboard.press("Enter");
  const p = report.processes[3];
  assert.ok((await page.locator("#process-title").innerText()).startsWith(`${p.image} (${p.pid})`));
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains("choose")), "the focus is lost by choosing");
  assert.match(await page.locator("#announcer").textContent(), new RegExp(`${p.pid}`), "a screen reader is not told");
  await close(page);
});
