// Keys at the table. Digits and arrows always work; letters can be switched off, and on other layouts the same physical keys answer.

import { choices, clockLeft, declarations, isMyTurn, myTiles, openEnds, scoreOf } from "../state/select.js";
import { clockText } from "../i18n.js";
import { seatName } from "./context.js";
import { lineLabel, spokenLog, turnHint, whoseTurn } from "./sentences.js";

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
    const act = keyAct(event.key) ?? (ctx.settings.letters ? letterAct(letterOf(event)) : undefined);
    if (act !== undefined) act(ctx, here, event);
  };

  /** @param {string} key @returns {((ctx: Context, here: Table, event: KeyboardEvent) => void) | undefined} */
  function keyAct(key) {
    if (/^[0-9]$/.test(key)) return pick;
    if (key === "Escape") return (ctx, _, event) => { if (ctx.ui.picked !== null || ctx.ui.sheet !== null) done(event, () => (ctx.ui.picked === null ? ctx.go.openSheet(null) : ctx.go.putBack())); };
    if (key === "Enter") return enter;
    if (key.startsWith("Arrow")) return arrow;
    return undefined;
  }

  /** @param {string} letter @returns {((ctx: Context, here: Table, event: KeyboardEvent) => void) | undefined} */
  function letterAct(letter) {
    const act = { d: "draw", x: "pass", s: "stop", u: "turn_up" }[letter];
    if (act !== undefined) return (ctx, here, event) => done(event, () => declare(ctx, here, act));
    const reading = READINGS[letter];
    if (reading !== undefined) return (ctx, here, event) => done(event, () => say(reading(ctx, here)));
    if (letter === "m") return (ctx, here, event) => done(event, () => events(ctx, here));
    if (letter === "g") return (_ctx, _here, event) => done(event, () => focusOn(".felt-ghost, .felt-root"));
    if (letter === "j") return (ctx, _here, event) => done(event, () => (ctx.wide ? focusOn(".phrase") : ctx.go.openSheet("chat")));
    return undefined;
  }

  /** The last lines, and with each further press the ones before. @param {Context} ctx @param {Table} here */
  function events(ctx, here) {
    const lines = spokenLog(ctx, here);
    if (eventsRead >= lines.length) eventsRead = 0;
    const part = lines.slice(eventsRead, eventsRead + EVENTS_READ);
    eventsRead += EVENTS_READ;
    say(part.join(". ") || ctx.t.text("log.empty"));
    setTimeout(() => { eventsRead = 0; }, 4000);
  }

  /** @param {Context} ctx @param {Table} here @param {string} act */
  function declare(ctx, here, act) {
    if (declarations(here.view).includes(act) && !ctx.go.isBehind(here.id)) ctx.go.act(here.id, act);
    else say(isMyTurn(here.view) ? turnHint(ctx, here) : whoseTurn(ctx, here));
  }
}

/** @param {KeyboardEvent} event @param {() => void} act */
function done(event, act) {
  event.preventDefault();
  act();
}

/** @param {EventTarget | null} target */
const isTyping = (target) => target instanceof HTMLElement && (target.matches("input, select, textarea") || target.closest("dialog, [role=tablist]") !== null);

/** The key's letter, by what it types or else by where it is. @param {KeyboardEvent} event */
const letterOf = ({ key, code }) => (/^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1] ?? "").toLowerCase();

/** @param {Context} ctx @param {Table} here @param {KeyboardEvent} event */
function pick(ctx, here, event) {
  const tile = myTiles(here.view)[(Number(event.key) + 9) % 10];
  if (tile !== undefined) done(event, () => ctx.go.tapTile(here.id, tile));
}

/** @param {Context} ctx @param {Table} here @param {KeyboardEvent} event */
function enter(ctx, here, event) {
  const { picked } = ctx.ui;
  const ways = picked === null ? [] : choices(here.view, picked);
  // A focused control does its own thing with Enter.
  if (ways.length === 1 && !(event.target instanceof HTMLButtonElement)) done(event, () => ctx.go.tapEnd(here.id, ways[0].end));
}

/** An arrow lays at the end of that name, or at the end whose arm grows that way. @param {Context} ctx @param {Table} here @param {KeyboardEvent} event */
function arrow(ctx, here, event) {
  const { picked } = ctx.ui;
  if (picked === null) return moveFocus(event);
  const way = event.key.slice(5).toLowerCase();
  const ways = choices(here.view, picked);
  const end = ways.find((move) => move.end === way) ?? ways.find((move) => move.end !== "lead" && ctx.go.growth(move.end) === way);
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
  e: ({ t }, { view }) => (openEnds(view).length === 0 ? t.text("line.empty") : t.text("read.ends", { ends: t.list(openEnds(view).map(({ end, number }) => t.text(`ends.at.${end}`, { number }))) })),
  h: (ctx, { view }) => ctx.t.text("read.hand", { tiles: ctx.t.list(myTiles(view)), n: myTiles(view).length }),
  c: (ctx, here) => [...here.view.seats.map((_, seat) => countOf(ctx, here, seat)), ctx.t.text("stock.count", { n: here.view.now.stock })].join(". "),
  l: (ctx, here) => [lineLabel(ctx, here), lineTiles(here)].filter(Boolean).join(": "),
  p: (ctx, here) => ctx.t.list(here.view.seats.map((_, seat) => ctx.t.text("read.score", { who: { name: label(ctx, here, seat) }, n: scoreOf(here.view, seat) }))),
  k: (ctx, { view, at }) => (view.now.clock === undefined ? ctx.t.text("read.no_clock") : ctx.t.text("read.clock", { time: clockText(clockLeft(view.now.clock, at, ctx.now())) })),
  t: (ctx, here) => [isMyTurn(here.view) ? `${ctx.t.text("turn.mine")}. ${turnHint(ctx, here)}` : whoseTurn(ctx, here), ...["l", "h", "c", "p"].map((key) => READINGS[key](ctx, here))].join(". "),
};

/** @param {Context} ctx @param {Table} here @param {number} seat */
const label = (ctx, here, seat) => (seat === here.view.me ? ctx.t.text("you") : seatName(ctx, here, seat));

/** @param {Context} ctx @param {Table} here @param {number} seat */
const countOf = (ctx, here, seat) => ctx.t.text("read.count", { who: { name: label(ctx, here, seat) }, n: here.view.now.hands[seat] ?? 0 });

/** The line's tiles from the left end to the right. @param {Table} here */
function lineTiles({ view }) {
  const line = view.game?.line;
  if (line === undefined) return "";
  const at = (/** @type {string} */ end) => line.laid.filter((laid) => laid.end === end).map(({ tile }) => tile);
  return [...at("left").reverse(), line.lead.tile, ...at("right")].join(", ");
}
