// A socket that comes back by itself. The transport and the timers are handed in, so that tests need neither network
// nor clock.

import { CLOSES } from "./protocol.js";

/** The first wait before coming back, ms; it doubles up to {@link LONGEST_WAIT}. */
export const FIRST_WAIT = 300;
export const LONGEST_WAIT = 8000;

/** Ends a timer of `setTimeout`. @param {unknown} timer */
export const cancelTimer = (timer) => clearTimeout(/** @type {number | undefined} */ (timer));

/**
 * any: a browser's event and a test's share only the field that is read.
 * @typedef {((event: any) => void) | null} Handler
 *
 * @typedef {object} Transport the part of a WebSocket that is used
 * @property {(text: string) => void} send
 * @property {(code?: number) => void} close
 * @property {Handler} onopen
 * @property {Handler} onmessage
 * @property {Handler} onclose
 *
 * @typedef {"connecting" | "open" | "lost" | "replaced" | "kicked" | "banned" | "stopped"} LinkStatus
 *
 * @typedef {object} SocketParts
 * @property {() => Transport} connect
 * @property {() => void} onOpen
 * @property {(text: string) => void} onText
 * @property {(status: LinkStatus, detail: { attempt: number, code?: number }) => void} onStatus
 * @property {() => void} onBadToken the token must be dropped before the next attempt
 * @property {() => number} [random]
 * @property {(run: () => void, ms: number) => unknown} [later]
 * @property {(timer: unknown) => void} [cancel]
 */

/** @param {SocketParts} parts */
export function createSocket({
  connect,
  onOpen,
  onText,
  onStatus,
  onBadToken,
  random = Math.random,
  later = setTimeout,
  cancel = cancelTimer,
}) {
  /** @type {Transport | null} */
  let transport = null;
  /** @type {unknown} */
  let timer = null;
  let attempt = 0;
  let wanted = false;

  function open() {
    timer = null;
    onStatus(attempt === 0 ? "connecting" : "lost", { attempt });
    const mine = connect();
    transport = mine;
    mine.onopen = () => {
      if (mine === transport) onOpen();
    };
    mine.onmessage = ({ data }) => {
      if (mine === transport && typeof data === "string") onText(data);
    };
    mine.onclose = ({ code }) => {
      if (mine === transport) closed(code);
    };
  }

  /** @param {number} code */
  function closed(code) {
    transport = null;
    if (!wanted) return;
    const status = CLOSES[code];
    if (status === "new_identity") onBadToken();
    if (status === undefined || status === "new_identity") return comeBack(code);
    wanted = false;
    onStatus(status, { attempt, code });
  }

  /** @param {number} code */
  function comeBack(code) {
    // Half of the wait is jitter, so that a restarted server is not met by everybody at once.
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random() / 2);
    attempt += 1;
    onStatus("lost", { attempt, code });
    timer = later(open, wait);
  }

  return {
    start() {
      if (wanted) return;
      wanted = true;
      attempt = 0;
      open();
    },
    /** The other side has answered: the next loss starts with short waits again. */
    settled() {
      attempt = 0;
      onStatus("open", { attempt });
    },
    /** The network is back or the page is looked at again: try now instead of waiting. */
    nudge() {
      if (!wanted || transport !== null) return;
      cancel(timer);
      open();
    },
    /** The socket is silent for too long: take it for dead. */
    drop() {
      const dead = transport;
      if (dead === null) return;
      transport = null;
      dead.close();
      if (wanted) comeBack(0);
    },
    /** @param {object} message @returns {boolean} whether it could be sent */
    send(message) {
      if (transport === null) return false;
      transport.send(JSON.stringify(message));
      return true;
    },
    stop() {
      wanted = false;
      cancel(timer);
      transport?.close(1000);
      transport = null;
    },
  };
}
