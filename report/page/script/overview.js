// The chart of committed bytes over time, of the processes that are chosen for it.
const overview = (() => {
  const { make } = dom;
  const most = 8; // processes at once: there are so many colours
  const first = 3; // processes shown at first

  // lineOf gives the series, bands and marks of one process.
  function lineOf(p, at, bins, slot, absolute) {
    const t = processes.timeline(p);
    const lastBin = p.end_s === null || p.end_s === undefined ? bins : Math.min(bins, Math.ceil(p.end_s / (at[1] - at[0])));
    const base = absolute ? (p.reconciliation.initial_private_bytes ?? 0) : 0;
    const lift = (list) => (base ? list.map((v) => (v === null ? null : v + base)) : list);
    const levels = lift(timelines.levels(t, bins, lastBin));
    const { low, high } = timelines.extremes(t, bins);
    const color = `s${slot}`;
    const name = processes.label(p);
    const series = [
      { label: name, values: levels, colour: color, width: 2 },
      { label: `${name}, lowest`, values: lift(low), colour: color, width: 0, quiet: true },
      { label: `${name}, highest`, values: lift(high), colour: color, width: 0, quiet: true },
    ];
    const bands = [{ low: 1, high: 2, colour: color }];
    const r = p.trend;
    if (processes.slope(p) !== null && r.fit_from_s !== null && r.fit_from_s !== undefined) {
      const lines = timelines.line(at, levels, r.fit_from_s, r.fit_to_s, [
        r.slope_bytes_per_s,
        r.slope_low_bytes_per_s,
        r.slope_high_bytes_per_s,
      ]);
      if (lines) {
        series.push(
          {
            label: `${processes.image(p)}: ${processes.slopeText(p)}`,
            values: lines[0],
            colour: "ink",
            dash: [7, 5],
            width: 1.5,
          },
          { label: "slope, lower end", values: lines[1], colour: "ink", dash: [2, 4], width: 1, quiet: true },
          { label: "slope, upper end", values: lines[2], colour: "ink", dash: [2, 4], width: 1, quiet: true },
        );
      }
    }
    return { series, bands, marks: marksOf(p, color, name) };
  }

  function marksOf(p, colour, name) {
    const marks = [];
    if (p.start_s !== null && p.start_s !== undefined)
      marks.push({ at: p.start_s, kind: "start", colour, label: `${name} starts`, line: true });
    if (p.end_s !== null && p.end_s !== undefined)
      marks.push({ at: p.end_s, kind: "exit", colour, label: `${name} exits`, line: true });
    for (const load of p.details.loads) {
      marks.push({ at: load.loaded_s, kind: "load", colour, label: `${name} loads ${format.printable(load.module)}` });
    }
    return marks;
  }

  function start(report, binNs, onRange) {
    const bins = report.details.bins;
    const at = timelines.edges(bins, binNs);
    const movers = report.processes.filter((p) => timelines.moves(processes.timeline(p)));
    const chosen = new Map(movers.slice(0, first).map((p, i) => [p, i]));
    const options = { absolute: false, moments: true, loads: true, samples: report.details.memory_info.length <= 200 };
    const common = [
      ...report.details.gaps
        .filter((g) => g.from_s !== null || g.to_s !== null)
        .map((g) => ({
          at: g.from_s ?? g.to_s,
          to: g.to_s ?? g.from_s,
          kind: "gap",
          colour: "bad",
          label: `gap: ${format.plural(g.buffers, "buffer")} missing on processor ${g.processor}`,
        })),
      ...report.details.memory_info.map((m) => ({
        at: m.time_s,
        kind: "sample",
        colour: "soft",
        label:
          `memory sample: ${format.size(m.available_bytes)} available` +
          (m.commit_bytes === null ? "" : `, ${format.size(m.commit_bytes)} committed in all`),
      })),
    ];

    function content() {
      const drawing = { series: [], bands: [], marks: [] };
      for (const [p, slot] of chosen) {
        const one = lineOf(p, at, bins, slot, options.absolute);
        const offset = drawing.series.length;
        drawing.bands.push(...one.bands.map((b) => ({ ...b, low: b.low + offset, high: b.high + offset })));
        drawing.series.push(...one.series);
        drawing.marks.push(...one.marks);
      }
      drawing.marks.push(...common);
      const shown = { start: options.moments, exit: options.moments, load: options.loads, sample: options.samples, gap: true };
      drawing.marks = drawing.marks.filter((m) => shown[m.kind]);
      drawing.summary =
        [...chosen.keys()]
          .map((p) => {
            const levels = timelines.levels(processes.timeline(p), bins).filter((v) => v !== null);
            return (
              `${processes.label(p)}, ${p.trend.verdict}: change of ${format.signedSize(levels[levels.length - 1])} by the end` +
              (processes.slope(p) === null ? "" : `, slope ${processes.slopeText(p)}`)
            );
          })
          .join(". ") + ".";
      dom.byId("time-summary").textContent = chosen.size ? drawing.summary : "No process is chosen.";
      return drawing;
    }

    const chart = charts.create({
      host: dom.byId("time-chart"),
      name: "Committed bytes over time",
      x: at,
      height: 340,
      xLabel: "seconds from the first event",
      snap: (from, to) => timelines.snap(from, to, bins, binNs).map((edge) => at[edge]),
      onRange: (span) => onRange(span ? timelines.snap(...span, bins, binNs) : null),
      ...content(),
    });
    const redraw = () => chart.set(content());

    function toggle(p, on) {
      if (on && chosen.size >= most) {
        page.announce(`The chart shows ${most} processes at most`);
        return false;
      }
      if (on)
        chosen.set(
          p,
          [...Array(most).keys()].find((slot) => ![...chosen.values()].includes(slot)),
        );
      else chosen.delete(p);
      drawChoice();
      redraw();
      return true;
    }
    function drawChoice() {
      const summary = dom.byId("time-choice-title");
      summary.textContent = `Processes in the chart (${chosen.size} of ${movers.length})`;
      const focused = document.activeElement?.dataset?.process;
      dom.fill(
        dom.byId("time-choice"),
        make("legend", {}, `At most ${most} at once; the worst first`),
        movers
          .slice(0, 200)
          .map((p, i) =>
            make(
              "label",
              {},
              make("input", {
                type: "checkbox",
                "data-process": i,
                checked: chosen.has(p),
                disabled: !chosen.has(p) && chosen.size >= most,
                on: { change: (event) => toggle(p, event.target.checked) },
              }),
              make("span", { class: "name" }, processes.label(p)),
              processes.badge(p.trend.verdict),
            ),
          ),
      );
      if (focused !== undefined) dom.byId("time-choice").querySelector(`[data-process="${focused}"]`)?.focus();
    }
    for (const [id, option] of [
      ["time-absolute", "absolute"],
      ["time-moments", "moments"],
      ["time-loads", "loads"],
      ["time-samples", "samples"],
    ]) {
      dom.byId(id).checked = options[option];
      dom.byId(id).addEventListener("change", (event) => {
        options[option] = event.target.checked;
        redraw();
      });
    }
    dom.byId("zoom-in").addEventListener("click", () => chart.zoomBy(0.5));
    dom.byId("zoom-out").addEventListener("click", () => chart.zoomBy(2));
    dom.byId("zoom-reset").addEventListener("click", chart.zoomOut);
    dom.byId("range-zoom").addEventListener("click", () => chart.range && chart.zoom(...chart.range));
    drawChoice();
    return {
      chart,
      at,
      toggle,
      has: (p) => chosen.has(p),
      can: (p) => movers.includes(p),
      showRange: (b) => (b ? chart.showRange(at[b[0]], at[b[1]]) : chart.showRange(null)),
    };
  }
  return { start, lineOf };
})();
