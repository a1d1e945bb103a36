// The frame round every page: brand, ways about, who I am, and what is wrong with the connection.

import { h } from "./dom.js";
import { button, icon, ticking, tilePicture } from "./context.js";

/** @typedef {import("./context.js").Context} Context */

/** @param {Context} ctx */
export function header(ctx) {
  const { t, state, go, route } = ctx;
  return h(
    "header",
    { class: "top" },
    h("a", { class: "brand", href: "#/" }, tilePicture(ctx, "1-0", { unit: 14 }), h("span", null, "Boneyard")),
    h("nav", { class: "nav", "aria-label": t.text("nav.label") }, links(ctx)),
    h(
      "div",
      { class: "top-end" },
      state.me !== null &&
        button(
          { class: "who", onclick: () => go.openDialog("name") },
          h("span", { class: "quiet" }, t.text("top.you_are")),
          " ",
          h("bdi", null, state.me.name),
          icon("pen"),
          h("span", { class: "sr" }, t.text("top.rename")),
        ),
      button(
        { class: "icon-button", "aria-label": t.text("top.settings"), onclick: () => go.openDialog("settings") },
        icon("sliders"),
      ),
    ),
    route.page === "lobby" &&
      state.me !== null &&
      button(
        { class: "who who-phone", onclick: () => go.openDialog("name") },
        h("span", { class: "quiet" }, t.text("top.you_are")),
        " ",
        h("bdi", null, state.me.name),
        icon("pen"),
        h("span", { class: "sr" }, t.text("top.rename")),
      ),
  );
}

/** @param {Context} ctx */
function links({ t, route }) {
  /** @type {[string, import("./icons.js").IconName, string, boolean][]} */
  const all = [
    ["#/", "play", t.text("nav.play"), route.page !== "rules"],
    ["#/rules", "book", t.text("nav.rules"), route.page === "rules"],
  ];
  return all.map(([href, picture, text, current]) =>
    h("a", { key: href, class: "nav-link", href, "aria-current": current ? "page" : undefined }, icon(picture), text),
  );
}

/** The same ways about, at the thumb. @param {Context} ctx */
export const tabBar = (ctx) => h("nav", { class: "tab-bar", "aria-label": ctx.t.text("nav.label") }, links(ctx));

/**
 * What everybody must know, placed where it does not cover the line: what is wrong with the connection, and what the
 * host says.
 * @param {Context} ctx
 */
export function banner(ctx) {
  const all = [trouble(ctx), announcement(ctx)].filter((one) => one !== null);
  return all.length === 0 ? null : h("div", { class: "banners", key: "banners" }, all);
}

/** A long one is cut on the page and whole in its dialog. @param {Context} ctx */
function announcement({ t, state, go }) {
  if (state.announcement === null) return null;
  return h(
    "div",
    { key: "announcement", class: "banner banner-news", role: "status" },
    icon("speak"),
    h(
      "span",
      null,
      h("span", { class: "sr" }, t.text("announcement.from"), " "),
      button(
        { class: "banner-text", "aria-haspopup": "dialog", onclick: () => go.openDialog("announcement") },
        state.announcement,
      ),
    ),
    button(
      { class: "icon-button", "aria-label": t.text("announcement.dismiss"), onclick: () => go.dismissAnnouncement() },
      icon("close"),
    ),
  );
}

/** @param {Context} ctx */
function trouble({ t, state, go }) {
  const { status, code } = state.link;
  if (status === "replaced") {
    return bar(
      "replaced",
      "people",
      t.text("link.replaced"),
      button({ class: "button go", onclick: () => go.continueHere() }, t.text("link.continue_here")),
    );
  }
  if (status === "stopped")
    return bar(
      "stopped",
      "warn",
      t.text("link.stopped", { code: code ?? 0 }),
      button({ class: "button", onclick: () => go.reload() }, t.text("link.reload")),
    );
  if (status === "moved")
    return bar(
      "moved",
      "share",
      t.text("link.moved"),
      button({ class: "button", onclick: () => go.continueHere() }, t.text("link.start_anew")),
    );
  if (status === "kicked")
    return bar(
      "kicked",
      "warn",
      t.text("link.kicked"),
      button({ class: "button go", onclick: () => go.continueHere() }, t.text("link.come_back")),
    );
  if (status === "banned") return bar("banned", "warn", t.text("link.banned"));
  if (state.restarting !== null) return restarting(t, state.restarting);
  if (status === "lost") return bar("lost", "net", t.text("link.lost"));
  return null;
}

/** @param {import("../i18n.js").Translator} t @param {{ at: number, left?: number }} when */
const restarting = (t, { at, left }) =>
  left === undefined
    ? bar("restarting", "clock", t.text("link.restarting"))
    : bar("restarts", "clock", t.text("link.restarts_in"), ticking(left, at));

/**
 * @param {string} key
 * @param {import("./icons.js").IconName} picture
 * @param {string} text
 * @param {import("./dom.js").Loose} [act]
 */
const bar = (key, picture, text, act) =>
  h("div", { key, class: "banner", role: "status" }, icon(picture), h("span", null, text), act);

/** What the lobby could not do. @param {Context} ctx @param {string} text */
export const notice = ({ t, go }, text) =>
  h(
    "div",
    { key: "notice", class: "banner", role: "alert" },
    icon("warn"),
    h("span", null, text),
    button({ class: "icon-button", "aria-label": t.text("close"), onclick: () => go.dismissNotice() }, icon("close")),
  );
