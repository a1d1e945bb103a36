// The public HTTP API.

/**
 * @template T what the caller expects
 * @param {string} path
 * @returns {Promise<T>} rejected when the answer is no
 */
export async function fetchJson(path) {
  const answer = await fetch(path, { headers: { accept: "application/json" }, credentials: "omit" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** The first wait before asking again, ms; it doubles up to {@link LONGEST_PAUSE}. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;

/**
 * Fetches what the page cannot do without, and tries until it comes: one request may be lost when the network changes.
 * @template T what the caller expects
 * @param {string} path
 * @param {{ ask?: (path: string) => Promise<T>, later?: (run: () => void, ms: number) => unknown }} [parts]
 * @returns {Promise<T>}
 */
export async function fetchPatiently(path, { ask = fetchJson, later = setTimeout } = {}) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return await ask(path);
    } catch {
      await new Promise((resolve) => later(() => resolve(undefined), pause));
    }
  }
}
