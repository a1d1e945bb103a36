// Facts as sentences: for the log, and for the live region.

import { isRowClosed, isStrict, myTurnedUp } from "../state/hold.js";
import { fitsAnEnd, foldedLog, makes, myTiles, openEnds, seatsOfSide } from "../state/select.js";
import { seatName, sideName } from "./context.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */
/** @typedef {import("../net/protocol.js").Fact} Fact */
/**
 * @template {Fact["type"]} T
 * @typedef {import("../net/protocol.js").FactOf<T>} FactOf
 */
/** @typedef {import("../i18n.js").Part} Part */
/** @typedef {import("../state/facts.js").LogLine & { times?: number }} Line */

/**
 * One fact of the log as a sentence; null for what needs none.
 * @param {Context} ctx
 * @param {Table} table
 * @param {Line} line
 * @param {"short" | "full"} length full ones say the ends, too
 * @returns {Part[] | null}
 */
export function factParts(ctx, table, { fact, ends, times = 1 }, length = "short") {
  const { t } = ctx;
  const seat = "seat" in fact ? fact.seat : undefined;
  const me = seat !== undefined && seat === table.view.me;
  const who = seat === undefined ? "" : { name: seatName(ctx, table, seat) };
  /** @param {string} key @param {Record<string, import("../i18n.js").Param>} [params] */
  const say = (key, params = {}) => t.parts(me ? `${key}.me` : key, { who, ...params });
  const numbers = Object.values(ends).map((value) => value[0]);
  switch (fact.type) {
    case "led":
      return say("log.led", { tile: fact.tile });
    case "played":
      return length === "full" && numbers.length > 0
        ? say(`say.played.${fact.end}`, { tile: fact.tile, ends: t.list(numbers) })
        : say(`log.played.${fact.end}`, { tile: fact.tile });
    case "drew":
      return me && times === 1 && fact.tile !== undefined
        ? say("log.drew_tile", { tile: fact.tile })
        : say("log.drew", { n: times });
    case "passed":
      return say("log.passed", {
        numbers: t.list((fact.numbers ?? []).map((number) => t.form("onto", String(number)))),
      });
    case "stopped":
    case "arranged":
    case "misfit":
    case "opened":
    case "challenged":
    case "seated":
    case "left":
    case "absent":
    case "stand_in":
    case "returned":
    case "time_up":
    case "rematch":
      return say(`log.${fact.type}`, fact.type === "seated" ? { who: { name: fact.name ?? "" } } : {});
    case "absence_choice":
      return say(`log.absence.${fact.choice}`);
    case "unfinished":
      return t.parts("log.unfinished");
    case "dealt":
      return t.parts("log.dealt", { n: fact.deal ?? 0 });
    case "void":
      return say("log.void", { tiles: (fact.hand ?? []).join(" ") });
    case "turned_up":
      return say("log.turned_up", { tile: fact.tile });
    case "taken_back":
      return say("log.taken_back", { tile: fact.tile });
    case "warned":
      return warnedParts(ctx, table, fact);
    case "ruled":
      return ruledParts(ctx, table, fact.ruling ?? "");
    case "scored":
      return scoredParts(ctx, table, fact);
    case "deal_over":
      return resultTitle(ctx, table, fact);
    case "match_over":
      return matchTitle(ctx, table, fact.winners ?? [], fact.losers ?? []);
    default:
      return null;
  }
}

/**
 * "Anna gets 5 points, the ends make 25".
 * @param {Context} ctx
 * @param {Table} table
 * @param {FactOf<"scored">} fact
 * @returns {Part[]}
 */
function scoredParts(ctx, table, { side, points, reason, value }) {
  const { t } = ctx;
  const key = t.has(`log.scored.${reason}`) ? `log.scored.${reason}` : "log.scored";
  return t.parts(key, {
    who: { name: sideName(ctx, table, seatsOfSide(table.view, side)) },
    n: points,
    value: value ?? 0,
  });
}

/** @param {Context} ctx @param {Table} table @param {FactOf<"warned">} fact @returns {Part[]} */
function warnedParts(ctx, table, { side, game, total, fine }) {
  const who = { name: sideName(ctx, table, seatsOfSide(table.view, side)) };
  if (fine !== undefined && fine > 0) return ctx.t.parts("log.warned.fine", { who, n: fine });
  return ctx.t.parts("log.warned", { who, game, total });
}

/**
 * What the table ruled; a new deal says so itself, and a warning is a fact of its own.
 * @param {Context} ctx
 * @param {Table} table
 * @param {string} ruling
 * @returns {Part[] | null}
 */
function ruledParts(ctx, table, ruling) {
  const [kind, seat] = ruling.split(" ");
  if (kind === "restart") return ctx.t.parts("log.ruled.restart");
  if (kind !== "overtime") return null;
  const mine = Number(seat) === table.view.me;
  return ctx.t.parts(mine ? "log.ruled.overtime.me" : "log.ruled.overtime", {
    who: { name: seatName(ctx, table, Number(seat)) },
  });
}

/**
 * @param {Context} ctx
 * @param {Table} table
 * @param {{ reason?: string, seat?: number, fault?: string }} result
 * @returns {Part[]}
 */
export function resultTitle(ctx, table, { reason, seat, fault }) {
  const { t } = ctx;
  if (reason === "block") return t.parts("result.block");
  if (reason === "warning") return t.parts("result.warning");
  if (reason === "fault" && seat !== undefined) {
    const key = fault === "wrong_tile" ? "result.wrong_tile" : "result.false_pass";
    return seat === table.view.me ? t.parts(`${key}.me`) : t.parts(key, { who: { name: seatName(ctx, table, seat) } });
  }
  if (reason !== "out" || seat === undefined) return t.parts("result.over");
  return seat === table.view.me
    ? t.parts("result.out.me")
    : t.parts("result.out", { who: { name: seatName(ctx, table, seat) } });
}

/**
 * "Clara is the goat", "You win".
 * @param {Context} ctx
 * @param {Table} table
 * @param {number[]} winners
 * @param {number[]} losers
 * @returns {Part[]}
 */
export function matchTitle(ctx, table, winners, losers) {
  const { t } = ctx;
  const { view } = table;
  const goat = view.goal === "reach_loses";
  const sides = goat ? losers : winners;
  const mine = view.me !== undefined && sides.some((side) => seatsOfSide(view, side).includes(view.me ?? -1));
  const key = goat ? "match.goat" : "match.wins";
  if (sides.length === 1 && mine && !view.pairs) return t.parts(`${key}.me`);
  const names = sides.map((side) => sideName(ctx, table, seatsOfSide(view, side)));
  return t.parts(names.length === 1 && !view.pairs ? key : `${key}.many`, { who: { name: t.list(names) } });
}

/**
 * What the seat on turn may do, for the own state line and the live region.
 * @param {Context} ctx
 * @param {Table} table
 * @returns {string}
 */
export function turnHint({ t }, { view }) {
  const legal = view.now.legal ?? [];
  const stop = legal.includes("stop");
  const leads = legal.filter((action) => action.startsWith("lead "));
  const doubles = new Set(leads.map((action) => action.split(" ")[1]));
  if (doubles.size === 1) return t.text("hint.lead_named", { tile: leads[0].split(" ")[1] });
  if (leads.length > 1) return t.text("hint.lead_any");
  if (legal.includes("turn_up")) return t.text(stop ? "hint.turn_up_or_stop" : "hint.turn_up");
  const open = fitting(view, legal);
  const numbers = [...new Set(open.map(({ number }) => String(number)))];
  // Of four ends the numbers say enough: the places are lit.
  const ends =
    open.length > 2
      ? t.list(numbers, "disjunction")
      : open.map(({ end, number }) => t.text(`hint.at.${end}`, { number })).join(", ");
  if (ends !== "") return t.text(stop ? "hint.fits_or_stop" : "hint.fits", { ends });
  if (!legal.includes("draw")) return t.text("hint.pass");
  const closed = isRowClosed(view);
  return t.text(
    stop ? (closed ? "hint.draw_closed_or_stop" : "hint.draw_or_stop") : closed ? "hint.draw_closed" : "hint.draw",
  );
}

/**
 * The ends at which something of mine fits. A strict table's list names every end: there the numbers tell.
 * @param {import("../state/view.js").TableView} view
 * @param {string[]} legal
 */
function fitting(view, legal) {
  const plays = legal.filter((action) => action.startsWith("play "));
  const turned = myTurnedUp(view);
  const held = turned === null ? myTiles(view) : [turned];
  return openEnds(view).filter(
    ({ end, number }) =>
      plays.some((action) => action.split(" ")[2] === end) &&
      (!isStrict(view) ||
        held.some((tile) => fitsAnEnd({ ...view, now: { ...view.now, ends: { [end]: String(number) } } }, tile))),
  );
}

/** @param {Context} ctx @param {Table} table */
export function whoseTurn(ctx, { view, ...rest }) {
  const { t } = ctx;
  const table = { view, ...rest };
  if (view.paused) return t.text("turn.paused");
  if (view.now.phase !== "playing" || view.now.seat === undefined) return "";
  return t.text("turn.other", { who: { name: seatName(ctx, table, view.now.seat) } });
}

/**
 * A ghost's or an end's name: "Lay 4-1 on the left, making 1".
 * @param {Context} ctx
 * @param {Table} table
 * @param {{ tile: string, end: string }} move
 */
export function moveLabel({ t }, { view }, { tile, end }) {
  if (end === "lead") return t.text("lay.lead", { tile });
  const open = openEnds(view).find((known) => known.end === end);
  return t.text(`lay.${end}`, { tile, number: open === undefined ? "" : makes(tile, open.number) });
}

/** "Ends' sum 25: 5 points". @param {import("../i18n.js").Translator} t @param {import("../state/sum.js").Sum} sum */
export function sumText(t, { total, points }) {
  if (total === null) return t.text("sum.coming");
  return points > 0 ? t.text("sum.text", { value: total, n: points }) : t.text("sum.text.none", { value: total });
}

/** "Line, 14 tiles, ends 4 and 1". @param {Context} ctx @param {Table} table */
export function lineLabel({ t }, { view }) {
  const line = view.game?.line;
  if (line === undefined) return t.text("line.empty");
  return t.text("line.label", {
    n: line.laid.length + 1,
    ends: t.list(openEnds(view).map(({ number }) => String(number))),
  });
}

/** The last lines of the log, newest first. @param {Context} ctx @param {Table} table @returns {string[]} */
export const spokenLog = (ctx, table) =>
  foldedLog(table.log)
    .reverse()
    .flatMap((line) => {
      const parts = factParts(ctx, table, line, "full");
      return parts === null ? [] : [plain(parts)];
    });

/** @param {Part[]} parts */
export const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part.name)).join("");
