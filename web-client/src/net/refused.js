// The server said no: over the socket or over HTTP, it is the same refusal.

/** @typedef {import("./protocol.js").Refusal} Refusal */

export class Refused extends Error {
  /** @param {Refusal} why */
  constructor(why) {
    super(why.code);
    this.why = why;
  }
}
