// A new table: game, seats, who may come, clock, and the house rules as switches that can be seen.

import { h } from "./dom.js";
import { gameName } from "./context.js";
import { frame, range } from "./dialogs.js";
import { inOrder } from "./games.js";

/** @typedef {import("./context.js").Context} Context */

/** Rules that houses differ on, with their choices; shown only where the game's own value is one of them. @type {readonly [field: string, values: readonly (string | number)[]][]} */
export const HOUSE_RULES = Object.freeze([
  ["score.blank", ["zero", "sole", "always"]],
  ["score.block", ["all", "lowest_exempt", "eggs", "lower"]],
  ["score.block", ["difference", "pairwise", "others"]],
  ["score.threshold", [0, 13, 25]],
  ["turn.lay", ["one", "twin_doubles"]],
  ["turn.draw", ["one", "until_fit"]],
  ["match.losers", ["all", "highest"]],
]);

/** @param {any} sheet @param {string} field @returns {any} */
const valueAt = (sheet, field) => field.split(".").reduce((tree, name) => tree?.[name], sheet);

/** The house rules that make sense for a sheet. @param {any} sheet @returns {{ field: string, values: readonly (string | number)[], own: string | number }[]} */
export function houseRules(sheet) {
  return HOUSE_RULES.flatMap(([field, values]) => {
    const own = valueAt(sheet, field);
    const fits = values.includes(own)
      && !(field === "score.threshold" && valueAt(sheet, "score.result") !== "own")
      && !(field === "match.losers" && valueAt(sheet, "match.goal") !== "reach_loses")
      && !(field === "turn.draw" && valueAt(sheet, "deal.undealt") !== "drawable")
      && !(field === "turn.lay" && valueAt(sheet, "score.result") !== "own");
    return fits ? [{ field, values, own }] : [];
  });
}

/** @param {Context} ctx @param {Record<string, any>} form */
export function newTable(ctx, form) {
  const { t, state, go, ui } = ctx;
  const sheets = inOrder(state.sheets ?? []).filter((sheet) => sheet.playable);
  const sheet = sheets.find((known) => known.id === form.sheet) ?? sheets[0];
  if (sheet === undefined) return frame(ctx, "new", t.text("new.title"), [h("p", null, t.text("lobby.loading"))]);
  const seats = Math.min(sheet.max, Math.max(sheet.min, form.seats ?? sheet.max));
  const bots = Math.min(seats - 1, form.bots ?? 0);
  const request = { sheet: sheet.id, seats, bots };
  return frame(ctx, "new", t.text("new.title"), [
    h("div", { class: "fields" },
      choice(ctx, "sheet", t.text("new.game"), sheet.id, sheets.map(({ id }) => [id, gameName(ctx, id)])),
      segments(ctx, "seats", t.text("new.seats"), seats, range(sheet.min, sheet.max).map((n) => [n, t.number(n)])),
      segments(ctx, "bots", t.text("new.bots"), bots, range(0, seats - 1).map((n) => [n, t.number(n)])),
      segments(ctx, "private", t.text("new.who"), form.private === true, [[false, t.text("new.listed")], [true, t.text("new.private")]]),
      choice(ctx, "clock", t.text("new.clock"), form.clock ?? "", [["", t.text("new.clock_own", { n: sheet.clock_s })], ...[10, 15, 30, 60, 120].map((n) => /** @type {[string, string]} */ ([String(n), t.text("new.seconds", { n })]))]),
      toggle(ctx, "watchers", t.text("new.watchers"), form.watchers !== false),
      houseFields(ctx, sheet, seats, form)),
    h("p", { class: "quiet" }, t.text(bots === seats - 1 ? "new.starts_at_once" : "new.waits", { n: seats - 1 - bots })),
    h("div", { class: "dialog-acts" }, h("button", { class: "button go", type: "submit", disabled: ui.busy }, t.text("new.open"))),
  ], () => {
    // Enter sends the form in the same moment as a field's change: what was drawn last may not know of it yet.
    const { private: byLink, watchers, clock, options = {} } = go.formNow();
    go.create({ ...request, private: byLink === true, watchers: watchers !== false, options, ...(clock ? { clock_s: Number(clock) } : {}) });
  });
}

/** @param {Context} ctx @param {import("../net/protocol.js").SheetSummary} sheet @param {number} seats @param {Record<string, any>} form */
function houseFields(ctx, sheet, seats, form) {
  const { t, state, go } = ctx;
  const page = state.rules[sheet.id];
  if (page === undefined) return null;
  /** @type {Record<string, any>} */
  const options = form.options ?? {};
  const own = sheet.target[String(seats)];
  const field = `match.target.${seats}`;
  /** @param {string} name @param {any} value @param {any} usual */
  const set = (name, value, usual) => {
    const { [name]: _, ...rest } = options;
    go.form({ options: value === usual ? rest : { ...rest, [name]: value } });
  };
  return h("fieldset", { class: "house", key: "house" }, h("legend", null, t.text("new.house")),
    own !== undefined && labelled(t.text("house.match.target"), `house-${field}`, (id) => h("input", {
      id, class: "input number", type: "number", min: "1", max: "1000", value: String(options[field] ?? own),
      onchange: (/** @type {any} */ event) => set(field, Number(event.target.value), own),
    })),
    houseRules(page.sheet).map(({ field: name, values, own: usual }) => labelled(t.text(`house.${name}`), `house-${name}`, (id) => h("select", {
      id, class: "input", value: String(options[name] ?? usual), onchange: (/** @type {any} */ event) => set(name, values.find((value) => String(value) === event.target.value), usual),
    }, values.map((value) => h("option", { key: value, value: String(value) },
      t.text(`house.${name}.${value}`) + (value === usual ? ` (${t.text("house.usual")})` : "")))))));
}

/** @param {string} text @param {string} id @param {(id: string) => import("./dom.js").VNode} control */
const labelled = (text, id, control) => h("div", { class: "field", key: id }, h("label", { for: id }, text), control(id));

/** @param {Context} ctx @param {string} name @param {string} text @param {string} value @param {[string, string][]} options */
function choice({ go }, name, text, value, options) {
  return labelled(text, `new-${name}`, (id) => h("select", {
    id, class: "input", value, onchange: (/** @type {any} */ event) => go.form({ [name]: event.target.value, ...(name === "sheet" ? { options: {}, seats: undefined } : {}) }),
  }, options.map(([key, label]) => h("option", { key, value: key }, label))));
}

/** @param {Context} ctx @param {string} name @param {string} text @param {any} value @param {[any, string][]} options */
export function segments({ go }, name, text, value, options) {
  return h("fieldset", { class: "field segments", key: name }, h("legend", null, text), h("div", { class: "segment-row" }, options.map(([key, label]) =>
    h("label", { key: String(key), class: "segment" },
      h("input", { type: "radio", name, class: "sr", checked: key === value, onchange: () => go.form({ [name]: key }) }), h("span", null, label)))));
}

/** @param {Context} ctx @param {string} name @param {string} text @param {boolean} value */
const toggle = ({ go }, name, text, value) => h("label", { class: "switch", key: name },
  h("input", { type: "checkbox", role: "switch", checked: value, onchange: (/** @type {any} */ event) => go.form({ [name]: event.target.checked }) }), h("span", null, text));
