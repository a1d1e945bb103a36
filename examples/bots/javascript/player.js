// One seat at one table of a Boneyard server, through all losses of the connection.
import { randomUUID } from "node:crypto";
import { on } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";

const NOT_AGAIN = [1002, 1003, 1007, 1009, 4400, 4401, 4403, 4407, 4409]; // after these nobody comes back by himself
const LATER = ["rate_limited", "table_busy", "storage_unavailable", "restarting"]; // may be done a little later

class Lost extends Error {}

/** Does what `duty()` says, until that is `leave`. */
export class Player {
  atTable = {};
  seq = 0; // the number of the last fact known
  now; // how the table stands, after the first snapshot
  view; // a snapshot, while nothing has followed it
  me; // the seat
  isReady = false; // whether that was said since the table's state was last requested

  /** `token` is the file where the identity is kept; `entrance` a `create` or a `join`. */
  constructor(url, name, token, entrance) {
    Object.assign(this, { url, name, token });
    this.entrance = { id: randomUUID(), ...entrance }; // the same id each time: one `create`, one table
  }

  async play() {
    for (this.losses = 0; ; this.losses += 1) {
      let code;
      this.socket = new WebSocket(this.url, { handshakeTimeout: 10_000 });
      this.socket.on("close", (why) => (code = why));
      try {
        return await this.converse();
      } catch (loss) {
        if (!(loss instanceof Lost)) throw loss;
        console.log("lost:", loss.message, code ?? "");
      }
      this.socket.terminate();
      if (NOT_AGAIN.includes(code)) giveUp(`closed for good: ${code}`);
      await sleep((0.5 + Math.random() / 2) * Math.min(15_000, 250 * 2 ** this.losses));
    }
  }

  /** All of one connection. */
  async converse() {
    this.listen();
    const welcome = await this.hear();
    if (welcome.type === "refused" && LATER.includes(welcome.code)) throw new Lost(welcome.code);
    if (welcome.type === "refused") giveUp(`refused: ${welcome.code}`);
    if (welcome.token) writeFileSync(this.token, welcome.token, { mode: 0o600 }); // it is all that it takes to play its seats
    [this.now, this.losses] = [undefined, 0];
    for (let duty; duty?.type !== "leave"; ) {
      duty = this.now ? this.duty() : this.enter();
      if (duty) {
        await sleep(1000 / welcome.limits.commands_per_second);
        await this.command({ id: randomUUID(), ...this.atTable, ...duty });
      } else {
        await this.hear();
      }
    }
    this.socket.close();
  }

  /** Says hello as soon as it can. The server pings every 20 seconds: a socket silent for 45 is lost. */
  listen() {
    const token = existsSync(this.token) ? readFileSync(this.token, "utf8").trim() : undefined;
    const hello = { type: "hello", versions: { from: 1, to: 1 }, kind: "bot", name: this.name, token };
    const { socket } = this;
    socket.on("error", () => {}); // the frames end with it
    socket.on("open", () => socket.send(JSON.stringify(hello)));
    let silence;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => socket.terminate(), 45_000);
    };
    for (const sign of ["open", "message", "ping"]) socket.on(sign, alive);
    socket.on("close", () => clearTimeout(silence));
    this.frames = on(socket, "message", { close: ["close"] });
  }

  /** Asks how the table stands: nothing can be decided before. */
  enter() {
    [this.now, this.isReady] = [undefined, false];
    return this.atTable.table ? { type: "resume", since: this.seq } : this.entrance;
  }

  /** Says it, and hears its answer and all that it has brought about. */
  async command(command) {
    this.socket.send(JSON.stringify(command));
    let answer;
    do answer = await this.hear();
    while (answer.id !== command.id);
    if (answer.type === "refused") {
      const isEntrance = ["create", "join", "resume"].includes(command.type);
      if (isEntrance && !LATER.includes(answer.code)) giveUp(`refused: ${answer.code}`);
      await sleep(answer.retry_ms ?? 0);
      this.now = undefined; // it came too late, or too early: look again
      return;
    }
    if (command.type === "create") console.log("code", answer.code);
    this.atTable = { table: answer.table };
    while (command.type !== "leave" && (!this.now || this.seq < (answer.seq ?? 0))) await this.hear();
  }

  async hear() {
    const { done, value } = await this.frames.next().catch((error) => ({ done: true, value: error.message }));
    if (done) throw new Lost(value ?? "closed");
    const message = JSON.parse(value[0]);
    const { type, seq, facts } = message;
    if (type === "snapshot") {
      [this.seq, this.view, this.now, this.me] = [seq, message.view, message.view.now, message.view.me];
    } else if (type === "events" && seq > this.seq + 1) {
      throw new Lost("something was lost on the way");
    } else if (type === "events" && seq + facts.length > this.seq) {
      [this.seq, this.view, this.now] = [seq + facts.length - 1, undefined, message.now];
    } else if (type === "gone") {
      giveUp("the table is closed");
    }
    return message;
  }
}

function giveUp(why) {
  console.error(why);
  process.exit(1);
}
