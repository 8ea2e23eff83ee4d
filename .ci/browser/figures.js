// Figures that people read, taken back to numbers. Nothing here is the program's code: the tests hold what pages show against
// JSON within half a unit of the last digit shown.
import assert from "node:assert/strict";

const units = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40, PiB: 2 ** 50, EiB: 2 ** 60 };
const times = { s: 1, min: 60, h: 3600, days: 86400 };

/** Reads a figure such as "+1.50 MiB", "205 KiB/s", "97 %", "9.4 h", "3 min 5 s" or "12,345": the number, and half its last digit. */
export function figure(text) {
  const spoken = text.trim().replaceAll("\u2212", "-").replaceAll("\u00a0", " ");
  const minutes = /^(\d+) min (\d+) s$/.exec(spoken);
  if (minutes) return { value: Number(minutes[1]) * 60 + Number(minutes[2]), within: 0.5 };
  const parts = /^([+-]?[\d,]+(?:\.(\d+))?)(?: ?([A-Za-z%]+))?(?:\/[a-z]+\*?)?$/.exec(spoken);
  assert.ok(parts, `"${text}" is no figure`);
  let unit = 1;
  if (parts[3] === "%") unit = 0.01;
  else if (parts[3]) unit = units[parts[3]] ?? times[parts[3]] ?? assert.fail(`"${text}" has the unit ${parts[3]}`);
  const last = 10 ** -(parts[2]?.length ?? 0) * unit;
  const exact = !parts[3] || parts[3] === "B";
  return {
    value: Number(parts[1].replaceAll(",", "")) * unit,
    within: parts[3] === "days" ? unit : exact && !parts[2] ? 0.5 : last / 2,
  };
}

/** Holds a text against the number that it stands for; a dash, or nothing, stands for null. */
export function shows(text, number, where) {
  if (number === null || number === undefined) {
    assert.match(text.trim(), /^[-–—]?$/, `${where} shows "${text}" for what is not known`);
    return;
  }
  const { value, within } = figure(text);
  assert.ok(Math.abs(value - number) <= within * (1 + 1e-9), `${where} shows "${text}" for ${number}`);
}

/** Reads CSV as RFC 4180 has it. */
export function readCSV(text) {
  const rows = [];
  let row = [];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') field += text[++i];
      else if (c === '"') quoted = false;
      else field += c;
    } else if (c === '"' && field === "") quoted = true;
    else if (c === ",") [row, field] = [[...row, field], ""];
    else if (c === "\n") {
      rows.push([...row, field.replace(/\r$/, "")]);
      [row, field] = [[], ""];
    } else field += c;
  }
  assert.equal(field + row.join(""), "", "the CSV does not end with a line end");
  return rows;
}
