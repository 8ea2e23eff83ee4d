// The tests' own reading of figures and CSV.
import assert from "node:assert/strict";
import { test } from "node:test";
import { figure, readCSV, shows } from "./figures.js";

test("figures", () => {
  for (const [text, value, within] of [
    ["+1.50 MiB", 1.5 * 2 ** 20, 0.005 * 2 ** 20],
    ["205 KiB/s", 205 * 1024, 512],
    ["12,345", 12345, 0.5],
    ["-3 B", -3, 0.5],
    ["9.4 h", 9.4 * 3600, 180],
    ["3 min 5 s", 185, 0.5],
    ["97 %", 0.97, 0.005],
    ["58.6 MiB/h*", 58.6 * 2 ** 20, 0.05 * 2 ** 20],
  ]) {
    const got = figure(text);
    assert.ok(Math.abs(got.value - value) < 1e-6 && Math.abs(got.within - within) < 1e-6, `${text}: ${JSON.stringify(got)}`);
  }
  assert.throws(() => figure("many"));
  assert.throws(() => shows("1.50 MiB", 1.6 * 2 ** 20, "here"));
  assert.throws(() => shows("0 B", null, "here"));
  shows("-", null, "here");
});

test("CSV", () => {
  assert.deepEqual(readCSV('a,"b ""c"", d"\r\n,\r\n'), [
    ["a", 'b "c", d'],
    ["", ""],
  ]);
  assert.throws(() => readCSV("a"));
});
