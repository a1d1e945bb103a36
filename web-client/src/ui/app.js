// Which page is shown, and that the focus is never lost when it changes.

import { h, render } from "./dom.js";
import { banner, header, notice, tabBar } from "./chrome.js";
import { dialogs } from "./dialogs.js";
import { passwordPage } from "./password.js";
import { lobby } from "./lobby.js";
import { tablePart } from "./part.js";
import { rulesPage } from "./rules.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Element} root @param {Context} ctx */
export function renderApp(root, ctx) {
  const zone = /** @type {HTMLElement | null} */ (document.activeElement)
    ?.closest?.("[data-zone]")
    ?.getAttribute("data-zone");
  render(root, page(ctx), dialogs(ctx));
  if (zone !== null && zone !== undefined && document.activeElement === document.body) refocus(zone);
}

/** The element that had the focus is gone: its surroundings take it. @param {string} zone */
function refocus(zone) {
  const target = document.querySelector(`[data-zone="${zone}"]`) ?? document.querySelector("#main");
  const first = zone === "hand" ? target?.querySelector("button") : null;
  /** @type {HTMLElement | null | undefined} */ (first ?? target)?.focus({ preventScroll: true });
}

/** @param {Context} ctx */
function page(ctx) {
  const { route, state, wide } = ctx;
  if (state.password !== null)
    return h(
      "div",
      { class: "page page-password", key: "page" },
      header(ctx),
      banner(ctx),
      passwordPage(ctx, state.password),
    );
  const table = route.page === "table" ? state.tables[route.id] : undefined;
  const drawTable = tablePart();
  if (table !== undefined && drawTable !== null) return drawTable(ctx, table);
  return h(
    "div",
    { class: `page page-${route.page}`, key: "page" },
    header(ctx),
    banner(ctx),
    state.notice !== null && notice(ctx, state.notice.code),
    route.page === "lobby" ? lobby(ctx) : route.page === "rules" ? rulesPage(ctx, route.sheet) : onTheWay(ctx),
    wide || route.page === "table" ? null : tabBar(ctx),
  );
}

/** A table that is on its way, or that is gone. @param {Context} ctx */
function onTheWay({ t, state, route }) {
  const gone = route.page === "table" && state.gone.includes(route.id);
  return h(
    "main",
    { class: "on-the-way", id: "main", tabindex: "-1", "data-zone": "way" },
    h("h1", { class: "sr" }, "Boneyard"),
    h("p", null, t.text(gone ? "table.gone" : "table.coming")),
    h("p", null, h("a", { class: "button", href: "#/" }, t.text("table.to_lobby"))),
  );
}
