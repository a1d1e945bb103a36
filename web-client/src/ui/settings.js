// What can be switched: language, look, pace, sounds, signals, keys.

import { h, inputOf } from "./dom.js";
import { LANGUAGE_NAMES, LANGUAGES } from "../i18n.js";
import { button } from "./context.js";
import { deviceActs } from "./transfer.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../state/settings.js").Settings} Settings */

/** @type {readonly ["confirm" | "sink" | "numerals", ...("confirm" | "sink" | "numerals")[]]} */
const PLAY = ["sink", "confirm", "numerals"];
/** @type {readonly ("soundTurn" | "soundTiles" | "soundClock" | "vibrate" | "tabTitle")[]} */
const SIGNALS = ["soundTurn", "soundTiles", "soundClock", "vibrate", "tabTitle"];

/** @param {Context} ctx */
export function settingsForm(ctx) {
  const { t, settings, go } = ctx;
  return [
    tableSwitches(ctx),
    h(
      "div",
      { class: "fields" },
      select(ctx, "language", settings.language, [
        ["auto", t.text("settings.language.auto")],
        ...LANGUAGES.map((code) => /** @type {[string, string]} */ ([code, LANGUAGE_NAMES[code]])),
      ]),
      select(
        ctx,
        "theme",
        settings.theme,
        ["auto", "light", "dark", "contrast"].map((value) => [value, t.text(`settings.theme.${value}`)]),
      ),
      select(
        ctx,
        "tiles",
        settings.tiles,
        ["auto", "bone", "walnut", "plain"].map((value) => [value, t.text(`settings.tiles.${value}`)]),
      ),
      select(
        ctx,
        "felt",
        settings.felt,
        ["green", "slate", "wine", "oak"].map((value) => [value, t.text(`settings.felt.${value}`)]),
      ),
      select(
        ctx,
        "pace",
        String(settings.pace),
        [0, 250, 450, 900].map((value) => [String(value), t.text(`settings.pace.${value}`)]),
        Number,
      ),
    ),
    group(
      t.text("settings.play"),
      PLAY.map((name) => check(ctx, name)),
    ),
    group(
      t.text("settings.signals"),
      SIGNALS.map((name) => check(ctx, name)),
    ),
    group(t.text("settings.device"), deviceActs(ctx)),
    group(t.text("settings.keys"), [
      check(ctx, "letters"),
      button({ key: "keys", class: "button", onclick: () => go.openDialog("keys") }, t.text("keys.title")),
    ]),
  ];
}

/** What I wish at the table in sight; the server keeps it with my seat. @param {Context} ctx */
function tableSwitches({ t, state, route, go }) {
  const view = route.page === "table" ? state.tables[route.id]?.view : undefined;
  if (route.page !== "table" || view === undefined || view.me === undefined || view.enforcement === "penalize")
    return null;
  const { id } = route;
  return group(t.text("settings.table"), [
    h(
      "label",
      { class: "switch", key: "auto-pass" },
      h("input", {
        type: "checkbox",
        role: "switch",
        name: "auto-pass",
        checked: view.auto_pass === true,
        "aria-describedby": "auto-pass-means",
        onchange: (/** @type {Event} */ event) => go.autoPass(id, { on: inputOf(event).checked }),
      }),
      h("span", null, t.text("settings.auto_pass")),
    ),
    h("p", { class: "quiet", id: "auto-pass-means", key: "means" }, t.text("settings.auto_pass_means")),
  ]);
}

/** @param {string} title @param {import("./dom.js").VNode[]} body */
const group = (title, body) => h("fieldset", { class: "setting-group", key: title }, h("legend", null, title), body);

/**
 * @param {Context} ctx
 * @param {keyof Settings} name
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(text: string) => Settings[keyof Settings]} [read]
 */
function select({ t, go }, name, value, options, read = String) {
  const id = `set-${name}`;
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, t.text(`settings.${name}`)),
    h(
      "select",
      {
        id,
        class: "input",
        value,
        onchange: (/** @type {Event} */ event) => go.set({ [name]: read(inputOf(event).value) }),
      },
      options.map(([key, label]) => h("option", { key, value: key }, label)),
    ),
  );
}

/**
 * @param {Context} ctx
 * @param {"confirm" | "sink" | "numerals" | "soundTurn" | "soundTiles" | "soundClock" | "vibrate" | "tabTitle" |
 *   "letters"} name
 */
function check({ t, settings, go }, name) {
  return h(
    "label",
    { class: "switch", key: name },
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: settings[name],
      onchange: (/** @type {Event} */ event) => go.set({ [name]: inputOf(event).checked }),
    }),
    h("span", null, t.text(`settings.${name}`)),
  );
}
