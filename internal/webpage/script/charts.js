// Lines over time by uPlot, in the colours of the theme, with a legend that follows the pointer, a range that is selected
// by dragging or by keys, and zoom.
const charts = (() => {
  const { make } = dom;
  const { colour, fade, seconds, byteSteps, byteLabels, axis, spread, drawSpans, drawMoments } = chartParts;
  const keysHelp =
    "Left and right arrow move along the chart, with Shift they select a range. Enter zooms to the range, " +
    "plus and minus zoom, Escape takes back range and zoom.";
  const drawn = new Set();

  // create draws a chart into an element. Options:
  //   host, name, summary   the element; what the chart is called; a sentence for those who do not see it
  //   x         ascending numbers, seconds
  //   series    [{label, values, colour, dash, width, text(v), quiet}]; quiet ones are not in the legend
  //   bands     [{high, low, colour}] fills between two series, by their numbers in the list
  //   marks     [{at, to, kind, label, colour}] moments (a tick at the top) and spans (a shade, with "to")
  //   height, xLabel, yLabel
  //   xAxis, yAxis          what uPlot is to take for the axes instead: {incrs, values}; by default seconds and bytes
  //   xText     time => what stands below the chart for it
  //   snap      (from, to) => [from, to], the range that is taken for one that was asked for
  //   onRange   called with [from, to], or null
  function create(options) {
    const {
      host,
      name,
      x,
      height = 300,
      xLabel = "seconds",
      yLabel = "",
      snap = (a, b) => [a, b],
      onRange = null,
      xAxis = {},
      yAxis = { incrs: byteSteps, values: byteLabels },
      xText = (t) => `at ${seconds(t)}`,
    } = options;
    let { series, bands = [], marks = [] } = options;
    let range = null;
    let cursor = null;
    const area = make("div", {
      class: "plot",
      tabindex: "0",
      role: "group",
      "aria-roledescription": "chart",
      "aria-label": `${name}. ${options.summary || ""} ${keysHelp}`,
    });
    const legend = make("ul", { class: "legend" });
    const readout = make("p", { class: "readout" });
    dom.fill(host, area, legend, readout);

    const whole = () => [x[0], x[x.length - 1]];
    function seriesOptions(one) {
      return {
        label: one.label,
        stroke: () => colour(one.colour),
        width: one.width ?? 1.75,
        dash: one.dash,
        points: { show: false },
        spanGaps: false,
      };
    }
    const chart = new uPlot(
      {
        width: Math.max(200, host.clientWidth),
        height,
        legend: { show: false },
        padding: [14, 16, 0, 0],
        cursor: { drag: { x: false, y: false, setScale: false }, y: false, points: { size: 7 } },
        select: { show: false },
        scales: { x: { time: false }, y: { range: (u, low, high) => spread(low, high) } },
        axes: [
          { ...axis, label: xLabel, size: 28, ...xAxis },
          { ...axis, label: yLabel || undefined, size: 74, ...yAxis },
        ],
        series: [{}, ...series.map(seriesOptions)],
        bands: bands.map(bandOptions),
        hooks: {
          drawClear: [(u) => drawSpans(u, marks, range)],
          draw: [(u) => drawMoments(u, marks)],
          setCursor: [(u) => follow(u.cursor.idx)],
        },
      },
      [x, ...series.map((one) => one.values)],
      area,
    );

    function bandOptions(band) {
      return { series: [band.high + 1, band.low + 1], fill: () => fade(colour(band.colour), 0.16) };
    }
    function follow(index) {
      cursor = index ?? null;
      for (const item of legend.children) {
        const one = series[Number(item.dataset.series)];
        const v = cursor === null ? null : one.values[cursor];
        item.lastChild.textContent = v === null || v === undefined ? "" : (one.text || format.size)(v);
      }
      readout.textContent = cursor === null ? "" : `${xText(x[cursor])} ${near(x[cursor])}`;
    }
    // near names the marks close to a time.
    function near(time) {
      const reach = (chart.scales.x.max - chart.scales.x.min) / 150;
      const close = marks.filter((m) => (m.to === undefined ? Math.abs(m.at - time) <= reach : m.at <= time && time <= m.to));
      const more = close.length > 4 ? ` and ${close.length - 4} more` : "";
      return close.length
        ? "– " +
            close
              .slice(0, 4)
              .map((m) => m.label)
              .join("; ") +
            more
        : "";
    }
    function drawLegend() {
      dom.fill(
        legend,
        series.map((one, i) =>
          one.quiet
            ? null
            : make(
                "li",
                { "data-series": i },
                make("span", { class: `swatch ${one.colour}${one.dash ? " dashed" : ""}`, "aria-hidden": "true" }),
                make("span", {}, one.label),
                make("output", {}),
              ),
        ),
      );
    }

    function setRange(from, to) {
      range = from === null ? null : snap(Math.min(from, to), Math.max(from, to));
      chart.redraw(false, false);
      if (onRange) onRange(range);
    }
    // showRange marks a range that was set elsewhere.
    function showRange(from, to) {
      range = from === null ? null : [from, to];
      chart.redraw(false, false);
    }
    function zoom(from, to) {
      const [first, last] = whole();
      chart.setScale("x", { min: Math.max(first, from), max: Math.min(last, to) });
    }
    const zoomOut = () => zoom(...whole());
    function zoomBy(factor) {
      const { min, max } = chart.scales.x;
      const middle = cursor === null ? (min + max) / 2 : x[cursor];
      zoom(middle - (middle - min) * factor, middle + (max - middle) * factor);
    }

    // A drag selects, by mouse, pen or finger; a press without a drag takes the range back.
    let dragged = null;
    chart.over.addEventListener("pointerdown", (event) => {
      if (!onRange || event.button !== 0) return;
      dragged = { from: event.offsetX, moved: false };
      chart.over.setPointerCapture(event.pointerId);
    });
    chart.over.addEventListener("pointermove", (event) => {
      if (!dragged) return;
      const at = Math.min(chart.over.clientWidth, Math.max(0, event.offsetX));
      dragged.moved ||= Math.abs(at - dragged.from) > 4;
      if (dragged.moved) setRange(chart.posToVal(dragged.from, "x"), chart.posToVal(at, "x"));
    });
    chart.over.addEventListener("pointerup", () => {
      if (dragged && !dragged.moved && range) setRange(null);
      dragged = null;
    });
    chart.over.addEventListener("pointercancel", () => {
      dragged = null;
    });
    chart.over.addEventListener("dblclick", zoomOut);

    function move(by, extend) {
      const before = cursor ?? 0;
      const index = Math.min(
        x.length - 1,
        Math.max(0, cursor === null && Math.abs(by) < x.length ? (by < 0 ? x.length - 1 : 0) : (cursor ?? 0) + by),
      );
      chart.setCursor({ left: chart.valToPos(x[index], "x"), top: chart.over.clientHeight / 2 });
      follow(index);
      if (extend && onRange) {
        const anchor =
          range && (x[before] === range[0] || x[before] === range[1])
            ? x[before] === range[0]
              ? range[1]
              : range[0]
            : x[before];
        setRange(anchor, x[index]);
      }
      page.announce(
        [
          readout.textContent,
          ...[...legend.children]
            .filter((item) => item.lastChild.textContent)
            .map((item) => `${item.children[1].textContent} ${item.lastChild.textContent}`),
        ].join(", "),
      );
    }
    area.addEventListener("keydown", (event) => {
      const step = event.ctrlKey ? 10 : 1;
      const moves = { ArrowLeft: -step, ArrowRight: step, PageUp: -20, PageDown: 20, Home: -x.length, End: x.length };
      if (event.key in moves) move(moves[event.key], event.shiftKey);
      else if (event.key === "Enter" && range) zoom(...range);
      else if (event.key === "+" || event.key === "=") zoomBy(0.5);
      else if (event.key === "-") zoomBy(2);
      else if (event.key === "Escape") {
        if (range) setRange(null);
        else zoomOut();
      } else return;
      event.preventDefault();
    });

    // set replaces what is drawn; x stays.
    function set(next) {
      for (let i = series.length; i > 0; i--) chart.delSeries(i);
      ({ series, bands = [], marks = [] } = next);
      series.forEach((one, i) => chart.addSeries(seriesOptions(one), i + 1));
      while (chart.bands.length) chart.bands.pop();
      bands.forEach((band) => chart.addBand(bandOptions(band)));
      area.setAttribute("aria-label", `${name}. ${next.summary || ""} ${keysHelp}`);
      chart.setData([x, ...series.map((one) => one.values)], false);
      zoom(chart.scales.x.min ?? x[0], chart.scales.x.max ?? x[x.length - 1]);
      drawLegend();
      follow(null);
    }

    const sizing = new ResizeObserver(() => {
      const width = Math.floor(area.clientWidth);
      if (width > 0 && width !== chart.width) chart.setSize({ width, height });
    });
    sizing.observe(area);
    drawLegend();
    drawn.add(chart);
    function destroy() {
      sizing.disconnect();
      drawn.delete(chart);
      chart.destroy();
      host.replaceChildren();
    }
    return {
      set,
      setRange,
      showRange,
      zoom,
      zoomOut,
      zoomBy,
      destroy,
      get range() {
        return range;
      },
      uplot: chart,
      area,
    };
  }

  if (typeof window !== "undefined" && window.matchMedia) {
    window
      .matchMedia("(prefers-color-scheme: dark)")
      .addEventListener("change", () => drawn.forEach((chart) => chart.redraw(false, true)));
  }
  return { create, colour, fade, seconds };
})();
