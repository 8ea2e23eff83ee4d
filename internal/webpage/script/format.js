// Numbers for people, in the same forms as package textform of the program, digit for digit.
const format = (() => {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

  // fixed prints v with so many decimals (0 to 2). toFixed takes the greater of two equally near numbers; here, as in the
  // program, the even one is taken. A double lies halfway exactly when it is an odd multiple of a power of two.
  function fixed(v, decimals) {
    const doubled = Math.abs(v) * 2 ** (decimals + 1);
    if (doubled < 2 ** 53 && doubled % 2 === 1) {
      const scaled = (BigInt(doubled) * 10n ** BigInt(decimals)) >> BigInt(decimals + 1);
      const even = scaled + (scaled & 1n);
      const digits = String(even).padStart(decimals + 1, "0");
      const cut = digits.length - decimals;
      return (v < 0 ? "-" : "") + digits.slice(0, cut) + (decimals ? "." + digits.slice(cut) : "");
    }
    if (Math.abs(v) >= 1e21) return BigInt(v).toString() + (decimals ? "." + "0".repeat(decimals) : "");
    const text = v.toFixed(decimals);
    return Object.is(v, -0) ? "-" + text : text;
  }

  // round goes to the nearest whole number, halves away from zero.
  const round = (v) => {
    const floor = Math.floor(Math.abs(v));
    return Math.sign(v) * (Math.abs(v) - floor >= 0.5 ? floor + 1 : floor);
  };

  function scale(bytes) {
    let unit = 0;
    for (let v = Math.abs(bytes); unit < units.length - 1 && v >= 999.5; v /= 1024) unit++;
    return unit;
  }

  function inUnit(bytes, unit) {
    const v = bytes / 1024 ** unit;
    const magnitude = Math.abs(v);
    let decimals = 2;
    if (unit === 0 || magnitude >= 99.95) decimals = 0;
    else if (magnitude >= 9.995) decimals = 1;
    const text = fixed(v, decimals);
    return /[1-9]/.test(text) ? text : text.replace(/^-/, "");
  }

  // size: "4.00 KiB".
  const size = (bytes) => inUnit(bytes, scale(bytes)) + " " + units[scale(bytes)];
  // signedSize is size with a sign where there is a difference.
  const signedSize = (bytes) => (bytes > 0 ? "+" : "") + size(bytes);
  // rate: "205 KiB/s".
  const rate = (bytesPerSecond) => size(bytesPerSecond) + "/s";
  // rateInterval: "205 [198,212] KiB/s".
  function rateInterval(value, low, high) {
    const unit = scale(value);
    return `${inUnit(value, unit)} [${inUnit(low, unit)},${inUnit(high, unit)}] ${units[unit]}/s`;
  }
  // rateRange: "198 to 212 KiB/s".
  function rateRange(value, low, high) {
    const unit = scale(value);
    return `${inUnit(low, unit)} to ${inUnit(high, unit)} ${units[unit]}/s`;
  }
  // count: "179,474".
  function count(n) {
    const digits = BigInt(Math.abs(n)).toString();
    return (n < 0 ? "-" : "") + digits.replace(/\B(?=(\d{3})+$)/g, ",");
  }
  // plural: "2 events".
  function plural(n, noun) {
    if (n === 1) return "1 " + noun;
    if (noun.endsWith("y")) return count(n) + " " + noun.slice(0, -1) + "ies";
    return count(n) + " " + noun + (noun.endsWith("s") ? "es" : "s");
  }
  // number prints three significant digits, or all of those before the point.
  function number(v) {
    const magnitude = Math.abs(v);
    if (magnitude >= 99.95 && magnitude < 2 ** 62) return count(round(v));
    if (v === Math.trunc(v)) return fixed(v, 0);
    return fixed(v, magnitude >= 9.995 ? 1 : 2);
  }
  // span is a length of time: "12.3 s", "3 min 5 s", "9.4 h", "3.5 days", "12 days".
  function span(seconds) {
    if (seconds < 59.95) return fixed(seconds, 1) + " s";
    if (seconds < 3599.5) {
      const whole = round(seconds);
      return `${Math.floor(whole / 60)} min ${whole % 60} s`;
    }
    if (seconds < 48 * 3600) return fixed(seconds / 3600, 1) + " h";
    if (seconds < 10 * 86400) return fixed(seconds / 86400, 1) + " days";
    if (seconds < 10 * 365 * 86400) return count(Math.trunc(seconds / 86400)) + " days";
    return "more than 10 years";
  }
  // percent is a share of one: "97 %".
  function percent(share) {
    const v = share * 100;
    return fixed(v, v !== 0 && Math.abs(v) < 9.5 ? 1 : 0) + " %";
  }
  // bytes: "4,096 B", exact.
  const bytes = (n) => count(n) + " B";
  // printable makes characters that could move or reorder text into escapes.
  const printable = (text) =>
    text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (c) => "\\u" + c.codePointAt(0).toString(16).padStart(4, "0"));

  return {
    size,
    signedSize,
    rate,
    rateInterval,
    rateRange,
    count,
    plural,
    number,
    span,
    percent,
    bytes,
    printable,
    scale,
    inUnit,
  };
})();
