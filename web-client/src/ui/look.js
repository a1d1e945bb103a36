// The chosen look, as attributes of the root that the style sheets read.

/** @param {import("../state/settings.js").Settings} settings */
export function applyLook({ theme, tiles, felt, pace }) {
  const { documentElement: root } = document;
  set(root, "data-theme", theme === "auto" ? null : theme);
  set(root, "data-tiles", tiles === "auto" ? null : tiles);
  set(root, "data-felt", felt === "green" ? null : felt);
  set(root, "data-motion", pace === 0 ? "off" : null);
}

/** @param {Element} root @param {string} name @param {string | null} value */
function set(root, name, value) {
  if (value === null) root.removeAttribute(name);
  else root.setAttribute(name, value);
}
