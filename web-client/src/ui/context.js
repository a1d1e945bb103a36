// What every view is given, and the few pieces all of them use.

import { h } from "./dom.js";
import { valueAt } from "../state/options.js";
import { drawTile } from "./tile.js";
import { icon as drawIcon } from "./icons.js";

/** @typedef {import("./dom.js").VNode} VNode */
/** @typedef {import("./dom.js").Child} Child */
/** @typedef {import("../state/facts.js").Table} Table */
/** @typedef {import("./icons.js").IconName} IconName */

/**
 * What a dialog holds. any: each kind has its own fields, and none before they are filled in.
 * @typedef {Record<string, any>} Form
 */

/**
 * @typedef {{ page: "lobby" } | { page: "join", code: string, seat?: number } | { page: "table", id: string } | { page:
 *   "rules", sheet: string | null }} Route
 *
 * What only this page knows and nobody needs to remember.
 * @typedef {object} Ui
 * @property {{ kind: string, form: Form } | null} dialog
 * @property {string | null} error the sentence under the dialog's form
 * @property {string | null} picked the tile in hand that is picked
 * @property {string | null} note what the table has to say about the last tap
 * @property {string} tab "log", "chat", "score" or "rules"
 * @property {string | null} sheet the tab open as a sheet on a phone
 * @property {string} game the game picked in the lobby
 * @property {boolean} lengthwise the picked double is to lie lengthwise
 * @property {{ entry: number, tiles: string[] } | null} row my row as I have arranged it so far, of the deal with this
 *   entry
 * @property {string | null} lifted the tile of my row that moves with the arrow keys
 * @property {string | null} dragged the tile that follows the pointer
 * @property {string | null} sent the action on its way
 * @property {boolean} busy a wish of the lobby is on its way
 * @property {boolean} copied the invite link was copied
 *
 * @typedef {object} Context
 * @property {import("../state/reduce.js").State} state
 * @property {import("../i18n.js").Translator} t
 * @property {import("../state/settings.js").Settings} settings
 * @property {ReadonlySet<string>} muted players whose phrases are hidden
 * @property {Ui} ui
 * @property {Route} route
 * @property {boolean} wide whether the desktop's columns are shown
 * @property {import("../intents.js").Intents} go
 * @property {() => number} now ms, monotonic
 */

/** As a page begins. @type {Ui} */
export const START = {
  dialog: null,
  error: null,
  picked: null,
  note: null,
  tab: "log",
  sheet: null,
  game: "kozel",
  lengthwise: false,
  row: null,
  lifted: null,
  dragged: null,
  sent: null,
  busy: false,
  copied: false,
};

/** @param {IconName} name @returns {VNode} */
export const icon = (name) =>
  h("span", {
    key: `icon-${name}`,
    class: "icon-box",
    "aria-hidden": "true",
    mount: (element) => element.append(drawIcon(name)),
  });

/**
 * @param {Pick<Context, "settings">} ctx
 * @param {string | null} tile
 * @param {{ unit: number, lying?: import("../layout/units.js").Lying, closed?: boolean, key?: string }} how
 * @returns {VNode}
 */
export function tilePicture({ settings }, tile, { unit, lying = "up", closed = false, key = tile ?? "" }) {
  const numerals = settings.numerals;
  return h("span", {
    key: [key, unit, lying, closed, numerals].join(),
    class: "tile-box",
    "aria-hidden": "true",
    mount: (element) => element.append(drawTile(tile, { unit, lying, numerals, face: closed ? "closed" : "open" })),
  });
}

/**
 * A sentence with people's names set apart.
 * @param {Pick<Context, "t">} ctx
 * @param {string} key
 * @param {Record<string, import("../i18n.js").Param>} [params]
 * @returns {Child[]}
 */
export const sentence = ({ t }, key, params) => richText(t.parts(key, params));

/** @param {import("../i18n.js").Part[]} parts @returns {Child[]} */
export const richText = (parts) =>
  parts.map((part) => (typeof part === "string" ? part : h("bdi", { class: "name" }, part.name)));

/** The name on a seat, "You" never. @param {Context} ctx @param {Pick<Table, "view">} table @param {number} seat */
export function seatName({ t }, table, seat) {
  const info = table.view.seats[seat];
  return info?.name ?? (info?.stand_in ? t.text("seat.bot") : t.text("seat.number", { n: seat + 1 }));
}

/** A side's name: one person, or both of a pair. @param {Context} ctx @param {Table} table @param {number[]} seats */
export function sideName(ctx, table, seats) {
  const { me } = table.view;
  const mine = me !== undefined && seats.includes(me);
  if (seats.length === 1) return mine ? ctx.t.text("you") : seatName(ctx, table, seats[0]);
  const names = seats.filter((seat) => seat !== me).map((seat) => seatName(ctx, table, seat));
  return mine ? ctx.t.text("side.you_and", { who: names[0] }) : ctx.t.text("side.both", { a: names[0], b: names[1] });
}

/** @param {{ state: Pick<Context["state"], "sheets">, t: Context["t"] }} ctx @param {string} id @returns {string} */
export function gameName({ state, t }, id) {
  const sheet = state.sheets?.find((known) => known.id === id);
  return sheet?.names[t.language] ?? sheet?.names.en ?? id;
}

/**
 * A policy of the table's rules by its dotted field: the table's option, or else what the sheet says.
 * @param {Context} ctx
 * @param {import("../state/view.js").TableView} view
 * @param {string} field
 * @returns {unknown} undefined as long as the rules are not loaded
 */
export function policy({ state }, view, field) {
  const own = view.options?.[field];
  if (own !== undefined) return own;
  return valueAt(state.rules[view.sheet]?.sheet, field);
}

/**
 * A clock that ticks between two renders.
 * @param {number} left milliseconds left
 * @param {number} at when that was true
 * @param {{ running?: boolean, name?: string }} [how] `name`: its CSS class
 * @returns {VNode}
 */
export const ticking = (left, at, { running = true, name = "" } = {}) =>
  h("span", {
    class: `clock ${name}`,
    mount: () => undefined,
    "data-left": Math.round(left),
    "data-at": Math.round(at),
    "data-running": running,
  });

/**
 * @param {Props} props
 * @param {...import("./dom.js").Loose} children
 * @typedef {import("./dom.js").Props} Props
 */
export const button = (props, ...children) => h("button", { type: "button", ...props }, ...children);
