// Tables that sort, filter, search, choose columns, show themselves in pages and copy themselves as CSV.
const tables = (() => {
  const { make } = dom;

  // create makes a table of the rows in an existing table element, with a bar of tools before it. Options:
  //   table, name   the element, and what its parts are called for people
  //   columns       [{id, title, numeric, hidden, text(row), value(row), node(row), csv(row)}]; the first is the row's header
  //   rows, page    all rows, and how many are shown at once
  //   filters       [{id, label, of(row), values}]
  //   search        row => text that is searched; null for no search
  //   select        called with a row that is chosen; null when rows are not chosen
  function create({
    table,
    name,
    columns,
    rows,
    page: length = 50,
    filters = [],
    search = null,
    select = null,
    label = () => "",
  }) {
    const state = { sort: null, down: false, at: 0, words: [], filters: {}, chosen: null };
    for (const column of columns) column.shown = !column.hidden;
    const head = make("thead");
    const body = make("tbody");
    const caption = table.querySelector("caption");
    table.replaceChildren(...(caption ? [caption] : []), head, body);
    const status = make("p", { class: "count", id: `${table.id}-count`, "aria-live": "polite" });
    const earlier = make("button", { type: "button", on: { click: () => turn(-1) } }, "Previous");
    const later = make("button", { type: "button", on: { click: () => turn(1) } }, "Next");
    const pager = make("nav", { class: "pager", "aria-label": `Pages of ${name}` }, status, earlier, later);

    const shown = () => columns.filter((column) => column.shown);
    const valueOf = (column, row) => (column.value ? column.value(row) : column.text(row));

    function arranged() {
      const column = columns.find((c) => c.id === state.sort);
      return tableOrder.arrange(rows, {
        keep: (row) =>
          state.words.every((word) => search(row).toLowerCase().includes(word)) &&
          filters.every((filter) => !state.filters[filter.id] || filter.of(row) === state.filters[filter.id]),
        value: column ? (row) => valueOf(column, row) : null,
        down: state.down,
      });
    }

    function drawHead() {
      dom.fill(
        head,
        make(
          "tr",
          {},
          shown().map((column) => {
            const sorted = state.sort === column.id;
            return make(
              "th",
              {
                scope: "col",
                class: column.numeric ? "n" : null,
                "aria-sort": sorted ? (state.down ? "descending" : "ascending") : "none",
              },
              make(
                "button",
                { type: "button", class: "sort", title: column.hint, on: { click: () => sort(column) } },
                column.title,
              ),
            );
          }),
        ),
      );
    }

    function rowOf(row) {
      const cells = shown().map((column, i) => {
        const content = column.node ? column.node(row) : column.text(row);
        if (i > 0) return make("td", { class: column.numeric ? "n" : null }, content);
        return make(
          "th",
          { scope: "row", class: column.numeric ? "n" : null },
          select
            ? make(
                "button",
                { type: "button", class: "choose", "aria-pressed": String(row === state.chosen), title: label(row) },
                content,
              )
            : content,
        );
      });
      const element = make("tr", { class: row === state.chosen ? "chosen" : null }, cells);
      if (select) element.addEventListener("click", () => choose(row, true));
      return element;
    }

    function draw() {
      const list = arranged();
      state.at = Math.min(state.at, Math.max(0, Math.floor((list.length - 1) / length) * length));
      const part = list.slice(state.at, state.at + length);
      const active = body.contains(document.activeElement);
      dom.fill(body, part.map(rowOf));
      if (active) body.querySelector(".chosen .choose")?.focus();
      const of =
        list.length === rows.length ? format.count(list.length) : `${format.count(list.length)} of ${format.count(rows.length)}`;
      status.textContent =
        list.length > part.length
          ? `${format.count(state.at + 1)} to ${format.count(state.at + part.length)} of ${format.count(list.length)}` +
            (list.length === rows.length ? "" : ` that match, ${format.count(rows.length)} in all`)
          : list.length
            ? `${of} shown`
            : `None of ${format.count(rows.length)} matches`;
      earlier.disabled = state.at === 0;
      later.disabled = state.at + length >= list.length;
      earlier.hidden = later.hidden = list.length <= length;
    }

    // restart shows the first page after a change of what is shown.
    function restart(change) {
      change();
      state.at = 0;
      draw();
    }
    function turn(by) {
      state.at += by * length;
      draw();
    }
    function sort(column) {
      // Numbers begin with the greatest, which is what people look for.
      if (state.sort === column.id) state.down = !state.down;
      else [state.sort, state.down] = [column.id, Boolean(column.numeric)];
      state.at = 0;
      drawHead();
      draw();
      [...head.querySelectorAll("button")][shown().indexOf(column)].focus();
    }
    function choose(row, byHand) {
      state.chosen = row;
      draw();
      if (select) select(row, byHand);
    }
    // reveal turns to the page that holds a row.
    function reveal(row) {
      const place = arranged().indexOf(row);
      if (place >= 0) state.at = Math.floor(place / length) * length;
      draw();
    }
    // text is the table as CSV: the rows that pass the filters, all pages, in the order and columns shown.
    function text() {
      const list = shown();
      return csv.write([
        list.map((column) => column.title),
        ...arranged().map((row) => list.map((column) => (column.csv ? column.csv(row) : valueOf(column, row)))),
      ]);
    }

    const wide = table.closest(".wide") || table;
    const does = {
      search: (words) => restart(() => (state.words = words)),
      filter: (id, value) => restart(() => (state.filters[id] = value)),
      redraw: () => {
        drawHead();
        draw();
      },
      text,
    };
    wide.before(tableTools.bar({ table, name, columns, filters, searched: Boolean(search) }, does));
    wide.after(pager);
    drawHead();
    draw();
    return { draw, choose, reveal, text, rows: arranged };
  }

  return { create };
})();
