// A QR code of a text: for links that a phone is to open. Pure; ui/qr.js draws it.

import { applyMask, MASKS, penalty } from "./masks.js";
import { emptySheet, putFormat } from "./marks.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./marks.js").Sheet} Sheet */

/**
 * The places of the text's bits, in order: columns of two from the right, up and down by turns, past the upright dotted
 * line.
 * @param {Sheet} sheet
 * @returns {number[]}
 */
export function path({ side, fixed }) {
  const places = [];
  for (let right = side - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let i = 0; i < side; i += 1) {
      const y = up ? side - 1 - i : i;
      for (const x of [right, right - 1]) if (!fixed[y * side + x]) places.push(y * side + x);
    }
  }
  return places;
}

/** @param {string} text @returns {Sheet | null} null if the text is too long for a code */
export function qrCode(text) {
  const words = wordsOf(text);
  if (words === null) return null;
  const sheet = emptySheet(words.version);
  path(sheet).forEach((place, i) => {
    // The last few places may be more than there are bits.
    sheet.dark[place] = ((words.bytes[i >> 3] ?? 0) >> (7 - (i & 7))) & 1;
  });
  const marks = MASKS.map((_, mask) => {
    applyMask(sheet, mask);
    putFormat(sheet, mask);
    const mark = penalty(sheet);
    applyMask(sheet, mask);
    return mark;
  });
  const best = marks.indexOf(Math.min(...marks));
  applyMask(sheet, best);
  putFormat(sheet, best);
  return sheet;
}

/**
 * The dark modules as the path of an SVG, with its origin at the code's corner: a bar for each run.
 * @param {Sheet} sheet
 */
export function barsOf({ side, dark }) {
  let bars = "";
  for (let y = 0; y < side; y += 1) {
    const row = dark.subarray(y * side, (y + 1) * side).join("");
    for (const run of row.matchAll(/1+/g)) bars += `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`;
  }
  return bars;
}
