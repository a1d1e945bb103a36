// Positions for the scenes: a goat match in its fourth deal, in every state the page shows.

import { readFileSync } from "node:fs";
import { GAMES } from "./games.js";

/** @type {any[]} */
const PRESETS = JSON.parse(readFileSync(new URL("../../../engine/tests/presets.json", import.meta.url), "utf8"));

export const TABLE = "0198c1de-7b4e-7000-8000-0000000000a1";
const SETTINGS = {
  private: true,
  watchers: true,
  clock_ms: 120_000,
  absence_ms: 120_000,
  absence_end: "ask",
  pause_ms: 12_000,
  tempo: "even",
};

/** @param {string} id @param {string} en @param {string} ru @param {string} hu */
const sheet = (id, en, ru, hu) => ({
  summary: {
    id,
    names: { en, ru, hu },
    min: 2,
    max: 4,
    pairs: false,
    goal: "reach_loses",
    target: { 2: 101, 3: 101, 4: 101 },
    deals: 0,
    clock_s: 30,
  },
  page: {
    sheet: PRESETS.find((preset) => preset.id === id),
    clauses: [
      { code: "players", params: { min: 2, max: 4 } },
      { code: "deal.tiles", params: { by_players: { 2: 7, 3: 5, 4: 5 } } },
      { code: "turn.draw.until_fit" },
      { code: "score.threshold.drop", params: { count: 13 } },
      { code: "match.goal.reach_loses", params: { by_players: 101 } },
    ],
  },
});

export const SHEETS = [
  sheet("kozel", "Goat", "Козёл", "Kecske"),
  sheet("draw", "Draw", "Домино с базаром", "Húzós dominó"),
  sheet("block", "Block", "Блок", "Blokk dominó"),
  sheet("sniff", "Sniff", "Снифф", "Sniff (angol ötös)"),
  sheet("blitz", "Blitz", "Блиц", "Villámdominó"),
  sheet("blind-memory", "Blind, from memory", "Вслепую по памяти", "Vak, emlékezetből"),
  sheet("fives", "Fives", "Пятёрки", "Ötös"),
  sheet("sport-points", "Sport dominoes", "Спортивное домино", "Sportdominó"),
];

/** @param {string} id @param {string} name */
const person = (id, name) => ({ player: `0198c1de-7b4e-4000-8000-0000000000${id}`, name, kind: "person", here: true });
const BASE = {
  sheet: "kozel",
  pairs: false,
  direction: "clockwise",
  target: 101,
  goal: "reach_loses",
  threshold: 13,
  settings: SETTINGS,
  code: "ABCD2345WXYZ",
  me: 0,
  host: 0,
  match_number: 1,
  match_id: "0198c1de-7b4e-7000-8000-0000000000c1",
  seats: [
    person("b1", "Anna"),
    person("b2", "Boris"),
    { ...person("b3", "Clara"), here: false, absence_ms: 41_000 },
    { name: "Dezső", kind: "bot", here: true },
  ],
};

/** @type {[string, string, number][]} */
const LAID = [
  ["6-0", "right", 0],
  ["2-0", "right", 1],
  ["6-2", "left", 2],
  ["2-1", "right", 3],
  ["3-2", "left", 0],
  ["5-3", "left", 1],
  ["1-0", "right", 2],
  ["5-0", "left", 3],
  ["3-0", "right", 0],
  ["3-1", "right", 1],
  ["0-0", "left", 2],
  ["4-0", "left", 3],
];
const laid = LAID.map(([tile, end, seat]) => ({ tile, end, seat }));
const plays = laid.map((tile) => ({ type: "played", ...tile }));
const log = [
  { type: "dealt", entry: 3, commitment: "ab", deal: 4, hands: [5, 5, 5, 5], stock: 8, leader: 3 },
  { type: "led", seat: 3, tile: "6-6" },
  ...plays.slice(0, 9),
  { type: "drew", seat: 3 },
  { type: "drew", seat: 3 },
  ...plays.slice(9),
];
const GAME = {
  entry: 3,
  commitment: "ab",
  commitments: ["a", "b", "c", "ab"],
  deal: 4,
  leader: 3,
  line: { lead: { tile: "6-6", seat: 3 }, laid },
  pot: 0,
  log,
  hands: [{ count: 6, tiles: ["4-3", "3-3", "6-4", "6-3", "5-1", "4-1"] }, { count: 2 }, { count: 2 }, { count: 1 }],
};
const NOW = {
  phase: "playing",
  turn: 60,
  seat: 0,
  ends: { left: "4", right: "1" },
  stock: 4,
  drawable: 4,
  hands: [6, 2, 2, 1],
  score: [34, 0, 58, 71],
  legal: ["play 4-1 left", "play 4-1 right", "play 4-3 left", "play 5-1 right", "play 6-4 left"],
  clock: { left_ms: 112_000, of_ms: 120_000, running: true },
};
const MANY = ["3-3", "6-3", "5-5", "6-5", "5-2", "2-2", "3-2", "0-0"];
const RESULT = {
  reason: "out",
  seat: 0,
  winners: [0],
  next_lead: "named",
  seats: [
    { tiles: [], value: 0 },
    { tiles: ["5-3", "2-0"], value: 10 },
    { tiles: ["6-4", "0-0", "1-1"], value: 37 },
    { tiles: ["6-5", "4-4"], value: 19 },
  ],
  sides: [
    { value: 0, entry: 0, before: 34, written: 0, after: 34 },
    { value: 10, entry: 10, before: 0, written: 0, after: 0, lost: "threshold" },
    { value: 37, entry: 37, before: 58, written: 37, after: 95 },
    { value: 19, entry: 19, before: 71, written: 19, after: 90 },
  ],
};
const OVER = {
  ...NOW,
  phase: "between_deals",
  seat: undefined,
  legal: undefined,
  score: [34, 0, 95, 90],
  clock: { left_ms: 9000, of_ms: 12_000, running: true },
};

/** @type {[string, string[], number][]} */
const WAITING = [
  ["kozel", ["Zoltán", "Kata"], 4],
  ["draw", ["Dvor"], 3],
  ["block", ["Oskar", "Ben"], 2],
];

/** @type {Record<string, any>} */
export const VIEWS = {
  ...GAMES,
  playing: { ...BASE, game: GAME, now: NOW },
  mustDraw: {
    ...BASE,
    game: { ...GAME, hands: [{ count: 8, tiles: MANY }, ...GAME.hands.slice(1)] },
    now: { ...NOW, hands: [8, 2, 2, 1], legal: ["draw"] },
  },
  notOpen: { ...BASE, game: GAME, now: { ...NOW, score: [0, 0, 58, 71] } },
  waiting: { ...BASE, game: GAME, now: { ...NOW, seat: 1, legal: undefined } },
  absence: {
    ...BASE,
    game: GAME,
    auto_pass: true,
    now: {
      ...NOW,
      seat: 2,
      legal: undefined,
      absence: { seat: 2, waits: 0, end: [1], choices: ["wait", "bot", "end"] },
      clock: { left_ms: 17_000, of_ms: 20_000, running: true },
    },
  },
  dealOver: { ...BASE, game: { ...GAME, result: RESULT }, now: OVER },
  matchOver: {
    ...BASE,
    game: { ...GAME, result: RESULT, winners: [1], losers: [2] },
    now: { ...OVER, phase: "match_over", score: [34, 0, 105, 90] },
  },
  seating: {
    ...BASE,
    match_number: 0,
    match_id: undefined,
    seats: [person("b1", "Anna"), { name: "Steady 1", kind: "bot", here: true }, { here: false }, { here: false }],
    now: { phase: "seating", stock: 0, drawable: 0, hands: [], score: [] },
  },
  lobby: WAITING.map(([id, names, n], i) => ({
    table: TABLE.slice(0, -1) + i,
    sheet: id,
    phase: names.length < n ? "seating" : "playing",
    target: 101,
    settings: SETTINGS,
    seats: Array.from({ length: n }, (_, k) => (names[k] === undefined ? {} : { name: names[k], kind: "person" })),
  })),
};
