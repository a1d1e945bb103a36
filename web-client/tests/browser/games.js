// Positions of the other games: four arms and a sum, eight seats, rows before and in play, strict pairs. Invented, but
// as the rules would have them.

const SETTINGS = { private: true, watchers: true, clock_ms: 30_000, absence_ms: 120_000, pause_ms: 12_000 };
const CLOCK = { left_ms: 22_000, of_ms: 30_000, running: true };
const NAMES = ["Anna", "Olya", "Kata", "Bence", "Ben", "Luca", "Timur", "Nina"];

/** @param {number} n */
const people = (n) =>
  NAMES.slice(0, n).map((name, i) =>
    i === 4
      ? { name, kind: "bot", here: true }
      : { player: `0198c1de-7b4e-4000-8000-0000000000d${i}`, name, kind: "person", here: true },
  );

/** @param {string} sheet @param {number} seats @param {object} [more] */
const table = (sheet, seats, more = {}) => ({
  sheet,
  pairs: false,
  direction: "clockwise",
  goal: "reach_wins",
  threshold: 0,
  settings: SETTINGS,
  code: "ABCD2345WXYZ",
  me: 0,
  host: 0,
  match_number: 1,
  match_id: "0198c1de-7b4e-7000-8000-0000000000c1",
  hand: "seen",
  spinner: "none",
  in_play: "none",
  enforcement: "refuse",
  ladder: "none",
  deals: 0,
  seats: people(seats),
  ...more,
});

/** Tiles laid, each by a seat at an end: "6-4 right 1". @param {string} lead @param {string[]} plays */
function line(lead, plays, spinner = /** @type {string | undefined} */ (undefined)) {
  const [tile, seat] = lead.split(" ");
  return {
    lead: { tile, seat: Number(seat) },
    laid: plays.map((text) => {
      const [laid, end, by, how] = text.split(" ");
      return { tile: laid, end, seat: Number(by), ...(how === undefined ? {} : { [how]: true }) };
    }),
    ...(spinner === undefined ? {} : { spinner }),
  };
}

/** @param {any} lies @param {object[]} after @param {number} stock */
const logOf = (lies, after, stock) => [
  { type: "dealt", entry: 1, commitment: "ab", deal: 2, hands: [], stock },
  { type: "led", ...lies.lead },
  ...lies.laid.map((/** @type {object} */ tile) => ({ type: "played", ...tile })),
  ...after,
];

/**
 * @param {any} lies
 * @param {object[]} hands
 * @param {object[]} [after] facts after the last tile
 * @param {number} [stock] undealt
 */
const game = (lies, hands, after = [], stock = 10) => ({
  entry: 1,
  commitment: "ab",
  commitments: ["a", "ab"],
  deal: 2,
  leader: lies?.lead.seat,
  ...(lies === null ? {} : { line: lies }),
  pot: 0,
  hands,
  log: lies === null ? [] : logOf(lies, after, stock),
});

const SNIFF = line(
  "4-4 2",
  [
    "5-4 right 0",
    "4-2 left 1",
    "5-2 right 2",
    "2-0 right 1",
    "6-4 down 0",
    "6-5 down 1",
    "6-0 right 2",
    "5-1 down 0",
    "2-2 left 1",
    "3-1 down 2",
    "4-3 down 0",
    "6-6 right 1",
    "4-1 down 2",
    "4-0 up 0",
    "6-1 down 1",
    "6-2 left 1",
    "1-0 up 2",
  ],
  "4-4",
);
const SCORED = { type: "scored", side: 2, points: 5, reason: "multiples", value: 25 };
const BLITZ = line("0-0 6", [
  "3-0 right 7",
  "1-0 left 7",
  "6-1 left 1",
  "6-6 left 2",
  "4-3 right 3",
  "6-2 left 4",
  "6-4 right 5",
  "2-2 left 0",
]);
const STRICT = line("6-6 0", [
  "6-2 right 1",
  "6-0 left 2",
  "2-0 right 3",
  "4-0 left 0",
  "0-0 right 1",
  "4-1 left 2",
  "3-0 right 3",
  "6-1 left 0",
  "3-3 right 1",
  "6-3 left 2",
  "3-2 right 3",
]);
const WRONG = line("6-6 0", ["6-2 right 1", "6-0 left 2", "5-3 right 3", "4-0 left 0", "5-1 right 1"]);
const BLIND = line("0-0 1", ["6-0 right 2", "3-0 left 3", "6-4 right 1", "3-3 left 1", "4-1 right 2"]);
const FIVES = line("5-2 1", ["5-0 left 2", "2-2 right 0 lengthwise", "4-0 left 1"]);
const STRICT_TABLE = table("sport-points", 4, {
  pairs: true,
  goal: "fewest",
  enforcement: "penalize",
  ladder: "points",
  deals: 8,
});
const STRICT_NOW = {
  phase: "playing",
  turn: 50,
  stock: 0,
  drawable: 0,
  hands: [4, 3, 4, 3],
  score: [17, 83],
  warnings: [
    [0, 0],
    [1, 2],
  ],
  fines: [0, 10],
  strict: true,
  clock: CLOCK,
};
const held = ["6-5", "6-4", "4-4", "5-4"];
const ends = { left: "3", right: "2" };

/** @param {string[]} tiles @param {string[]} at */
const everywhere = (tiles, at) => tiles.flatMap((tile) => at.map((end) => `play ${tile} ${end}`));

/** @type {Record<string, any>} */
export const GAMES = {
  sniff: {
    ...table("sniff", 3, { spinner: "first_double", target: 61, in_play: "multiples", divisor: 5, unit: "per" }),
    game: game(SNIFF, [{ count: 3, tiles: ["5-0", "0-0", "5-5"] }, { count: 1 }, { count: 3 }], [SCORED]),
    now: {
      phase: "playing",
      turn: 40,
      seat: 0,
      ends: { left: "6", right: "6d", up: "1", down: "6" },
      stock: 3,
      drawable: 3,
      hands: [3, 1, 3],
      score: [18, 22, 31],
      value: 25,
      legal: ["draw"],
      clock: CLOCK,
    },
  },
  sniffPick: {
    ...table("sniff", 2, { spinner: "first_double", target: 61, in_play: "multiples", divisor: 5, unit: "per" }),
    game: game(line("4-4 1", ["5-4 right 0", "4-2 left 1"], "4-4"), [
      { count: 5, tiles: ["6-4", "4-1", "5-0", "2-0", "6-3"] },
      { count: 6 },
    ]),
    now: {
      phase: "playing",
      turn: 9,
      seat: 0,
      ends: { left: "2", right: "5", up: "4d", down: "4d" },
      stock: 14,
      drawable: 14,
      hands: [5, 6],
      score: [8, 10],
      value: 15,
      legal: ["play 2-0 left", "play 4-1 down", "play 4-1 up", "play 5-0 right", "play 6-4 down", "play 6-4 up"],
      clock: CLOCK,
    },
  },
  blitz: {
    ...table("blitz", 8, { target: 100, lay: "any" }),
    game: game(
      BLITZ,
      [
        { count: 2, tiles: ["4-4", "4-2"] },
        { count: 3 },
        { count: 2 },
        { count: 2 },
        { count: 2 },
        { count: 3 },
        { count: 1 },
        { count: 1 },
      ],
      [],
    ),
    now: {
      phase: "playing",
      turn: 9,
      seat: 0,
      ends: { left: "2d", right: "6" },
      stock: 4,
      drawable: 0,
      hands: [2, 3, 2, 2, 2, 3, 1, 1],
      score: [41, 12, 0, 63, 27, 80, 8, 35],
      legal: ["play 4-2 left", "stop"],
      clock: { ...CLOCK, left_ms: 11_000 },
    },
  },
  arranging: {
    ...table("blind-memory", 4, { target: 100, hand: "arranged", lay: "chain" }),
    game: {
      ...game(null, [
        { count: 7, tiles: ["5-3", "6-2", "4-4", "6-0", "2-1", "3-3", "5-1"] },
        { count: 7 },
        { count: 7 },
        { count: 7 },
      ]),
      leader: undefined,
    },
    now: {
      phase: "arranging",
      stock: 0,
      drawable: 0,
      hands: [7, 7, 7, 7],
      score: [40, 12, 7, 0],
      awaiting: [0, 2, 3],
      clock: { left_ms: 38_000, of_ms: 60_000, running: true },
    },
  },
  arranged: {
    ...table("blind-memory", 4, { target: 100, hand: "arranged", lay: "chain" }),
    game: { ...game(null, [{ count: 7 }, { count: 7 }, { count: 7 }, { count: 7 }]), leader: undefined },
    now: {
      phase: "arranging",
      stock: 0,
      drawable: 0,
      hands: [7, 7, 7, 7],
      score: [40, 12, 7, 0],
      awaiting: [2, 3],
      clock: { left_ms: 21_000, of_ms: 60_000, running: true },
    },
  },
  blindLead: {
    ...table("blind-memory", 4, { target: 100, hand: "arranged", lay: "chain" }),
    game: { ...game(null, [{ count: 7 }, { count: 7 }, { count: 7 }, { count: 7 }]), leader: 0 },
    now: {
      phase: "playing",
      turn: 1,
      seat: 0,
      stock: 0,
      drawable: 0,
      hands: [7, 7, 7, 7],
      score: [40, 12, 7, 0],
      legal: ["lead 0-0"],
      clock: CLOCK,
    },
  },
  blindTurn: {
    ...table("blind-memory", 4, { target: 100, hand: "arranged", lay: "chain" }),
    game: game(
      BLIND,
      [{ count: 6 }, { count: 4 }, { count: 3, tiles: ["5-2", "6-6", "4-3"] }, { count: 5 }],
      [
        { type: "opened", seat: 2 },
        { type: "misfit", seat: 3 },
      ],
      0,
    ),
    now: {
      phase: "playing",
      turn: 12,
      seat: 0,
      ends: { left: "3d", right: "1" },
      stock: 0,
      drawable: 0,
      hands: [6, 4, 3, 5],
      score: [40, 12, 7, 0],
      opened: [2],
      legal: ["turn_up"],
      clock: CLOCK,
    },
  },
  blindTurned: {
    ...table("blind-memory", 4, { target: 100, hand: "arranged", lay: "chain" }),
    game: game(
      BLIND,
      [{ count: 6 }, { count: 4 }, { count: 3, tiles: ["5-2", "6-6", "4-3"] }, { count: 5 }],
      [
        { type: "opened", seat: 2 },
        { type: "misfit", seat: 3 },
        { type: "turned_up", seat: 0, tile: "3-1" },
      ],
      0,
    ),
    now: {
      phase: "playing",
      turn: 12,
      seat: 0,
      ends: { left: "3d", right: "1" },
      stock: 0,
      drawable: 0,
      hands: [6, 4, 3, 5],
      score: [40, 12, 7, 0],
      opened: [2],
      turned_up: "3-1",
      legal: ["play 3-1 left", "play 3-1 right"],
      clock: CLOCK,
    },
  },
  fives: {
    ...table("fives", 3, { target: 20, in_play: "multiples", divisor: 5, unit: "per" }),
    game: game(FIVES, [{ count: 4, tiles: ["4-4", "6-2", "3-1", "2-1"] }, { count: 5 }, { count: 4 }]),
    now: {
      phase: "playing",
      turn: 8,
      seat: 0,
      ends: { left: "4", right: "2d" },
      stock: 9,
      drawable: 9,
      hands: [4, 5, 4],
      score: [3, 6, 12],
      value: 8,
      legal: ["play 2-1 right", "play 4-4 left", "play 6-2 right"],
      clock: CLOCK,
    },
  },
  strict: {
    ...STRICT_TABLE,
    game: game(
      STRICT,
      [{ count: 4, tiles: held }, { count: 3 }, { count: 4 }, { count: 3 }],
      [
        { type: "passed", seat: 2, numbers: [2, 3] },
        { type: "warned", side: 1, game: 1, total: 2, fine: 10 },
      ],
      0,
    ),
    now: { ...STRICT_NOW, seat: 1, ends },
  },
  strictTurn: {
    ...STRICT_TABLE,
    game: game(
      STRICT,
      [{ count: 4, tiles: ["6-5", "4-2", "4-4", "5-4"] }, { count: 3 }, { count: 4 }, { count: 3 }],
      [],
      0,
    ),
    now: {
      ...STRICT_NOW,
      seat: 0,
      ends,
      legal: [...everywhere(["4-2", "4-4", "5-4", "6-5"], ["left", "right"]), "pass"],
    },
  },
  fault: {
    ...STRICT_TABLE,
    game: {
      ...game(WRONG, [{ count: 4, tiles: held }, { count: 3 }, { count: 4 }, { count: 3 }]),
      result: {
        reason: "fault",
        fault: "wrong_tile",
        seat: 3,
        winners: [0],
        next_lead: "lot",
        seats: [
          { tiles: held, value: 38 },
          { tiles: ["1-1", "2-1", "3-1"], value: 9 },
          { tiles: ["5-2", "5-0", "4-3", "3-2"], value: 24 },
          { tiles: ["2-0", "2-2", "3-3"], value: 12 },
        ],
        sides: [
          { value: 62, entry: 0, before: 17, written: 0, after: 17 },
          { value: 21, entry: 10, before: 83, written: 20, after: 103, extra: 10, fine: 10 },
        ],
      },
    },
    now: {
      phase: "between_deals",
      turn: 50,
      ends: { left: "4", right: "1" },
      stock: 0,
      drawable: 0,
      hands: [4, 3, 4, 3],
      score: [17, 103],
      warnings: [
        [0, 0],
        [1, 2],
      ],
      clock: { left_ms: 9000, of_ms: 12_000, running: true },
    },
  },
  inPlay: {
    ...table("fives", 3, { target: 20, in_play: "multiples", divisor: 5, unit: "per" }),
    game: {
      ...game(FIVES, [{ count: 4, tiles: ["4-4", "6-2", "3-1", "2-1"] }, { count: 5 }, { count: 4 }]),
      winners: [2],
      losers: [],
    },
    now: {
      phase: "match_over",
      turn: 8,
      ends: { left: "4", right: "2d" },
      stock: 9,
      drawable: 9,
      hands: [4, 5, 4],
      score: [3, 6, 20],
      value: 8,
    },
  },
};
