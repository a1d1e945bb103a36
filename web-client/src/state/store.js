// Holds the one state and notifies the listeners. The only place of the page where something changes.

/**
 * @template S, M
 * @param {(state: S, message: M) => S} reduce
 * @param {S} first
 */
export function createStore(reduce, first) {
  let state = first;
  /** @type {Set<(state: S, before: S, message: M) => void>} */
  const listeners = new Set();
  return {
    get: () => state,
    /** @param {M} message */
    dispatch(message) {
      const before = state;
      state = reduce(state, message);
      for (const listener of listeners) listener(state, before, message);
    },
    /** @param {(state: S, before: S, message: M) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
