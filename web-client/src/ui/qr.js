// A QR code of a link as a picture: dark on white in every theme, as readers want it, with the quiet border that the
// standard asks for.

import { h } from "./dom.js";
import { svg } from "./tile.js";

/** Modules of border. */
const QUIET = 4;

/**
 * @param {string} link
 * @param {string} label what a screen reader says
 */
export const qrPicture = (link, label) =>
  h("span", {
    key: `qr-${link}`,
    class: "qr",
    role: "img",
    "aria-label": label,
    mount: (element) => draw(element, link),
  });

/**
 * The QR code of a link to share, or in its place that nobody else can open it.
 * @param {import("../i18n.js").Translator} t
 * @param {string} link
 */
export const qrToShare = (t, link) =>
  forOthers(link)
    ? qrPicture(link, t.text("qr.label", { link }))
    : h("p", { key: "alone", class: "brass" }, t.text("qr.alone"));

/**
 * The modules that make a code are fetched when one is wanted. Without them there are still the link and the text.
 * @param {HTMLElement} element
 * @param {string} link
 */
function draw(element, link) {
  import("../qr/code.js").then(
    ({ barsOf, qrCode }) => {
      const code = qrCode(link);
      if (code === null) element.hidden = true;
      else element.append(picture(code.side, barsOf(code)));
    },
    () => {
      element.hidden = true;
    },
  );
}

/** @param {number} side @param {string} bars */
function picture(side, bars) {
  const size = side + 2 * QUIET;
  return svg(
    "svg",
    {
      viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`,
      "shape-rendering": "crispEdges",
      "aria-hidden": "true",
      focusable: "false",
    },
    [
      svg("path", { class: "qr-ground", d: `M${-QUIET} ${-QUIET}h${size}v${size}h${-size}z` }),
      svg("path", { class: "qr-bars", d: bars }),
    ],
  );
}

/** Whether an address is of use to another device: one of this machine alone is not. @param {string} link */
export const forOthers = (link) => !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(link).hostname);
