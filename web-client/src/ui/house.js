// House rules in words: as switches that can be set, and as what is told of a table that differs from its game.

import { h } from "./dom.js";
import { button, icon } from "./context.js";
import { choose, offers, toldFields } from "../state/house.js";
import { MOST_POINTS } from "../state/switches.js";
import { paramText } from "./clauses.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../i18n.js").Translator} Translator */
/** @typedef {import("../state/house.js").Offer} Offer */
/** @typedef {import("../state/house.js").Options} Options */

/** Groups that are closed until somebody wants them, in reading order. */
const GROUPS = Object.freeze(["deal", "lead", "turn", "line", "score", "match", "referee"]);

/**
 * A rule's name; an entry of a table by player count goes by the table's.
 * @param {Translator} t
 * @param {string} field
 */
function ruleName(t, field) {
  const name = `house.${field.replace(/\.\d+$/, "")}`;
  return t.has(name) ? t.text(name) : field;
}

/** @param {Translator} t @param {string} field @param {unknown} value @returns {string} */
export function valueText(t, field, value) {
  const own = `house.${field.replace(/\.\d+$/, "")}.${value}`;
  if (t.has(own)) return t.text(own);
  if (typeof value === "boolean") return t.text(`house.${value}`);
  const shown = paramText(t, value);
  return typeof shown === "number" ? t.number(shown) : shown;
}

/** "A blocked deal: everybody writes". @param {Translator} t @param {string} field @param {unknown} value */
const ruleText = (t, field, value) =>
  t.text("house.line", { rule: ruleName(t, field), value: valueText(t, field, value) });

/**
 * A table's house rules as switches: the most wanted in sight, the others by what they are about.
 * @param {Context} ctx
 * @param {any} sheet the game's own
 * @param {Options} options
 * @param {number} seats
 * @param {(next: (options: Options) => Options) => void} change what was drawn last may not know of a change made in
 *   the same moment
 */
export function houseFields({ t }, sheet, options, seats, change) {
  const all = offers(sheet, options, seats);
  /** @param {Offer} offer */
  const field = (offer) =>
    houseField(t, offer, (value) => change((now) => choose(sheet, now, seats, offer.rule, value)));
  return h(
    "div",
    { class: "house", key: "house", role: "group", "aria-labelledby": "house-title" },
    h(
      "div",
      { class: "house-head" },
      h("h3", { id: "house-title" }, t.text("new.house")),
      toldFields(options).length > 0 &&
        button({ class: "house-back", onclick: () => change(() => ({})) }, t.text("house.all_back")),
    ),
    all.filter(({ rule }) => rule.group === "first").map(field),
    h(
      "div",
      { class: "house-groups" },
      GROUPS.map((group) => {
        const members = all.filter(({ rule }) => rule.group === group);
        const changed = members.filter(({ value, usual }) => value !== usual).length;
        return members.length === 0
          ? null
          : h(
              "details",
              { class: "house-group", key: `${sheet.id}-${group}` },
              h(
                "summary",
                null,
                icon("next"),
                h("span", null, t.text(`house.group.${group}`)),
                changed > 0 && h("span", { class: "house-mark" }, t.text("house.count", { n: changed })),
              ),
              h("div", { class: "house-fields" }, members.map(field)),
            );
      }),
    ),
  );
}

/**
 * One switch.
 * @param {Translator} t
 * @param {Offer} offer
 * @param {(value: import("../state/house.js").Value) => void} set
 */
function houseField(t, { rule, field, value, usual, values }, set) {
  const id = `house-${field}`;
  const changed = value !== usual;
  const control = rule.free
    ? h("input", {
        id,
        class: "input number",
        type: "number",
        min: "1",
        max: String(MOST_POINTS),
        required: true,
        value: String(value),
        oninput: (/** @type {any} */ event) => {
          // At every key, or the next drawing would take back what is typed.
          if (event.target.checkValidity()) set(Number(event.target.value));
        },
      })
    : h(
        "select",
        {
          id,
          class: "input",
          value: String(value),
          onchange: (/** @type {any} */ event) =>
            set(/** @type {any} */ (values.find((known) => String(known) === event.target.value))),
        },
        values.map((known) =>
          h(
            "option",
            { key: String(known), value: String(known) },
            valueText(t, field, known) + (known === usual ? ` (${t.text("house.usual")})` : ""),
          ),
        ),
      );
  return h(
    "div",
    { class: `field house-field${changed ? " house-changed" : ""}`, key: id },
    h("label", { for: id }, ruleName(t, field), changed && h("span", { class: "house-mark" }, t.text("house.changed"))),
    h(
      "div",
      { class: "house-control" },
      control,
      changed &&
        button(
          {
            class: "house-back",
            "aria-label": t.text("house.back_at", { rule: ruleName(t, field) }),
            onclick: () => set(usual),
          },
          t.text("house.back"),
        ),
    ),
  );
}

/**
 * The house rules that differ from the game's own, each with what is usual.
 * @param {Context} ctx
 * @param {any} sheet the game's own; undefined until it is here
 * @param {Options} options
 */
export function houseList({ t }, sheet, options) {
  const fields = toldFields(options);
  if (fields.length === 0) return null;
  return h(
    "ul",
    { class: "house-list" },
    fields.map((field) => {
      const usual = sheet === undefined ? undefined : field.split(".").reduce((tree, name) => tree?.[name], sheet);
      return h(
        "li",
        { key: field },
        usual === undefined
          ? ruleText(t, field, options[field])
          : t.text("house.was", {
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
export function houseMark({ t, go }, { sheet, options = {}, seats }) {
  const fields = toldFields(options);
  if (fields.length === 0) return null;
  const count = t.text("house.count", { n: fields.length });
  return button(
    {
      class: "house-chip",
      key: "house",
      "aria-label": count,
      title: fields.map((field) => ruleText(t, field, options[field])).join("\n"),
      onclick: () => go.openDialog("rules", { sheet, options, seats: seats.length }),
    },
    icon("book"),
    h("span", { class: "house-chip-count", "aria-hidden": "true" }, t.number(fields.length)),
    h("span", { class: "house-chip-word", "aria-hidden": "true" }, count),
  );
}
