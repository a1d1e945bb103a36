// Shows facts one after another. A table of bots is played at once on the server; the eye needs time for each
// placement. Nothing is changed or reordered here, only held back; the page's own turn opens together with the
// placement before it.

/** @typedef {import("../net/protocol.js").Message} Message */
/** @typedef {import("../net/protocol.js").Fact} Fact */

/**
 * How long a fact waits after the one shown before it, in paces. Facts not named here come along with the one before.
 * @type {Readonly<Record<string, number>>}
 */
const WAITS = Object.freeze({
  led: 1,
  played: 1,
  drew: 0.7,
  passed: 1,
  turned_up: 1,
  misfit: 1.6,
  challenged: 1,
  taken_back: 1.6,
  void: 2,
  deal_over: 2.4,
  dealt: 0.7,
});

/**
 * @param {object} parts
 * @param {(message: Message) => void} parts.show
 * @param {() => number} parts.pace milliseconds between two actions of others; 0 shows everything at once
 * @param {(table: string) => number | undefined} parts.mySeat
 * @param {() => number} [parts.now]
 * @param {(run: () => void, ms: number) => unknown} [parts.later]
 */
export function createPace({ show, pace, mySeat, now = () => performance.now(), later = setTimeout }) {
  /** @type {Message[]} */
  let queue = [];
  let shownAt = -Infinity;
  let running = false;

  function pump() {
    running = false;
    while (queue.length > 0) {
      const left = shownAt + waitBefore(queue[0]) - now();
      if (left > 1) {
        running = true;
        later(pump, left);
        return;
      }
      const [message] = queue;
      queue = queue.slice(1);
      if (waitOf(message) > 0) shownAt = now();
      show(message);
    }
  }

  /** @param {Message} message */
  function waitBefore(message) {
    const [fact] = message.facts;
    const mine = fact?.seat !== undefined && fact.seat === mySeat(message.table) && fact.type !== "deal_over";
    return mine ? 0 : waitOf(message) * pace();
  }

  return {
    /** @param {Message} message */
    take(message) {
      if (message.type === "snapshot" || message.type === "gone")
        queue = queue.filter((held) => held.table !== message.table);
      if (message.type !== "events") {
        show(message);
        return;
      }
      queue.push(...split(message));
      if (!running) pump();
    },
    /** Nothing is held back any longer: the page is not looked at. */
    flush() {
      const held = queue;
      queue = [];
      held.forEach(show);
    },
    /** @param {string} table whether something of the table is still to be shown */
    isBehind: (table) => queue.some((held) => held.table === table),
  };
}

/** @param {Message} message */
const waitOf = (message) => WAITS[message.facts[0]?.type] ?? 0;

/**
 * One message for each fact that is worth a moment, with what belongs to it. Only the last carries the position.
 * @param {Message} message
 * @returns {Message[]}
 */
export function split(message) {
  /** @type {Message[]} */
  const groups = [];
  message.facts.forEach((/** @type {Fact} */ fact, /** @type {number} */ i) => {
    if (i === 0 || WAITS[fact.type] !== undefined)
      groups.push({ type: "events", table: message.table, seq: message.seq + i, at: message.at, facts: [fact] });
    else groups[groups.length - 1].facts.push(fact);
  });
  if (groups.length === 0) return [message];
  groups[groups.length - 1].now = message.now;
  return groups;
}
