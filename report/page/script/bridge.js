// The reconciliation of a process as a bridge: from the private bytes at the beginning to those that the kernel counted.
const bridge = (() => {
  const { make } = dom;
  const results = {
    exact: "Exact: the kernel's counters agree with the account to the byte.",
    explained: "Explained: the kernel's counters agree with the account but for what is known not to be in it.",
    unexplained: "Unexplained: the kernel's counters hold a residual that the account does not explain.",
  };

  // steps gives the bridge of a process, null where the counters and the account cannot be held against each other. The
  // first and the last are levels, the others lead from one to the next.
  function steps(p) {
    const r = p.reconciliation;
    const counter = p.counters?.private_bytes ?? null;
    if (counter === null || r?.residual_bytes === null || r?.residual_bytes === undefined || r.initial_private_bytes === null)
      return null;
    const by = (text) => (text ? ` (${format.printable(text)})` : "");
    return [
      { label: `Private bytes when the account begins${by(r.initial_source)}`, bytes: r.initial_private_bytes, level: true },
      { label: "Of these, given back in the capture", bytes: -(r.given_back_bytes ?? 0) },
      { label: "Outstanding, by the account", bytes: p.virtual_alloc.outstanding_commit_bytes },
      { label: `Explained${by(r.explained_by)}`, bytes: r.explained_bytes ?? 0 },
      { label: "Residual, which nothing explains", bytes: r.residual_bytes, residual: true },
      { label: "Private bytes at the end, by the kernel's counters", bytes: counter, level: true },
    ];
  }
  // spans gives, for every step, where its bar begins and ends.
  function spans(list) {
    let level = 0;
    return list.map((step) => {
      if (step.level) {
        level = step.bytes;
        return [0, step.bytes];
      }
      level += step.bytes;
      return [Math.min(level - step.bytes, level), Math.max(level - step.bytes, level)];
    });
  }

  function draw(host, p) {
    const list = steps(p);
    if (!list) {
      dom.fill(
        host,
        make(
          "p",
          { class: "soft" },
          p.counters
            ? "The kernel's counters of this process cannot be set against the account."
            : "The capture has no counters of this process, so the account cannot be checked against them.",
        ),
      );
      return;
    }
    const bars = spans(list);
    const low = Math.min(0, ...bars.map(([from]) => from));
    const high = Math.max(1, ...bars.map(([, to]) => to));
    const share = (v) => `${((v - low) / (high - low)) * 100}%`;
    dom.fill(
      host,
      make("p", {}, results[p.reconciliation.status] || p.reconciliation.status),
      make(
        "div",
        { class: "wide", role: "group", "aria-label": "Private bytes as a sum", tabindex: "0" },
        make(
          "table",
          { class: "bridge", id: "bridge-table" },
          make("caption", {}, "Private bytes as a sum"),
          make(
            "thead",
            {},
            make(
              "tr",
              {},
              make("th", { scope: "col" }, "Part"),
              make("th", { scope: "col", class: "n" }, "Bytes"),
              make("th", { scope: "col", class: "n" }, "Size"),
              make("td", { "aria-hidden": "true" }),
            ),
          ),
          make(
            "tbody",
            {},
            list.map((step, i) => {
              const bar = make("div", {
                class: `bar ${step.level ? "level" : step.residual ? "residual" : step.bytes < 0 ? "less" : "more"}`,
              });
              bar.hidden = step.bytes === 0;
              bar.style.left = share(bars[i][0]);
              bar.style.width = `max(2px, ${((bars[i][1] - bars[i][0]) / (high - low)) * 100}%)`;
              const sign = step.level || step.bytes <= 0 ? "" : "+";
              return make(
                "tr",
                { class: step.level ? "sum" : null },
                make("th", { scope: "row" }, step.label),
                make("td", { class: "n" }, sign + format.count(step.bytes)),
                make("td", { class: "n" }, sign + format.size(step.bytes)),
                make("td", { class: "track", "aria-hidden": "true" }, make("div", { class: "rail" }, bar)),
              );
            }),
          ),
        ),
      ),
    );
  }
  return { steps, spans, draw };
})();
