// The page's address. Everything is in the fragment, so that a join code is never part of a request.

/** @typedef {import("./ui/context.js").Route} Route */

/** @param {string} hash @returns {Route} */
export function readRoute(hash) {
  const [, page = "", rest = ""] = /^#?\/?([^/]*)\/?(.*)$/.exec(hash) ?? [];
  if (page === "table" && /^[0-9a-f-]{36}$/i.test(rest)) return { page: "table", id: rest.toLowerCase() };
  if (page === "join" && rest !== "") return { page: "join", code: decodeURIComponent(rest) };
  if (page === "rules") return { page: "rules", sheet: rest === "" ? null : decodeURIComponent(rest) };
  return { page: "lobby" };
}
