// The share of hosts on which the leading builds leak, over time.
page.start(() => {
  const host = document.getElementById("over-time");
  if (!host) return;
  const most = 8;
  const { images, fleet } = page.data;
  const leading = images.filter((g) => (g.status === "leaks" || g.status === "suspected") && g.over_time.length > 1).slice(0, most);
  const moments = [...new Set(leading.flatMap((g) => g.over_time.map((p) => Date.parse(p.from) / 1000)))].sort((a, b) => a - b);
  if (moments.length < 2) return;
  const day = (t) => new Date(t * 1000).toISOString().slice(0, 10);
  const share = (counts) => (counts.judged ? counts.leaking / counts.judged : null);
  const nameOf = (g) => {
    const role = g.role ? ` [${g.role}]` : "";
    const version = g.file_version ? ` ${g.file_version}` : "";
    return format.printable(g.name + role + version);
  };
  const series = leading.map((g, i) => {
    const at = new Map(g.over_time.map((p) => [Date.parse(p.from) / 1000, share(p.hosts)]));
    return {
      label: nameOf(g),
      values: moments.map((t) => at.get(t) ?? null),
      colour: `s${i % 8}`,
      text: (v) => (v === null ? "not judged" : format.percent(v)),
    };
  });
  // The axis begins at zero, also where all builds leak everywhere.
  series.push({ label: "zero", values: moments.map(() => 0), colour: "line", width: 0, quiet: true });
  const ends = leading.map((g, i) => {
    const known = series[i].values.filter((v) => v !== null);
    return `${nameOf(g)}: ${format.percent(known[0])} at first, ${format.percent(known[known.length - 1])} at last`;
  });
  const days = 86400;
  const years = moments[moments.length - 1] - moments[0] > 300 * days;
  charts.create({
    host,
    name: "Share of hosts on which builds leak, over time",
    summary: `${ends.join("; ")}. By ${fleet.period}.`,
    x: moments,
    series,
    height: 260,
    xLabel: `${fleet.period} from, UTC, since ${day(moments[0])}`,
    yLabel: "share of judged hosts",
    xAxis: {
      incrs: [days, 2 * days, 7 * days, 14 * days, 30 * days, 60 * days, 90 * days, 365 * days],
      values: (u, splits) => splits.map((t) => day(t).slice(years ? 0 : 5)),
      space: 90,
    },
    yAxis: {
      incrs: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1],
      values: (u, splits) => splits.map((v) => format.percent(v)),
    },
    xText: (t) => `in the ${fleet.period} of ${day(t)}`,
  });
});
