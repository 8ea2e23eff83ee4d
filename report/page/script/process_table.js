// The table of processes.
const processTable = (() => {
  const or = (text) => (v) => (v === null || v === undefined ? "-" : text(v));
  const size = or(format.size);

  // columns lists them all; account tells whether the capture says anything of what the account counts.
  function columns(account) {
    const amount = (id, title, get, hidden, hint) => ({
      id,
      title,
      hint,
      numeric: true,
      hidden,
      value: (p) => get(p) ?? null,
      text: (p) => size(get(p)),
    });
    const counted = (id, title, get, hidden, hint) => ({
      id,
      title,
      hint,
      numeric: true,
      hidden,
      value: (p) => get(p) ?? null,
      text: (p) => or(format.count)(get(p)),
    });
    const ofAccount = (name) => (p) => (account ? p.virtual_alloc[name] : null);
    const ofCounters = (name) => (p) => p.counters?.[name];
    return [
      { id: "process", title: "Process", text: processes.image, csv: (p) => (p.image === undefined ? null : p.image) },
      { id: "pid", title: "PID", numeric: true, value: (p) => p.pid, text: (p) => String(p.pid) },
      { id: "verdict", title: "Verdict", value: (p) => p.trend.verdict, node: (p) => processes.badge(p.trend.verdict) },
      {
        id: "slope",
        title: "Slope [95 %]",
        numeric: true,
        value: processes.slope,
        text: processes.slopeText,
        hint: "Bytes per second, where the verdict makes a claim about them",
      },
      {
        id: "from",
        title: "From",
        value: (p) => processes.suspect(p) ?? "",
        text: (p) => format.printable(processes.suspect(p) ?? "-"),
        csv: (p) => processes.suspect(p),
        hint: "The module that took what grows",
      },
      amount(
        "outstanding",
        "Outstanding",
        ofAccount("outstanding_commit_bytes"),
        false,
        "Committed in the capture and not given back",
      ),
      amount("commit", "Commit", ofAccount("commit_bytes"), false, "Became committed in the capture"),
      amount("freed", "Freed", ofAccount("freed_bytes"), false, "Of that, given back"),
      amount("private", "Private", ofCounters("private_bytes"), false, "What the kernel counted at the end"),
      amount(
        "residual",
        "Residual",
        (p) => p.reconciliation?.residual_bytes,
        false,
        "Of the private bytes, what neither the account nor memory from before explains",
      ),
      {
        id: "confidence",
        title: "Confidence",
        numeric: true,
        hidden: true,
        value: (p) => p.trend.confidence ?? null,
        text: (p) => or(format.percent)(p.trend.confidence),
      },
      amount("reserve", "Reserve", ofAccount("reserve_bytes"), true),
      amount("peak", "Peak", ofAccount("peak_commit_bytes"), true, "Most that was outstanding at one time"),
      counted("allocations", "Allocations", ofAccount("allocations"), true),
      counted("frees", "Frees", ofAccount("frees"), true),
      amount("churn", "Churn", (p) => p.trend.churn_bytes, true),
      amount("working-set", "Working set", ofCounters("working_set_bytes"), true),
      counted("handles", "Handles", ofCounters("handle_count"), true),
      amount("mapped", "Mapped", (p) => p.mapped?.outstanding_bytes, true, "Mapped views that are outstanding"),
      counted("faults", "Hard faults", (p) => p.hard_faults?.count, true),
      counted("parent", "Parent", (p) => p.parent_pid, true),
      {
        id: "start",
        title: "Start",
        numeric: true,
        hidden: true,
        value: (p) => p.start_s ?? null,
        text: (p) => or((v) => `${v.toFixed(3)} s`)(p.start_s),
      },
      {
        id: "end",
        title: "End",
        numeric: true,
        hidden: true,
        value: (p) => p.end_s ?? null,
        text: (p) => or((v) => `${v.toFixed(3)} s`)(p.end_s),
      },
    ];
  }

  function start(report, select) {
    const account = !report.capture.findings.some((f) => f.code === "virtual-alloc-missing");
    const text = new Map();
    const searched = (p) => {
      if (!text.has(p)) {
        text.set(
          p,
          [p.image, p.pid, p.image_path, p.command_line, p.user, p.trend.verdict, ...(p.suspects || []).map((s) => s.module)]
            .filter((v) => v !== null && v !== undefined)
            .join(" "),
        );
      }
      return text.get(p);
    };
    return tables.create({
      table: dom.byId("process-table"),
      name: "processes",
      columns: columns(account),
      rows: report.processes,
      page: 25,
      filters: [
        {
          id: "verdict",
          label: "Verdict",
          of: (p) => p.trend.verdict,
          values: [...new Set(report.processes.map((p) => p.trend.verdict))],
        },
      ],
      search: searched,
      select,
      label: (p) => `Show ${processes.label(p)}`,
    });
  }
  return { start, columns };
})();
