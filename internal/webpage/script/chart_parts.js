// What charts are drawn with: colours of the theme, axes, and marks on the canvas.
const chartParts = (() => {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || "#888";
  const font = "12px system-ui, sans-serif";
  // axis holds what both axes have in common.
  const axis = {
    stroke: () => colour("soft"),
    grid: { stroke: () => colour("line"), width: 1 },
    ticks: { show: false },
    labelSize: 20,
    labelFont: font,
    font,
  };

  // Axis steps of sizes are powers of two, so that labels are whole.
  const byteSteps = Array.from({ length: 63 }, (_, i) => 2 ** i);
  function byteLabels(u, splits) {
    const unit = Math.max(0, ...splits.filter((v) => v !== null).map((v) => format.scale(v)));
    const largest = Math.max(0, ...splits.map((v) => Math.abs(v ?? 0)));
    const short = (v) =>
      format
        .inUnit(v, unit)
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "");
    return splits.map((v) => (v === null ? "" : v === 0 ? "0" : `${short(v)} ${format.size(largest).split(" ")[1]}`));
  }

  // spread gives the ends of the vertical axis.
  function spread(low, high) {
    if (low === null || high === null) return [0, 1];
    if (low === high) return [low - 1, high + 1];
    const room = (high - low) * 0.06;
    return [low >= 0 && low < room * 4 ? 0 : low - room, high + room];
  }

  // drawSpans draws the marks that have an end, and the selected range, below the lines.
  function drawSpans(u, marks, range) {
    const { ctx, bbox } = u;
    const place = (v) => Math.min(bbox.left + bbox.width, Math.max(bbox.left, u.valToPos(v, "x", true)));
    ctx.save();
    for (const mark of marks.filter((m) => m.to !== undefined)) {
      const [from, to] = [place(mark.at), place(mark.to)];
      ctx.fillStyle = fade(colour(mark.colour), 0.2);
      ctx.fillRect(from, bbox.top, Math.max(2 * devicePixelRatio, to - from), bbox.height);
    }
    if (range) {
      const [from, to] = range.map(place);
      ctx.fillStyle = fade(colour("accent"), 0.16);
      ctx.fillRect(from, bbox.top, to - from, bbox.height);
      ctx.fillStyle = colour("accent");
      for (const edge of [from, to]) ctx.fillRect(edge - devicePixelRatio / 2, bbox.top, devicePixelRatio, bbox.height);
    }
    ctx.restore();
  }
  // Moments stand above the plot, so that they hide nothing of it.
  function drawMoments(u, marks) {
    const { ctx, bbox } = u;
    const px = devicePixelRatio;
    ctx.save();
    for (const mark of marks.filter((m) => m.to === undefined)) {
      const at = u.valToPos(mark.at, "x", true);
      if (at < bbox.left - 1 || at > bbox.left + bbox.width + 1) continue;
      ctx.fillStyle = colour(mark.colour);
      ctx.beginPath();
      shape(ctx, mark.kind, at, bbox.top - 7 * px, 4 * px);
      ctx.fill();
      if (mark.line) {
        ctx.globalAlpha = 0.45;
        ctx.fillRect(at - px / 2, bbox.top, px, bbox.height);
        ctx.globalAlpha = 1;
      }
    }
    ctx.restore();
  }

  function shape(ctx, kind, x, y, r) {
    if (kind === "start") {
      ctx.moveTo(x - r, y - r);
      ctx.lineTo(x + r, y);
      ctx.lineTo(x - r, y + r);
    } else if (kind === "exit") {
      ctx.rect(x - r, y - r, 2 * r, 2 * r);
    } else if (kind === "load") {
      ctx.moveTo(x, y - r);
      ctx.lineTo(x + r, y);
      ctx.lineTo(x, y + r);
      ctx.lineTo(x - r, y);
    } else {
      ctx.arc(x, y, r * 0.7, 0, 2 * Math.PI);
    }
  }
  // fade gives a colour written as #rrggbb some transparency.
  function fade(hex, alpha) {
    const v = parseInt(hex.slice(1), 16);
    return `rgba(${v >> 16},${(v >> 8) & 255},${v & 255},${alpha})`;
  }
  const seconds = (t) => `${t.toFixed(t < 100 ? 2 : 1)} s`;

  return { colour, fade, seconds, byteSteps, byteLabels, axis, spread, drawSpans, drawMoments };
})();
