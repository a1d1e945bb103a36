// Options in words: what is said of a table that differs from its game.

import { h } from "./dom.js";
import { button, icon } from "./context.js";
import { ownFields, valueAt } from "../state/options.js";
import { paramText } from "./clauses.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../i18n.js").Translator} Translator */
/** @typedef {import("../state/options.js").Options} Options */

/**
 * A rule's name; an entry of a table by player count goes by the table's.
 * @param {Translator} t
 * @param {string} field
 */
export function ruleName(t, field) {
  const name = `option.${field.replace(/\.\d+$/, "")}`;
  return t.has(name) ? t.text(name) : field;
}

/** @param {Translator} t @param {string} field @param {unknown} value @returns {string} */
export function valueText(t, field, value) {
  const own = `option.${field.replace(/\.\d+$/, "")}.${value}`;
  if (t.has(own)) return t.text(own);
  if (typeof value === "boolean") return t.text(`option.${value}`);
  const shown = paramText(t, value);
  return typeof shown === "number" ? t.number(shown) : shown;
}

/** "A blocked deal: everybody writes". @param {Translator} t @param {string} field @param {unknown} value */
const ruleText = (t, field, value) =>
  t.text("option.line", { rule: ruleName(t, field), value: valueText(t, field, value) });

/**
 * The options that differ from the game's own rules, each with what is usual.
 * @param {Context} ctx
 * @param {unknown} sheet the game's own; undefined until it is here
 * @param {Options} options
 */
export function optionList({ t }, sheet, options) {
  const fields = ownFields(options);
  if (fields.length === 0) return null;
  return h(
    "ul",
    { class: "option-list" },
    fields.map((field) => {
      const usual = valueAt(sheet, field);
      return h(
        "li",
        { key: field },
        usual === undefined
          ? ruleText(t, field, options[field])
          : t.text("option.was", {
              rule: ruleName(t, field),
              value: valueText(t, field, options[field]),
              usual: valueText(t, field, usual),
            }),
      );
    }),
  );
}

/**
 * "2 house rules", one tap from the rules; nothing where the game is played as it is.
 * @param {Context} ctx
 * @param {{ sheet: string, options?: Options, seats: readonly unknown[] }} table
 */
export function optionMark({ t, go }, { sheet, options = {}, seats }) {
  const fields = ownFields(options);
  if (fields.length === 0) return null;
  const count = t.text("option.count", { n: fields.length });
  return button(
    {
      class: "option-chip",
      key: "options",
      "aria-label": count,
      title: fields.map((field) => ruleText(t, field, options[field])).join("\n"),
      onclick: () => go.openDialog("rules", { sheet, options, seats: seats.length }),
    },
    icon("book"),
    h("span", { class: "option-chip-count", "aria-hidden": "true" }, t.number(fields.length)),
    h("span", { class: "option-chip-word", "aria-hidden": "true" }, count),
  );
}
