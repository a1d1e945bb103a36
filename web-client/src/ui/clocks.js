// Clocks tick between two drawings.

import { clockText } from "../i18n.js";
import { clockLeft } from "../state/select.js";
import { RING_LENGTH } from "./arrange.js";

/** What the page's clocks show now. @param {number} at ms, monotonic @param {import("../i18n.js").Translator} t */
export function tickClocks(at, t) {
  for (const element of document.querySelectorAll(".clock")) {
    const { left, at: since, running } = /** @type {HTMLElement} */ (element).dataset;
    const ms = clockLeft({ left_ms: Number(left), running: running === "" }, Number(since), at);
    const seconds = Math.ceil(ms / 1000);
    const text = element.classList.contains("seconds")
      ? t.text("clock.seconds", { n: seconds })
      : element.classList.contains("bare")
        ? String(seconds)
        : clockText(ms);
    if (element.textContent !== text) element.textContent = text;
  }
  for (const element of document.querySelectorAll(".ring-box")) {
    const { left, of, at: since, running } = /** @type {HTMLElement} */ (element).dataset;
    const ms = clockLeft({ left_ms: Number(left), running: running === "" }, Number(since), at);
    /** @type {SVGElement | null} */ (element.querySelector(".ring-arc"))?.style.setProperty(
      "stroke-dashoffset",
      String(RING_LENGTH * (1 - ms / Number(of))),
    );
  }
}
