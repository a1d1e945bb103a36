// What the standard (ISO/IEC 18004) fixes for each size of a QR code, at level M: up to 15 % of the picture may be
// spoilt. Sizes ("versions") 1 to 15 hold up to 412 bytes, more than any link of ours.

/** Error-correcting bytes of one block, by version. */
const CORRECTING = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
/** Blocks, by version. */
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];

export const LARGEST = BLOCKS.length - 1;

/** Modules on a side. @param {number} version */
export const sideOf = (version) => 17 + 4 * version;

/** Where the middles of the small squares stand, on both axes. @param {number} version @returns {number[]} */
export function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = sideOf(version) - 7;
  const step = 2 * Math.ceil((last - 6) / (2 * (count - 1)));
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - step * (count - 2 - i))];
}

/** Bytes that a code holds, data and correction together. @param {number} version */
function bytesOf(version) {
  const side = sideOf(version);
  const marks = alignments(version).length;
  // Three corner squares with their borders, format twice and the dark module, and the two dotted lines.
  let modules = side * side - 3 * 64 - 31 - 2 * (side - 16);
  // Small squares; those on the dotted lines share five modules with them, and none stands in a corner.
  if (marks > 0) modules -= 25 * (marks * marks - 3) - 10 * (marks - 2);
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

/**
 * How a version is cut into blocks: the later ones may hold one byte more.
 * @param {number} version
 * @returns {{ data: number[], correcting: number }} data bytes of each block, correcting bytes of each
 */
export function blocks(version) {
  const [all, count, correcting] = [bytesOf(version), BLOCKS[version], CORRECTING[version]];
  const long = all % count;
  const data = Math.floor(all / count) - correcting;
  return { correcting, data: Array.from({ length: count }, (_, i) => data + (i < count - long ? 0 : 1)) };
}

/** Data bytes in all. @param {number} version */
export const capacity = (version) => blocks(version).data.reduce((sum, part) => sum + part, 0);
