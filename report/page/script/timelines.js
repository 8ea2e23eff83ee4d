// The arithmetic of timelines: levels, survivors, and the exact numbers of a range of bins. It touches no document.
const timelines = (() => {
  const sum = (list) => list.reduce((a, b) => a + b, 0);

  // edges gives the seconds at which bins begin and end: one more than there are bins.
  const edges = (bins, binNs) => Array.from({ length: bins + 1 }, (_, i) => (i * binNs) / 1e9);

  // decimal gives the edge of a bin as exact decimal seconds, for a command line.
  function decimal(edge, binNs) {
    const ns = BigInt(edge) * BigInt(binNs);
    const fraction = String(ns % 1000000000n)
      .padStart(9, "0")
      .replace(/0+$/, "");
    return String(ns / 1000000000n) + (fraction ? "." + fraction : "");
  }

  // snap gives the bins [a,b) that hold a span of seconds.
  function snap(from, to, bins, binNs) {
    const near = (v) => (Math.abs(v - Math.round(v)) < 1e-6 ? Math.round(v) : v);
    const a = Math.min(bins - 1, Math.max(0, Math.floor(near((from * 1e9) / binNs))));
    return [a, Math.max(a + 1, Math.min(bins, Math.ceil(near((to * 1e9) / binNs))))];
  }

  // levels gives what was committed, less all that was given back, at every edge; null before and after the lifetime.
  function levels(t, bins, last = bins) {
    const out = new Array(bins + 1).fill(null);
    const n = t.committed_bytes.length;
    let level = 0;
    if (t.first_bin > bins) return out;
    out[t.first_bin] = 0;
    const gone = new Array(n).fill(0);
    for (const [, freed, bytes] of t.freed) gone[freed] += bytes;
    for (let i = 0; i < n; i++) {
      level += t.committed_bytes[i] - gone[i] - t.before_freed_bytes[i];
      out[t.first_bin + i + 1] = level;
    }
    for (let i = t.first_bin + n + 1; i <= Math.min(last, bins); i++) out[i] = level;
    return out;
  }

  // extremes spreads the lowest and highest level of every bin over the edges.
  function extremes(t, bins) {
    const spread = (list) => {
      const out = new Array(bins + 1).fill(null);
      if (list.length) out[t.first_bin] = 0;
      list.forEach((v, i) => {
        out[t.first_bin + i + 1] = v;
      });
      return out;
    };
    return { low: spread(t.low_bytes), high: spread(t.high_bytes) };
  }

  // survivors gives, for every bin of the timeline, what was taken in it and is still there at the end.
  function survivors(t) {
    const left = t.committed_bytes.slice();
    for (const [born, , bytes] of t.freed) left[born] -= bytes;
    return left;
  }

  // sums gives the numbers of the bins [a,b), counted from the beginning of the capture, to the byte.
  function sums(t, a, b) {
    const [lo, hi] = [Math.max(0, a - t.first_bin), Math.max(0, b - t.first_bin)];
    const committed = sum(t.committed_bytes.slice(lo, hi));
    let madeFreed = 0;
    let beforeFreed = sum(t.before_freed_bytes.slice(lo, hi));
    for (const [born, freed, bytes] of t.freed) {
      if (freed < lo || freed >= hi) continue;
      if (born < lo) beforeFreed += bytes;
      else madeFreed += bytes;
    }
    return { committed, outstanding: committed - madeFreed, madeFreed, beforeFreed };
  }

  // moves tells whether a timeline shows anything.
  const moves = (t) => Boolean(t) && t.committed_bytes.length > 0;

  // line gives, at the edges within [from,to], lines of the given slopes that cross in the middle of values there.
  function line(at, values, from, to, slopes) {
    const within = at.map((time, i) => i).filter((i) => at[i] >= from - 1e-9 && at[i] <= to + 1e-9 && values[i] !== null);
    if (within.length < 2) return null;
    const time = sum(within.map((i) => at[i])) / within.length;
    const level = sum(within.map((i) => values[i])) / within.length;
    return slopes.map((slope) => {
      const out = new Array(at.length).fill(null);
      for (const i of within) out[i] = level + slope * (at[i] - time);
      return out;
    });
  }

  return { edges, decimal, snap, levels, extremes, survivors, sums, moves, line, sum };
})();
