// Whose phrases this browser hides: a list of player ids, kept here and sent to nobody.

const KEY = "boneyard.muted";
/** Players that are remembered; of more, the ones muted first are forgotten. */
export const MOST = 500;

/** @param {Storage | null} storage null where the browser keeps nothing */
export function createMuted(storage) {
  /** @type {ReadonlySet<string>} */
  let muted = new Set(read(storage));
  const without = (/** @type {string} */ player) => [...muted].filter((id) => id !== player);
  /** @param {string[]} list */
  const keep = (list) => {
    muted = new Set(list);
    write(storage, list);
  };
  return {
    get: () => muted,
    /** @param {string} player */
    mute: (player) => keep([...without(player), player].slice(-MOST)),
    /** @param {string} player */
    unmute: (player) => keep(without(player)),
  };
}

/**
 * What has been said at a table by those who are not muted here.
 * @param {import("./facts.js").Table} table
 * @param {ReadonlySet<string>} muted
 */
export const unmuted = (table, muted) => table.said.filter(({ player }) => player === undefined || !muted.has(player));

/** @param {Storage | null} storage @returns {string[]} */
function read(storage) {
  try {
    const kept = JSON.parse(storage?.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string").slice(-MOST) : [];
  } catch {
    // A damaged entry is as good as none: the next change writes a sound one.
    return [];
  }
}

/** @param {Storage | null} storage @param {string[]} list */
function write(storage, list) {
  try {
    storage?.setItem(KEY, JSON.stringify(list));
  } catch {
    // A full or forbidden storage: it holds until the page is closed.
  }
}
