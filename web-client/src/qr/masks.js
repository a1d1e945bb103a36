// Eight patterns that can be laid over a code; the one is taken that leaves it easiest to read.

/** @typedef {import("./marks.js").Sheet} Sheet */

/** Whether a mask turns a module. @type {readonly ((x: number, y: number) => boolean)[]} */
export const MASKS = Object.freeze([
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]);

/** Turns what a mask turns; twice is as before. @param {Sheet} sheet @param {number} mask */
export function applyMask({ side, dark, fixed }, mask) {
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) if (!fixed[y * side + x] && MASKS[mask](x, y)) dark[y * side + x] ^= 1;
  }
}

/** Looks like a corner square. */
const LIKE_CORNER = ["10111010000", "00001011101"];

/** How hard a code is to read, by the four rules of the standard. @param {Sheet} sheet @returns {number} */
export function penalty({ side, dark }) {
  const rows = Array.from({ length: side }, (_, y) => dark.subarray(y * side, (y + 1) * side).join(""));
  const columns = Array.from({ length: side }, (_, x) => rows.map((row) => row[x]).join(""));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (const pattern of LIKE_CORNER)
      for (let at = line.indexOf(pattern); at >= 0; at = line.indexOf(pattern, at + 1)) sum += 40;
  }
  for (let y = 1; y < side; y += 1) {
    for (let x = 1; x < side; x += 1) {
      const one = rows[y][x];
      if (one === rows[y][x - 1] && one === rows[y - 1][x] && one === rows[y - 1][x - 1]) sum += 3;
    }
  }
  const share = dark.reduce((count, module) => count + module, 0) / (side * side);
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
