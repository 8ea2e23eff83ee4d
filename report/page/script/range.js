// The selected range of time and its numbers, to the byte, from the same timelines that the chart draws.
const range = (() => {
  const { make } = dom;

  // quoted writes a file name for a command line, of whichever shell. A name that a shell could take for more than a name
  // gives way to a word that stands for it.
  function quoted(name) {
    if (/^[\w./:@+,][\w.,:/@+-]*$/.test(name)) return name;
    return /^[\p{L}\p{N} _.,:/\\@+()[\]{}#~=&;'][\p{L}\p{N} _.,:/\\@+()[\]{}#~=&;'-]*(?<!\\)$/u.test(name)
      ? `"${name}"`
      : "CAPTURE";
  }

  // command gives the command line with the numbers of the bins [a,b). A report of a part of a capture knows no more than that.
  function command(report, [a, b], binNs) {
    const plain = (s) => s.toFixed(9).replace(/\.?0+$/, "");
    const { window: part } = report;
    const from = part && part.from_s * 1e9 > a * binNs ? plain(part.from_s) : timelines.decimal(a, binNs);
    const to = part && part.to_s * 1e9 < b * binNs ? plain(part.to_s) : timelines.decimal(b, binNs);
    return `etledger analyze ${report.capture.files.map(quoted).join(" ")} --from ${from} --to ${to}`;
  }

  // rows gives the numbers of every process that has any in the bins.
  function rows(list, [a, b]) {
    return list
      .filter((p) => timelines.moves(processes.timeline(p)))
      .map((p) => ({ p, ...timelines.sums(processes.timeline(p), a, b) }))
      .filter((row) => row.committed || row.beforeFreed)
      .sort((x, y) => y.outstanding - x.outstanding || y.committed - x.committed);
  }

  function start(report, binNs, moved) {
    const bins = report.details.bins;
    const total = Number(dom.byId("range").dataset.processes);
    const from = dom.byId("range-from");
    const to = dom.byId("range-to");
    let bounds = null;
    let table = null;

    const sized = (id, title, hint) => ({
      id,
      title,
      hint,
      numeric: true,
      value: (row) => row[id],
      node: (row) => [
        make("span", { class: "exact" }, format.count(row[id])),
        " B ",
        make("span", { class: "soft size" }, format.size(row[id])),
      ],
    });
    const columns = [
      { id: "process", title: "Process", text: (row) => processes.label(row.p) },
      sized("outstanding", "Made and still there", "Committed in the range and outstanding at its end"),
      sized("madeFreed", "Made and freed", "Committed in the range and given back in it"),
      sized("beforeFreed", "Made before, freed here", "Committed before the range and given back in it"),
    ];

    function show() {
      const whole = bounds === null;
      const chosen = bounds || [0, bins];
      const [fromText, toText] = chosen.map((edge) => timelines.decimal(edge, binNs));
      dom.byId("range-title").textContent = whole ? "The whole capture" : `From ${fromText} s to ${toText} s`;
      dom.byId("range-note").textContent = whole
        ? "Drag over the chart, or give two times, to have the numbers of a part of the capture."
        : `Ranges begin and end with bins of ${timelines.decimal(1, binNs)} s: ${format.plural(chosen[1] - chosen[0], "bin")}.`;
      const missing = total - report.processes.filter((p) => processes.timeline(p)).length;
      if (missing > 0)
        dom.byId("range-note").textContent +=
          ` ${format.plural(missing, "process")} of ${format.count(total)} are not counted here: this page leaves their history out, to stay small. The command has them all.`;
      dom.byId("range-command").textContent = command(report, chosen, binNs);
      dom.byId("range-clear").disabled = dom.byId("range-zoom").disabled = whole;
      from.value = whole ? "" : fromText;
      to.value = whole ? "" : toText;
      const list = rows(report.processes, chosen);
      const element = make("table", { id: "range-table" }, make("caption", {}, "Numbers of the range"));
      dom.fill(dom.byId("range-numbers"), make("div", { class: "wide" }, element));
      table = tables.create({ table: element, name: "numbers of the range", columns, rows: list, page: 8 });
    }
    // set takes bins [a,b), or null for all.
    function set(next) {
      bounds = next;
      show();
    }
    function typed() {
      const [f, t] = [from, to].map((input) => (input.value.trim() === "" ? NaN : Number(input.value)));
      const first = Number.isFinite(f) ? f : 0;
      const last = Number.isFinite(t) ? t : (bins * binNs) / 1e9;
      if (from.value.trim() === "" && to.value.trim() === "") return moved(null);
      if (!(last > first)) {
        dom.byId("range-note").textContent =
          "The range must end after it begins. Until it does, the numbers stay those of the range in the title.";
        return undefined;
      }
      return moved(timelines.snap(first, last, bins, binNs));
    }
    from.addEventListener("change", typed);
    to.addEventListener("change", typed);
    dom.byId("range-copy").addEventListener("click", async () => {
      page.announce((await dom.copy(dom.byId("range-command").textContent)) ? "Command copied" : "The browser refused to copy");
    });
    show();
    return {
      set,
      get bounds() {
        return bounds;
      },
      get table() {
        return table;
      },
    };
  }
  return { start, rows, command, quoted };
})();
