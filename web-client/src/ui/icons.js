// The page's icons: 20 x 20, one round 1.6 stroke in the colour of the text. Always beside a text or in a labelled
// control, so hidden from screen readers.

import { svg } from "./tile.js";

/** @typedef {keyof typeof PATHS} IconName */

const PATHS = {
  play: "M7 4.5v11l9-5.5z",
  plus: "M10 4v12M4 10h12",
  bot: "M5 8h10v7H5zM10 8V5M8 11.5h.01M12 11.5h.01M3 11v2M17 11v2",
  link: "M8.5 11.5l3-3M9 6.5l1.5-1.5a3 3 0 014.5 4.5L13.5 11M11 13.5L9.5 15A3 3 0 015 10.5L6.5 9",
  code: "M4 7h12v6H4zM7 10h.01M10 10h.01M13 10h.01",
  sound: "M4 8v4h3l4 3V5L7 8zM14 7.5a4 4 0 010 5",
  mute: "M4 8v4h3l4 3V5L7 8zM14 8l4 4M18 8l-4 4",
  menu: "M3.5 6h13M3.5 10h13M3.5 14h13",
  cross: "M5.5 5.5l9 9M14.5 5.5l-9 9",
  back: "M12 4.5L6.5 10l5.5 5.5",
  next: "M8 4.5l5.5 5.5L8 15.5",
  first: "M6 5v10M14.5 5L9 10l5.5 5",
  last: "M14 5v10M5.5 5L11 10l-5.5 5",
  pause: "M7 5v10M13 5v10",
  chat: "M4 5h12v8H9l-3.5 3v-3H4z",
  log: "M4 5.5h12M4 10h12M4 14.5h7",
  flag: "M5 17V4h9l-2 3 2 3H5",
  eye: "M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5zM10 12a2 2 0 100-4 2 2 0 000 4z",
  clock: "M10 17a7 7 0 100-14 7 7 0 000 14zM10 6.5V10l2.5 2",
  people:
    "M7.5 9a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM3 16c0-3 2-4.5 4.5-4.5S12 13 12 " +
    "16M13 9a2 2 0 100-4M14 11.5c2 .3 3 1.8 3 4",
  cup: "M6 4h8v4a4 4 0 01-8 0zM10 12v3M7 16h6M6 5H3.5c0 3 1 4 2.5 4M14 5h2.5c0 3-1 4-2.5 4",
  book: "M4 4.5h5a1 1 0 011 1V16a1 1 0 00-1-1H4zM16 4.5h-5a1 1 0 00-1 1V16a1 1 0 011-1h5z",
  sliders: "M4 6.5h7M15 6.5h1M13 8.5a2 2 0 100-4 2 2 0 000 4zM4 13.5h1M9 13.5h7M7 15.5a2 2 0 100-4 2 2 0 000 4z",
  pen: "M4 16l.8-3.2L13 4.6 15.4 7l-8.2 8.2zM11.5 6L14 8.5",
  share: "M10 12V3.5M6.5 6.5L10 3l3.5 3.5M5 10v6h10v-6",
  down: "M10 3.5V12M6.5 9L10 12.5 13.5 9M4.5 16h11",
  check: "M4.5 10.5l3.5 3.5 7.5-8",
  warn: "M10 3.5l7 12.5H3zM10 8.5v3M10 13.8h.01",
  shield: "M10 3l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V5zM7.5 10l2 2 3.5-4",
  away: "M12.5 3.5A6.5 6.5 0 1016.5 12 5.2 5.2 0 0112.5 3.5z",
  net: "M3 8a10 10 0 0114 0M5.5 11a6.5 6.5 0 019 0M8 13.7a3 3 0 014 0M3 3l14 14",
  arrow: "M4 10h12M11.5 5.5L16 10l-4.5 4.5",
  swap: "M6 4L3.5 6.5 6 9M3.5 6.5H14M14 11l2.5 2.5L14 16M16.5 13.5H6",
  lock: "M5.5 9h9v7h-9zM7.5 9V6.5a2.5 2.5 0 015 0V9",
  hand:
    "M6 10V5.5a1 1 0 012 0V9M8 9V4.5a1 1 0 012 0V9M10 9V5a1 1 0 012 0v4M12 " +
    "9V6.5a1 1 0 012 0V12c0 3-1.5 4.5-4.5 4.5S6 15 4.5 12.5c-.5-1 .8-1.8 1.5-1z",
  qr: "M4 4h4v4H4zM12 4h4v4h-4zM4 12h4v4H4zM12 12h1.5M16 12v1.5M12 16h1M15.5 15.5v.5",
  sun:
    "M10 13a3 3 0 100-6 3 3 0 000 6zM10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 " +
    "4.7l1.4 1.4M13.9 13.9l1.4 1.4M15.3 4.7l-1.4 1.4M6.1 13.9l-1.4 1.4",
  globe: "M10 17a7 7 0 100-14 7 7 0 000 14zM3 10h14M10 3c2.5 2 2.5 12 0 14M10 3c-2.5 2-2.5 12 0 14",
  stock: "M4 6h5v10H4zM11 4h5v10h-5M11 4v12",
  cw: "M4.5 12.5A6 6 0 0110.5 4.5c2 0 3.5 .8 4.6 2M15.5 3v3.8h-3.8",
  up: "M10 16V4M5.5 8.5L10 4l4.5 4.5",
  dn: "M10 4v12M5.5 11.5L10 16l4.5-4.5",
  left: "M16 10H4M8.5 5.5L4 10l4.5 4.5",
  speak: "M4 8.5v3h2.5L13 15V5L6.5 8.5zM15.5 8a3 3 0 010 4M7 11.5l1 4h2",
  trash: "M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6M8.5 9v4.5M11.5 9v4.5",
  again: "M15.5 7A6 6 0 1016 11M15.5 3v4h-4",
  key: "M11.5 10.5L4 18M6.5 15.5L9 18M13 12a4.5 4.5 0 10-1.5-1.5A4.5 4.5 0 0013 12z",
  disk: "M4 6c0-3.4 12-3.4 12 0s-12 3.4-12 0v8c0 3.4 12 3.4 12 0V6M4 10c0 3.4 12 3.4 12 0",
  close: "M5 5l10 10M15 5L5 15",
};

/** Every icon's name. */
export const ICON_NAMES = /** @type {IconName[]} */ (Object.keys(PATHS));

/**
 * @param {IconName} name
 * @param {{ size?: number }} [options] size in CSS pixels, 20 unless given
 * @returns {SVGElement}
 */
export function icon(name, { size = 20 } = {}) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 20 20", width: size, height: size, "aria-hidden": "true", focusable: "false" },
    [
      svg("path", {
        d: PATHS[name],
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 1.6,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    ],
  );
}
