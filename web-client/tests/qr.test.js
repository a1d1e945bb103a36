// The QR codes of the page, read back by a reader of the test's own: marks, format, mask, blocks, and the correcting
// bytes by their roots.

import assert from "node:assert/strict";
import { test } from "node:test";
import { barsOf, qrCode } from "../src/qr/code.js";
import { alignments, blocks, capacity } from "../src/qr/sizes.js";

/** The standard's own table: data bytes at level M, by version. */
const DATA = [16, 28, 44, 64, 86, 108, 124, 154, 182, 216, 254, 290, 334, 365, 415];

test("the sizes are those of the standard's tables", () => {
  assert.deepEqual(
    DATA.map((_, i) => capacity(i + 1)),
    DATA,
  );
  assert.deepEqual([2, 7, 10, 14, 15].map(alignments), [
    [6, 18],
    [6, 22, 38],
    [6, 28, 50],
    [6, 26, 46, 66],
    [6, 26, 48, 70],
  ]);
  assert.deepEqual(blocks(5), { correcting: 24, data: [43, 43] });
  assert.deepEqual(blocks(10), { correcting: 26, data: [43, 43, 43, 43, 44] });
});

/** @typedef {{ at: (x: number, y: number) => number, side: number }} Code */

/** @param {string} text @returns {Code} */
function made(text) {
  const sheet = qrCode(text);
  assert.ok(sheet !== null);
  return { side: sheet.side, at: (x, y) => sheet.dark[y * sheet.side + x] };
}

/** Exponents and logarithms of the field, by tables: the maker multiplies bit by bit. */
const EXP = [1];
for (let i = 1; i < 255; i += 1) EXP.push(EXP[i - 1] * 2 > 255 ? (EXP[i - 1] * 2) ^ 0x11d : EXP[i - 1] * 2);
const LOG = new Map(EXP.map((value, i) => [value, i]));
/** A block as a polynomial at 2^power. @param {number[]} block @param {number} power */
const at = (block, power) =>
  block.reduce((sum, byte) => (sum === 0 ? 0 : EXP[((LOG.get(sum) ?? 0) + power) % 255]) ^ byte, 0);

/** The standard's masks, rows and columns by their names there. @type {((i: number, j: number) => boolean)[]} */
const TURNED = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** The standard's list of format texts for level M, mask 0 to 7. */
const FORMATS = [
  "101010000010010",
  "101000100100101",
  "101111001111100",
  "101101101001011",
  "100010111111001",
  "100000011001110",
  "100111110010111",
  "100101010100000",
];

/** @param {Code} code @returns {number} */
function maskOf({ side, at: dark }) {
  const one = [
    [0, 8],
    [1, 8],
    [2, 8],
    [3, 8],
    [4, 8],
    [5, 8],
    [7, 8],
    [8, 8],
    [8, 7],
    [8, 5],
    [8, 4],
    [8, 3],
    [8, 2],
    [8, 1],
    [8, 0],
  ];
  const other = [
    ...Array.from({ length: 7 }, (_, i) => [8, side - 1 - i]),
    ...Array.from({ length: 8 }, (_, i) => [side - 8 + i, 8]),
  ];
  const [first, second] = [one, other].map((places) => places.map(([x, y]) => dark(x, y)).join(""));
  assert.equal(first, second);
  assert.ok(FORMATS.includes(first), first);
  return FORMATS.indexOf(first);
}

/**
 * Whether a module belongs to marks.
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {number} version
 */
function isMark(x, y, side, version) {
  const corner = (x < 9 && y < 9) || (x >= side - 8 && y < 9) || (x < 9 && y >= side - 8);
  const sizes = version >= 7 && ((x >= side - 11 && y < 6) || (y >= side - 11 && x < 6));
  const middles = alignments(version);
  const small = middles.some((mx) =>
    middles.some(
      (my) =>
        Math.abs(x - mx) <= 2 &&
        Math.abs(y - my) <= 2 &&
        !(mx === 6 && my === 6) &&
        !(mx === 6 && my === side - 7) &&
        !(mx === side - 7 && my === 6),
    ),
  );
  return corner || sizes || small || x === 6 || y === 6;
}

/** @param {Code} code @returns {string} */
function read(code) {
  const { side } = code;
  const version = (side - 17) / 4;
  const turned = TURNED[maskOf(code)];
  /** @type {number[]} */
  const bits = [];
  const columns = Array.from({ length: side }, (_, i) => side - 1 - i).filter((x) => x !== 6);
  for (let pair = 0; pair < columns.length / 2; pair += 1) {
    for (let i = 0; i < side; i += 1) {
      const y = pair % 2 === 0 ? side - 1 - i : i;
      for (const x of columns.slice(2 * pair, 2 * pair + 2))
        if (!isMark(x, y, side, version)) bits.push(code.at(x, y) ^ (turned(y, x) ? 1 : 0));
    }
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) =>
    parseInt(bits.slice(8 * i, 8 * i + 8).join(""), 2),
  );
  const { data, correcting } = blocks(version);
  /** @type {number[][]} */
  const parts = data.map(() => []);
  for (let i = 0; i < Math.max(...data); i += 1)
    data.forEach((length, block) => {
      if (i < length) parts[block].push(/** @type {number} */ (bytes.shift()));
    });
  for (let i = 0; i < correcting; i += 1) for (const part of parts) part.push(/** @type {number} */ (bytes.shift()));
  assert.equal(bytes.length, 0);
  for (const part of parts)
    for (let power = 0; power < correcting; power += 1) assert.equal(at(part, power), 0, "a correcting byte is wrong");
  const stream = parts
    .flatMap((part, block) => part.slice(0, data[block]))
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  assert.equal(stream.slice(0, 4), "0100");
  const field = version < 10 ? 8 : 16;
  const length = parseInt(stream.slice(4, 4 + field), 2);
  const text = Array.from({ length }, (_, i) => parseInt(stream.slice(4 + field + 8 * i, 12 + field + 8 * i), 2));
  return new TextDecoder().decode(Uint8Array.from(text));
}

test("a code of every size is read back", () => {
  for (const [i, room] of DATA.entries()) {
    const text = "https://example.org/доминó/#/join/ABCD2345WXYZ".repeat(12);
    const bytes = room - (i + 1 < 10 ? 2 : 3);
    let part = text.slice(0, bytes);
    while (new TextEncoder().encode(part).length > bytes) part = part.slice(0, -1);
    const code = made(part);
    assert.equal(code.side, 21 + 4 * i);
    assert.equal(read(code), part);
  }
});

test("links are read back", () => {
  for (const link of [
    "http://192.168.1.7:8080/",
    "http://10.77.0.1:41234/#/join/ABCD2345WXYZ/3",
    "https://example.org/dominoes/#transfer=ABCD2345WXYZ",
    "",
  ])
    assert.equal(read(made(link)), link);
});

test("the corner squares, the dotted lines and the dark module are there", () => {
  const { at: dark, side } = made("http://192.168.1.7:8080/");
  const ring = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
  for (const [left, top] of [
    [0, 0],
    [side - 7, 0],
    [0, side - 7],
  ]) {
    assert.deepEqual(
      ring.map((_, y) => Array.from({ length: 7 }, (_, x) => dark(left + x, top + y)).join("")),
      ring,
    );
  }
  for (let i = 8; i < side - 8; i += 1) assert.deepEqual([dark(i, 6), dark(6, i)], [1 - (i % 2), 1 - (i % 2)]);
  assert.equal(dark(8, side - 8), 1);
});

test("what is too long for a code makes none", () => {
  assert.equal(qrCode("x".repeat(413)), null);
  assert.ok(qrCode("x".repeat(412)) !== null);
});

test("the picture's bars cover the dark modules and no others", () => {
  const sheet = qrCode("http://192.168.1.7:8080/");
  assert.ok(sheet !== null);
  const drawn = new Uint8Array(sheet.dark.length);
  for (const [, x, y, length] of barsOf(sheet).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let i = 0; i < Number(length); i += 1) drawn[Number(y) * sheet.side + Number(x) + i] += 1;
  }
  assert.deepEqual(drawn, sheet.dark);
});
