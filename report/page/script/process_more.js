// What else is known of a process: leads, mapped views, hard page faults, image loads.
const processMore = (() => {
  const { make } = dom;
  const { text, section, items } = processes;

  function files(id, caption, list, columns) {
    if (!list.length) return null;
    return make(
      "div",
      { class: "wide", role: "group", "aria-label": caption, tabindex: "0" },
      make(
        "table",
        { id },
        make("caption", {}, caption),
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            columns.map((c) => make("th", { scope: "col", class: c.numeric ? "n" : null }, c.title)),
          ),
        ),
        make(
          "tbody",
          {},
          list.map((f) =>
            make(
              "tr",
              {},
              columns.map((c) => make("td", { class: c.numeric ? "n" : "name" }, c.text(f))),
            ),
          ),
        ),
      ),
    );
  }
  function sections(p) {
    const parts = [];
    if (p.leads?.length) {
      parts.push(
        section(
          "leads-title",
          "Leads",
          make("p", {}, "Images that were loaded just before growth began: a coincidence in time, no proof."),
          items(
            p.leads.map(
              (l) =>
                `${format.printable(l.module)}, loaded at ${l.loaded_s.toFixed(3)} s; growth begins at ${l.growth_begins_s.toFixed(3)} s`,
            ),
          ),
        ),
      );
    }
    const file = { title: "File", text: (f) => text(f.file) ?? "(not named)" };
    const bytes = { title: "Bytes", numeric: true, text: (f) => format.size(f.bytes) };
    if (p.mapped?.maps) {
      const m = p.mapped;
      parts.push(
        section(
          "mapped-title",
          "Mapped views",
          make(
            "p",
            {},
            `${format.count(m.maps)} mapped, ${format.count(m.unmaps)} unmapped; ` +
              `${format.plural(m.outstanding_views, "view")} with ${format.size(m.outstanding_bytes)} outstanding` +
              (Object.keys(m.outstanding_by_section).length
                ? ": " +
                  Object.entries(m.outstanding_by_section)
                    .map(([k, v]) => `${format.printable(k)} ${format.size(v)}`)
                    .join(", ")
                : "") +
              ".",
          ),
          files("mapped-table", "Files with outstanding views", m.outstanding_by_file, [
            file,
            { title: "Views", numeric: true, text: (f) => format.count(f.views) },
            bytes,
          ]),
        ),
      );
    }
    if (p.hard_faults?.count) {
      const h = p.hard_faults;
      parts.push(
        section(
          "faults-title",
          "Hard page faults",
          make(
            "p",
            {},
            `${format.count(h.count)} faults read ${format.size(h.bytes)} and waited ${h.duration_s.toFixed(3)} s in all.`,
          ),
          files("faults-table", "Files that were read", h.files, [
            file,
            { title: "Faults", numeric: true, text: (f) => format.count(f.count) },
            bytes,
            { title: "Waited", numeric: true, text: (f) => `${f.duration_s.toFixed(3)} s` },
          ]),
        ),
      );
    }
    if (p.details?.loads?.length) {
      parts.push(
        section(
          "loads-title",
          "Images loaded while it ran",
          make(
            "details",
            {},
            make("summary", {}, format.plural(p.details.loads.length, "image")),
            files("loads-table", "Image loads", p.details.loads, [
              { title: "At", numeric: true, text: (l) => `${l.loaded_s.toFixed(3)} s` },
              { title: "Image", text: (l) => text(l.module) },
              { title: "Path", text: (l) => text(l.module_path) ?? "-" },
            ]),
          ),
        ),
      );
    }
    return parts;
  }

  return { sections };
})();
