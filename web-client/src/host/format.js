// Times, spans and sizes in the reader's language.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @typedef {ReturnType<typeof createFormat>} Format */

/** @param {string} language */
export function createFormat(language) {
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  /** @param {number} value @param {string} unit @param {"long" | "short"} [display] */
  const unit = (value, unit, display = "short") =>
    new Intl.NumberFormat(language, {
      style: "unit",
      unit,
      unitDisplay: display,
      maximumFractionDigits: value < 10 ? 1 : 0,
    }).format(value);

  return {
    /** @param {number} ms since 1970 */
    time: (ms) => moment.format(ms),
    /** The two greatest units. @param {number} ms */
    span(ms) {
      const parts = [
        ["day", Math.floor(ms / DAY)],
        ["hour", Math.floor((ms % DAY) / HOUR)],
        ["minute", Math.floor((ms % HOUR) / MINUTE)],
      ];
      const first = parts.findIndex(([, count]) => Number(count) > 0);
      if (first < 0) return unit(0, "minute", "long");
      return parts
        .slice(first, first + 2)
        .filter(([, count]) => Number(count) > 0)
        .map(([name, count]) => unit(Number(count), String(name), "long"))
        .join(" ");
    },
    /** @param {number} bytes */
    size(bytes) {
      const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
      const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
      return unit(bytes / 2 ** (10 * step), units[step]);
    },
  };
}
