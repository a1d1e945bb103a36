#!/usr/bin/env node
// A Boneyard bot: plays one match, any legal action at each turn, and comes back whenever its connection is lost.
// It knows no rules. Needs Node 20 and the package `ws` (`npm ci` in this folder).
//
//     node bot.js ws://127.0.0.1:8080/ws ABCD-2345-WXYZ
//     node bot.js ws://127.0.0.1:8080/ws --create kozel --seats 3
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import WebSocket from "ws";

const NOT_AGAIN = [1002, 1003, 1007, 1009, 4400, 4401, 4403, 4407, 4409]; // after these nobody comes back by himself
const LATER = ["rate_limited", "table_busy", "storage_unavailable", "restarting"]; // may be done a little later

const text = (fallback) => ({ type: "string", default: fallback });
const options = { create: text(), seats: text("2"), name: text("Jascha"), token: text("javascript-bot.token") };
const { values: flags, positionals: [url, code] } = parseArgs({ options, allowPositionals: true });

const entrance = randomUUID(); // under one id `create` opens one table, however often it is sent
let socket, asked, table, now, ready; // asked: a command without its answer
let seq = 0, done = 0, losses = 0, pace = 100; // seq: the last fact known; done: the last one this bot has made

function connect() {
  let silence; // the server pings every 20 seconds: whoever hears nothing for 45 has lost it
  const alive = () => (clearTimeout(silence), (silence = setTimeout(() => socket.terminate(), 45_000)));
  const token = existsSync(flags.token) ? readFileSync(flags.token, "utf8").trim() : undefined;
  const hello = { type: "hello", versions: { from: 1, to: 1 }, kind: "bot", name: flags.name, token };
  socket = new WebSocket(url, { handshakeTimeout: 10_000 });
  socket.on("open", () => socket.send(JSON.stringify(hello)));
  socket.on("message", (frame) => hear(JSON.parse(frame)));
  for (const event of ["open", "message", "ping"]) socket.on(event, alive);
  socket.on("error", (error) => console.log(error.message)); // the close follows
  socket.on("close", (code) => {
    console.log("lost:", code);
    clearTimeout(silence);
    if (NOT_AGAIN.includes(code)) end(1, `closed for good: ${code}`);
    [asked, now] = [];
    setTimeout(connect, (0.5 + Math.random() / 2) * Math.min(15_000, 250 * 2 ** losses++));
  });
}

async function say(type, fields, id = randomUUID()) {
  asked = { type, id, ...fields };
  const [said, by] = [JSON.stringify(asked), socket];
  await sleep(pace);
  if (by.readyState === WebSocket.OPEN) by.send(said);
}

function enter() {
  [now, ready] = []; // nothing is decided before the table has told how it stands
  const request = { sheet: flags.create, seats: Number(flags.seats), private: true };
  if (table) say("resume", { table, since: seq });
  else if (flags.create) say("create", { table: request }, entrance);
  else say("join", { code }, entrance);
}

async function hear(message) {
  losses = 0;
  const { type } = message;
  const question = asked ?? { type: "hello" };
  const answers = message.id === question.id ? question.type : undefined;
  if (type === "welcome") {
    pace = 1000 / message.limits.commands_per_second;
    if (message.token) writeFileSync(flags.token, message.token, { mode: 0o600 }); // whoever has it has its seats
    enter();
  } else if (type === "refused" && answers) {
    const isFatal = ["hello", "create", "join", "resume"].includes(answers) && !LATER.includes(message.code);
    if (isFatal) end(1, `refused: ${message.code}`);
    await sleep(message.retry_ms ?? 0);
    enter(); // it came too late, or too early: look again
  } else if (type === "ack" && answers) {
    if (answers === "create") console.log("code", message.code);
    if (answers === "leave") end(0);
    [table, done, asked] = [message.table, message.seq ?? done, undefined];
  } else if (type === "snapshot") {
    [seq, now] = [message.seq, message.view.now];
  } else if (type === "events" && message.seq > seq + 1) {
    enter(); // something was lost on the way
  } else if (type === "events" && message.seq + message.facts.length > seq) {
    [seq, now] = [message.seq + message.facts.length - 1, message.now];
  } else if (type === "gone") {
    end(0);
  }
  if (now && !asked && seq >= done) act(now.phase);
}

function act(phase) {
  const isWaiting = ["seating", "between_deals"].includes(phase);
  if (now.legal) {
    const action = now.legal[Math.floor(Math.random() * now.legal.length)];
    say("act", { table, turn: now.turn, action });
  } else if (isWaiting && !ready) {
    say("ready", { table });
  } else if (phase === "match_over") {
    console.log("match over:", JSON.stringify(now.score)); // no other match
    say("leave", { table });
  }
  ready = isWaiting;
}

function end(status, why) {
  if (why) console.error(why);
  process.exit(status);
}

connect();
