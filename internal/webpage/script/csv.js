// Comma-separated values as RFC 4180 has them. What a spreadsheet would take for a formula is made text by an apostrophe
// before it; numbers stay numbers.
const csv = (() => {
  function field(value) {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return String(value);
    let text = String(value);
    if (/^[=+\-@\t\r\n]/.test(text)) text = "'" + text;
    return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  }
  // write gives the rows, each a list of values, with the line ends of RFC 4180.
  const write = (rows) => rows.map((row) => row.map(field).join(",") + "\r\n").join("");
  return { field, write };
})();
