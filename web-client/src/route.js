// The page's address. Everything is in the fragment, so that a code is never part of a request.

/** @typedef {import("./ui/context.js").Route} Route */

/** @param {string} hash @returns {Route} */
export function readRoute(hash) {
  const [, page = "", rest = ""] = /^#?\/?([^/]*)\/?(.*)$/.exec(hash) ?? [];
  if (page === "table" && /^[0-9a-f-]{36}$/i.test(rest)) return { page: "table", id: rest.toLowerCase() };
  if (page === "join" && rest !== "") return joinRoute(rest);
  if (page === "rules") return { page: "rules", sheet: rest === "" ? null : decoded(rest) };
  return { page: "lobby" };
}

/** `CODE`, or `CODE/SEAT` where the link leads to one seat of the table. @param {string} rest @returns {Route} */
function joinRoute(rest) {
  const [, code = rest, seat] = /^(.*?)(?:\/(\d))?$/.exec(rest) ?? [];
  return { page: "join", code: decoded(code), ...(seat === undefined ? {} : { seat: Number(seat) }) };
}

/**
 * The code with which an identity comes to this browser, where the address is such a link.
 * @param {string} hash
 * @returns {string | null}
 */
export function readTransfer(hash) {
  const [, code] = /^#transfer=([^&]+)$/.exec(hash) ?? [];
  return code === undefined ? null : decoded(code);
}

/** A link that was cut in the middle of an escape is no reason to show nothing. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
