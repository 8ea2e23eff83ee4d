// The places that left memory outstanding, with the stack of the one that is chosen.
const suspects = (() => {
  const { make } = dom;
  const { text } = processes;

  function draw(host, p) {
    const list = p.suspects || [];
    if (!list.length) {
      dom.fill(
        host,
        make(
          "p",
          { class: "soft" },
          p.suspects
            ? "Nothing is known of who took memory here: no stacks, or nothing outstanding."
            : "This page holds no suspects of this process.",
        ),
      );
      return;
    }
    const where = (s) => format.printable(s.frame ?? s.module);
    const table = make("table", { id: "suspect-table" }, make("caption", {}, "Suspects"));
    const stack = make("div", { id: "suspect-stack" });
    dom.fill(
      host,
      make("div", { class: "wide" }, table),
      p.suspect_count > list.length
        ? make(
            "p",
            { class: "soft small" },
            `${format.count(list.length)} of ${format.plural(p.suspect_count, "place")} are listed.`,
          )
        : null,
      stack,
    );
    const showStack = (s) =>
      dom.fill(
        stack,
        make(
          "details",
          { open: true },
          make("summary", {}, `Stack of ${where(s)}, innermost frame first`),
          s.stack.length
            ? make(
                "ol",
                { class: "stack code" },
                s.stack.map((frame) =>
                  make("li", { class: stacks.module(frame) === s.module ? "suspect" : null }, format.printable(frame)),
                ),
              )
            : make("p", { class: "soft" }, "No stack was recorded."),
        ),
      );
    const view = tables.create({
      table,
      name: "suspects",
      rows: list,
      page: 10,
      select: showStack,
      label: (s) => `Show the stack of ${where(s)}`,
      columns: [
        { id: "where", title: "Allocated by", text: where, csv: (s) => s.frame ?? s.module },
        { id: "path", title: "Module path", hidden: true, text: (s) => text(s.module_path) ?? "-", csv: (s) => s.module_path },
        {
          id: "slope",
          title: "Slope",
          numeric: true,
          value: (s) => s.slope_bytes_per_s,
          text: (s) => (s.slope_bytes_per_s === null ? "-" : format.rate(s.slope_bytes_per_s)),
        },
        {
          id: "outstanding",
          title: "Outstanding",
          numeric: true,
          value: (s) => s.outstanding_bytes,
          text: (s) => format.size(s.outstanding_bytes),
        },
        {
          id: "share",
          title: "Share",
          numeric: true,
          value: (s) => s.share,
          text: (s) => (s.share === null ? "-" : format.percent(s.share)),
        },
        {
          id: "allocated",
          title: "Allocated",
          numeric: true,
          value: (s) => s.allocated_bytes,
          text: (s) => format.size(s.allocated_bytes),
        },
        {
          id: "blocks",
          title: "Blocks left",
          numeric: true,
          value: (s) => s.allocations,
          text: (s) => format.count(s.allocations),
        },
      ],
    });
    view.choose(list[0]);
  }

  return { draw };
})();
