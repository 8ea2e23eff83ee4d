// The order of the rows of a table, and which pass its filters. It touches no document.
const tableOrder = (() => {
  // compare puts values in order: numbers by size, text by the alphabet, what is not known last, whichever way.
  function compare(a, b, down) {
    const none = (v) => v === null || v === undefined || v === "";
    if (none(a) || none(b)) return none(a) - none(b);
    const order =
      typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
    return down ? -order : order;
  }

  // arrange gives the rows that pass the filters, in the order asked for; equal rows keep their order.
  function arrange(rows, { keep = () => true, value = null, down = false } = {}) {
    const kept = rows.filter(keep);
    return value
      ? kept
          .map((row, i) => ({ row, i, v: value(row) }))
          .sort((a, b) => compare(a.v, b.v, down) || a.i - b.i)
          .map(({ row }) => row)
      : kept;
  }

  return { arrange, compare };
})();
