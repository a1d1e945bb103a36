// What every view of the host's page is given, and the few pieces all of them use.

import { h } from "../../ui/dom.js";
import { button } from "../../ui/context.js";

/** @typedef {import("../../ui/dom.js").VNode} VNode */
/** @typedef {import("../../ui/dom.js").Loose} Loose */

/** @typedef {import("../../ui/context.js").Form} Form */

/**
 * @typedef {object} Ui
 * @property {{ kind: string, form: Form } | null} dialog
 * @property {string | null} error the sentence under the dialog's form
 * @property {boolean} busy an act is on its way
 * @property {string | null} copied the text that was copied last
 * @property {{ text: string, ok: boolean } | null} note what became of the last act
 * @property {boolean} checking the data is being looked at
 *
 * @typedef {object} HostContext
 * @property {import("../state.js").HostState} state
 * @property {import("../../i18n.js").Translator} t
 * @property {import("../format.js").Format} format
 * @property {import("../../state/settings.js").Settings} settings
 * @property {Ui} ui
 * @property {boolean} wide whether two columns fit
 * @property {import("../intents.js").Intents} go
 * @property {() => number} now ms of the page's own clock
 */

/**
 * A part of the page with its title.
 * @param {string} id
 * @param {string} title
 * @param {Loose} aside beside the title
 * @param {...Loose} body
 */
export const part = (id, title, aside, ...body) =>
  h(
    "section",
    {
      key: id,
      class: `card host-part host-${id}`,
      id,
      "aria-labelledby": `${id}-title`,
      tabindex: "-1",
      "data-zone": id,
    },
    h("div", { class: "card-head" }, h("h2", { id: `${id}-title` }, title), aside),
    body,
  );

/** Facts in pairs. @param {readonly (readonly [string, ...Loose[]])[]} pairs */
export const facts = (pairs) =>
  h(
    "dl",
    { class: "host-facts" },
    pairs.map(([name, ...value]) => h("div", { key: name }, h("dt", null, name), h("dd", null, value))),
  );

/** @param {string} text */
export const nothing = (text) => h("p", { class: "quiet host-nothing" }, text);

/** Sentences that the server writes for its host are in English. @param {string} text */
export const english = (text) => h("span", { lang: "en" }, text);

/** @param {SubmitEvent} event @param {string} field */
export const fieldOf = (event, field) =>
  String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get(field) ?? "").trim();

/**
 * A form that the page itself takes.
 * @param {string} name
 * @param {(event: SubmitEvent) => void} onsubmit
 * @param {...Loose} body
 */
export const form = (name, onsubmit, ...body) =>
  h(
    "form",
    {
      class: name,
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        onsubmit(event);
      },
    },
    body,
  );

/** A dialog's buttons, the way back first. @param {HostContext} ctx @param {...Loose} more */
export const acts = ({ t, go }, ...more) =>
  h(
    "div",
    { class: "dialog-acts" },
    button({ class: "button", autofocus: true, onclick: () => go.closeDialog() }, t.text("host.cancel")),
    more,
  );
