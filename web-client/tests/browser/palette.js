// A screenshot with at most 256 colours: a third of the weight, and the eye sees no difference on flat ink and paper.

import { deflateSync, inflateSync, crc32 } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;

/** @param {Buffer} png true colour, 8 bits, as a browser's screenshot is @returns {Buffer} */
export function withPalette(png) {
  const { width, height, channels, pixels } = decode(png);
  /** How often each colour occurs. @type {Map<number, number>} */
  const counts = new Map();
  const colours = new Uint32Array(width * height);
  for (let i = 0; i < colours.length; i += 1) {
    const at = i * channels;
    colours[i] = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    counts.set(colours[i], (counts.get(colours[i]) ?? 0) + 1);
  }
  const boxes = medianCut([...counts].map(([colour, count]) => ({ colour, count })));
  const index = new Map(boxes.flatMap((box, i) => box.map(({ colour }) => [colour, i])));
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, i) => {
    rows[i + Math.floor(i / width) + 1] = index.get(colour) ?? 0;
  });
  return encode(width, height, boxes.map(mean), rows);
}

/** @typedef {{ colour: number, count: number }} Counted */

/** @param {number} colour @param {number} channel 0 red, 1 green, 2 blue */
const part = (colour, channel) => (colour >> (16 - 8 * channel)) & 255;

/**
 * Splits the box with the widest, most used colours until there are enough.
 * @param {Counted[]} all
 * @returns {Counted[][]}
 */
function medianCut(all) {
  const boxes = [measured(all)];
  while (boxes.length < MOST_COLOURS) {
    const at = boxes.reduce((best, box, i) => (box.weight > boxes[best].weight ? i : best), 0);
    const { box, channel, weight } = boxes[at];
    if (weight === 0) break;
    box.sort((a, b) => part(a.colour, channel) - part(b.colour, channel));
    const half = box.reduce((sum, { count }) => sum + count, 0) / 2;
    let cut = 0;
    for (let sum = 0; cut < box.length - 1 && (cut === 0 || sum + box[cut].count <= half); cut += 1)
      sum += box[cut].count;
    boxes.splice(at, 1, measured(box.slice(0, cut)), measured(box.slice(cut)));
  }
  return boxes.map(({ box }) => box);
}

/** @param {Counted[]} box @returns {{ box: Counted[], channel: number, weight: number }} */
function measured(box) {
  const spreads = [0, 1, 2].map((channel) => {
    const [low, high] = box.reduce(
      ([least, most], { colour }) => [Math.min(least, part(colour, channel)), Math.max(most, part(colour, channel))],
      [255, 0],
    );
    return high - low;
  });
  const widest = Math.max(...spreads);
  const count = box.reduce((sum, one) => sum + one.count, 0);
  // A wide box counts for more than a full one, so that a small mark keeps its colour beside a large ground.
  return { box, channel: spreads.indexOf(widest), weight: widest ** 3 * Math.sqrt(count) };
}

/** @param {Counted[]} box @returns {number[]} */
function mean(box) {
  const total = box.reduce((sum, { count }) => sum + count, 0);
  return [0, 1, 2].map((channel) =>
    Math.round(box.reduce((sum, { colour, count }) => sum + part(colour, channel) * count, 0) / total),
  );
}

/** @param {Buffer} png */
function decode(png) {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error("not a PNG");
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  if (png[24] !== 8 || (png[25] !== 6 && png[25] !== 2)) throw new Error("not true colour with 8 bits");
  /** @type {Buffer[]} */
  const pieces = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      pieces.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return {
    width,
    height,
    channels,
    pixels: unfiltered(inflateSync(Buffer.concat(pieces)), width * channels, height, channels),
  };
}

/**
 * @param {Buffer} raw rows, each with its filter's number first
 * @param {number} stride
 * @param {number} height
 * @param {number} step bytes a pixel
 */
function unfiltered(raw, stride, height, step) {
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < step ? 0 : pixels[at - step];
      const up = y === 0 ? 0 : pixels[at - stride];
      const corner = x < step || y === 0 ? 0 : pixels[at - stride - step];
      pixels[at] = raw[y * (stride + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    }
  }
  return pixels;
}

/** @param {number} left @param {number} up @param {number} corner */
function paeth(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** @param {number} width @param {number} height @param {number[][]} palette @param {Buffer} rows */
function encode(width, height, palette, rows) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** @param {string} name @param {Buffer} body */
function chunk(name, body) {
  const whole = Buffer.alloc(body.length + 12);
  whole.writeUInt32BE(body.length, 0);
  whole.write(name, 4, "latin1");
  body.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, body.length + 8)), body.length + 8);
  return whole;
}
