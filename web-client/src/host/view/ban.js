// A ban: of which player, known by what, how long, and why (for the host's own list).

import { h } from "../../ui/dom.js";
import { icon, sentence } from "../../ui/context.js";
import { frame } from "../../ui/frame.js";
import { acts, fieldOf } from "./context.js";
import { ANNOUNCEMENT } from "./restart.js";

/** @typedef {import("./context.js").HostContext} HostContext */
/** @typedef {import("./context.js").Form} Form */

const HOUR = 3_600_000;
/** How long, ms; null for good. @type {readonly (readonly [string, number | null])[]} */
const TERMS = [
  ["hour", HOUR],
  ["day", 24 * HOUR],
  ["week", 168 * HOUR],
  ["month", 720 * HOUR],
  ["for_good", null],
];

/** @param {HostContext} ctx @param {Form} form */
export function banDialog(ctx, form) {
  const { t, ui, go } = ctx;
  const { player, name, address, by } = form;
  return frame(
    ctx,
    "ban",
    t.text("host.ban.title"),
    [
      name !== null && h("p", { key: "banned" }, sentence(ctx, "host.ban.means", { who: { name } })),
      player !== null && address !== null && knownBy(ctx, form),
      by === "address" && player === null && addressField(ctx),
      by === "address" && h("p", { key: "shared", class: "brass" }, icon("warn"), " ", t.text("host.ban.shared")),
      h(
        "div",
        { class: "field", key: "term" },
        h("label", { for: "ban-term" }, t.text("host.ban.term")),
        h(
          "select",
          { id: "ban-term", name: "term", class: "input" },
          TERMS.map(([term]) => h("option", { key: term, value: term }, t.text(`host.term.${term}`))),
        ),
      ),
      h(
        "div",
        { class: "field", key: "reason" },
        h("label", { for: "ban-reason" }, t.text("host.ban.reason")),
        h("input", { id: "ban-reason", name: "reason", class: "input", maxlength: ANNOUNCEMENT, autocomplete: "off" }),
      ),
      acts(ctx, h("button", { class: "button bad", type: "submit", disabled: ui.busy }, t.text("host.players.ban"))),
    ],
    (event) => {
      const term = TERMS.find(([known]) => known === fieldOf(event, "term"));
      const banned = by === "player" ? { player } : { address: player === null ? fieldOf(event, "address") : address };
      go.ban(banned, fieldOf(event, "reason"), term === undefined ? HOUR : term[1]);
    },
  );
}

/** Whether the player is banned, or the address. @param {HostContext} ctx @param {Form} form */
function knownBy({ t, go }, { address, by }) {
  const choice = (/** @type {string} */ value, /** @type {string} */ text) =>
    h(
      "label",
      { key: value, class: "segment" },
      h("input", {
        type: "radio",
        name: "by",
        class: "sr",
        checked: by === value,
        onchange: () => go.form({ by: value }),
      }),
      h("span", null, text),
    );
  return h(
    "fieldset",
    { key: "by", class: "field segments" },
    h("legend", null, t.text("host.ban.by")),
    h("div", { class: "segment-row" }, choice("player", t.text("host.ban.by_player")), choice("address", address)),
  );
}

/** An address of nobody in the list. @param {HostContext} ctx */
const addressField = ({ t }) => [
  h("label", { key: "label", for: "ban-address" }, t.text("host.ban.address")),
  h("input", {
    key: "input",
    id: "ban-address",
    name: "address",
    class: "input",
    required: true,
    autocomplete: "off",
    spellcheck: "false",
    autofocus: true,
    "aria-describedby": "ban-address-means",
  }),
  h("p", { key: "means", class: "quiet", id: "ban-address-means" }, t.text("host.ban.address_means")),
];
