// What is the same in every QR code of a size: the three corner squares, the small squares, the dotted lines, and how
// the code says its mask and size.

import { alignments, sideOf } from "./sizes.js";

/** Level M in the format's two bits. */
const LEVEL_M = 0b00;
/** The one module beside the format that no mask and no level changes. */
const ALWAYS_DARK = true;

/**
 * @typedef {object} Sheet squares of a code
 * @property {number} side
 * @property {Uint8Array} dark 1 where a module is dark
 * @property {Uint8Array} fixed 1 where it is no bit of the text
 */

/** @param {number} version @returns {Sheet} with everything but mask and text */
export function emptySheet(version) {
  const side = sideOf(version);
  const sheet = { side, dark: new Uint8Array(side * side), fixed: new Uint8Array(side * side) };
  for (let i = 8; i < side - 8; i += 1) {
    put(sheet, i, 6, i % 2 === 0);
    put(sheet, 6, i, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ])
    square(sheet, x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const middles = alignments(version);
  const last = side - 7;
  for (const x of middles) {
    for (const y of middles) {
      const corner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!corner) square(sheet, x, y, 2, (ring) => ring !== 1);
    }
  }
  putFormat(sheet, 0);
  if (version >= 7) putVersion(sheet, version);
  return sheet;
}

/** @param {Sheet} sheet @param {number} x @param {number} y @param {boolean} isDark */
function put({ side, dark, fixed }, x, y, isDark) {
  if (x < 0 || y < 0 || x >= side || y >= side) return;
  dark[y * side + x] = isDark ? 1 : 0;
  fixed[y * side + x] = 1;
}

/**
 * Rings round a middle.
 * @param {Sheet} sheet
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {(ring: number) => boolean} isDark
 */
function square(sheet, x, y, reach, isDark) {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1)
      put(sheet, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

/**
 * A value followed by its remainder, by which a reader mends it.
 * @param {number} value
 * @param {number} divisor
 * @param {number} bits of the remainder
 */
export function guarded(value, divisor, bits) {
  let rest = value << bits;
  for (let top = 31 - Math.clz32(rest); top >= bits; top = 31 - Math.clz32(rest)) rest ^= divisor << (top - bits);
  return (value << bits) | rest;
}

/** Level and mask, twice. @param {Sheet} sheet @param {number} mask 0 to 7 */
export function putFormat(sheet, mask) {
  const { side } = sheet;
  const bits = guarded((LEVEL_M << 3) | mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i += 1) {
    const dark = ((bits >> i) & 1) === 1;
    // Round the upper left square, past the dotted lines.
    if (i < 8) put(sheet, 8, i < 6 ? i : i + 1, dark);
    else put(sheet, i === 8 ? 7 : 14 - i, 8, dark);
    // Under the upper right square and beside the lower left one.
    if (i < 8) put(sheet, side - 1 - i, 8, dark);
    else put(sheet, 8, side - 15 + i, dark);
  }
  put(sheet, 8, side - 8, ALWAYS_DARK);
}

/** The size, twice. @param {Sheet} sheet @param {number} version 7 or more */
function putVersion(sheet, version) {
  const bits = guarded(version, 0x1f25, 12);
  for (let i = 0; i < 18; i += 1) {
    const dark = ((bits >> i) & 1) === 1;
    const [along, across] = [Math.floor(i / 3), sheet.side - 11 + (i % 3)];
    put(sheet, across, along, dark);
    put(sheet, along, across, dark);
  }
}
