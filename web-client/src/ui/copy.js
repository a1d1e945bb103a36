// A link or a text to take along: shown whole, copied by a button; on plain http, where there is no clipboard, through
// the selection.

import { h, inputOf } from "./dom.js";
import { button, icon } from "./context.js";

/**
 * @param {import("../i18n.js").Translator} t
 * @param {string} text
 * @param {object} how
 * @param {string} how.label
 * @param {boolean} how.copied whether it was just copied
 * @param {(text: string) => unknown} how.oncopy
 */
export const copyRow = (t, text, { label, copied, oncopy }) =>
  h(
    "div",
    { class: "invite-row" },
    h("input", {
      class: "input",
      readonly: true,
      value: text,
      "aria-label": label,
      onfocus: (/** @type {Event} */ event) => inputOf(event).select(),
    }),
    button(
      { class: "button go", onclick: () => oncopy(text) },
      icon(copied ? "check" : "link"),
      t.text(copied ? "invite.copied" : "invite.copy"),
    ),
  );

/** @param {string} text one that a {@link copyRow} shows @returns {Promise<boolean>} whether it was copied */
export async function copy(text) {
  if (navigator.clipboard !== undefined)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const fields = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll(".invite-row input")]);
  fields.find((field) => field.value === text)?.select();
  return document.execCommand("copy");
}
