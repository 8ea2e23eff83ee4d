// What all tests of pages share: a browser that cannot reach a network, and pages that report what went wrong in them.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const folder = import.meta.dirname;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Folder of the pages and reports that run made. */
export const made = process.env.ETLEDGER_PAGES ?? assert.fail("start the tests with .ci/browser/run");

/** Folder of the screenshots. */
export const artifacts = path.join(folder, "artifacts");
mkdirSync(artifacts, { recursive: true });

/** The ways to look at a page. */
export const looks = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

/** Starts the browser. The caller closes it. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.ETLEDGER_CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP * ~NOTFOUND",
    ],
  });
}

/** Reads a JSON report that run made. */
export function reportOf(name) {
  return JSON.parse(readFileSync(path.join(made, name), "utf8"));
}

/**
 * Opens a page that run made, from the file. What goes wrong in it is collected in page.faults: console errors, exceptions,
 * violations of its policy, and requests for anything but the file itself.
 */
export async function open(browser, name, options = looks.light) {
  const context = await browser.newContext({ ...options, offline: true });
  const page = await context.newPage();
  page.setDefaultTimeout(5000);
  const url = pathToFileURL(path.join(made, name)).href;
  page.faults = [];
  page.on("console", (m) => {
    if (["error", "warning"].includes(m.type())) page.faults.push(`console: ${m.text()}`);
  });
  page.on("pageerror", (e) => page.faults.push(`exception: ${e.stack ?? e.message}`));
  page.on("request", (r) => {
    if (r.url().split("#")[0] !== url && !/^(data|blob):/.test(r.url())) page.faults.push(`request: ${r.url()}`);
  });
  page.on("dialog", (d) => {
    page.faults.push(`dialog: ${d.message()}`);
    d.dismiss();
  });
  if (options.javaScriptEnabled !== false) {
    await page.exposeFunction("reportViolation", (text) => page.faults.push(`policy: ${text}`));
    await page.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", (e) =>
        window.reportViolation(`${e.violatedDirective} ${e.blockedURI} ${e.sourceFile ?? ""}:${e.lineNumber}`),
      ),
    );
  }
  await page.goto(url, { waitUntil: "load" });
  return page;
}

/** Closes a page after checking that nothing went wrong in it. */
export async function close(page) {
  await page.waitForTimeout(50);
  const faults = page.faults;
  await page.context().close();
  if (faults.length > 0) throw new Error(`the page had faults:\n${faults.join("\n")}`);
}

/** Holds a page against the rules of axe-core. */
export async function accessible(page) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const found = result.violations.map(
    (v) =>
      `${v.id} (${v.impact}): ${v.help}\n` +
      v.nodes
        .slice(0, 4)
        .map((n) => `    ${n.target.join(" ")}: ${n.failureSummary.replaceAll("\n", " ")}`)
        .join("\n"),
  );
  if (found.length > 0) throw new Error(`violations of accessibility:\n${found.join("\n")}`);
}

/** Checks that a page does not scroll sideways, and names what is too wide if it does. */
export async function fits(page) {
  const wide = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((e) => e.getBoundingClientRect().right > clientWidth + 1 && !e.parentElement.closest(".wide"))
      .slice(0, 5)
      .map(
        (e) =>
          `${e.tagName}${e.id && "#" + e.id}${e.className && "." + e.className} to ${Math.round(e.getBoundingClientRect().right)}`,
      );
  });
  if (wide.length > 0) throw new Error(`the page is wider than the screen: ${wide.join(", ")}`);
}

/** Keeps a screenshot of the whole page. */
export function keep(page, name) {
  return page.screenshot({ path: path.join(artifacts, `${name}.png`), fullPage: true });
}
