// What a person has chosen, remembered in this browser.

const KEY = "boneyard.settings";

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  language: "auto",
  theme: "auto",
  felt: "green",
  tiles: "auto",
  numerals: false,
  pace: 450,
  confirm: false,
  sink: true,
  letters: true,
  soundTiles: true,
  soundTurn: true,
  soundClock: true,
  vibrate: true,
  tabTitle: true,
});

/**
 * @typedef {object} Settings
 * @property {string} language "auto" or a language of the page
 * @property {string} theme "auto", "light", "dark" or "contrast"
 * @property {string} felt "green", "slate", "wine" or "oak"
 * @property {string} tiles "auto", "bone", "walnut" or "plain"
 * @property {boolean} numerals figures in place of pips
 * @property {number} pace milliseconds between two actions of others
 * @property {boolean} confirm two taps lay a tile even where one end is legal
 * @property {boolean} sink tiles that do not fit sink a little, and fade
 * @property {boolean} letters letters are keys
 * @property {boolean} soundTiles
 * @property {boolean} soundTurn
 * @property {boolean} soundClock
 * @property {boolean} vibrate
 * @property {boolean} tabTitle title and icon of the tab say when it is my turn
 */

/** @param {Storage | null} storage null where the browser keeps nothing */
export function createSettings(storage) {
  let settings = read(storage);
  /** @type {Set<(settings: Settings) => void>} */
  const listeners = new Set();
  return {
    get: () => settings,
    /** @param {Partial<Settings>} change */
    change(change) {
      settings = { ...settings, ...change };
      write(storage, settings);
      for (const listener of listeners) listener(settings);
    },
    /** @param {(settings: Settings) => void} listener */
    subscribe: (listener) => listeners.add(listener),
  };
}

/** @param {Storage | null} storage @returns {Settings} */
function read(storage) {
  try {
    const kept = JSON.parse(storage?.getItem(KEY) ?? "{}");
    const known = Object.entries(DEFAULTS).map(([key, value]) => [
      key,
      typeof kept[key] === typeof value ? kept[key] : value,
    ]);
    return /** @type {Settings} */ (Object.fromEntries(known));
  } catch {
    // A damaged entry is as good as none: the next change writes a sound one.
    return { ...DEFAULTS };
  }
}

/** @param {Storage | null} storage @param {Settings} settings */
function write(storage, settings) {
  try {
    storage?.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A full or forbidden storage: the choice holds until the page is closed.
  }
}
