// SHA-256 (FIPS 180-4). The page proves deals with it on plain http, where `crypto.subtle` does not exist.

const ROUNDS = 64;
/** The first 32 bits of the fractional part of a root. @param {number} root */
const fraction = (root) => ((root - Math.floor(root)) * 0x100000000) | 0;

/** @param {number} count @returns {number[]} */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
}

const PRIMES = primes(ROUNDS);
const CONSTANTS = Int32Array.from(PRIMES, (p) => fraction(Math.cbrt(p)));
const START = Int32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)));

/** @param {number} word @param {number} by */
const rotate = (word, by) => (word >>> by) | (word << (32 - by));

/** The message with its padding: a one bit, zeros, the length in bits. @param {Uint8Array} message */
function padded(message) {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(size - 4, (message.length << 3) >>> 0);
  return view;
}

/** @param {DataView} view @param {number} at @returns {Int32Array} the schedule of one block */
function schedule(view, at) {
  const words = new Int32Array(ROUNDS);
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < ROUNDS; i += 1) {
    const a = words[i - 15];
    const b = words[i - 2];
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
  }
  return words;
}

/** Mixes one block into the state. @param {Int32Array} state @param {Int32Array} words */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < ROUNDS; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[i] + words[i]) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] + word) | 0;
  });
}

/**
 * @param {Uint8Array} message
 * @returns {string} 64 lower-case hex digits
 */
export function sha256(message) {
  const view = padded(message);
  const state = Int32Array.from(START);
  for (let at = 0; at < view.byteLength; at += 64) mix(state, schedule(view, at));
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
