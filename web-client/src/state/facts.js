// What a fact does to the table that the page shows. One small function per kind; kinds not known yet change nothing.

import { unfinished } from "./absence.js";
import { gameChange, handChange, nowChange, seatChange } from "./change.js";
import { endsAfter } from "./line.js";
import { arranged, forLog, misfit, opened, turnedUp } from "./rows.js";
import { takenBack, warned } from "./strict.js";

/** @typedef {import("../net/protocol.js").Fact} Fact */
/**
 * @template {Fact["type"]} T
 * @typedef {import("../net/protocol.js").FactOf<T>} FactOf
 */
/** @typedef {import("./view.js").TableView} TableView */
/** @typedef {import("./view.js").GameView} GameView */
/** @typedef {import("../net/protocol.js").EndName} EndName */
/** @typedef {import("./line.js").Ends} Ends */

/**
 * A line of the log: the fact, and the ends after it for the sentence.
 * @typedef {{ n: number, fact: Fact, ends: Ends }} LogLine
 *
 * @typedef {object} Table a table as the page shows it
 * @property {string} id
 * @property {number} seq the last number shown
 * @property {boolean} live whether facts have come since the snapshot: only then does a tile come flying
 * @property {number} at when `view.now` was received, ms
 * @property {TableView} view
 * @property {LogLine[]} log of the running deal, and what happened at the table meanwhile
 * @property {{ seat: number, player?: string, phrase: string, at: number }[]} said
 * @property {string[]} commitments of this match's entries, as they were published when they were dealt
 * @property {string | null} match the match they belong to
 * @property {Record<number, { running: boolean, at: number } | undefined>} absence
 * @property {import("./proof.js").Proof | null} proof
 * @property {Glimpse | null} glimpse a tile that is seen for a moment and then not kept
 * @property {{ tile: string, at: number } | null} lastPlace where in my hand the tile stood that I laid last
 *
 * @typedef {{ kind: "misfit" | "taken_back", seat: number, tile: string, end?: EndName, n: number }} Glimpse
 */

/** Lines the log keeps. */
const LOG_LINES = 200;

/**
 * @param {Table} table with `seq` already moved on
 * @param {Fact} fact
 * @returns {Table}
 */
export function applyFact(table, fact) {
  const change = /** @type {((table: Table, fact: Fact) => Table) | undefined} */ (CHANGES[fact.type]);
  const changed = change === undefined ? table : change(table, fact);
  if (!LOGGED.has(fact.type)) return changed;
  const fresh = fact.type === "dealt" ? [] : changed.log;
  return {
    ...changed,
    log: [...fresh.slice(1 - LOG_LINES), { n: changed.seq, fact: forLog(fact), ends: changed.view.now.ends ?? {} }],
  };
}

const LOGGED = new Set([
  "seated",
  "left",
  "absent",
  "absence_choice",
  "unfinished",
  "stand_in",
  "returned",
  "time_up",
  "dealt",
  "void",
  "led",
  "played",
  "drew",
  "passed",
  "stopped",
  "scored",
  "arranged",
  "turned_up",
  "misfit",
  "opened",
  "challenged",
  "taken_back",
  "warned",
  "ruled",
  "deal_over",
  "match_over",
  "rematch",
]);

/**
 * A player who gives up a seat, or takes one, has no wish there yet.
 * @param {Table} table @param {number | undefined} seat @returns {Table}
 */
const wishless = (table, seat) =>
  table.view.me === seat ? { ...table, view: { ...table.view, auto_pass: false } } : table;

/** @type {{ readonly [T in Fact["type"]]?: (table: Table, fact: FactOf<T>) => Table }} */
const CHANGES = {
  seated: (table, { seat, player, name, kind }) =>
    seatChange(wishless(table, seat), seat, () => ({
      player,
      name,
      kind,
      here: true,
      ready: kind === "bot" && player === undefined,
    })),
  renamed: (table, { seat, name }) => seatChange(table, seat, (info) => ({ ...info, name })),
  left: (table, { seat, bot }) =>
    seatChange(wishless(table, seat), seat, () =>
      bot === undefined ? { here: false } : { name: bot, kind: "bot", here: true, stand_in: true },
    ),
  host: (table, { seat }) => ({ ...table, view: { ...table.view, host: seat } }),
  ready: (table, { seat }) => seatChange(table, seat, (info) => ({ ...info, ready: true })),
  rematch: (table, { seat }) => seatChange(table, seat, (info) => ({ ...info, ready: true })),
  // A watcher who sat down learns of it by the next snapshot, which has the wish.
  auto_pass: (table, { seat, on }) =>
    table.view.me === seat ? { ...table, view: { ...table.view, auto_pass: on } } : table,
  unfinished,
  stand_in: (table, { seat }) => seatChange(table, seat, (info) => ({ ...info, stand_in: true })),
  returned: (table, { seat }) => seatChange(table, seat, (info) => ({ ...info, stand_in: false, here: true })),
  closed: (table) => nowChange(table, { phase: "closed" }),
  match_started: matchStarted,
  dealt,
  void: (table, fact) => voided(table, fact),
  led: laid,
  played: laid,
  drew,
  scored,
  stopped: (table) => nowChange(table, { turned_up: undefined, legal: [] }),
  arranged,
  turned_up: turnedUp,
  misfit,
  opened,
  taken_back: takenBack,
  warned,
  deal_over: dealOver,
  match_over: (table, { score, winners, losers, reason }) =>
    gameChange(nowChange(table, { phase: "match_over", score: score ?? table.view.now.score }), (game) => ({
      ...game,
      winners,
      losers,
      ended: reason,
    })),
};

/** @param {Table} table @returns {Table} */
const nobodyReady = (table) => ({
  ...table,
  view: { ...table.view, seats: table.view.seats.map((info) => ({ ...info, ready: false })) },
});

/** @param {Table} table @param {FactOf<"match_started">} fact @returns {Table} */
function matchStarted(table, { match_id }) {
  const { view } = nobodyReady(table);
  return {
    ...table,
    commitments: [],
    match: match_id ?? null,
    proof: null,
    log: [],
    view: {
      ...view,
      match_id,
      match_number: view.match_number + 1,
      game: undefined,
      now: { ...view.now, phase: "playing", score: [] },
    },
  };
}

/** @param {Table} table @param {FactOf<"dealt">} fact @returns {Table} */
function dealt(table, { entry, commitment, deal, hands, hand, leader, stock }) {
  const { view } = nobodyReady(table);
  const commitments = put(table.commitments, entry, commitment);
  const mine = view.me;
  const arranging = view.hand === "arranged";
  return {
    ...table,
    commitments,
    glimpse: null,
    lastPlace: null,
    view: {
      ...view,
      game: {
        entry,
        commitment,
        commitments,
        deal,
        leader,
        pot: view.game?.pot ?? 0,
        log: [],
        hands: hands.map((count, seat) => (seat === mine && hand !== undefined ? { count, tiles: hand } : { count })),
      },
      now: {
        ...view.now,
        phase: arranging ? "arranging" : "playing",
        awaiting: arranging ? hands.map((_, seat) => seat) : undefined,
        ends: {},
        hands,
        stock,
        seat: leader,
        legal: [],
        value: undefined,
        opened: undefined,
        turned_up: undefined,
      },
    },
  };
}

/** @param {Table} table @param {FactOf<"void">} fact @returns {Table} */
const voided = (table, { entry, commitment }) => ({
  ...table,
  commitments: put(table.commitments, entry, commitment),
});

/** @param {string[]} list @param {number} at @param {string} value */
function put(list, at, value) {
  const next = [...list];
  next[at] ??= value;
  return next;
}

/** @param {Table} table @param {FactOf<"led" | "played">} fact @returns {Table} */
function laid(table, fact) {
  const { type, seat, tile, along, lengthwise } = fact;
  const end = fact.type === "played" ? fact.end : undefined;
  const at = table.view.game?.hands[seat]?.tiles?.indexOf(tile) ?? -1;
  const held = handChange(table, seat, (hand) => ({
    count: hand.count - 1,
    tiles: hand.tiles?.filter((other) => other !== tile),
  }));
  const changed = gameChange(held, (game) => ({
    ...game,
    leader: type === "led" ? seat : game.leader,
    line: {
      ...(type === "led" || game.line === undefined
        ? { lead: { tile, seat, along, lengthwise }, laid: [] }
        : { ...game.line, laid: [...game.line.laid, { tile, end, seat, along, lengthwise }] }),
      ...spinnerWith(table.view, type === "led" ? undefined : game.line?.spinner, tile),
    },
  }));
  const ends = endsAfter(table.view.now.ends ?? {}, fact, table.view.game?.line?.spinner);
  return {
    // The value of the layout is the server's to say.
    ...nowChange(changed, { phase: "playing", seat, ends, legal: [], value: undefined, turned_up: undefined }),
    lastPlace: at < 0 ? null : { tile, at },
  };
}

/**
 * Where the sheet has a spinner, the first double of the deal is it.
 * @param {TableView} view
 * @param {string | undefined} before
 * @param {string} tile
 * @returns {{ spinner?: string }}
 */
function spinnerWith(view, before, tile) {
  if (before !== undefined) return { spinner: before };
  return view.spinner === "first_double" && tile[0] === tile[2] ? { spinner: tile } : {};
}

/** @param {Table} table @param {FactOf<"drew">} fact @returns {Table} */
function drew(table, { seat = 0, tile }) {
  const { now } = table.view;
  const held = handChange(table, seat, (hand) => ({
    count: hand.count + 1,
    tiles: hand.tiles === undefined || tile === undefined ? hand.tiles : [...hand.tiles, tile],
  }));
  return nowChange(held, { seat, stock: now.stock - 1, drawable: now.drawable - 1, legal: [] });
}

/** Points in play count at once. @param {Table} table @param {FactOf<"scored">} fact @returns {Table} */
function scored(table, { side = 0, points = 0, value }) {
  const { score } = table.view.now;
  const counted = nowChange(table, {
    score: Array.from(
      { length: Math.max(score.length, side + 1) },
      (_, i) => (score[i] ?? 0) + (i === side ? points : 0),
    ),
  });
  return value === undefined ? counted : nowChange(counted, { value });
}

/** @param {Table} table @param {FactOf<"deal_over">} fact @returns {Table} */
function dealOver(table, fact) {
  const { type: _, ...sums } = fact;
  const changed = gameChange(nobodyReady(table), (game) => ({ ...game, result: sums, pot: sums.pot ?? 0 }));
  return nowChange(changed, {
    phase: "between_deals",
    score: sums.sides.map((side) => side.after),
    seat: undefined,
    legal: [],
    clock: undefined,
    turned_up: undefined,
    strict: undefined,
  });
}
