// The bar of tools before a table: search, filters, choice of columns, copy.
const tableTools = (() => {
  const { make } = dom;

  // bar gives the tools. What they do to the table: search(words), filter(id, value), redraw() after a column was shown or
  // hidden, and text() for a copy.
  function bar({ table, name, columns, filters, searched }, does) {
    const parts = [];
    if (searched) parts.push(searchField(table, does));
    for (const filter of filters) parts.push(filterField(table, filter, does));
    if (columns.length > 4) parts.push(columnMenu(name, columns, does));
    parts.push(copyButton(table, name, does));
    return make("div", { class: "tools", role: "group", "aria-label": `Tools for ${name}` }, parts);
  }

  function searchField(table, does) {
    const input = (event) => does.search(event.target.value.toLowerCase().split(/\s+/).filter(Boolean));
    return make(
      "label",
      { class: "tool" },
      make("span", {}, "Search"),
      make("input", { type: "search", id: `${table.id}-search`, autocomplete: "off", spellcheck: "false", on: { input } }),
    );
  }

  function filterField(table, filter, does) {
    const change = (event) => does.filter(filter.id, event.target.value);
    return make(
      "label",
      { class: "tool" },
      make("span", {}, filter.label),
      make(
        "select",
        { id: `${table.id}-${filter.id}`, on: { change } },
        make("option", { value: "" }, "all"),
        filter.values.map((value) => make("option", { value }, value)),
      ),
    );
  }

  function columnMenu(name, columns, does) {
    const box = (column) => {
      const change = (event) => {
        column.shown = event.target.checked;
        does.redraw();
      };
      return make(
        "label",
        {},
        make("input", { type: "checkbox", name: column.id, checked: column.shown, on: { change } }),
        column.title,
      );
    };
    return make(
      "details",
      { class: "tool menu" },
      make("summary", {}, "Columns"),
      make("fieldset", {}, make("legend", {}, `Columns of ${name}`), columns.slice(1).map(box)),
    );
  }

  function copyButton(table, name, does) {
    const click = async () => {
      const done = await dom.copy(does.text());
      page.announce(done ? `${name} copied as CSV` : "The browser refused to copy");
      button.textContent = done ? "Copied" : "Not copied";
      setTimeout(() => {
        button.textContent = "Copy as CSV";
      }, 2000);
    };
    const button = make("button", { type: "button", id: `${table.id}-copy`, on: { click } }, "Copy as CSV");
    return button;
  }

  return { bar };
})();
