// The rules, written from the sheet's clauses: a code and its parameters become a sentence, so that the page cannot
// drift from the game.

import { h } from "./dom.js";
import { gameName } from "./context.js";
import { clauseText } from "./clauses.js";
import { frame } from "./frame.js";
import { gameLine, inOrder, sampleLine } from "./games.js";
import { optionList } from "./options.js";
import { rulesKey, ownFields } from "../state/options.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../state/options.js").Options} Options */

/** @param {Context} ctx @param {string | null} id */
export function rulesPage(ctx, id) {
  const { t, state } = ctx;
  const sheets = inOrder(state.sheets ?? []);
  if (id === null) {
    return h(
      "main",
      { class: "rules", id: "main", tabindex: "-1", "data-zone": "rules" },
      h("h1", null, t.text("rules.title")),
      h(
        "ul",
        { class: "rules-list" },
        sheets.map((sheet) =>
          h(
            "li",
            { key: sheet.id },
            h(
              "a",
              { class: "card rules-link", href: `#/rules/${sheet.id}` },
              sampleLine(ctx, sheet.id, 15, 2),
              h(
                "span",
                { class: "row-text" },
                h("strong", null, gameName(ctx, sheet.id)),
                h("span", { class: "quiet" }, gameLine(ctx, sheet)),
              ),
            ),
          ),
        ),
      ),
    );
  }
  const sheet = sheets.find((known) => known.id === id);
  return h(
    "main",
    { class: "rules", id: "main", tabindex: "-1", "data-zone": "rules" },
    h("p", null, h("a", { href: "#/rules" }, t.text("rules.all"))),
    h("h1", null, gameName(ctx, id)),
    sheet !== undefined && h("p", { class: "quiet" }, gameLine(ctx, sheet)),
    sampleLine(ctx, id, 30),
    clauseList(ctx, id),
  );
}

/**
 * The rules of a table, or of a game: the options that differ first, then every clause, the changed ones marked.
 * @param {Context} ctx
 * @param {string} id
 * @param {Options} [options]
 * @param {number} [seats]
 */
export function tableRules(ctx, id, options = {}, seats) {
  const { t, state } = ctx;
  const changed = ownFields(options).length > 0;
  return [
    h("h3", { key: "title" }, t.text("option.title")),
    changed
      ? optionList(ctx, state.rules[rulesKey(id)]?.sheet, options)
      : h("p", { key: "plain", class: "quiet" }, t.text("option.as_game")),
    changed && h("p", { key: "marked", class: "quiet" }, t.text("option.marked")),
    clauseList(ctx, id, options, seats),
  ];
}

/** @param {Context} ctx @param {string} id @param {Options} [options] @param {number} [seats] */
export function clauseList({ t, state }, id, options = {}, seats) {
  const page = state.rules[rulesKey(id, options)];
  const usual = state.rules[rulesKey(id)];
  if (page === undefined || usual === undefined) return h("p", { class: "quiet" }, t.text("lobby.loading"));
  const usualTexts = new Set(usual.clauses.map((clause) => clauseText(t, clause, seats)));
  return h(
    "ol",
    { class: "clauses" },
    page.clauses.map((clause, i) => {
      const text = clauseText(t, clause, seats);
      const own = !usualTexts.has(text);
      return h(
        "li",
        { key: `${clause.code}${i}`, class: own ? "clause-own" : undefined },
        text,
        own && h("span", { class: "sr" }, ` (${t.text("option.changed")})`),
      );
    }),
  );
}

/**
 * The rules of a table, one tap from its title, its row and its seats.
 * @param {Context} ctx
 * @param {import("./context.js").Form} form
 */
export const rulesDialog = (ctx, form) =>
  frame(ctx, "rules", gameName(ctx, form.sheet), [
    h("div", { class: "rules-tab" }, tableRules(ctx, form.sheet, form.options, form.seats)),
  ]);
