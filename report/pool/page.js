// The charts of a machine: a population, and a tag, each by choice.
page.start(() => {
  const { make } = dom;
  const { plotIn, levelLines, along } = levelChart;

  page.data.machines.forEach((machine, i) => {
    const populations = machine.populations.filter((p) => p.series);
    if (populations.length > 0) populationFigure(dom.byId(`populations-${i}`), machine, populations);
    if (machine.tags.length > 0) tagFigure(dom.byId(`tags-${i}`), machine);
  });

  function populationFigure(host, machine, populations) {
    const rising = populations.findIndex((p) => rises(p));
    const choice = chooser(
      "Population",
      populations.map((p) => `${p.name}: ${p.verdict}`),
      Math.max(0, rising),
    );
    const limit = check("Limit", false);
    const figure = plotIn(host, [choice.label, limit.label]);
    function draw() {
      const p = populations[choice.chosen()];
      const headroom = machine.headroom.find((h) => h.population === p.name);
      limit.label.hidden = !headroom;
      const lines = levelLines(p, format.size, p.name);
      if (headroom && limit.box.checked) {
        lines.series.push({ label: "limit", values: p.series.at.map(() => headroom.limit), colour: "bad", dash: [2, 4] });
      }
      figure.draw({ name: p.name, level: p, lines, phases: machine.phases, text: format.size });
    }
    choice.onChange(draw);
    limit.onChange(draw);
    draw();
  }

  function tagFigure(host, machine) {
    const choice = chooser(
      "Tag",
      machine.tags.map((t) => `${t.tag} (${t.pool}): ${t.verdict}`),
      0,
    );
    const measure = chooser("Measure", ["bytes", "objects"], 0);
    const baseline = check("Baseline", true);
    const lockstep = check("Tags in lockstep", false);
    const figure = plotIn(host, [choice.label, measure.label, baseline.label, lockstep.label]);
    const levelOf = (tag, name) => (tag[name] && tag[name].series ? tag[name] : null);

    function draw() {
      const tag = machine.tags[choice.chosen()];
      const name = measure.chosen() === 0 ? "bytes" : "objects";
      const text = name === "bytes" ? format.size : format.count;
      const level = levelOf(tag, name);
      const past = tag.baseline && tag.baseline.series && tag.baseline.measure === name ? tag.baseline.series : null;
      const others = tag.group === null ? [] : machine.tags.filter((t) => t !== tag && t.group === tag.group && levelOf(t, name));
      baseline.label.hidden = !past;
      lockstep.label.hidden = others.length === 0;
      if (!level) {
        figure.say(`The snapshots tell no ${name} of ${tag.tag}.`);
        return;
      }
      const lines = levelLines(level, text, `${tag.tag} ${name}`);
      if (past && baseline.box.checked) {
        lines.series.push({ label: "in the baseline", values: along(level.series.at, past), colour: "s5", dash: [2, 3], text });
      }
      if (lockstep.box.checked) {
        others
          .slice(0, 5)
          .forEach((other, i) =>
            lines.series.push({
              label: `${other.tag} ${name}`,
              colour: `s${i + 2}`,
              text,
              values: along(level.series.at, levelOf(other, name).series),
            }),
          );
      }
      figure.draw({
        name: `Tag ${tag.tag} (${tag.pool}), ${name}`,
        level,
        lines,
        phases: machine.phases,
        text,
        yAxis:
          name === "objects" ? { values: (u, splits) => splits.map((v) => (v === null ? "" : format.number(v))) } : undefined,
      });
    }
    function show(k) {
      choice.choose(k);
      measure.choose(machine.tags[k].judged_by === "objects" ? 1 : 0);
      draw();
    }
    for (const control of [measure, baseline, lockstep]) control.onChange(draw);
    choice.onChange(() => show(choice.chosen()));
    chooseFrom(host.parentElement.querySelectorAll("table.tags")[page.data.machines.indexOf(machine)], machine.tags, (k) => {
      show(k);
      host.scrollIntoView({ block: "start" });
      page.announce(`The chart shows tag ${machine.tags[k].tag}`);
    });
    show(0);
  }

  // chooseFrom makes the names of a table's tags buttons, as far as there are charts of them.
  function chooseFrom(table, tags, choose) {
    [...table.tBodies[0].rows].slice(0, tags.length).forEach((row, k) => {
      const name = row.cells[0].firstChild;
      name.replaceWith(
        make("button", { type: "button", class: "choose", "data-tag": k, title: "Show it in the chart" }, name.cloneNode(true)),
      );
    });
    // The rows are drawn anew when they are sorted, so the table listens.
    table.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-tag]");
      if (button) choose(Number(button.dataset.tag));
    });
  }

  function rises(level) {
    return level.verdict === "leak" || level.verdict === "growth";
  }

  function chooser(label, names, first) {
    const select = make(
      "select",
      {},
      names.map((name, i) => make("option", { value: i }, format.printable(name))),
    );
    select.value = String(first);
    return {
      label: make("label", { class: "tool" }, make("span", {}, label), select),
      chosen: () => Number(select.value),
      choose: (i) => {
        select.value = String(i);
      },
      onChange: (f) => select.addEventListener("change", f),
    };
  }
  function check(label, checked) {
    const box = make("input", { type: "checkbox", checked });
    return { label: make("label", { class: "check" }, box, label), box, onChange: (f) => box.addEventListener("change", f) };
  }
});
