// The seats: name, tiles left, score, clock, and what each last showed. Order and chevrons give the direction of play.

import { h } from "./dom.js";
import { icon, seatName, ticking, tilePicture } from "./context.js";
import { isOpened } from "../state/hold.js";
import { playerName } from "./player.js";
import { scoreOf, seatOrder, showed } from "../state/select.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("./context.js").Table} Table */

/** Where the others sit round a desktop's felt, by their number. @type {Record<number, string[]>} */
const PLACES = {
  1: ["top"],
  2: ["left", "right"],
  3: ["left", "top", "right"],
  4: ["left", "top-1", "top-3", "right"],
  5: ["left", "top-1", "top", "top-3", "right"],
  6: ["left-2", "left-1", "top-1", "top-3", "right-1", "right-2"],
  7: ["left-2", "left-1", "top-1", "top", "top-3", "right-1", "right-2"],
};
/** Backs shown before the number alone says it. */
const BACKS = 7;

/** @param {Context} ctx @param {Table} table */
export function seats(ctx, table) {
  const { view } = table;
  const others = seatOrder(view).filter((seat) => seat !== view.me);
  const places = PLACES[others.length] ?? ["top-1", ...PLACES[7]].slice(0, others.length);
  // Round a phone's table of five and more the ring is closed by my own plate.
  const ring = !ctx.wide && view.me !== undefined && others.length >= 4;
  const order = ring ? [...others, view.me ?? 0] : others;
  return h(
    "ol",
    { class: `seats seats-${order.length}${ring ? " seats-ring" : ""}`, "aria-label": ctx.t.text("seats.label") },
    order.map((seat, i) => seatPlate(ctx, table, seat, { place: places[i] ?? "own", last: i === order.length - 1 })),
    order.length === 3 && [arc("left"), arc("right")],
  );
}

/** Thin arcs with arrowheads on a desktop's felt: the way the turn goes round. @param {string} side */
const arc = (side) =>
  h("li", { key: `arc-${side}`, class: `arc arc-${side}`, role: "presentation", "aria-hidden": "true" }, icon("next"));

/** @param {Context} ctx @param {Table} table @param {number} seat @param {{ place: string, last: boolean }} how */
function seatPlate(ctx, table, seat, { place, last }) {
  const { t } = ctx;
  const { view } = table;
  const info = view.seats[seat];
  const onTurn = view.now.phase === "playing" && view.now.seat === seat;
  const count = view.now.hands[seat] ?? view.game?.hands[seat]?.count ?? 0;
  const me = seat === view.me;
  const partner = view.pairs && view.me !== undefined && seat % 2 === view.me % 2;
  const { points } = showed(table, seat);
  return h(
    "li",
    {
      key: seat,
      class: `seat${me ? " seat-mine" : ""}${onTurn ? " seat-turn" : ""}${info.here ? "" : " seat-away"}`,
      "data-place": place,
      "data-seat": seat,
      "aria-current": onTurn ? "true" : undefined,
    },
    h(
      "span",
      { class: "seat-name" },
      me ? h("span", { class: "name" }, t.text("you")) : playerName(ctx, table, seat, seatName(ctx, table, seat)),
      partner && h("span", { class: "seat-tag" }, t.text("seat.partner")),
    ),
    h(
      "span",
      { class: "seat-tiles" },
      tilesOf(ctx, table, seat, count),
      h(
        "span",
        { class: "seat-count" },
        h("span", { "aria-hidden": "true" }, t.number(count)),
        h("span", { class: "count-word" }, t.text("seat.tiles", { n: count })),
      ),
    ),
    h(
      "span",
      { class: "seat-score" },
      h("span", { class: "sr" }, t.text("seat.score")),
      t.number(scoreOf(view, seat)),
      points > 0 && h("span", { key: `award${table.log.length}`, class: "award" }, t.text("seat.award", { n: points })),
    ),
    h("span", { class: "seat-state" }, stateOf(ctx, table, seat, { onTurn })),
    glimpsed(ctx, table, seat),
    !last && h("span", { class: "chevron", "aria-hidden": "true" }, icon("next")),
  );
}

/**
 * Backs, or the tiles of a row that lies open to me.
 * @param {Context} ctx
 * @param {Table} table
 * @param {number} seat
 * @param {number} count
 */
function tilesOf(ctx, { view }, seat, count) {
  const { t } = ctx;
  const open = isOpened(view, seat);
  const tiles = open && seat !== view.me ? view.game?.hands[seat]?.tiles : undefined;
  if (tiles !== undefined) {
    return h(
      "span",
      {
        key: "open",
        class: "backs open-row",
        role: "img",
        "aria-label": t.text("seat.opened_tiles", { tiles: t.list(tiles) }),
      },
      tiles.map((tile) => tilePicture(ctx, tile, { unit: 16 })),
    );
  }
  return h(
    "span",
    { key: "backs", class: "backs", "aria-hidden": open ? undefined : "true" },
    Array.from({ length: Math.min(count, BACKS) }, (_, i) =>
      tilePicture(ctx, null, { unit: backUnit(ctx), closed: true, key: `back${i}` }),
    ),
    open && h("span", { class: "opened-sign" }, icon("eye"), h("span", { class: "sr" }, t.text("seat.opened"))),
  );
}

/**
 * The tile that a seat has turned up, while it waits or, where it did not fit, for a moment.
 * @param {Context} ctx
 * @param {Table} table
 * @param {number} seat
 */
function glimpsed(ctx, { view, glimpse }, seat) {
  if (seat === view.me) return null;
  const turned = view.now.seat === seat ? view.now.turned_up : undefined;
  const misfit = glimpse !== null && glimpse.kind === "misfit" && glimpse.seat === seat ? glimpse.tile : undefined;
  const tile = turned ?? misfit;
  if (tile === undefined) return null;
  const text = ctx.t.text(turned === undefined ? "seat.misfit_tile" : "seat.turned_up_tile", { tile });
  return h(
    "span",
    {
      key: `glimpse${tile}`,
      class: `glimpse${turned === undefined ? " glimpse-misfit" : ""}`,
      role: "img",
      "aria-label": text,
    },
    tilePicture(ctx, tile, { unit: ctx.wide ? 34 : 24 }),
  );
}

/** What fits a plate's second row. @param {Context} ctx */
const backUnit = ({ wide }) => (wide ? 13 : window.innerHeight < 620 ? 9 : 11);

/**
 * One word or sign for the state that matters most.
 * @param {Context} ctx
 * @param {Table} table
 * @param {number} seat
 * @param {{ onTurn: boolean }} now
 */
function stateOf(ctx, table, seat, { onTurn }) {
  const { t } = ctx;
  const { view, at } = table;
  const info = view.seats[seat];
  const { clock, phase, awaiting = [] } = view.now;
  if (phase === "arranging")
    return awaiting.includes(seat) ? tag("pen", t.text("seat.arranging")) : tag("check", t.text("seat.ready"), "ok");
  if (phase === "between_deals" || phase === "match_over")
    return info.ready ? tag("check", t.text("seat.ready")) : botSign(t, info);
  if (!info.here && !info.stand_in) return away(ctx, table, seat);
  if (onTurn && clock !== undefined) return [botSign(t, info), ticking(clock.left_ms, at, { running: clock.running })];
  const { drew, without, misfit } = showed(table, seat);
  if (without.length > 0) return missing(t.text("seat.without", { numbers: without.join(", ") }), without.join(", "));
  if (drew > 0) return [botSign(t, info), tag(null, t.text("seat.drew", { n: drew }))];
  if (misfit) return [botSign(t, info), missing(t.text("seat.misfit"), "")];
  if (notOpen(view, seat)) return [botSign(t, info), tag(null, t.text("seat.not_open"), "seat-word")];
  return botSign(t, info);
}

/** @param {import("../state/view.js").TableView} view @param {number} seat */
export const notOpen = (view, seat) =>
  view.threshold > 0 && view.goal === "reach_loses" && scoreOf(view, seat) === 0 && (view.game?.deal ?? 1) > 1;

/** @param {import("../i18n.js").Translator} t @param {import("../net/protocol.js").SeatInfo} info */
function botSign(t, info) {
  if (info.stand_in && info.player !== undefined) return tag("bot", t.text("seat.bot_for"), "seat-bot-for");
  return info.kind === "bot" || info.stand_in
    ? h("span", { key: "bot", class: "seat-sign" }, icon("bot"), h("span", { class: "sr" }, t.text("seat.is_bot")))
    : null;
}

/** @param {Context} ctx @param {Table} table @param {number} seat */
function away({ t }, table, seat) {
  const absence = table.absence[seat];
  const left = table.view.seats[seat].absence_ms;
  const word = h("span", { class: "seat-away-word" }, t.text("seat.away"));
  const text = t.text(`seat.away_means.${table.view.settings.absence_end ?? "bot"}`);
  const { absence: awaited, clock } = table.view.now;
  if (awaited?.seat === seat && clock !== undefined)
    return h(
      "span",
      { key: "awaited", class: "seat-note", title: t.text("absence.zero") },
      icon("away"),
      word,
      " ",
      ticking(clock.left_ms, table.at, { running: clock.running }),
    );
  if (left === undefined) return h("span", { key: "away", class: "seat-note", title: text }, icon("away"), word);
  return h(
    "span",
    { key: "away", class: "seat-note", title: text },
    icon("away"),
    word,
    " ",
    ticking(left, absence?.at ?? table.at, { running: absence?.running ?? table.view.now.seat === seat }),
  );
}

/** @param {import("./icons.js").IconName | null} picture @param {string} text @param {string} [name] */
const tag = (picture, text, name = "") =>
  h(
    "span",
    { key: `tag${text}`, class: `seat-note ${name}` },
    picture !== null && icon(picture),
    h("span", { class: "note-word" }, text),
  );

/**
 * What a seat has not: in words, on a narrow plate by a cross and the numbers.
 * @param {string} text
 * @param {string} numbers
 */
const missing = (text, numbers) =>
  h(
    "span",
    { key: `tag${text}`, class: "seat-note seat-missing" },
    h("span", { class: "note-word" }, text),
    h("span", { class: "note-short", "aria-hidden": "true" }, icon("cross"), numbers),
  );
