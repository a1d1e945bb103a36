// The host's page: the gate while there is no token, then its parts, in one column on a phone and in two on a desktop.

import { h, render } from "../../ui/dom.js";
import { button, icon, tilePicture } from "../../ui/context.js";
import { announce, restart } from "./restart.js";
import { backups } from "./backups.js";
import { bans } from "./bans.js";
import { bots } from "./bots.js";
import { dialogs } from "./dialogs.js";
import { exposure } from "./exposure.js";
import { gate } from "./gate.js";
import { players } from "./players.js";
import { proxy } from "./proxy.js";
import { reports } from "./reports.js";
import { server } from "./server.js";
import { tables } from "./tables.js";

/** @typedef {import("./context.js").HostContext} HostContext */
/** @typedef {(ctx: HostContext) => import("../../ui/dom.js").VNode} View */

/** @type {readonly (readonly [id: string, view: View])[]} the wide column */
const MAIN = [
  ["exposure", exposure],
  ["tables", tables],
  ["players", players],
  ["reports", reports],
  ["bans", bans],
  ["proxy", proxy],
];
/** @type {readonly (readonly [id: string, view: View])[]} */
const SIDE = [
  ["server", server],
  ["announce", announce],
  ["restart", restart],
  ["backups", backups],
  ["bots", bots],
];

/** @param {Element} root @param {HostContext} ctx */
export function renderHost(root, ctx) {
  const zone = /** @type {HTMLElement | null} */ (document.activeElement)
    ?.closest?.("[data-zone]")
    ?.getAttribute("data-zone");
  render(root, page(ctx), dialogs(ctx));
  // The element that had the focus is gone: its part takes it.
  if (zone && document.activeElement === document.body)
    /** @type {HTMLElement | null} */ (
      document.querySelector(`[data-zone="${zone}"]`) ?? document.querySelector("#main")
    )?.focus({ preventScroll: true });
}

/** @param {HostContext} ctx */
function page(ctx) {
  const { t, state } = ctx;
  return h(
    "div",
    { class: "page page-host", key: "page" },
    top(ctx),
    state.lost &&
      h("div", { key: "lost", class: "banner", role: "status" }, icon("net"), h("span", null, t.text("host.lost"))),
    state.gate === "open" ? desk(ctx) : gate(ctx),
  );
}

/** @param {HostContext} ctx */
function top(ctx) {
  const { t, go, state } = ctx;
  return h(
    "header",
    { class: "top" },
    h("a", { class: "brand", href: "./" }, tilePicture(ctx, "1-0", { unit: 14 }), h("span", null, "Boneyard")),
    h(
      "div",
      { class: "top-end" },
      state.gate === "open" &&
        button({ key: "leave", class: "button", onclick: () => go.leave() }, icon("lock"), t.text("host.leave")),
      button(
        {
          key: "settings",
          class: "icon-button",
          "aria-label": t.text("top.settings"),
          onclick: () => go.openDialog("settings"),
        },
        icon("sliders"),
      ),
    ),
  );
}

/** @param {HostContext} ctx */
function desk(ctx) {
  const { t, wide } = ctx;
  const draw = (/** @type {readonly (readonly [string, View])[]} */ list) => list.map(([, view]) => view(ctx));
  return h(
    "main",
    { class: "host", id: "main", tabindex: "-1", "data-zone": "host" },
    h("div", { class: "host-head", key: "head" }, h("h1", null, t.text("host.title")), note(ctx)),
    !wide &&
      h(
        "nav",
        { key: "parts", class: "host-nav", "aria-label": t.text("host.parts") },
        [...MAIN, ...SIDE].map(([id]) =>
          h("a", { key: id, class: "button", href: `#${id}` }, t.text(`host.part.${id}`)),
        ),
      ),
    h("div", { class: "host-main", key: "main" }, draw(MAIN)),
    h("div", { class: "host-side", key: "side" }, draw(SIDE)),
  );
}

/**
 * What became of the last act. The element stays, so that a screen reader hears what comes into it.
 * @param {HostContext} ctx
 */
function note({ t, ui, go }) {
  return h(
    "div",
    { key: "note", class: "host-note", role: "status" },
    ui.note !== null &&
      h(
        "p",
        { class: `banner ${ui.note.ok ? "banner-ok" : "banner-bad"}` },
        icon(ui.note.ok ? "check" : "warn"),
        h("span", null, ui.note.text),
        button({ class: "icon-button", "aria-label": t.text("close"), onclick: () => go.dismissNote() }, icon("close")),
      ),
  );
}
