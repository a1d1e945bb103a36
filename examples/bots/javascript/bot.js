#!/usr/bin/env node
// A Boneyard bot: plays one match, any legal action at each turn, and comes back whenever its connection is lost.
// It knows no rules. Needs Node 20 and the package `ws` (`npm ci` in this folder).
//
//     node bot.js ws://127.0.0.1:8080/ws ABCD-2345-WXYZ
//     node bot.js ws://127.0.0.1:8080/ws --create kozel --seats 3
import { parseArgs } from "node:util";
import { Player } from "./player.js";

class Bot extends Player {
  /** What the table waits for from this bot, if for anything. */
  duty() {
    const { phase, legal, turn, awaiting, score } = this.now;
    const wasReady = this.isReady;
    this.isReady = ["seating", "between_deals"].includes(phase);
    if (legal) {
      const action = legal[Math.floor(Math.random() * legal.length)];
      return { type: "act", turn, action };
    }
    if (awaiting?.includes(this.me)) return this.view ? this.arrange() : this.enter(); // the row is in the snapshot
    if (this.isReady && !wasReady) return { type: "ready" };
    if (phase !== "match_over") return undefined;
    console.log("match over:", JSON.stringify(score)); // no other match
    return { type: "leave" };
  }

  /** Leaves the row as it was dealt. */
  arrange() {
    const { entry, hands } = this.view.game;
    return { type: "act", entry, action: ["arrange", ...hands[this.me].tiles].join(" ") };
  }
}

const text = (fallback) => ({ type: "string", default: fallback });
const options = { create: text(), seats: text("2"), name: text("Jascha"), token: text("javascript-bot.token") };
const {
  values: flags,
  positionals: [url, code],
} = parseArgs({ options, allowPositionals: true });
const table = { sheet: flags.create, seats: Number(flags.seats), private: true };
const entrance = flags.create ? { type: "create", table } : { type: "join", code };
await new Bot(url, flags.name, flags.token, entrance).play();
