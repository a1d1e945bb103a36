// Keys at the table. Digits and arrows always work; letters can be switched off, and on other layouts the same physical
// keys answer.

import { choiceOf } from "../state/absence.js";
import { isArranging, isOpened, isRowClosed, leadFromRow, myTurnedUp, rowOf } from "../state/hold.js";
import {
  choices,
  clockLeft,
  declarations,
  fittingChoices,
  isMyTurn,
  myTiles,
  openEnds,
  scoreOf,
} from "../state/select.js";
import { sumOf } from "../state/sum.js";
import { clockText } from "../i18n.js";
import { seatName } from "./context.js";
import { arrangeKey, focusPlace } from "./arrange.js";
import { lineLabel, spokenLog, sumText, turnHint, whoseTurn } from "./sentences.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** Lines one press of `M` reads. */
const EVENTS_READ = 3;

/**
 * @param {object} parts
 * @param {() => Context} parts.context
 * @param {() => Table | undefined} parts.table
 * @param {(text: string) => void} parts.say
 */
export function createKeyboard({ context, table, say }) {
  let eventsRead = 0;

  /** @param {KeyboardEvent} event */
  return function onKey(event) {
    const here = table();
    const ctx = context();
    if (event.ctrlKey || event.metaKey || event.altKey || ctx.ui.dialog !== null || isTyping(event.target)) return;
    if (event.key === "?" && ctx.settings.letters) return done(event, () => ctx.go.openDialog("keys"));
    if (here === undefined || here.view.game === undefined) return;
    if (isArranging(here.view) && arrangeKey(ctx, here, event)) return event.preventDefault();
    const act = keyAct(event.key) ?? (ctx.settings.letters ? letterAct(letterOf(event)) : undefined);
    if (act !== undefined) act(ctx, here, event);
  };

  /** @param {string} key @returns {((ctx: Context, here: Table, event: KeyboardEvent) => void) | undefined} */
  function keyAct(key) {
    if (/^[0-9]$/.test(key)) return pick;
    if (key === "Escape")
      return (ctx, _, event) => {
        if (ctx.ui.picked !== null || ctx.ui.sheet !== null)
          done(event, () => (ctx.ui.picked === null ? ctx.go.openSheet(null) : ctx.go.putBack()));
      };
    if (key === "Enter") return enter;
    if (key.startsWith("Arrow")) return arrow;
    return undefined;
  }

  /** @param {string} letter @returns {((ctx: Context, here: Table, event: KeyboardEvent) => void) | undefined} */
  function letterAct(letter) {
    const act = { d: "draw", x: "pass", s: "stop", u: "turn_up" }[letter];
    if (act !== undefined) return (ctx, here, event) => done(event, () => declare(ctx, here, act));
    const choice = absenceChoice(letter);
    if (choice !== null) return choice;
    const own = OWN_LETTERS[letter];
    if (own !== undefined)
      return (ctx, here, event) => {
        if (!own(ctx, here)) say(READINGS.t(ctx, here));
        else event.preventDefault();
      };
    if (letter === "l")
      return (ctx, here, event) =>
        done(event, () => {
          if (!ctx.go.turnDouble(here.id)) say(READINGS.l(ctx, here));
        });
    const reading = READINGS[letter];
    if (reading !== undefined) return (ctx, here, event) => done(event, () => say(reading(ctx, here)));
    if (letter === "m") return (ctx, here, event) => done(event, () => events(ctx, here));
    if (letter === "g") return (_ctx, _here, event) => done(event, () => focusOn(".felt-ghost, .felt-root"));
    if (letter === "j")
      return (ctx, _here, event) => done(event, () => (ctx.wide ? focusOn(".phrase") : ctx.go.openSheet("chat")));
    return undefined;
  }

  /**
   * About an absent player, while there is something to choose.
   * @param {string} letter
   * @returns {((ctx: Context, here: Table, event: KeyboardEvent) => void) | null}
   */
  function absenceChoice(letter) {
    const here = table();
    const choice = here === undefined ? null : choiceOf(here.view, letter);
    return choice === null ? null : (ctx, { id }, event) => done(event, () => ctx.go.absence(id, choice));
  }

  /** The last lines, and with each further press the ones before. @param {Context} ctx @param {Table} here */
  function events(ctx, here) {
    const lines = spokenLog(ctx, here);
    if (eventsRead >= lines.length) eventsRead = 0;
    const part = lines.slice(eventsRead, eventsRead + EVENTS_READ);
    eventsRead += EVENTS_READ;
    say(part.join(". ") || ctx.t.text("log.empty"));
    setTimeout(() => {
      eventsRead = 0;
    }, 4000);
  }

  /** @param {Context} ctx @param {Table} here @param {string} act */
  function declare(ctx, here, act) {
    if (declarations(here.view).includes(act) && !ctx.go.isBehind(here.id)) ctx.go.declare(here.id, act);
    else say(isMyTurn(here.view) ? turnHint(ctx, here) : whoseTurn(ctx, here));
  }
}

/**
 * Letters for what exists at some tables only; false where it does not exist now.
 * @type {Record<string, (ctx: Context, here: Table) => boolean>}
 */
const OWN_LETTERS = {
  a: ({ ui }, { view }) => {
    if (isArranging(view)) focusPlace(rowOf(view, ui.row)[0]);
    return isArranging(view);
  },
  f: ({ go }, { view, id }) => {
    if (isArranging(view)) go.finishRow(id);
    return isArranging(view);
  },
  v: ({ go }, { view, id }) => {
    if (view.now.strict === true) go.openDialog("challenge", { table: id });
    return view.now.strict === true;
  },
};

/** @param {KeyboardEvent} event @param {() => void} act */
function done(event, act) {
  event.preventDefault();
  act();
}

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.matches("input, select, textarea") || target.closest("dialog, [role=tablist]") !== null);

/** The key's letter, by what it types or else by where it is. @param {KeyboardEvent} event */
const letterOf = ({ key, code }) => (/^[a-z]$/i.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? "")).toLowerCase();

/** @param {Context} ctx @param {Table} here @param {KeyboardEvent} event */
function pick(ctx, here, event) {
  const tile = isRowClosed(here.view)
    ? (myTurnedUp(here.view) ?? leadFromRow(here.view) ?? undefined)
    : myTiles(here.view)[(Number(event.key) + 9) % 10];
  if (tile !== undefined) done(event, () => ctx.go.tapTile(here.id, tile));
}

/** @param {Context} ctx @param {Table} here @param {KeyboardEvent} event */
function enter(ctx, here, event) {
  const { picked } = ctx.ui;
  const all = picked === null ? [] : choices(here.view, picked, ctx.ui);
  const fitting = picked === null ? [] : fittingChoices(here.view, picked, ctx.ui);
  const ways = fitting.length === 1 ? fitting : all;
  // A focused control does its own thing with Enter.
  if (ways.length === 1 && !(event.target instanceof HTMLButtonElement))
    done(event, () => ctx.go.tapEnd(here.id, ways[0].end));
}

/**
 * An arrow lays at the end of that name, or at the end whose arm grows that way.
 * @param {Context} ctx
 * @param {Table} here
 * @param {KeyboardEvent} event
 */
function arrow(ctx, here, event) {
  const { picked } = ctx.ui;
  if (picked === null) return moveFocus(event);
  const way = event.key.slice(5).toLowerCase();
  const ways = choices(here.view, picked, ctx.ui);
  const end =
    ways.find((move) => move.end === way) ??
    ways.find((move) => move.end !== "lead" && ctx.go.growth(move.end) === way);
  if (end !== undefined) done(event, () => ctx.go.tapEnd(here.id, end.end));
}

/** Left and right walk through the hand. @param {KeyboardEvent} event */
function moveFocus(event) {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  const held = [...document.querySelectorAll(".held-button")];
  const at = held.indexOf(/** @type {Element} */ (document.activeElement));
  if (step === 0 || at < 0) return;
  done(event, () => /** @type {HTMLElement} */ (held[(at + step + held.length) % held.length]).focus());
}

/** @param {string} selector */
const focusOn = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();

/** What a letter reads aloud. @type {Record<string, (ctx: Context, here: Table) => string>} */
const READINGS = {
  e: ({ t }, { view }) => {
    if (openEnds(view).length === 0) return t.text("line.empty");
    const sum = sumOf(view);
    const ends = t.text("read.ends", {
      ends: t.list(openEnds(view).map(({ end, number }) => t.text(`ends.at.${end}`, { number }))),
    });
    return sum === null ? ends : `${ends}. ${sumText(t, sum)}`;
  },
  h: (ctx, { view }) => ownTiles(ctx, view),
  c: (ctx, here) =>
    [
      ...here.view.seats.flatMap((_, seat) => [countOf(ctx, here, seat), ...openedOf(ctx, here, seat)]),
      ctx.t.text("stock.count", { n: here.view.now.stock }),
    ].join(". "),
  l: (ctx, here) => [lineLabel(ctx, here), lineTiles(here)].filter(Boolean).join(": "),
  p: (ctx, here) =>
    ctx.t.list(
      here.view.seats.map((_, seat) =>
        ctx.t.text("read.score", { who: { name: label(ctx, here, seat) }, n: scoreOf(here.view, seat) }),
      ),
    ),
  k: (ctx, { view, at }) =>
    view.now.clock === undefined
      ? ctx.t.text("read.no_clock")
      : ctx.t.text("read.clock", { time: clockText(clockLeft(view.now.clock, at, ctx.now())) }),
  t: (ctx, here) =>
    [
      isMyTurn(here.view) ? `${ctx.t.text("turn.mine")}. ${turnHint(ctx, here)}` : whoseTurn(ctx, here),
      ...["l", "h", "c", "p"].map((key) => READINGS[key](ctx, here)),
    ].join(". "),
};

/** @param {Context} ctx @param {Table} here @param {number} seat */
const label = (ctx, here, seat) => (seat === here.view.me ? ctx.t.text("you") : seatName(ctx, here, seat));

/** What I hold, as far as I may know it. @param {Context} ctx @param {import("../state/view.js").TableView} view */
function ownTiles({ t, ui }, view) {
  if (isArranging(view)) return t.text("arrange.row", { tiles: t.list(rowOf(view, ui.row)) });
  if (!isRowClosed(view)) return t.text("read.hand", { tiles: t.list(myTiles(view)), n: myTiles(view).length });
  const turned = myTurnedUp(view);
  const n = view.now.hands[view.me ?? 0] ?? 0;
  return turned === null ? t.text("row.label", { n }) : t.text("read.row_turned", { n, tile: turned });
}

/**
 * A row that lies open to me is read out with its count.
 * @param {Context} ctx
 * @param {Table} here
 * @param {number} seat
 */
function openedOf(ctx, { view }, seat) {
  const tiles = seat !== view.me && isOpened(view, seat) ? view.game?.hands[seat]?.tiles : undefined;
  return tiles === undefined
    ? []
    : [ctx.t.text("read.opened", { who: { name: seatName(ctx, { view }, seat) }, tiles: ctx.t.list(tiles) })];
}

/** @param {Context} ctx @param {Table} here @param {number} seat */
const countOf = (ctx, here, seat) =>
  ctx.t.text("read.count", { who: { name: label(ctx, here, seat) }, n: here.view.now.hands[seat] ?? 0 });

/** The line's tiles from the left end to the right. @param {Table} here */
function lineTiles({ view }) {
  const line = view.game?.line;
  if (line === undefined) return "";
  const at = (/** @type {string} */ end) => line.laid.filter((laid) => laid.end === end).map(({ tile }) => tile);
  return [...at("left").reverse(), line.lead.tile, ...at("right"), ...at("up"), ...at("down")].join(", ");
}
