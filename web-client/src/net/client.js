// The protocol above the socket: who I am, commands that are answered exactly once, and no gap in any table's facts.

import { commandId } from "./ids.js";
import { VERSION } from "./protocol.js";
import { Refused } from "./refused.js";
import { cancelTimer, createSocket } from "./socket.js";

/** @typedef {import("./protocol.js").Message} Message */
/** @typedef {import("./protocol.js").Ack} Ack */

/** Milliseconds between two heartbeats of ours. */
const HEARTBEAT_MS = 20_000;
/** Silence after which the socket counts as dead, until `welcome` brings the server's own limit. */
const SILENCE_MS = 45_000;
/** Commands whose ack a snapshot follows by itself. */
const WAYS_IN = new Set(["create", "quick_play", "join", "sit", "watch"]);

/**
 * @typedef {object} ClientParts
 * @property {() => import("./socket.js").Transport} connect
 * @property {{ read: () => string | null, write: (token: string | null) => void }} token
 * @property {() => { name?: string, language?: string }} introduce what else a hello says
 * @property {(message: Message) => void} onMessage sequenced messages arrive here without a gap
 * @property {(why: import("./protocol.js").Refusal) => void} onTurnedAway the server asks for its password, or does not
 *   know the code with which I came
 * @property {import("./socket.js").SocketParts["onStatus"]} onStatus
 * @property {() => number} [now] ms, monotonic
 * @property {(run: () => void, ms: number) => unknown} [later]
 * @property {(timer: unknown) => void} [cancel]
 * @property {() => number} [random]
 */

/** @param {ClientParts} parts */
export function createClient({
  connect,
  token,
  introduce,
  onMessage,
  onTurnedAway,
  onStatus,
  now = () => performance.now(),
  later = setTimeout,
  cancel = cancelTimer,
  random = Math.random,
}) {
  /** @type {Map<string, { body: { type: string }, resolve: (ack: Ack) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** The last number applied, by table; 0 when a snapshot is needed. @type {Map<string, number>} */
  const followed = new Map();
  /** Tables that are watched without a seat. @type {Map<string, object>} */
  const watched = new Map();
  /** @type {Set<string>} */
  const resuming = new Set();
  /** Said with a hello until the server has let me in. @type {{ password?: string, transfer?: string }} */
  let entry = {};
  let lobby = false;
  let welcomed = false;
  /** When the last frame came. */
  let lastFrame = 0;
  let silence = SILENCE_MS;

  const socket = createSocket({
    connect,
    onOpen: hello,
    onText: read,
    onStatus: changed,
    onBadToken: () => token.write(null),
    later,
    cancel,
    random,
  });

  function hello() {
    lastFrame = now();
    const secret = token.read();
    const who = entry.transfer === undefined && secret ? { token: secret } : {};
    socket.send({
      type: "hello",
      versions: { from: VERSION, to: VERSION },
      ...who,
      ...entry,
      kind: "person",
      ...introduce(),
    });
  }

  /** @type {import("./socket.js").SocketParts["onStatus"]} */
  function changed(status, detail) {
    if (status !== "open") parted();
    onStatus(status, detail);
  }

  function parted() {
    welcomed = false;
    resuming.clear();
  }

  /** @param {string} text */
  function read(text) {
    lastFrame = now();
    /** @type {Message} */
    const message = JSON.parse(text);
    if (message.type === "welcome") welcome(message);
    else if (message.type === "ack") acknowledged(message);
    else if (message.type === "refused" && message.id === undefined && !welcomed) turnedAway(refusal(message));
    else if (message.type === "refused") settle(message.id, (entry) => entry.reject(new Refused(refusal(message))));
    else if (message.type === "snapshot") snapshot(message);
    else if (message.type === "events") events(message);
    else if (message.type === "gone") {
      forget(message.table);
      onMessage(message);
    } else if (message.type !== "heartbeat") onMessage(message);
  }

  /**
   * The hello was not enough. A person takes longer over a password than the server waits for a hello, so the socket is
   * closed meanwhile.
   * @param {import("./protocol.js").Refusal} why
   */
  function turnedAway(why) {
    const asks = why.code === "password_required" || why.code === "password_wrong";
    if (!asks && entry.transfer === undefined) return;
    socket.stop();
    entry = asks ? { ...entry, password: undefined } : {};
    onTurnedAway(why);
    if (!asks) socket.start();
  }

  /** @param {Message} message */
  function welcome(message) {
    if (message.token) token.write(message.token);
    // The other device's token is good until I am known to have mine.
    if (entry.transfer !== undefined) socket.send({ type: "heartbeat" });
    entry = {};
    if (message.limits?.silence_ms) silence = message.limits.silence_ms;
    welcomed = true;
    socket.settled();
    onMessage(message);
    if (lobby) quietly({ type: "lobby", follow: true });
    const seats = new Set(message.seats.map((/** @type {{ table: string }} */ seat) => seat.table));
    for (const [table, since] of followed) if (seats.has(table)) resume(table, since);
    for (const [table, body] of watched) if (!seats.has(table)) quietly(body);
    for (const [id, { body }] of waiting) socket.send({ ...body, id });
  }

  /** @param {Message} message */
  function acknowledged(message) {
    settle(message.id, (entry) => {
      // A way in is followed by the table's snapshot: from now on the table is ours to follow.
      if (message.table !== undefined && WAYS_IN.has(entry.body.type) && !followed.has(message.table))
        followed.set(message.table, 0);
      entry.resolve(/** @type {Ack} */ (/** @type {unknown} */ (message)));
    });
  }

  /**
   * @param {string | undefined} id
   * @param {(entry: { body: { type: string }, resolve: (ack: Ack) => void, reject: (error: Error) => void }) => void}
   *   how
   */
  function settle(id, how) {
    const entry = id === undefined ? undefined : waiting.get(id);
    if (entry === undefined || id === undefined) return;
    waiting.delete(id);
    how(entry);
  }

  /** @param {Message} message */
  function snapshot(message) {
    followed.set(message.table, message.seq);
    resuming.delete(message.table);
    onMessage(message);
  }

  /** @param {Message} message */
  function events(message) {
    const last = followed.get(message.table);
    if (last === undefined) return;
    const end = message.seq + message.facts.length - 1;
    if (message.seq > last + 1) {
      if (!resuming.has(message.table)) resume(message.table, last);
      return;
    }
    resuming.delete(message.table);
    if (end <= last && message.facts.length > 0) return;
    followed.set(message.table, Math.max(last, end));
    const known = last + 1 - message.seq;
    onMessage(known === 0 ? message : { ...message, seq: last + 1, facts: message.facts.slice(known) });
  }

  /** @param {string} table @param {number} since */
  function resume(table, since) {
    resuming.add(table);
    followed.set(table, since);
    quietly({ type: "resume", table, since });
  }

  /** @param {string} table */
  function forget(table) {
    followed.delete(table);
    watched.delete(table);
    resuming.delete(table);
  }

  /** A request that is repeated after every reconnect anyway: nobody waits for its answer. @param {object} body */
  function quietly(body) {
    if (welcomed) socket.send({ ...body, id: commandId() });
  }

  function beat() {
    if (welcomed && now() - lastFrame > silence) socket.drop();
    else if (welcomed) socket.send({ type: "heartbeat" });
    later(beat, HEARTBEAT_MS);
  }

  return {
    start() {
      socket.start();
      later(beat, HEARTBEAT_MS);
    },
    stop: () => socket.stop(),
    nudge: () => socket.nudge(),
    /** Take the game back into this window. */
    again: () => socket.start(),
    /** Comes in with the server's password. @param {string} password */
    enter(password) {
      entry = { ...entry, password };
      socket.start();
    },
    /** Comes in as the player the code belongs to. The identity of before is given up. @param {string} transfer */
    arrive(transfer) {
      entry = { ...entry, transfer };
      parted();
      for (const known of [waiting, followed, watched]) known.clear();
      socket.stop();
      socket.start();
    },
    /**
     * Sends a command. It survives a lost connection: it is sent again, with the same id, until it is answered.
     * @param {{ type: string } & Record<string, unknown>} body
     * @returns {Promise<Ack>} rejected with {@link Refused}
     */
    command(body) {
      const id = commandId();
      return new Promise((resolve, reject) => {
        waiting.set(id, { body, resolve, reject });
        if (welcomed) socket.send({ ...body, id });
      });
    },
    /** @param {string} table whether its facts come, or are asked for */
    follows: (table) => followed.has(table),
    /** @param {string} table ask for a snapshot unless the table is followed already */
    follow(table) {
      if (!followed.has(table)) resume(table, 0);
    },
    /** @param {string} table @param {string} [code] */
    watch(table, code) {
      const body = { type: "watch", ...(code ? { code } : { table }) };
      watched.set(table, body);
      return this.command(body).catch((error) => {
        watched.delete(table);
        throw error;
      });
    },
    /** @param {string} table */
    unfollow: (table) => forget(table),
    /** @param {boolean} follow */
    followLobby(follow) {
      if (lobby === follow) return;
      lobby = follow;
      quietly({ type: "lobby", follow });
    },
  };
}

/** @param {Message} message `refused` @returns {import("./protocol.js").Refusal} */
const refusal = (message) => /** @type {import("./protocol.js").Refusal} */ (/** @type {unknown} */ (message));
