// What every table of a page must do.
import assert from "node:assert/strict";
import { readCSV } from "./figures.js";

/** The table with a caption. */
export function tableOf(page, caption) {
  return page.locator("table", { has: page.locator("caption", { hasText: caption }) });
}

/** The texts of the cells of a table, row by row, without its head. */
export function cellsOf(table) {
  return table.locator("tbody tr:visible").evaluateAll((rows) => rows.map((r) => [...r.cells].map((c) => c.innerText.trim())));
}

/** The titles of the columns that are shown. */
export function titlesOf(table) {
  return table.locator("thead th:visible").evaluateAll((cells) => cells.map((c) => c.textContent.trim()));
}

/** Presses a tool of a table. Tools are named by role and label. */
function tool(page, name, role, label) {
  return page.getByRole("group", { name: `Tools for ${name}` }).getByRole(role, { name: label });
}

/** Copies a table as CSV, and reads it from the clipboard: rows of fields, the titles first. */
export async function copied(page, name) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await tool(page, name, "button", /Copy as CSV|Copied/).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
  return readCSV(await page.evaluate(() => navigator.clipboard.readText()));
}

/** Types into the search field of a table. */
export function search(page, name, text) {
  return tool(page, name, "searchbox", "Search").fill(text);
}

/** Chooses a value of a filter of a table; "" for all. */
export function filter(page, name, label, value) {
  return tool(page, name, "combobox", label).selectOption(value);
}

/** Shows a column, or leaves it out. */
export async function showColumn(page, name, title, shown) {
  const group = page.getByRole("group", { name: `Tools for ${name}` });
  const menu = group.locator("details");
  if (!(await menu.evaluate((d) => d.open))) await menu.locator("summary").click();
  await menu.getByRole("checkbox", { name: title, exact: true }).setChecked(shown);
}

/**
 * Sorts a table by each of the columns, both ways, with the keyboard, and holds the order of the rows against the values that the
 * rows have: valueOf gives, for the cells of a row and a title, a number, a text, or null for what is not known, which comes last.
 */
export async function sortsByEach(table, titles, valueOf) {
  const page = table.page();
  for (const title of titles) {
    const head = table.locator("thead th").nth((await titlesOf(table)).indexOf(title));
    const seen = new Set();
    for (let press = 0; press < 2; press++) {
      await head.getByRole("button").focus();
      await page.keyboard.press("Enter");
      const order = await head.getAttribute("aria-sort");
      seen.add(order);
      const rows = await cellsOf(table);
      assert.ok(rows.length > 1, "there is nothing to sort");
      const values = rows.map((cells) => valueOf(cells, title));
      for (let i = 1; i < values.length; i++) {
        const [a, b] = order === "ascending" ? [values[i - 1], values[i]] : [values[i], values[i - 1]];
        const known = values[i - 1] !== null && values[i] !== null;
        assert.ok(
          known ? compare(a, b) <= 0 : values[i] === null,
          `by ${title}, ${order}: ${values[i - 1]} comes before ${values[i]}`,
        );
      }
    }
    assert.deepEqual([...seen].sort(), ["ascending", "descending"], `${title} cannot be sorted both ways`);
  }
}

function compare(a, b) {
  return typeof a === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
}
