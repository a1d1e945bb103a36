// A transport and a clock that do only what a test tells them.

import { createClient } from "../src/net/client.js";

export const TABLE = "0198c1de-7b4e-7000-8000-0000000000a1";

export class FakeTransport {
  /** @type {any[]} */
  sent = [];
  /** @type {((event: any) => void) | null} */
  onopen = null;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onclose = null;
  closed = false;

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  open() {
    this.onopen?.({});
  }
  /** @param {object} message */
  receive(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** @param {number} code */
  lose(code) {
    this.onclose?.({ code });
  }
  /** @param {string} type */
  of(type) {
    return this.sent.filter((message) => message.type === type);
  }
}

export class FakeTime {
  at = 0;
  /** @type {{ run: () => void, due: number }[]} */
  timers = [];
  now = () => this.at;
  /** @param {() => void} run @param {number} ms */
  later = (run, ms) => {
    const timer = { run, due: this.at + ms };
    this.timers.push(timer);
    return timer;
  };
  /** @param {unknown} timer */
  cancel = (timer) => {
    this.timers = this.timers.filter((other) => other !== timer);
  };
  /** @param {number} ms */
  pass(ms) {
    const end = this.at + ms;
    for (;;) {
      const next = this.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      this.cancel(next);
      this.at = Math.max(this.at, next.due);
      next.run();
    }
    this.at = end;
  }
}

/** A client on fakes, with everything it said and heard. @param {string | null} [secret] */
export function clientOnFakes(secret = null) {
  const time = new FakeTime();
  /** @type {FakeTransport[]} */
  const transports = [];
  /** @type {any[]} */
  const heard = [];
  /** @type {string[]} */
  const statuses = [];
  /** @type {string[]} */
  const turnedAway = [];
  const token = { value: secret };
  const client = createClient({
    connect: () => {
      transports.push(new FakeTransport());
      return transports[transports.length - 1];
    },
    token: {
      read: () => token.value,
      write: (value) => {
        token.value = value;
      },
    },
    introduce: () => ({ language: "en" }),
    onMessage: (message) => heard.push(message),
    onTurnedAway: (why) => turnedAway.push(why.code),
    onStatus: (status) => statuses.push(status),
    now: time.now,
    later: time.later,
    cancel: time.cancel,
    random: () => 0.5,
  });
  return {
    client,
    time,
    transports,
    heard,
    statuses,
    turnedAway,
    token,
    last: () => transports[transports.length - 1],
  };
}

/** @param {object[]} [seats] */
export const welcome = (seats = []) => ({
  type: "welcome",
  version: 1,
  player: { id: "p", name: "Anna", kind: "person" },
  limits: { silence_ms: 45000, name_chars: 24, seats: 8 },
  seats,
});
