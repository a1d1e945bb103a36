// The options of a new table as switches. Which there are, and which values each allows, is the server's list.

import { h } from "./dom.js";
import { button, icon } from "./context.js";
import { ruleName, valueText } from "./options.js";
import { choose, ownFields, valueNow } from "../state/options.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../i18n.js").Translator} Translator */
/** @typedef {import("../state/options.js").Options} Options */
/** @typedef {import("../state/options.js").Switch} Switch */
/** @typedef {import("../state/options.js").Value} Value */

/** Groups that are closed until somebody wants them, in reading order. */
const GROUPS = Object.freeze(["deal", "lead", "turn", "line", "score", "match", "referee"]);

/**
 * A table's options: those wanted most are in sight, the others are grouped by what they are about.
 * @param {Pick<Context, "t" | "state">} ctx
 * @param {string} sheet
 * @param {readonly Switch[]} switches
 * @param {Options} options
 * @param {(next: (options: Options) => Options) => void} change what was drawn last may not know of a change made in
 *   the same moment
 */
export function switchFields({ t, state }, sheet, switches, options, change) {
  /** @param {Switch} rule */
  const field = (rule) => switchField(t, rule, options, (value) => change((now) => choose(now, rule, value)));
  const lost = state.switches.lost;
  return h(
    "div",
    { class: "options", key: "options", role: "group", "aria-labelledby": "option-title" },
    h(
      "div",
      { class: "option-head" },
      h("h3", { id: "option-title" }, t.text("new.options")),
      ownFields(options).length > 0 &&
        button({ class: "option-back", onclick: () => change(() => ({})) }, t.text("option.all_back")),
    ),
    lost && switchesLost(t),
    switches.filter(({ group }) => group === "first").map(field),
    h(
      "div",
      { class: "option-groups" },
      GROUPS.map((group) => {
        const members = switches.filter((rule) => rule.group === group);
        const changed = members.filter((rule) => isChanged(rule, options)).length;
        return members.length === 0
          ? null
          : h(
              "details",
              { class: "option-group", key: `${sheet}-${group}` },
              h(
                "summary",
                null,
                icon("next"),
                h("span", null, t.text(`option.group.${group}`)),
                changed > 0 && h("span", { class: "option-mark" }, t.text("option.count", { n: changed })),
              ),
              h("div", { class: "option-fields" }, members.map(field)),
            );
      }),
    ),
  );
}

/** What is said while the server does not answer. @param {Translator} t */
export const switchesLost = (t) => h("p", { class: "quiet", key: "lost", role: "status" }, t.text("new.switches_lost"));

/** @param {Switch} rule @param {Options} options */
const isChanged = (rule, options) => valueNow(options, rule) !== (rule.usual ?? rule.value);

/**
 * One switch.
 * @param {Translator} t
 * @param {Switch} rule
 * @param {Options} options
 * @param {(value: Value) => void} set
 */
function switchField(t, rule, options, set) {
  const { field } = rule;
  const id = `option-${field}`;
  const changed = isChanged(rule, options);
  const { usual } = rule;
  return h(
    "div",
    { class: `field option-field${changed ? " option-changed" : ""}`, key: id },
    h(
      "label",
      { for: id },
      ruleName(t, field),
      changed && h("span", { class: "option-mark" }, t.text("option.changed")),
    ),
    h(
      "div",
      { class: "option-control" },
      rule.most === undefined
        ? listOf(t, id, rule, valueNow(options, rule), set)
        : numberUpTo(rule.most, id, valueNow(options, rule), set),
      changed &&
        usual !== undefined &&
        button(
          {
            class: "option-back",
            "aria-label": t.text("option.back_at", { rule: ruleName(t, field) }),
            onclick: () => set(usual),
          },
          t.text("option.back"),
        ),
    ),
  );
}

/** @param {number} most @param {string} id @param {Value} value @param {(value: Value) => void} set */
const numberUpTo = (most, id, value, set) =>
  h("input", {
    id,
    class: "input number",
    type: "number",
    min: "1",
    max: String(most),
    required: true,
    value: String(value),
    oninput: (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      // At every key, or the next drawing would take back what is typed.
      if (input.checkValidity()) set(Number(input.value));
    },
  });

/**
 * @param {Translator} t
 * @param {string} id
 * @param {Switch} rule
 * @param {Value} now
 * @param {(value: Value) => void} set
 */
function listOf(t, id, { field, usual, choices }, now, set) {
  const text = (/** @type {Value} */ value) =>
    valueText(t, field, value) + (value === usual ? ` (${t.text("option.usual")})` : "");
  return h(
    "select",
    {
      id,
      class: "input",
      value: String(now),
      onchange: (/** @type {Event} */ event) => {
        const select = /** @type {HTMLSelectElement} */ (event.target);
        const chosen = choices.find(({ value }) => String(value) === select.value);
        if (chosen !== undefined) set(chosen.value);
      },
    },
    choices.map(({ value }) => h("option", { key: String(value), value: String(value) }, text(value))),
  );
}
