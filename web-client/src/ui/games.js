// How a game presents itself in the lobby: a bit of line on a small felt, and one line that says what it is.

import { h } from "./dom.js";
import { tilePicture } from "./context.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../net/protocol.js").SheetSummary} SheetSummary */
/** @typedef {[tile: string | null, lying: import("../layout/units.js").Lying]} Laid a null tile is a back */

/** @type {Readonly<Record<string, Laid[]>>} */
const SAMPLES = Object.freeze({
  kozel: [
    ["6-6", "up"],
    ["6-4", "left"],
    ["4-0", "left"],
  ],
  "kozel-pairs": [
    ["3-1", "left"],
    ["1-1", "up"],
    ["5-1", "right"],
  ],
  "sea-goat": [
    ["5-2", "right"],
    ["5-5", "up"],
  ],
  "sport-points": [
    ["6-3", "left"],
    ["3-3", "up"],
    ["3-0", "left"],
  ],
  "sport-club": [
    ["4-2", "left"],
    ["2-2", "up"],
    ["6-2", "right"],
  ],
  blitz: [
    ["0-0", "up"],
    ["2-0", "right"],
    ["2-2", "up"],
  ],
  "blind-memory": [
    [null, "up"],
    [null, "up"],
    [null, "up"],
    ["3-2", "up"],
  ],
  "blind-unseen": [
    [null, "up"],
    [null, "up"],
    ["5-4", "up"],
  ],
  bergen: [
    ["3-1", "left"],
    ["5-1", "right"],
    ["5-3", "left"],
  ],
  fives: [
    ["4-1", "left"],
    ["6-1", "right"],
  ],
  threes: [
    ["3-2", "left"],
    ["6-2", "right"],
  ],
  sniff: [
    ["5-2", "left"],
    ["2-2", "up"],
    ["2-0", "left"],
  ],
  partnership: [
    ["6-5", "left"],
    ["5-5", "up"],
    ["5-1", "left"],
  ],
  block: [
    ["4-3", "left"],
    ["3-3", "up"],
    ["6-3", "right"],
  ],
  draw: [
    ["4-3", "left"],
    ["3-2", "left"],
    [null, "up"],
  ],
  "all-fives": [
    ["5-0", "right"],
    ["5-5", "up"],
    ["6-5", "right"],
  ],
});
/** @type {Laid[]} */
const ANY = [
  ["6-1", "left"],
  ["1-1", "up"],
];

/** The games most people come for first, the others in the server's order. @param {SheetSummary[]} sheets */
export const inOrder = (sheets) => [
  ...FIRST.flatMap((id) => sheets.filter((sheet) => sheet.id === id)),
  ...sheets.filter((sheet) => !FIRST.includes(sheet.id)),
];

/** The games most people come for. */
const FIRST = ["kozel", "kozel-pairs", "draw", "block"];

/** @param {Context} ctx @param {string} id @param {number} unit @param {number} [most] tiles */
export const sampleLine = (ctx, id, unit, most = 4) =>
  h(
    "span",
    { class: "game-felt", "aria-hidden": "true" },
    (SAMPLES[id] ?? ANY)
      .slice(0, most)
      .map(([tile, lying], i) => tilePicture(ctx, tile, { unit, lying, closed: tile === null, key: `${i}${tile}` })),
  );

/** "2–4, each alone, lose at 101". @param {Context} ctx @param {SheetSummary} sheet */
export function gameLine({ t }, { min, max, pairs, goal, target, deals }) {
  const seats = min === max ? t.number(min) : t.text("game.range", { min, max });
  const points = Object.values(target)[0] ?? 0;
  const params = { seats, points, n: deals };
  const who = pairs ? "pairs" : "alone";
  if (goal === "reach_loses") return t.text(`game.${who}.lose`, params);
  if (goal === "reach_wins") return t.text(`game.${who}.win`, params);
  return t.text(`game.${who}.deals`, params);
}

/** @param {number} from @param {number} to */
export const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
