// What a browser keeps for a page, where it does.

/** @param {() => Storage} open @returns {Storage | null} null where the browser forbids it */
export function storageOf(open) {
  try {
    return open();
  } catch {
    return null;
  }
}
