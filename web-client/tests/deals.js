// Random lines for the layout's tests: shuffled tiles laid wherever they fit until nothing does. Not the rules: no
// turns, no scores.

/** @typedef {import("../src/layout/units.js").EndName} EndName */
/** @typedef {import("../src/layout/chain.js").Line} Line */

/**
 * A small seeded source of numbers (mulberry32), so that a failing line can be made again.
 * @param {number} seed
 * @returns {() => number} from 0 to 1
 */
export function dice(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {() => number} roll */
function shuffledTiles(roll) {
  const tiles = [];
  for (let high = 0; high <= 6; high += 1) for (let low = 0; low <= high; low += 1) tiles.push(`${high}-${low}`);
  for (let at = tiles.length - 1; at > 0; at -= 1) {
    const other = Math.floor(roll() * (at + 1));
    [tiles[at], tiles[other]] = [tiles[other], tiles[at]];
  }
  return tiles;
}

/**
 * @typedef {object} LineOptions
 * @property {number} [seats] 2 to 4; each holds seven tiles, the rest is drawn from; the deal ends when a hand is empty
 * @property {boolean} [spinner] the first double opens up and down
 * @property {boolean} [along] some doubles are laid lengthwise
 * @property {number} [wrong] chance of laying a tile that does not fit
 *
 * @typedef {object} Dealing
 * @property {() => number} roll
 * @property {LineOptions} options
 * @property {string[][]} hands
 * @property {string[]} stock
 * @property {Line} line
 * @property {Partial<Record<EndName, string>>} open
 */

/** @param {string} tile */
const isDouble = (tile) => tile[0] === tile[2];

/** @param {Dealing} dealing @param {string} tile */
const laid = ({ roll, options }, tile) =>
  options.along && isDouble(tile) && roll() < 0.3 ? { tile, along: true } : { tile };

/** @param {Dealing} dealing @param {number} seat @returns {{ tile: string, end: EndName, number: string }[]} */
function fitting({ roll, options, hands, open }, seat) {
  const wrong = roll() < (options.wrong ?? 0);
  const ends = /** @type {[EndName, string][]} */ (Object.entries(open));
  return hands[seat].flatMap((tile) =>
    ends
      .filter(([, number]) => wrong || tile[0] === number || tile[2] === number)
      .map(([end, number]) => ({ tile, end, number })),
  );
}

/** @param {Dealing} dealing @param {string} tile @returns {Dealing} */
function withSpinner(dealing, tile) {
  if (!dealing.options.spinner || dealing.line.spinner !== undefined || !isDouble(tile)) return dealing;
  const { line, open } = dealing;
  return {
    ...dealing,
    line: { ...line, spinner: tile, arms: { ...line.arms, up: [], down: [] } },
    open: { ...open, up: tile[0], down: tile[0] },
  };
}

/** @param {Dealing} dealing @param {number} seat @returns {Dealing | null} null when the seat can only pass */
function turn(dealing, seat) {
  let plays = fitting(dealing, seat);
  while (plays.length === 0) {
    const drawn = dealing.stock.pop();
    if (drawn === undefined) return null;
    dealing.hands[seat].push(drawn);
    plays = fitting(dealing, seat);
  }
  const { tile, end, number } = plays[Math.floor(dealing.roll() * plays.length)];
  dealing.hands[seat] = dealing.hands[seat].filter((other) => other !== tile);
  const { line, open } = dealing;
  return withSpinner(
    {
      ...dealing,
      line: { ...line, arms: { ...line.arms, [end]: [...(line.arms[end] ?? []), laid(dealing, tile)] } },
      open: { ...open, [end]: tile[0] === number ? tile[2] : tile[0] },
    },
    tile,
  );
}

/**
 * Every position of one random deal, from the lead to the last tile.
 * @param {number} seed
 * @param {LineOptions} [options]
 * @returns {Line[]}
 */
export function randomLines(seed, options = {}) {
  const roll = dice(seed);
  const seats = options.seats ?? 4;
  const tiles = shuffledTiles(roll);
  const hands = Array.from({ length: seats }, (_, seat) => tiles.slice(seat * 7, seat * 7 + 7));
  const lead = hands[0].shift() ?? "6-6";
  /** @type {Dealing} */
  let dealing = {
    roll,
    options,
    hands,
    stock: tiles.slice(seats * 7),
    line: { lead: { tile: lead }, arms: { left: [], right: [] } },
    open: { left: lead[0], right: lead[2] },
  };
  dealing.line.lead = laid(dealing, lead);
  dealing = withSpinner(dealing, lead);
  const lines = [dealing.line];
  let passes = 0;
  for (let seat = 1; passes < seats && hands.every((hand) => hand.length > 0); seat += 1) {
    const after = turn(dealing, seat % seats);
    passes = after === null ? passes + 1 : 0;
    if (after !== null) {
      dealing = after;
      lines.push(dealing.line);
    }
  }
  return lines;
}
