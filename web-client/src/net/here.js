// Where the server's API and socket are: beside the page. A proxy may serve all of it below a path of its own, so
// nothing begins at the root.

/**
 * @param {string} path without a slash in front: "api/sheets"
 * @param {string} [page] the page's own address
 */
export const here = (path, page = location.href) => new URL(path, page).href;

/** The same as an address for a socket. @param {string} path @param {string} [page] */
export function socketHere(path, page = location.href) {
  const url = new URL(path, page);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}

/**
 * The page itself, below which fragments lead to its parts; also from another of its pages.
 * @param {string} fragment "#/join/…"
 * @param {string} [page]
 */
export const pageHere = (fragment, page = location.href) => `${new URL(".", page).href}${fragment}`;

/**
 * A name in the browser's storage for what belongs to this server alone: servers below different paths of one site
 * share the storage, not their players.
 * @param {string} name
 * @param {string} [page]
 */
export function keyHere(name, page = location.href) {
  const { pathname } = new URL(".", page);
  return pathname === "/" ? name : `${name}${pathname}`;
}
