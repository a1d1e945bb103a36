// The correcting bytes of a block: the remainder of a division of polynomials over the field of 256 elements (x^8 + x^4
// + x^3 + x^2 + 1).

const FIELD = 0x11d;

/** @param {number} a @param {number} b @returns {number} */
export function times(a, b) {
  let product = 0;
  for (let rest = b, shifted = a; rest > 0; rest >>= 1) {
    if (rest & 1) product ^= shifted;
    shifted = shifted & 0x80 ? (shifted << 1) ^ FIELD : shifted << 1;
  }
  return product;
}

/**
 * The product of (x - 2^i) for i below `degree`, without its leading 1.
 * @param {number} degree
 * @returns {number[]} highest power first
 */
function generator(degree) {
  let factors = [1];
  for (let i = 0, root = 1; i < degree; i += 1, root = times(root, 2)) {
    const longer = [...factors, 0];
    factors.forEach((factor, at) => {
      longer[at + 1] ^= times(factor, root);
    });
    factors = longer;
  }
  return factors.slice(1);
}

/** @param {readonly number[]} data @param {number} count @returns {number[]} */
export function correcting(data, count) {
  const divisor = generator(count);
  const rest = new Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((part, at) => {
      rest[at] ^= times(part, factor);
    });
  }
  return rest;
}
