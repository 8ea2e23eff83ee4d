// The page of fleet, on the written report of report/fleet: something in every field, and hostile names.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { accessible, close, fits, keep, launch, looks, open, reportOf } from "./browser.js";
import { chartOf, draws } from "./charts.js";
import { shows } from "./figures.js";
import { cellsOf, copied, filter, sortsByEach, titlesOf } from "./tables.js";

describe("fleet", () => {
  const report = reportOf("fleet.json");
  const nameOf = (g) => g.name + (g.role ? ` [${g.role}]` : "");
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(async () => {
    await browser.close();
  });

  for (const [look, options] of Object.entries(looks)) {
    test(`${look}: loads without a fault, is accessible, fits the screen`, async () => {
      const page = await open(browser, "fleet.html", options);
      await keep(page, `fleet-${look}`);
      await fits(page);
      await accessible(page);
      for (const summary of await page.locator("main section summary").all()) await summary.click();
      await fits(page);
      await accessible(page);
      await close(page);
    });
  }

  test("says the essential without scripts", async () => {
    const page = await open(browser, "fleet.html", { ...looks.light, javaScriptEnabled: false });
    assert.equal(await page.locator(".answer").innerText(), report.answer);
    const text = await page.locator("main").innerText();
    for (const finding of report.findings) assert.ok(text.includes(finding.code), `finding ${finding.code} is missing`);
    assert.deepEqual(
      (await cellsOf(page.locator("table#images"))).map((cells) => [cells[1], cells[2]]),
      report.images.map((g) => [g.status, g.file_version ?? "-"]),
    );
    const first = report.images[0];
    const section = page.locator("section", { has: page.locator("#images-1") });
    const said = await section.innerText();
    for (const part of [first.reason, first.first_leak.capture, first.last_leak.host, ...first.leaking_on.slice(0, 5)])
      assert.ok(said.includes(part), `${part} is missing`);
    await section.locator("summary").click();
    const periods = await cellsOf(section.locator("table").last());
    assert.equal(periods.length, first.over_time.length);
    periods.forEach((cells, i) => {
      const { from, hosts } = first.over_time[i];
      assert.equal(cells[0], from.slice(0, 10));
      assert.equal(cells[1], `${hosts.leaking} of ${hosts.judged}`);
      shows(cells[2], hosts.judged ? hosts.leaking / hosts.judged : null, `share from ${from}`);
    });
    await close(page);
  });

  test("prints what it says", async () => {
    const page = await open(browser, "fleet.html");
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("table#images").isVisible());
    assert.ok(!(await page.getByRole("group", { name: "Tools for Images" }).isVisible()));
    await close(page);
  });

  test("draws the share of hosts over time, which the keys read", async () => {
    const page = await open(browser, "fleet.html");
    const chart = chartOf(page, "Share of hosts on which builds leak");
    await draws(chart, "s0");
    await chart.focus();
    const { over_time: periods } = report.images[0];
    for (const [key, period] of [
      ["End", periods.at(-1)],
      ["Home", periods[0]],
    ]) {
      await page.keyboard.press(key);
      const read = await page.locator("#over-time .legend output").first().innerText();
      shows(read, period.hosts.leaking / period.hosts.judged, `share from ${period.from}`);
    }
    await close(page);
  });

  for (const [id, caption, list] of [
    ["images", "Images", report.images],
    ["modules", "Modules", report.modules],
    ["pool-tags", "Pool tags", report.pool_tags],
  ]) {
    test(`every figure of ${caption} is that of the JSON`, async () => {
      const page = await open(browser, "fleet.html");
      const table = page.locator(`table#${id}`);
      const titles = await titlesOf(table);
      const rows = await cellsOf(table);
      assert.equal(rows.length, list.length);
      rows.forEach((cells, i) => {
        const g = list[i];
        const cell = (title) => cells[titles.indexOf(title)].replace(/ ?\[.*?\]/, "");
        assert.equal(cell("Hosts"), g.hosts.judged ? `${g.hosts.leaking}/${g.hosts.judged}` : "-");
        assert.equal(cell("Captures"), g.captures.judged ? `${g.captures.leaking}/${g.captures.judged}` : "-");
        shows(cell("Share [95 %]"), g.prevalence?.value ?? null, `share of ${g.name}`);
        shows(cell("Slope [95 %]"), g.slope?.bytes_per_s ?? null, `slope of ${g.name}`);
        shows(cell("I2"), g.slope?.i2 ?? null, `I2 of ${g.name}`);
        shows(cell("Outstanding"), g.outstanding_bytes, `outstanding of ${g.name}`);
        assert.equal(cell("First leak"), g.first_leak?.time.slice(0, 10) ?? "-");
      });
      await close(page);
    });
  }

  test("images are sorted, filtered and copied, exactly", async () => {
    const page = await open(browser, "fleet.html");
    const table = page.locator("table#images");
    const rows = await cellsOf(table);
    const groups = new Map(rows.map((cells, i) => [`${cells[0]} ${cells[2]}`, report.images[i]]));
    assert.equal(groups.size, rows.length, "two rows have one name");
    const values = {
      Status: (g) => g.status,
      Hosts: (g) => g.hosts.leaking,
      "Slope [95 %]": (g) => g.slope?.bytes_per_s ?? null,
      "First leak": (g) => g.first_leak?.time ?? null,
      "Share [95 %]": (g) => g.prevalence?.value ?? null,
      Chance: (g) => g.adjusted_chance,
      Outstanding: (g) => g.outstanding_bytes,
    };
    await sortsByEach(table, Object.keys(values), (cells, title) => values[title](groups.get(`${cells[0]} ${cells[2]}`)));
    const [head, ...csv] = await copied(page, "Images");
    assert.equal(csv.length, rows.length);
    for (const row of csv) {
      const g = [...groups].find(([key]) => key === `${row[0].replace(/^'/, "")} ${row[head.indexOf("Version")] || "-"}`)[1];
      for (const [title, value] of Object.entries(values))
        assert.equal(row[head.indexOf(title)], String(value(g) ?? ""), `${title} of ${g.name}`);
    }
    await filter(page, "Images", "Status", "clear");
    assert.deepEqual(
      (await cellsOf(table)).map((cells) => cells[0]),
      report.images.filter((g) => g.status === "clear").map(nameOf),
    );
    await filter(page, "Images", "Status", "");
    await close(page);
  });

  test("hosts, updates and chains have the figures of the JSON", async () => {
    const page = await open(browser, "fleet.html");
    const hosts = await cellsOf(page.locator("table#hosts"));
    assert.equal(hosts.length, report.hosts.length);
    hosts.forEach((cells, i) => {
      const h = report.hosts[i];
      shows(cells[1].replace(/ \[.*\]$/, ""), h.seconds_to_exhaustion, `time left of ${h.name}`);
      shows(cells[3].replace(/ \[.*?\]/, ""), h.bytes_per_s?.value ?? null, `rate of ${h.name}`);
    });
    const updates = await cellsOf(page.locator("table#updates"));
    updates.forEach((cells, i) => {
      const u = report.updates[i];
      assert.deepEqual(
        [cells[1], cells[4], cells[5]],
        [u.change, `${u.from.hosts.leaking}/${u.from.hosts.judged}`, `${u.to.hosts.leaking}/${u.to.hosts.judged}`],
      );
    });
    const chains = await cellsOf(page.locator("table#chains"));
    chains.forEach((cells, i) => {
      const c = report.chains[i];
      const [first, last] = cells[3].split(" > ");
      shows(first, c.first_private_bytes, `first of ${c.image}`);
      shows(last, c.last_private_bytes, `last of ${c.image}`);
      shows(cells[4].replace(/ \[.*?\]/, ""), c.bytes_per_s.value, `rate of ${c.image}`);
    });
    assert.equal(await page.locator("table#chains svg.line").count(), report.chains.length);
    await close(page);
  });

  test("hostile names stay text", async () => {
    assert.ok(report.images.some((g) => g.name.includes("</script>")), "the report is harmless");
    const page = await open(browser, "fleet.html");
    for (const tag of ["img", "iframe", "object", "form", "main script"])
      assert.equal(await page.locator(`body ${tag}`).count(), 0, `the page has grown an element ${tag}`);
    const text = await page.evaluate(() => document.body.innerText);
    for (const bad of ["\u202e", "\x1b"])
      assert.ok(!text.includes(bad), `the page shows U+${bad.codePointAt(0).toString(16)} as it is`);
    for (const name of ["Images", "Hosts", "Updates"]) {
      for (const field of (await copied(page, name)).flat())
        assert.doesNotMatch(field, /^[=+@\t\r]|^-(?![\d.]+(e[+-]?\d+)?$)/, "a spreadsheet would take a field for a formula");
    }
    await close(page);
  });
});
