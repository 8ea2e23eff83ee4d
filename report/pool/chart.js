// The chart of a level: its samples, and what is laid over them.
const levelChart = (() => {
  const { make } = dom;
  const minute = 60;
  const hour = 3600;
  const day = 24 * hour;

  // levelLines are the lines of a level: its samples, the band of what was folded into them, and the rate that is claimed.
  function levelLines(level, text, label) {
    const s = level.series;
    const series = [{ label, values: s.value, colour: "s0", text }];
    const bands = [];
    if (s.low) {
      series.push(
        { label: "lowest", values: s.low, colour: "s0", width: 0, quiet: true },
        { label: "highest", values: s.high, colour: "s0", width: 0, quiet: true },
      );
      bands.push({ high: 2, low: 1, colour: "s0" });
    }
    if (s.fit) {
      series.push({
        label: level.workload_only ? "rate under workload" : "rate",
        values: s.fit,
        colour: "s1",
        dash: [6, 4],
        text,
      });
    }
    return { series, bands };
  }

  // along gives the values of another series at some times, on the lines between its samples; null outside of them.
  function along(at, s) {
    let k = 0;
    return at.map((t) => {
      while (k < s.at.length - 1 && s.at[k + 1] <= t) k++;
      if (t < s.at[0] || t > s.at[s.at.length - 1]) return null;
      if (s.at[k] === t || k === s.at.length - 1) return s.value[k];
      return s.value[k] + ((s.value[k + 1] - s.value[k]) * (t - s.at[k])) / (s.at[k + 1] - s.at[k]);
    });
  }

  // plotIn gives a host controls, a chart, and what is said of the chart.
  function plotIn(host, controls) {
    const place = make("div", {});
    const inRange = make("p", { class: "range", "aria-live": "polite" });
    const reason = make("p", { class: "soft" });
    dom.fill(
      host,
      make("div", { class: "controls", role: "group", "aria-label": "What the chart shows" }, controls),
      place,
      inRange,
      reason,
    );
    let chart = null;
    function clear() {
      if (chart) chart.destroy();
      chart = null;
      dom.fill(inRange);
    }
    function say(text) {
      clear();
      dom.fill(reason, text);
    }
    function draw({ name, level, lines, phases, text, yAxis }) {
      clear();
      const s = level.series;
      const clock = clockOf(s);
      const nearest = (t) => s.at.reduce((best, v) => (Math.abs(v - t) < Math.abs(best - t) ? v : best), s.at[0]);
      chart = charts.create({
        host: place,
        name,
        x: s.at,
        series: lines.series,
        bands: lines.bands,
        marks: clock.marks(phases),
        xLabel: clock.label,
        xAxis: clock.axis,
        xText: clock.text,
        yAxis,
        snap: (a, b) => [nearest(a), nearest(b)],
        summary: `From ${text(level.first)} to ${text(level.last)}; verdict ${level.verdict}.`,
        onRange: (range) =>
          dom.fill(
            inRange,
            range
              ? rangeText(s, range, clock, text)
              : "Drag over the chart, or hold Shift with the arrow keys, to measure a part of it.",
          ),
      });
      dom.fill(inRange, "Drag over the chart, or hold Shift with the arrow keys, to measure a part of it.");
      dom.fill(reason, level.reason);
    }
    return { draw, say };
  }

  // rangeText says what a level did between two of its samples.
  function rangeText(s, [from, to], clock, text) {
    const change = s.value[s.at.indexOf(to)] - s.value[s.at.indexOf(from)];
    const rate = s.start && to > from ? `, ${text((change / (to - from)) * hour)}/h` : "";
    return `${clock.text(from)} to ${clock.text(to).replace(/^at /, "")}: ${change > 0 ? "+" : ""}${text(change)}${rate}`;
  }

  // clockOf tells times as the chart writes them: moments of UTC, or numbers of samples where times are not known.
  function clockOf(s) {
    if (!s.start) {
      return {
        label: "sample",
        axis: { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] },
        text: (n) => `at sample ${n}`,
        marks: () => [],
      };
    }
    const start = Date.parse(s.start);
    const length = s.at[s.at.length - 1] - s.at[0];
    const iso = (t) => new Date(start + t * 1000).toISOString();
    const short = (t) => (length > 2 * day ? iso(t).slice(5, 16).replace("T", " ") : iso(t).slice(11, length > hour ? 16 : 19));
    const after = (moment) => (Date.parse(moment) - start) / 1000;
    return {
      label: `UTC, from ${iso(s.at[0]).slice(0, 10)}`,
      axis: {
        values: (u, splits) => splits.map(short),
        space: 90,
        incrs: [
          1,
          5,
          10,
          30,
          minute,
          2 * minute,
          5 * minute,
          10 * minute,
          30 * minute,
          hour,
          2 * hour,
          3 * hour,
          6 * hour,
          12 * hour,
          day,
          2 * day,
          7 * day,
          30 * day,
          365 * day,
        ],
      },
      text: (t) => `at ${iso(t).slice(0, 19).replace("T", " ")}`,
      marks: (phases) =>
        phases.map((p) => ({
          at: after(p.start),
          to: after(p.end),
          label: `${format.printable(p.label)} (${p.kind})`,
          colour: { workload: "s2", recovery: "s6" }[p.kind] || "line",
        })),
    };
  }

  return { plotIn, levelLines, along };
})();
