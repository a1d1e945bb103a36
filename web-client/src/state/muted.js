// Whose phrases this browser hides: a list of player ids, kept here and told to nobody.

const KEY = "boneyard.muted";
/** Players that are remembered; of more, the ones muted first are forgotten. */
export const MOST = 500;

/** @param {Storage | null} storage null where the browser keeps nothing */
export function createMuted(storage) {
  /** @type {ReadonlySet<string>} */
  let muted = new Set(read(storage));
  return {
    get: () => muted,
    /** @param {string} player @param {boolean} on */
    set(player, on) {
      const others = [...muted].filter((id) => id !== player);
      muted = new Set(on ? [...others, player].slice(-MOST) : others);
      write(storage, [...muted]);
    },
  };
}

/**
 * What has been said at a table by those whom nobody here has muted.
 * @param {import("./facts.js").Table} table
 * @param {ReadonlySet<string>} muted
 */
export const heard = (table, muted) => table.said.filter(({ player }) => player === undefined || !muted.has(player));

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
