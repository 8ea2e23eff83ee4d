// The page of pool, on the written case of report/pool.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { accessible, close, fits, keep, launch, looks, open, reportOf } from "./browser.js";
import { chartOf, drag, draws } from "./charts.js";
import { shows } from "./figures.js";
import { cellsOf, copied, filter, search, showColumn, sortsByEach, tableOf, titlesOf } from "./tables.js";

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

for (const name of ["pool", "pool-receipt", "pool-hostile"]) {
  describe(name, () => {
    for (const [look, options] of Object.entries(looks)) {
      test(`${look}: loads without a fault, is accessible, fits the screen`, async () => {
        const page = await open(browser, `${name}.html`, options);
        await keep(page, `${name}-${look}`);
        await fits(page);
        await accessible(page);
        await close(page);
      });
    }
    test("says the essential without scripts", async () => {
      const page = await open(browser, `${name}.html`, { ...looks.light, javaScriptEnabled: false });
      const report = reportOf(`${name}.json`);
      const text = await page.locator("main").innerText();
      assert.ok(text.includes(report.answer), "the answer is missing");
      for (const finding of report.findings) assert.ok(text.includes(finding.code), `finding ${finding.code} is missing`);
      const rows = await cellsOf(tableOf(page, /^Tags/).last());
      assert.deepEqual(
        rows.map((cells) => [cells[0], cells[1]]),
        report.machines[0].tags.map((t) => [t.tag, t.pool]),
      );
      await close(page);
    });
  });
}

describe("tables of pool", () => {
  const report = reportOf("pool.json");
  const machine = report.machines[0];
  const tags = new Map(machine.tags.map((t) => [`${t.tag} ${t.pool}`, t]));
  const level = (t) => (t.judged_by === "objects" ? t.objects : t.bytes);
  const rises = (verdict) => ["leak", "growth"].includes(verdict);
  const rate = (l) =>
    l && rises(l.verdict)
      ? ((l.workload_only && l.per_work_hour ? l.per_work_hour : (l.per_hour ?? l.per_sample))?.rate ?? null)
      : null;
  const values = {
    Tag: (t) => t.tag,
    Pool: (t) => t.pool,
    Verdict: (t) => t.verdict,
    Bytes: (t) => t.bytes?.last ?? null,
    Grown: (t) => (t.bytes && t.bytes.samples > 1 ? t.bytes.last - t.bytes.first : null),
    Objects: (t) => t.objects?.last ?? null,
    Freed: (t) => t.freed_share,
    "Growth [95 %]": (t) => rate(level(t)),
  };
  let page;
  let table;
  before(async () => {
    page = await open(browser, "pool.html");
    table = tableOf(page, /^Tags$/);
  });
  after(() => close(page));
  const tagOf = (cells) => tags.get(`${cells[0]} ${cells[1]}`) ?? assert.fail(`there is no tag ${cells[0]}`);

  test("every figure is that of the JSON, rounded", async () => {
    const rows = await cellsOf(table);
    const titles = await titlesOf(table);
    assert.equal(rows.length, machine.tags.length);
    for (const cells of rows) {
      const tag = tagOf(cells);
      for (const title of ["Bytes", "Grown", "Objects"])
        shows(cells[titles.indexOf(title)], values[title](tag), `${title} of ${tag.tag}`);
      shows(cells[titles.indexOf("Freed")].replace("none", "0"), tag.freed_share, `Freed of ${tag.tag}`);
      shows(cells[titles.indexOf("Growth [95 %]")].replace(/ \[.*\]/, ""), values["Growth [95 %]"](tag), `Growth of ${tag.tag}`);
    }
    for (const cells of await cellsOf(tableOf(page, "Populations"))) {
      const p = machine.populations.find((x) => x.name === cells[0]);
      assert.equal(cells[1], p.verdict);
      shows(cells[2], p.first, `First of ${p.name}`);
      shows(cells[3], p.last, `Last of ${p.name}`);
    }
    for (const cells of await cellsOf(tableOf(page, "Headroom"))) {
      const h = machine.headroom.find((x) => x.population === cells[0]);
      [h.level, h.limit].forEach((v, i) => shows(cells[i + 1], v, `headroom of ${h.population}`));
      [h.seconds, h.earliest_s, h.latest_s].forEach((v, i) => shows(cells[i + 4], v, `headroom of ${h.population}`));
    }
  });

  test("sorts by each column", () => sortsByEach(table, Object.keys(values), (cells, title) => values[title](tagOf(cells))));

  test("searches and filters", async () => {
    await search(page, "Tags", "wdg");
    assert.deepEqual(
      (await cellsOf(table)).map((c) => c[0]).sort(),
      machine.tags
        .map((t) => t.tag)
        .filter((t) => /wdg/i.test(t))
        .sort(),
    );
    await search(page, "Tags", "");
    await filter(page, "Tags", "Verdict", "returns");
    await filter(page, "Tags", "Pool", "paged");
    assert.deepEqual(
      (await cellsOf(table)).map((c) => c[0]).sort(),
      machine.tags
        .filter((t) => t.verdict === "returns" && t.pool === "paged")
        .map((t) => t.tag)
        .sort(),
    );
    await filter(page, "Tags", "Verdict", "");
    await filter(page, "Tags", "Pool", "");
  });

  test("copies itself as CSV, exact, as it is shown", async () => {
    await showColumn(page, "Tags", "Component", false);
    const [head, ...rows] = await copied(page, "Tags");
    assert.deepEqual(head, await titlesOf(table));
    assert.ok(!head.includes("Component"));
    assert.equal(rows.length, machine.tags.length);
    for (const row of rows) {
      for (const [title, value] of Object.entries(values)) {
        const v = value(tagOf(row));
        assert.equal(row[head.indexOf(title)], v === null ? "" : String(v), `${title} of ${row[0]}`);
      }
    }
    await showColumn(page, "Tags", "Component", true);
  });
});

describe("charts of pool", () => {
  const machine = reportOf("pool.json").machines[0];
  let page;
  before(async () => {
    page = await open(browser, "pool.html");
  });
  after(() => close(page));
  const legend = (figure) =>
    page.locator(`#${figure} .legend li`).evaluateAll((items) => items.map((i) => i.children[1].textContent));

  test("a population is drawn with its rate and limit", async () => {
    const first = machine.populations.find((p) => p.verdict === "growth");
    await draws(chartOf(page, first.name), "s0");
    await draws(chartOf(page, first.name), "s1");
    assert.deepEqual(await legend("populations-0"), [first.name, "rate"]);
    const figure = page.locator("#populations-0");
    assert.ok(!(await figure.getByLabel("Limit").isVisible()), "a limit is offered where none is known");
    await figure.getByLabel("Population").selectOption({ label: "commit: steady" });
    await figure.getByLabel("Limit").check();
    await draws(chartOf(page, "commit"), "s0");
    assert.deepEqual(await legend("populations-0"), ["commit", "limit"]);
  });

  test("a tag is chosen in the table, with baseline and lockstep", async () => {
    const tag = machine.tags[1];
    await page.locator("table.tags").getByRole("button", { name: tag.tag, exact: true }).click();
    const chart = chartOf(page, `Tag ${tag.tag} (${tag.pool}), bytes`);
    await draws(chart, "s0");
    const figure = page.locator("#tags-0");
    assert.equal(await figure.locator("p.soft").innerText(), tag.bytes.reason);
    await figure.getByLabel("Tags in lockstep").check();
    const others = machine.groups[tag.group].members.map((m) => m.tag).filter((t) => t !== tag.tag);
    assert.deepEqual(
      (await legend("tags-0")).sort(),
      [`${tag.tag} bytes`, "rate under workload", "in the baseline", ...others.map((t) => `${t} bytes`)].sort(),
    );
    await figure.getByLabel("Measure").selectOption("objects");
    await draws(chartOf(page, `Tag ${tag.tag} (${tag.pool}), objects`), "s2");
    await figure.getByLabel("Tags in lockstep").uncheck();
    await figure.getByLabel("Measure").selectOption("bytes");
  });

  test("the pointer reads the samples", async () => {
    const [tag] = machine.tags;
    await page.locator("#tags-0").getByRole("combobox", { name: "Tag", exact: true }).selectOption({ index: 0 });
    const chart = chartOf(page, `Tag ${tag.tag}`);
    await chart.focus();
    await page.keyboard.press("End");
    shows(await page.locator("#tags-0 .legend output").first().innerText(), tag.bytes.last, "the legend at the end");
    await page.keyboard.press("Home");
    shows(await page.locator("#tags-0 .legend output").first().innerText(), tag.bytes.first, "the legend at the beginning");
  });

  test("a range that is dragged or chosen by keys is measured", async () => {
    const [tag] = machine.tags;
    const { at, value } = tag.bytes.series;
    const said = () => page.locator("#tags-0 .range").innerText();
    const measured = async (from, to) => {
      const [, change] = /: (\S+ \S+),/.exec(await said());
      const nearest = (t) => at.reduce((best, v) => (Math.abs(v - t) < Math.abs(best - t) ? v : best));
      shows(change, value[at.indexOf(nearest(to))] - value[at.indexOf(nearest(from))], `the range from ${from} to ${to}`);
    };
    const length = at.at(-1) - at[0];
    for (const [from, to] of [
      [0.21, 0.63],
      [0.9, 0.4],
      [0, 0.99],
    ]) {
      await drag(chartOf(page, `Tag ${tag.tag}`), from, to);
      await measured(Math.min(from, to) * length, Math.max(from, to) * length);
    }
    await page.keyboard.press("Escape");
    await chartOf(page, `Tag ${tag.tag}`).focus();
    await page.keyboard.press("Escape");
    assert.match(await said(), /^Drag over the chart/);
    await page.keyboard.press("Home");
    for (let i = 0; i < 7; i++) await page.keyboard.press("Shift+ArrowRight");
    await measured(at[0], at[7]);
  });
});
