// What is wrong with the way to the server: what it saw of a request, what became of a socket and of a slow answer, as
// findings with codes. Pure.

/** A socket of ours may be silent so long; a proxy must not cut it before, ms. */
export const IDLE_MS = 60_000;
/**
 * The stream's lines are sent 200 ms apart, five of them. Through a proxy that gathers an answer they come at once, ms.
 */
const SPREAD_MS = 400;

/**
 * What `GET api/self-check` tells.
 * @typedef {object} Seen
 * @property {boolean} secure
 * @property {string | null} [host]
 * @property {boolean} origin_ok
 * @property {string | null} [forwarded_for]
 * @property {string | null} [forwarded_proto]
 * @property {string} client_address
 * @property {boolean} via_proxy
 * @property {string} prefix
 *
 * @typedef {{ what: string, ok: boolean | null, says: string, params?: Record<string, string | number> }} Finding `ok`
 *   is null while it is looked at; `says` is the
 *   end of a sentence's key
 */

/** Slashes at both ends, as the page's folder has them. @param {string} path */
const folder = (path) => `/${path.replaceAll(/^\/+|\/+$/g, "")}/`.replace("//", "/");

/**
 * @param {Seen} seen
 * @param {{ protocol: string, host: string, origin: string, pathname: string }} page its address
 * @returns {Finding[]}
 */
export function judgeRequest(seen, page) {
  const mine = folder(page.pathname.replace(/[^/]*$/, ""));
  const theirs = folder(seen.prefix);
  return [
    origin(seen, page.origin),
    seen.host === page.host ? fine("name") : wrong("name", { mine: page.host, theirs: seen.host ?? "" }),
    mine === theirs ? fine("prefix") : wrong("prefix", { mine, theirs }),
    (page.protocol === "https:") === seen.secure ? fine("secure") : wrong("secure"),
    sender(seen),
  ];
}

/** @param {Seen} seen @param {string} origin @returns {Finding} */
const origin = ({ origin_ok: ok }, origin) => (ok ? fine("origin") : wrong("origin", { origin }));

/** @param {Seen} seen @returns {Finding} */
function sender({ via_proxy: known, forwarded_for: forwarded, client_address: address }) {
  if (known)
    return forwarded
      ? { what: "sender", ok: true, says: "sender.proxy", params: { address } }
      : { what: "sender", ok: false, says: "sender.nameless" };
  return forwarded
    ? { what: "sender", ok: false, says: "sender.stranger", params: { address } }
    : { what: "sender", ok: true, says: "sender.direct", params: { address } };
}

/**
 * @param {number[] | null} times when the parts of the slow answer came, ms; null if it did not come
 * @returns {Finding}
 */
export function judgeStream(times) {
  if (times === null || times.length === 0) return wrong("stream");
  return times[times.length - 1] - times[0] >= SPREAD_MS ? fine("stream") : wrong("stream");
}

/** @param {{ echoed: boolean }} socket whether it was opened and answered @returns {Finding} */
export const judgeSocket = ({ echoed }) => (echoed ? fine("socket") : wrong("socket"));

/**
 * @param {number | null} silent for how long the socket was silent before it was cut, ms; null if it was not
 * @returns {Finding}
 */
export const judgeIdle = (silent) =>
  silent === null || silent >= IDLE_MS ? fine("idle") : wrong("idle", { n: Math.round(silent / 1000) });

/** @param {string} what @returns {Finding} */
const fine = (what) => ({ what, ok: true, says: `${what}.ok` });

/** @param {string} what @param {Record<string, string | number>} [params] @returns {Finding} */
const wrong = (what, params) => ({ what, ok: false, says: `${what}.bad`, ...(params === undefined ? {} : { params }) });

/** @param {string} what @returns {Finding} */
export const looking = (what) => ({ what, ok: null, says: `${what}.looking` });
