// A text as the bytes of a QR code: mode, length, UTF-8, filling; cut into blocks, each with its correcting bytes; the
// blocks woven together, so that a spoilt spot hurts each of them a little.

import { correcting } from "./correction.js";
import { blocks, capacity, LARGEST } from "./sizes.js";

const BYTES_MODE = 0b0100;
/** Fill what the text leaves, by turns. */
const FILLING = [0xec, 0x11];

/** Bits of the length's field. @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);

/** The smallest version that holds so many bytes; null if none does. @param {number} bytes */
export function versionFor(bytes) {
  for (let version = 1; version <= LARGEST; version += 1) {
    if (4 + lengthBits(version) + 8 * bytes <= 8 * capacity(version)) return version;
  }
  return null;
}

/** @param {Uint8Array} text @param {number} version @returns {number[]} */
function dataBytes(text, version) {
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let i = count - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  put(BYTES_MODE, 4);
  put(text.length, lengthBits(version));
  for (const byte of text) put(byte, 8);
  const room = capacity(version);
  put(0, Math.min(4, 8 * room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const bytes = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((byte, bit) => 2 * byte + bit, 0),
  );
  return [...bytes, ...Array.from({ length: room - bytes.length }, (_, i) => FILLING[i % 2])];
}

/** @param {number[][]} parts @returns {number[]} the first of each, then the second of each */
const woven = (parts) =>
  Array.from({ length: Math.max(...parts.map((part) => part.length)) }, (_, i) =>
    parts.flatMap((part) => (i < part.length ? [part[i]] : [])),
  ).flat();

/** @param {string} text @returns {{ version: number, bytes: number[] } | null} null if it is too long */
export function wordsOf(text) {
  const utf8 = new TextEncoder().encode(text);
  const version = versionFor(utf8.length);
  if (version === null) return null;
  const all = dataBytes(utf8, version);
  const { data, correcting: count } = blocks(version);
  let from = 0;
  const parts = data.map((length) => {
    const part = all.slice(from, from + length);
    from += length;
    return part;
  });
  return { version, bytes: [...woven(parts), ...woven(parts.map((part) => correcting(part, count)))] };
}
