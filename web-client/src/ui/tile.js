// A tile as one SVG, drawn for the way it lies and never rotated by CSS, so that the light always falls from above.
// Colours come from the custom properties of styles/tokens.css through the classes of styles/tile.css.

import { halves } from "../layout/units.js";

/** @typedef {import("../layout/units.js").Lying} Lying */

/**
 * @typedef {object} TileOptions
 * @property {number} unit short side in CSS pixels
 * @property {Lying} [lying] where the high half points; "up" unless said
 * @property {boolean} [numerals] figures instead of pips
 * @property {"open" | "closed"} [face] a closed tile shows its back, and nothing in it tells which tile it is
 * @property {boolean} [pin] the brass pin: only on the spinner
 */

const SVG = "http://www.w3.org/2000/svg";
/** Drawing units to u. */
const U = 100;
const CORNER = 13;
const PIP = 9.8;
const PIP_OFFSET = 25.5;
/** Below this many pixels the light crescent of a drilled pip is only noise. */
const CRESCENT_FROM_PX = 15;
/** Below this many pixels a back shows its lozenge alone. */
const FRAME_FROM_PX = 14;

/** @param {Lying} lying */
const isUpright = (lying) => lying === "up" || lying === "down";

/** Pip places of an upright half as columns and rows of -1, 0, 1. @type {readonly (readonly [number, number])[][]} */
const PIPS = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
];

/**
 * Figures as strokes round a half's middle: the same on every system, and no text that a screen reader or a name check
 * would meet.
 */
const FIGURES = [
  "M0-23C11-23 15-13 15 0S11 23 0 23S-15 13-15 0S-11-23 0-23Z",
  "M-10-14L3-23V23",
  "M-14-11C-14-18.5-8-23 0-23S14-18.5 14-11C14-3 6 3-14 23H15",
  "M-13-15.5C-11-20.5-6-23 0-23C8-23 13-19 13-12.5C13-6 8-2 0-2H-3H0C9-2 " +
    "14.5 2.5 14.5 10C14.5 18 8.5 23 0 23C-7 23-13 19.5-14.5 13.5",
  "M7 23V-23L-16 11.5H16",
  "M12-23H-10L-12-2C-9-5-4.5-6.5 0-6.5C9-6.5 14.5-1 14.5 8S8.5 23 0 23C-7 23-12.5 20-14.5 14",
  "M-14.5 7.5C-14.5-1-8.5-7 0-7S14.5-1 14.5 8S8.5 23 0 23S-14.5 17-14.5 7.5V3" +
    "C-14.5-13-8.5-23 2-23C6-23 9.5-21.5 11.5-18.5",
];

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element[]} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes, children = []) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A tile, `unit` wide and twice as long. Its side and shadow reach 0.17 of a unit below the box of the element.
 * Hidden from screen readers: the element it is put into has the name.
 * @param {string | null} tile "6-4"; null only when closed
 * @param {TileOptions} options
 * @returns {SVGElement}
 */
export function drawTile(tile, { unit, lying = "up", numerals = false, face = "open", pin = false }) {
  const [w, h] = isUpright(lying) ? [U, 2 * U] : [2 * U, U];
  const open = face === "open" && tile !== null;
  const parts = open
    ? [...body(w, h), ...groove(lying), ...faces(tile, { unit, lying, numerals }), ...(pin ? brassPin(w, h) : [])]
    : [...body(w, h, "tile-back"), ...back(w, h, unit)];
  return frame(w, h, unit, open ? "tile" : "tile tile-closed", parts);
}

/**
 * Half a tile: the chip that stands for an open end.
 * @param {number} number
 * @param {{ unit: number, numerals?: boolean }} options
 * @returns {SVGElement}
 */
export function drawHalf(number, { unit, numerals = false }) {
  const marks = numerals ? [figure(number, U / 2, U / 2)] : pips(number, U / 2, U / 2, { lying: "up", unit });
  return frame(U, U, unit, "tile tile-half", [...body(U, U), ...marks]);
}

/**
 * @param {number} w
 * @param {number} h
 * @param {number} unit
 * @param {string} name
 * @param {Element[]} parts
 */
function frame(w, h, unit, name, parts) {
  ensurePaints();
  return svg(
    "svg",
    {
      class: name,
      viewBox: `0 0 ${w} ${h}`,
      width: (w / U) * unit,
      height: (h / U) * unit,
      "aria-hidden": "true",
      focusable: "false",
    },
    parts,
  );
}

/**
 * From the bottom: two flat shadows, the side in two tones, the face, its edge and the inner light line.
 * @param {number} w
 * @param {number} h
 * @param {string} [face]
 * @returns {SVGElement[]}
 */
function body(w, h, face = "tile-face") {
  /** @param {string} name @param {number} y @param {Record<string, string | number>} [more] */
  const slab = (name, y, more = {}) => svg("rect", { class: name, x: 0, y, width: w, height: h, rx: CORNER, ...more });
  return [
    slab("tile-shadow-far", 17),
    slab("tile-shadow-near", 11.5),
    slab("tile-side-low", 7.5),
    slab("tile-side", 3.4),
    slab(face, 0, face === "tile-face" ? { fill: `url(#${FACE_PAINT})` } : {}),
    svg("rect", { class: "tile-edge", x: 1.5, y: 1.5, width: w - 3, height: h - 3, rx: CORNER - 1.5 }),
    svg("rect", { class: "tile-light", x: 3, y: 3, width: w - 6, height: h - 6, rx: CORNER - 3 }),
  ];
}

/** @param {Lying} lying @returns {SVGElement[]} */
function groove(lying) {
  const long = 72,
    thick = 2.8,
    start = (U - long) / 2;
  return isUpright(lying)
    ? [
        svg("rect", { class: "tile-groove", x: start, y: U - thick, width: long, height: thick }),
        svg("rect", { class: "tile-groove-light", x: start, y: U, width: long, height: thick }),
      ]
    : [
        svg("rect", { class: "tile-groove", x: U - thick, y: start, width: thick, height: long }),
        svg("rect", { class: "tile-groove-light", x: U, y: start, width: thick, height: long }),
      ];
}

/**
 * @param {string} tile
 * @param {{ lying: Lying, unit: number, numerals: boolean }} how
 * @returns {SVGElement[]}
 */
function faces(tile, { lying, unit, numerals }) {
  const { high, low } = halves(tile);
  const highFirst = lying === "up" || lying === "left";
  const numbers = highFirst ? [high, low] : [low, high];
  return numbers.flatMap((number, at) => {
    const far = U / 2 + at * U;
    const [x, y] = isUpright(lying) ? [U / 2, far] : [far, U / 2];
    return numerals ? [figure(number, x, y)] : pips(number, x, y, { lying, unit });
  });
}

/**
 * Drilled pips round a half's middle.
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @param {{ lying: Lying, unit: number }} how
 * @returns {SVGElement[]}
 */
function pips(number, x, y, { lying, unit }) {
  return (PIPS[number] ?? []).flatMap(([column, row]) => {
    const [dx, dy] = isUpright(lying) ? [column, row] : [-row, column];
    const cx = x + dx * PIP_OFFSET,
      cy = y + dy * PIP_OFFSET;
    const pip = svg("circle", { class: "tile-pip", cx, cy, r: PIP });
    return unit >= CRESCENT_FROM_PX
      ? [svg("circle", { class: "tile-pip-light", cx, cy: cy + 1.7, r: PIP }), pip]
      : [pip];
  });
}

/** @param {number} number @param {number} x @param {number} y */
const figure = (number, x, y) =>
  svg("path", { class: "tile-figure", d: FIGURES[number] ?? "", transform: `translate(${x} ${y})` });

/** @param {number} w @param {number} h */
const brassPin = (w, h) => [
  svg("circle", { class: "tile-pin", cx: w / 2, cy: h / 2, r: 7.8 }),
  svg("circle", { class: "tile-pin-light", cx: w / 2 - 1.8, cy: h / 2 - 2.2, r: 2.6 }),
];

/** @param {number} w @param {number} h @param {number} unit @returns {SVGElement[]} */
function back(w, h, unit) {
  const x = w / 2,
    y = h / 2,
    a = w > h ? 24 : 15,
    b = w > h ? 15 : 24;
  const lozenge = svg("path", {
    class: "tile-lozenge",
    d: `M${x} ${y - b}L${x + a} ${y}L${x} ${y + b}L${x - a} ${y}Z`,
  });
  if (unit < FRAME_FROM_PX) return [lozenge];
  return [svg("rect", { class: "tile-frame", x: 14, y: 14, width: w - 28, height: h - 28, rx: 5 }), lozenge];
}

const FACE_PAINT = "tile-paint-face";

/** The gradient that every face shares, put into the document once: light from above, whatever the lying. */
function ensurePaints() {
  if (document.getElementById(FACE_PAINT) !== null) return;
  const stops = [
    svg("stop", { class: "tile-stop-top", offset: 0 }),
    svg("stop", { class: "tile-stop-bottom", offset: 1 }),
  ];
  const paint = svg("linearGradient", { id: FACE_PAINT, x1: 0.2, y1: 0, x2: 0.55, y2: 1 }, stops);
  document.body.append(
    svg("svg", { class: "tile-paints", width: 0, height: 0, "aria-hidden": "true", focusable: "false" }, [
      svg("defs", {}, [paint]),
    ]),
  );
}
