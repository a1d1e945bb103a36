// What is exposed, and the addresses to share: the best one as a QR code, each with its link.

import { h } from "../../ui/dom.js";
import { button, icon } from "../../ui/context.js";
import { copyRow } from "../../ui/copy.js";
import { forOthers, qrPicture } from "../../ui/qr.js";
import { facts, nothing, part } from "./context.js";

/** @typedef {import("./context.js").HostContext} HostContext */

/** The address as a link: to the folder, not to a file in it. @param {string} address */
export const linkOf = (address) => (address.endsWith("/") ? address : `${address}/`);

/** @param {HostContext} ctx */
export function exposure(ctx) {
  const { t, state } = ctx;
  const exposed = state.state?.exposed;
  if (exposed === undefined)
    return part("exposure", t.text("host.part.exposure"), null, nothing(t.text("lobby.loading")));
  const best = exposed.addresses.map(linkOf).find(forOthers);
  const yes = (/** @type {boolean} */ on) => t.text(on ? "host.yes" : "host.no");
  return part(
    "exposure",
    t.text("host.part.exposure"),
    null,
    h(
      "p",
      { class: exposed.loopback_only ? "host-lead" : "host-lead host-open" },
      icon(exposed.loopback_only ? "lock" : "globe"),
      h(
        "span",
        null,
        t.text(
          exposed.loopback_only
            ? "host.exposed.nobody"
            : exposed.password
              ? "host.exposed.password"
              : "host.exposed.everybody",
        ),
      ),
    ),
    h(
      "div",
      { class: "host-share" },
      best !== undefined && qrPicture(best, t.text("qr.label", { link: best })),
      h(
        "ul",
        { class: "host-addresses" },
        exposed.addresses.map(linkOf).map((link) => h("li", { key: link }, address(ctx, link))),
      ),
    ),
    facts([
      [t.text("host.exposed.listen"), exposed.listen],
      [t.text("host.exposed.tls"), yes(exposed.tls)],
      [t.text("host.exposed.asks"), yes(exposed.password)],
      [t.text("host.exposed.proxies"), exposed.proxies.length === 0 ? t.text("host.none") : t.list(exposed.proxies)],
      [t.text("host.exposed.remote"), yes(exposed.admin_remote)],
    ]),
  );
}

/** @param {HostContext} ctx @param {string} link */
const address = ({ t, ui, go }, link) => [
  copyRow(t, link, { label: t.text("host.address"), copied: ui.copied === link, oncopy: go.copy }),
  forOthers(link) &&
    button(
      { class: "button", onclick: () => go.openDialog("qr", { title: t.text("host.address"), link }) },
      icon("qr"),
      t.text("host.qr"),
      h("span", { class: "sr" }, ` ${link}`),
    ),
];
