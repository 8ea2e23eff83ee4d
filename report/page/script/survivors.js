// Survivors by the time of their birth: what of the memory taken in each bin is still there at the end.
const survivors = (() => {
  const { make } = dom;
  const drawn = [];

  // content gives both charts of a process: per bin, and summed up with the fitted line.
  function content(p, at, bins) {
    const t = processes.timeline(p);
    const spread = (list) => {
      const out = new Array(bins + 1).fill(null);
      list.forEach((v, i) => {
        out[t.first_bin + i + 1] = v;
      });
      return out;
    };
    const left = timelines.survivors(t);
    let sum = 0;
    const summed = new Array(bins + 1).fill(null);
    summed[t.first_bin] = 0;
    left.forEach((v, i) => {
      summed[t.first_bin + i + 1] = sum += v;
    });
    const r = p.trend;
    const fit =
      processes.slope(p) !== null && r.fit_from_s !== null && r.fit_from_s !== undefined
        ? timelines.line(at, summed, r.fit_from_s, r.fit_to_s, [
            r.slope_bytes_per_s,
            r.slope_low_bytes_per_s,
            r.slope_high_bytes_per_s,
          ])
        : null;
    return {
      taken: spread(t.committed_bytes),
      left: spread(left),
      summed,
      fit,
      total: sum,
      births: left.filter((v) => v > 0).length,
      bins: t.committed_bytes.filter((v) => v > 0).length,
    };
  }

  function sentence(p, c) {
    const share = timelines.sum(processes.timeline(p).committed_bytes);
    return (
      `Of ${format.size(share)} taken in ${format.plural(c.bins, "bin")}, ${format.size(c.total)} are still there at the end; ` +
      `they were taken in ${format.plural(c.births, "bin")}. A leak leaves survivors all through the time, ` +
      "so that their sum rises along a line; " +
      "churn leaves only what was taken last, a step what was taken at one moment."
    );
  }

  function clear() {
    drawn.splice(0).forEach((chart) => chart.destroy());
  }
  function draw(host, p, at, bins) {
    clear();
    if (!timelines.moves(processes.timeline(p))) {
      dom.fill(
        host,
        make(
          "p",
          { class: "soft" },
          p.details ? "It neither took nor gave back memory in the capture." : "This page holds no timeline of this process.",
        ),
      );
      return;
    }
    const c = content(p, at, bins);
    const summed = make("div", { id: "survivors-sum" });
    const each = make("div", { id: "survivors-each" });
    dom.fill(
      host,
      make("p", {}, sentence(p, c)),
      make(
        "div",
        { class: "pair" },
        make("figure", {}, make("figcaption", {}, "Survivors, summed up by the time they were taken"), summed),
        make("figure", {}, make("figcaption", {}, "Taken in each bin, and what of it is left"), each),
      ),
    );
    const fit = c.fit
      ? [
          { label: `fitted: ${processes.slopeText(p)}`, values: c.fit[0], colour: "ink", dash: [7, 5], width: 1.5 },
          { label: "lower", values: c.fit[1], colour: "ink", dash: [2, 4], width: 1, quiet: true },
          { label: "upper", values: c.fit[2], colour: "ink", dash: [2, 4], width: 1, quiet: true },
        ]
      : [];
    const marks = c.fit
      ? [{ at: p.trend.fit_from_s, to: p.trend.fit_to_s, kind: "fit", colour: "line", label: "births that were fitted" }]
      : [];
    drawn.push(
      charts.create({
        host: summed,
        name: "Survivors summed up",
        x: at,
        height: 220,
        xLabel: "taken at, seconds",
        marks,
        series: [{ label: "survivors so far", values: c.summed, colour: "accent", width: 2 }, ...fit],
        summary: sentence(p, c),
      }),
    );
    drawn.push(
      charts.create({
        host: each,
        name: "Taken and left by bin",
        x: at,
        height: 220,
        xLabel: "taken at, seconds",
        series: [
          { label: "taken", values: c.taken, colour: "soft", width: 1 },
          { label: "left at the end", values: c.left, colour: "accent", width: 2 },
        ],
        bands: [],
        summary: sentence(p, c),
      }),
    );
  }
  return { draw, content };
})();
