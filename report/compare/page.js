// The committed bytes of a process over time, of captures from before and from after in one chart.
page.start(() => {
  const report = page.data;
  const colours = { before: ["s0", "s7", "s5", "s2"], after: ["s1", "s4", "s6", "s3"] };

  // at gives the level of a timeline at a time: that at the end of the last step before it, null outside of it.
  function at(line, time) {
    const i = Math.floor((time - line.first_s) / line.step_s + 1e-9);
    if (i < 0) return time >= 0 ? 0 : null;
    return i < line.bytes.length ? line.bytes[i] : null;
  }

  for (const host of document.querySelectorAll(".overlay")) {
    const process = report.processes[Number(host.dataset.process)];
    const lines = process.timelines;
    const step = Math.max(...lines.map((line) => line.step_s));
    const end = Math.max(...lines.map((line) => line.first_s + line.step_s * (line.bytes.length - 1)));
    const x = Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
    const seen = { before: 0, after: 0 };
    const series = lines.map((line) => {
      const of = report[line.side].captures.length;
      const nth = seen[line.side]++;
      return {
        label: of > 1 ? `${line.side} ${line.capture + 1}` : line.side, values: x.map((time) => at(line, time)),
        colour: colours[line.side][nth % 4], dash: line.side === "before" ? [5, 4] : undefined,
        text: (v) => (v === null ? "not recorded" : format.signedSize(v)),
      };
    });
    const name = process.image === null ? "unannounced processes" : format.printable(process.image);
    charts.create({
      host, name: `Committed bytes of ${name} over time`, summary: "The change since each capture began.", x, series, height: 260,
      xLabel: "seconds since the first event", yLabel: "change of committed bytes",
    });
  }
});
