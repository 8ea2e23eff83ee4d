// Tables of the markup with class "data" become tables of package tables.
const markupTables = (() => {
  // The value of a cell of the markup: data-value, a number where it is one, else its text.
  function valueOfCell(cell) {
    const raw = cell.dataset.value;
    if (raw === undefined) return cell.textContent.trim();
    return raw !== "" && Number.isFinite(Number(raw)) ? Number(raw) : raw;
  }

  // enhance makes a table of the markup sortable, searchable and copyable. Its first row holds the titles; class "n" marks
  // columns of numbers, data-hidden those that are not shown at first.
  function enhance(table, number) {
    if (!table.id) table.id = `table-${number}`;
    const titles = [...table.querySelectorAll("thead th")];
    const rows = [...table.querySelectorAll("tbody tr")].map((row) => [...row.cells]);
    const name = table.caption ? table.caption.textContent : "table";
    const columns = titles.map((title, i) => ({
      id: `c${i}`,
      title: title.textContent.trim(),
      numeric: title.classList.contains("n"),
      hidden: "hidden" in title.dataset,
      hint: title.title || null,
      value: (row) => valueOfCell(row[i]),
      node: (row) => [...row[i].childNodes].map((n) => n.cloneNode(true)),
      csv: (row) => row[i].dataset.csv ?? valueOfCell(row[i]),
    }));
    const filters = columns
      .filter((column, i) => "filter" in titles[i].dataset)
      .map((column) => ({
        id: column.id,
        label: column.title,
        of: column.value,
        values: [...new Set(rows.map(column.value))].sort(),
      }));
    const text = new Map(rows.map((row) => [row, row.map((cell) => cell.textContent).join(" ")]));
    return tables.create({ table, name, columns, rows, filters, search: rows.length > 5 ? (row) => text.get(row) : null });
  }
  const enhanceAll = () => document.querySelectorAll("table.data").forEach((table, i) => enhance(table, i + 1));

  return { enhance, enhanceAll };
})();
