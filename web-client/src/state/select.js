// What follows from the state: pure functions that the views share. No rule is decided here; what is legal is the
// server's list.

/** @typedef {import("./view.js").TableView} TableView */
/** @typedef {import("../net/protocol.js").EndName} EndName */
/** @typedef {import("../net/protocol.js").Fact} Fact */
/** @typedef {import("./facts.js").Table} Table */
/** @typedef {import("./facts.js").LogLine} LogLine */
/** @typedef {EndName | "lead"} Place */
/** @typedef {{ tile: string, end: Place, action: string }} Move */

/** @type {readonly EndName[]} */
const ENDS = ["left", "right", "up", "down"];

/**
 * The seats in order of play, from the one after mine; a watcher starts at seat 0.
 * @param {TableView} view
 * @returns {number[]}
 */
export function seatOrder({ seats, me, direction }) {
  const n = seats.length;
  const step = direction === "anticlockwise" ? n - 1 : 1;
  if (me === undefined) return seats.map((_, i) => (i * step) % n);
  return Array.from({ length: n - 1 }, (_, i) => (me + (i + 1) * step) % n);
}

/** @param {TableView} view @param {number} seat */
export const sideOf = ({ pairs }, seat) => (pairs ? seat % 2 : seat);

/** @param {TableView} view @param {number} side @returns {number[]} */
export const seatsOfSide = ({ pairs, seats }, side) =>
  seats.map((_, i) => i).filter((seat) => (pairs ? seat % 2 : seat) === side);

/** @param {TableView} view @param {number} seat */
export const scoreOf = (view, seat) => view.now.score[sideOf(view, seat)] ?? 0;

/** @param {TableView} view */
export const isMyTurn = ({ me, now }) =>
  me !== undefined && now.phase === "playing" && now.seat === me && (now.legal?.length ?? 0) > 0;

/**
 * The placements that are legal now. A double that may lie both ways is laid across unless lengthwise is asked for.
 * @param {TableView} view
 * @param {{ lengthwise?: boolean }} [how]
 * @returns {Move[]}
 */
export function moves(view, { lengthwise = false } = {}) {
  if (!isMyTurn(view)) return [];
  const all = (view.now.legal ?? []).flatMap(placement);
  const other = lengthwise ? all.filter(({ along }) => along) : [];
  const both = all.filter(
    ({ along, tile, end }) => !along && !other.some((move) => move.tile === tile && move.end === end),
  );
  return [...both, ...other].map(({ tile, end, action }) => ({ tile, end, action }));
}

/** @param {string} action @returns {(Move & { along: boolean })[]} */
function placement(action) {
  const [kind, tile, first, second] = action.split(" ");
  if (kind === "lead") return [{ tile, end: "lead", action, along: first === "along" }];
  if (kind === "play") return [{ tile, end: /** @type {Place} */ (first), action, along: second === "along" }];
  return [];
}

/**
 * How a double may be laid lengthwise: by the rules (an action of its own), only for show, or not at all.
 * @param {TableView} view
 * @param {string} tile
 * @returns {"along" | "shown" | null}
 */
export function lengthwiseOf(view, tile) {
  const ways = (view.now.legal ?? []).flatMap(placement).filter((move) => move.tile === tile);
  if (ways.some(({ along }) => along)) return "along";
  const [high, low] = tile.split("-");
  return ways.length > 0 && high === low && view.in_play === "multiples" && view.spinner === "none" ? "shown" : null;
}

/** The declarations that are legal now: draw, pass, stop, turn_up. @param {TableView} view @returns {string[]} */
export const declarations = (view) =>
  isMyTurn(view) ? (view.now.legal ?? []).filter((action) => !/^(lead|play) /.test(action)) : [];

/**
 * Where a tile may go, without choices that make no difference: two ends equal in number and flag on a line without a
 * spinner.
 * @param {TableView} view
 * @param {string} tile
 * @param {{ lengthwise?: boolean }} [how]
 * @returns {Move[]}
 */
export function choices(view, tile, how = {}) {
  const mine = moves(view, how).filter((move) => move.tile === tile);
  const { left, right } = view.now.ends ?? {};
  const same = mine.length === 2 && left === right && left !== undefined && view.game?.line?.spinner === undefined;
  return same ? mine.filter(({ end }) => end === "right") : mine;
}

/**
 * The moves at which the halves touch. At a strict table the legal list knows others, too.
 * @param {TableView} view
 * @param {string} tile
 * @param {{ lengthwise?: boolean }} [how]
 * @returns {Move[]}
 */
export const fittingChoices = (view, tile, how = {}) =>
  choices(view, tile, how).filter(({ end }) => fitsAt(view, tile, end));

/** @param {TableView} view @param {string} tile @param {Place} end */
function fitsAt(view, tile, end) {
  const open = openEnds(view).find((known) => known.end === end);
  return open === undefined || tile.split("-").includes(String(open.number));
}

/** @param {TableView} view @param {string} tile */
export const fitsAnEnd = (view, tile) => neededNumbers(view).some((number) => tile.split("-").includes(String(number)));

/**
 * The open ends, left to right.
 * @param {TableView} view
 * @returns {{ end: EndName, number: number, double: boolean }[]}
 */
export function openEnds(view) {
  const ends = view.now.ends ?? {};
  return ENDS.flatMap((end) => {
    const value = ends[end];
    return value === undefined ? [] : [{ end, number: Number(value[0]), double: value.endsWith("d") }];
  });
}

/** The numbers a tile must have, each once. @param {TableView} view @returns {number[]} */
export const neededNumbers = (view) => [...new Set(openEnds(view).map(({ number }) => number))];

/**
 * The number that a tile laid at an end would leave open there.
 * @param {string} tile
 * @param {number} number
 * @returns {number}
 */
export function makes(tile, number) {
  const [high, low] = tile.split("-").map(Number);
  return high === number ? low : high;
}

/**
 * The line as the felt draws it: arms from the lead, or from the spinner, outwards.
 * @param {TableView} view
 * @returns {import("../layout/chain.js").Line | null}
 */
export function lineOf(view) {
  const line = view.game?.line;
  if (line === undefined) return null;
  /** @type {Partial<Record<EndName, { tile: string, along?: boolean }[]>>} */
  const arms = { left: [], right: [] };
  for (const laid of line.laid) {
    if (laid.end === undefined) continue;
    const arm = arms[laid.end] ?? [];
    arm.push(lying(laid));
    arms[laid.end] = arm;
  }
  return { lead: lying(line.lead), arms, ...(line.spinner === undefined ? {} : { spinner: line.spinner }) };
}

/** Lengthwise by the rules or only for show: it lies the same. @param {import("../net/protocol.js").LaidTile} laid */
const lying = ({ tile, along, lengthwise }) => ({ tile, along: along === true || lengthwise === true || undefined });

/** @param {TableView} view @returns {import("../net/protocol.js").LaidTile | null} */
export function lastLaid(view) {
  const line = view.game?.line;
  return line === undefined ? null : (line.laid[line.laid.length - 1] ?? line.lead);
}

/** @param {TableView} view @returns {string[]} */
export const myTiles = (view) => (view.me === undefined ? [] : (view.game?.hands[view.me]?.tiles ?? []));

/**
 * What a seat last showed about its hand in this deal: tiles drawn since its last placement, the numbers it passed on,
 * a misfit; and the points of the placement that lies last.
 * @param {Table} table
 * @param {number} seat
 * @returns {{ drew: number, without: number[], misfit: boolean, points: number }}
 */
export function showed({ log, view }, seat) {
  let drew = 0,
    points = 0,
    misfit = false;
  /** @type {number[]} */
  let without = [];
  for (const { fact } of log) {
    if (fact.type === "dealt") [drew, without, misfit, points] = [0, [], false, 0];
    if (fact.type === "led" || fact.type === "played") points = 0;
    if (fact.type === "scored" && fact.side === sideOf(view, seat)) points += fact.points;
    if (!("seat" in fact) || fact.seat !== seat) continue;
    if (fact.type === "drew") drew += 1;
    if (fact.type === "led" || fact.type === "played") [drew, misfit] = [0, false];
    if (fact.type === "misfit") misfit = true;
    if (fact.type === "passed") without = fact.numbers ?? [];
  }
  return { drew, without, misfit, points };
}

/**
 * Log lines with draws of one seat in a row made one, and points put to the placement that brought them.
 * @param {LogLine[]} log
 * @param {{ pairs?: boolean }} [how]
 * @returns {(LogLine & { times: number, points: number })[]}
 */
export function foldedLog(log, { pairs = false } = {}) {
  /** @type {(LogLine & { times: number, points: number })[]} */
  const lines = [];
  for (const line of log) {
    const last = lines[lines.length - 1];
    const { fact } = line;
    const before = last?.fact;
    const layer = before?.type === "led" || before?.type === "played" ? before.seat : null;
    if (fact.type === "drew" && before?.type === "drew" && before.seat === fact.seat)
      lines[lines.length - 1] = { ...line, times: last.times + 1, points: 0 };
    else if (fact.type === "scored" && layer !== null && (pairs ? layer % 2 : layer) === fact.side)
      lines[lines.length - 1] = { ...last, points: last.points + fact.points };
    else lines.push({ ...line, times: 1, points: 0 });
  }
  return lines;
}

/**
 * Milliseconds a clock shows now.
 * @param {{ left_ms: number, running: boolean }} clock
 * @param {number} at when it was received
 * @param {number} now
 */
export const clockLeft = (clock, at, now) => Math.max(0, clock.left_ms - (clock.running ? now - at : 0));

/** How far a side has come on its way to the target, 0 to 1. @param {TableView} view @param {number} side */
export const progress = (view, side) =>
  view.target === undefined || view.target === 0
    ? 0
    : Math.min(1, Math.max(0, (view.now.score[side] ?? 0) / view.target));

/** Pips of a tile. @param {string} tile */
export const pips = (tile) => tile.split("-").reduce((sum, half) => sum + Number(half), 0);

/**
 * A hand's value as a sum: each tile's part. What the rules add (0-0, six-six) goes to the tile that they add it for.
 * @param {import("../net/protocol.js").SeatSum} sum
 * @returns {{ tile: string, value: number, special: boolean }[] | null} null where the rules replace the sum by one
 *   figure
 */
export function sumTerms({ tiles, value }) {
  const plain = tiles.reduce((sum, tile) => sum + pips(tile), 0);
  const extra = value - plain;
  if (extra !== 0 && !tiles.includes("0-0")) return null;
  return tiles.map((tile) => ({
    tile,
    value: pips(tile) + (tile === "0-0" ? extra : 0),
    special: tile === "0-0" && extra !== 0,
  }));
}
