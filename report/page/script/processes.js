// What is said of processes in several places.
const processes = (() => {
  const classes = { leak: "bad", growth: "unsure", step: "unsure", inconclusive: "unsure" };

  function image(p) {
    if (p.image !== null && p.image !== undefined) return format.printable(p.image);
    return p.announced ? "(no name)" : "(unannounced)";
  }
  const label = (p) => `${image(p)} (${p.pid})`;
  const badge = (verdict) => dom.make("span", { class: `badge ${classes[verdict] || ""}` }, verdict);
  const claims = (p) => ["leak", "growth", "shrinking"].includes(p.trend.verdict);
  const slope = (p) => (claims(p) ? (p.trend.slope_bytes_per_s ?? null) : null);
  function slopeText(p) {
    const t = p.trend;
    if (slope(p) === null || t.slope_low_bytes_per_s === null) return "-";
    return format.rateInterval(t.slope_bytes_per_s, t.slope_low_bytes_per_s, t.slope_high_bytes_per_s);
  }
  // suspect is the module that the growth comes from, where that is known.
  function suspect(p) {
    const first = (p.suspects || [])[0];
    return first && first.module !== "unknown" && claims(p) ? first.module : null;
  }
  const timeline = (p) => (p.details && p.details.timeline) || null;

  // text makes a text of a recording fit to show; null stays null.
  const text = (v) => (v === null || v === undefined ? null : format.printable(String(v)));
  const section = (id, title, ...children) =>
    dom.make("section", { "aria-labelledby": id }, dom.make("h3", { id }, title), children);
  const items = (list) =>
    dom.make(
      "ul",
      {},
      list.map((t) => dom.make("li", {}, t)),
    );

  return { image, label, badge, claims, slope, slopeText, suspect, timeline, text, section, items };
})();
