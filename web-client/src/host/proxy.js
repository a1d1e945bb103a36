// Tries the way to the server as the page of a game uses it: a request, a slow answer, a socket, and a socket that is
// silent for a minute.

import { fetchJson } from "../net/api.js";
import { here, socketHere } from "../net/here.js";
import { IDLE_MS, judgeIdle, judgeRequest, judgeSocket, judgeStream, looking } from "./judge.js";

/** @typedef {import("./judge.js").Finding} Finding */

/** An echo that has not come by then does not come, ms. */
const ECHO_MS = 5000;
/** The silence that is tried: a little longer than what must be borne. */
const SILENCE_MS = IDLE_MS + 1000;

/**
 * @param {(findings: Finding[]) => void} show called whenever more is known
 * @param {AbortSignal} signal
 */
export async function tryTheWay(show, signal) {
  /** @type {Map<string, Finding>} */
  const found = new Map();
  const put = (/** @type {Finding[]} */ ...findings) => {
    if (signal.aborted) return;
    for (const finding of findings) found.set(finding.what, finding);
    show([...found.values()]);
  };
  put(looking("socket"), looking("stream"), looking("idle"));
  await Promise.all([
    fetchJson(here(`api/self-check?origin=${encodeURIComponent(location.origin)}`)).then(
      (seen) => put(...judgeRequest(seen, location)),
      () => put({ what: "request", ok: false, says: "request.bad" }),
    ),
    stream(signal).then((times) => put(judgeStream(times))),
    socket(signal, (tried) => put(judgeSocket(tried))).then((silent) =>
      put(silent === undefined ? { what: "idle", ok: false, says: "idle.unknown" } : judgeIdle(silent)),
    ),
  ]);
}

/** When the parts of a slow answer come. @param {AbortSignal} signal @returns {Promise<number[] | null>} */
async function stream(signal) {
  try {
    const answer = await fetch(here("api/self-check/stream"), { signal, cache: "no-store", credentials: "omit" });
    const reader = answer.ok ? answer.body?.getReader() : undefined;
    if (reader === undefined) return null;
    const times = [];
    while (!(await reader.read()).done) times.push(performance.now());
    return times;
  } catch {
    // Cut on its way, or refused: the finding says so.
    return null;
  }
}

/**
 * @param {AbortSignal} signal
 * @param {(tried: { echoed: boolean }) => void} onTried
 * @returns {Promise<number | null | undefined>} how long a silent socket lived, ms; null if it bore the whole silence;
 *   undefined if there was none
 */
function socket(signal, onTried) {
  return new Promise((resolve) => {
    const line = new WebSocket(socketHere("ws/self-check"));
    let echoed = 0;
    let silentSince = 0;
    const late = setTimeout(() => line.close(), ECHO_MS);
    signal.addEventListener("abort", () => line.close(), { once: true });
    line.onopen = () => line.send("are you there");
    line.onmessage = () => {
      clearTimeout(late);
      echoed += 1;
      if (echoed === 1) {
        onTried({ echoed: true });
        silentSince = performance.now();
        setTimeout(() => {
          if (line.readyState === WebSocket.OPEN) line.send("still there");
        }, SILENCE_MS);
        return;
      }
      line.onclose = null;
      line.close();
      resolve(null);
    };
    line.onclose = () => {
      clearTimeout(late);
      if (echoed === 0) onTried({ echoed: false });
      resolve(echoed === 0 ? undefined : performance.now() - silentSince);
    };
  });
}
