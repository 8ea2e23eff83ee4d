// All about the chosen process.
const processView = (() => {
  const { make } = dom;
  const { text, section, items } = processes;
  const facts = (list) =>
    make(
      "dl",
      { class: "facts" },
      list
        .filter((f) => f && f[1] !== null && f[1] !== undefined && f[1] !== "")
        .map(([label, text]) => [make("dt", {}, label), make("dd", { class: "name" }, text)]),
    );

  function why(p, prose) {
    const reasons = prose ? prose.reason : p.trend.reason ? [format.printable(p.trend.reason)] : [];
    const parts = [
      make(
        "p",
        {},
        "Verdict: ",
        processes.badge(p.trend.verdict),
        p.trend.confidence === null || p.trend.confidence === undefined
          ? null
          : `, confidence ${format.percent(p.trend.confidence)}`,
      ),
      reasons.map((t) => make("p", { class: "reason" }, t)),
    ];
    if (!prose) {
      return [
        ...parts,
        make(
          "p",
          { class: "soft" },
          "The rest of what is known of this process is left out of this page; " +
            "etledger analyze --format json has it, and --explain tells it.",
        ),
      ];
    }
    parts.push(facts(prose.evidence.map((f) => [f.label, f.text])));
    parts.push(
      make(
        "details",
        { id: "tests" },
        make("summary", {}, "How the verdict came about"),
        facts(prose.tests.map((f) => [f.label, f.text])),
        prose.weakens.length ? [make("h4", {}, "What weakens it"), items(prose.weakens)] : null,
        prose.remedies.length ? [make("h4", {}, "What would change it, or make it surer"), items(prose.remedies)] : null,
      ),
    );
    return parts;
  }

  function identity(p) {
    return facts([
      ["Program", text(p.image_path)],
      ["Command line", text(p.command_line)],
      ["Parent", p.parent_pid === null || p.parent_pid === undefined ? null : String(p.parent_pid)],
      ["User", text(p.user ?? p.sid)],
      [
        "Seen",
        p.first_seen_s === undefined
          ? null
          : `${p.first_seen_s.toFixed(3)} s to ${p.last_seen_s.toFixed(3)} s` +
            (p.start_s === null ? ", was running before" : ", started in the capture") +
            (p.end_s === null ? ", still running at the end" : ", ended in it"),
      ],
    ]);
  }

  function draw(host, p, prose, context) {
    const { report, over } = context;
    const place = Object.fromEntries(["bridge", "suspects", "stacks", "survivors"].map((id) => [id, make("div", { id })]));
    const chartButton =
      over && over.can(p)
        ? make(
            "button",
            {
              type: "button",
              id: "process-in-chart",
              "aria-pressed": String(over.has(p)),
              on: {
                click: () => {
                  over.toggle(p, !over.has(p));
                  chartButton.setAttribute("aria-pressed", String(over.has(p)));
                  chartButton.textContent = over.has(p) ? "Remove from the chart" : "Add to the chart";
                },
              },
            },
            over.has(p) ? "Remove from the chart" : "Add to the chart",
          )
        : null;
    dom.fill(
      host,
      make(
        "h2",
        { id: "process-title", tabindex: "-1" },
        make("span", { class: "name" }, processes.label(p)),
        " ",
        processes.badge(p.trend.verdict),
      ),
      chartButton,
      section("why-title", "Why", ...why(p, prose), identity(p)),
      section("suspects-title", "Who took what is outstanding", place.suspects),
      over ? section("survivors-title", "Survivors by birth", place.survivors) : null,
      section("stacks-title", "Stacks", place.stacks),
      section("bridge-title", "Account and counters", place.bridge),
      ...processMore.sections(p),
    );
    bridge.draw(place.bridge, p);
    suspects.draw(place.suspects, p);
    stackView.draw(place.stacks, p, report.details?.frames || []);
    if (over) survivors.draw(place.survivors, p, over.at, report.details.bins);
  }
  return { draw };
})();
