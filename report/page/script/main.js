// Puts the parts of the page together.
page.start(() => {
  const { report, page: extra } = page.data;
  const view = dom.byId("process");
  let over = null;

  if (report.details && report.details.bins > 0 && report.processes.some((p) => timelines.moves(processes.timeline(p)))) {
    dom.byId("time").hidden = false;
    const move = (bounds) => {
      numbers.set(bounds);
      over.showRange(bounds);
    };
    // A drag tells of every step; the numbers follow once per frame.
    let waiting = null;
    const dragged = (bounds) => {
      if (waiting === null)
        requestAnimationFrame(() => {
          numbers.set(waiting.bounds);
          waiting = null;
        });
      waiting = { bounds };
    };
    over = overview.start(report, extra.bin_ns, dragged);
    const numbers = range.start(report, extra.bin_ns, move);
    dom.byId("range-clear").addEventListener("click", () => move(null));
  }

  const select = (p, byHand) => {
    processView.draw(view, p, extra.prose[report.processes.indexOf(p)], { report, over });
    if (byHand) page.announce(`${processes.label(p)} is shown below the table`);
  };
  const table = processTable.start(report, select);
  if (report.processes.length) table.choose(report.processes[0], false);

  // The answer leads to the process that it is about.
  dom.byId("show-worst")?.addEventListener("click", () => dom.byId("process-title")?.focus());
});
