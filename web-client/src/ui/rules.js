// The rules, written from the sheet's clauses: a code and its parameters become a sentence, so that the page cannot drift from the game.

import { h } from "./dom.js";
import { gameName } from "./context.js";
import { gameLine, inOrder, sampleLine } from "./games.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx @param {string | null} id */
export function rulesPage(ctx, id) {
  const { t, state } = ctx;
  const sheets = inOrder(state.sheets ?? []);
  if (id === null) {
    return h("main", { class: "rules", id: "main", tabindex: "-1", "data-zone": "rules" },
      h("h1", null, t.text("rules.title")),
      h("ul", { class: "rules-list" }, sheets.map((sheet) => h("li", { key: sheet.id }, h("a", { class: "card rules-link", href: `#/rules/${sheet.id}` },
        sampleLine(ctx, sheet.id, 15, 2), h("span", { class: "row-text" }, h("strong", null, gameName(ctx, sheet.id)), h("span", { class: "quiet" }, gameLine(ctx, sheet))))))));
  }
  const sheet = sheets.find((known) => known.id === id);
  return h("main", { class: "rules", id: "main", tabindex: "-1", "data-zone": "rules" },
    h("p", null, h("a", { href: "#/rules" }, t.text("rules.all"))),
    h("h1", null, gameName(ctx, id)),
    sheet !== undefined && h("p", { class: "quiet" }, gameLine(ctx, sheet)),
    sampleLine(ctx, id, 30),
    clauseList(ctx, id));
}

/** @param {Context} ctx @param {string} id */
export function clauseList(ctx, id) {
  const page = ctx.state.rules[id];
  if (page === undefined) return h("p", { class: "quiet" }, ctx.t.text("lobby.loading"));
  return h("ol", { class: "clauses" }, page.clauses.map((clause, i) => h("li", { key: `${clause.code}${i}` }, clauseText(ctx.t, clause))));
}

/**
 * @param {import("../i18n.js").Translator} t
 * @param {import("../net/protocol.js").Clause} clause
 * @returns {string}
 */
export function clauseText(t, { code, params = {} }) {
  /** @type {Record<string, import("../i18n.js").Param>} */
  const shown = {};
  for (const [name, value] of Object.entries(params)) shown[name] = paramText(t, value);
  // Plural forms go by the parameter `n`; a sentence with one number may call it otherwise.
  const numbers = Object.values(params).filter((value) => typeof value === "number");
  if (shown.n === undefined && numbers.length === 1) shown.n = numbers[0];
  return t.text(`clause.${code}`, shown);
}

/** @param {import("../i18n.js").Translator} t @param {unknown} value @returns {string | number} */
function paramText(t, value) {
  if (typeof value === "number") return value;
  if (typeof value === "string") return t.has(`word.${value}`) ? t.text(`word.${value}`) : value;
  if (Array.isArray(value)) return t.list(value.map((item) => String(paramText(t, item))));
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    if (new Set(entries.map(([, entry]) => entry)).size === 1) return Number(entries[0][1]);
    return t.list(entries.map(([count, entry]) => t.text("rules.for_count", { n: Number(count), value: String(entry) })));
  }
  return String(value);
}
