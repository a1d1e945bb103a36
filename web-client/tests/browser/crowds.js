// Every game's table at its fullest: all seats taken, each showing something else, scores of three figures, and
// whatever the game's turn can hold.

import { readFileSync } from "node:fs";
import { GAMES } from "./games.js";
import { VIEWS } from "./scenes.js";

/** @type {any[]} */
const PRESETS = JSON.parse(readFileSync(new URL("../../../engine/tests/presets.json", import.meta.url), "utf8"));
const LONG = ["Bartholomew the Elder", "Оля Кузнецова"];
const NAMES = ["Anna", ...LONG, "Dezső", "Emil", "Fanni", "Grisha", "Hilda"];
const CLOCK = { left_ms: 28_000, of_ms: 30_000, running: false };
const TILES = ["5-3", "6-2", "4-4", "6-0", "2-1", "3-1", "5-1"];

/**
 * What seats show in turn; the fifth is a bot's, the third one's player is away.
 * @param {number} seat
 * @returns {object[]}
 */
const shows = (seat) =>
  [
    [],
    [{ type: "passed", seat, numbers: [3, 5] }],
    [],
    [
      { type: "drew", seat },
      { type: "drew", seat },
    ],
    [{ type: "misfit", seat }],
    [{ type: "misfit", seat }],
    [{ type: "passed", seat, numbers: [0, 6] }],
    [],
  ][seat];

/** @param {any} sheet @param {number} seat */
function seatInfo({ id }, seat) {
  if (seat === 2)
    return {
      player: "0198c1de-7b4e-4000-8000-0000000000e2",
      name: NAMES[seat],
      kind: "person",
      here: false,
      absence_ms: 101_000,
      ...(id.startsWith("blind") ? { stand_in: true } : {}),
    };
  return seat === 0
    ? { player: "0198c1de-7b4e-4000-8000-0000000000e0", name: NAMES[seat], kind: "person", here: true }
    : { name: NAMES[seat], kind: "bot", here: true };
}

/** @param {any} sheet */
function acts({ deal, turn, referee }) {
  if (deal.hand !== "seen") return { turn_up: ["turn_up"], stop: ["play 3-1 left", "stop"], both: ["turn_up", "stop"] };
  if (turn.lay !== "one") return { stop: ["play 3-1 left", "stop"], pass: ["pass"] };
  const misses = turn.draw === "never" ? ["pass"] : ["draw"];
  return {
    plays: ["play 3-1 left", "play 3-1 right"],
    misses,
    ...(referee.enforcement === "penalize" || turn.draw_optional ? { both: ["play 3-1 left", ...misses] } : {}),
  };
}

/**
 * @param {any} sheet
 * @param {string[] | undefined} legal without: another seat's turn
 * @param {number} others which of them
 */
function view(sheet, legal, others) {
  const n = sheet.players.max;
  const seats = Array.from({ length: n }, (_, seat) => seatInfo(sheet, seat));
  const scores = Array.from({ length: sheet.pairs ? 2 : n }, (_, side) =>
    sheet.match.goal === "reach_loses" && side === 0 ? 0 : 88 + side * 17,
  );
  const closed = sheet.deal.hand === "unseen" || (legal?.includes("turn_up") ?? false);
  const four = sheet.line.spinner !== "none";
  const { line } = (four ? GAMES.sniff : GAMES.blitz).game;
  const hands = seats.map((_, seat) => (seat === 0 ? { count: 7, ...(closed ? {} : { tiles: TILES }) } : { count: 7 }));
  const log = [
    { type: "dealt", entry: 1, commitment: "ab", deal: 2, hands: [], stock: 10 },
    ...seats.flatMap((_, seat) => shows(seat)),
    { type: "led", ...line.lead },
    ...seats
      .map((_, seat) => seat)
      .filter((seat) => seat > 0)
      .flatMap(shows),
    // A player who may stop has laid already: it is still their turn.
    ...(legal?.includes("stop") ? [{ type: "played", seat: 0, tile: "6-4", end: "right" }] : []),
  ];
  return {
    sheet: sheet.id,
    pairs: sheet.pairs,
    direction: "clockwise",
    goal: sheet.match.goal,
    threshold: sheet.score.threshold,
    code: "ABCD2345WXYZ",
    me: 0,
    host: 0,
    match_number: 1,
    settings: { private: true, watchers: true, clock_ms: 30_000, absence_ms: 120_000, pause_ms: 12_000 },
    match_id: "0198c1de-7b4e-7000-8000-0000000000c1",
    hand: sheet.deal.hand,
    lay: sheet.turn.lay,
    spinner: sheet.line.spinner,
    in_play: sheet.score.in_play,
    divisor: sheet.score.divisor,
    unit: sheet.score.unit,
    enforcement: sheet.referee.enforcement,
    ladder: sheet.referee.ladder,
    deals: sheet.match.deals,
    target: sheet.match.target[n],
    seats,
    game: {
      entry: 1,
      commitment: "ab",
      commitments: ["a", "ab"],
      deal: 12,
      leader: line.lead.seat % n,
      line,
      pot: 0,
      hands,
      log,
    },
    now: {
      phase: "playing",
      turn: 40,
      seat: legal === undefined ? others : 0,
      ends: four ? { left: "6", right: "6d", up: "1", down: "6" } : { left: "2d", right: "6" },
      stock: 12,
      drawable: 10,
      hands: seats.map(() => 7),
      score: scores,
      value: 25,
      legal,
      clock: CLOCK,
      strict: sheet.referee.enforcement === "penalize",
    },
  };
}

/** Named positions of every game. @returns {[string, any][]} */
export const crowds = () =>
  PRESETS.flatMap((sheet) => [
    ...Object.entries(acts(sheet)).map(
      ([name, legal]) => /** @type {[string, any]} */ ([`${sheet.id}, ${name}`, view(sheet, legal, 0)]),
    ),
    ...[1, sheet.players.max - 1]
      .filter((seat, at, all) => all.indexOf(seat) === at)
      .map((seat) => /** @type {[string, any]} */ ([`${sheet.id}, seat ${seat}'s turn`, view(sheet, undefined, seat)])),
  ]);

/**
 * The question about an absent player at its fullest: long names, everybody for the end, and what a partner may choose.
 * @returns {[string, any][]}
 */
export function absences() {
  const { absence: base } = VIEWS;
  const seats = base.seats.map((/** @type {any} */ info, /** @type {number} */ seat) => ({
    ...info,
    name: ["Anna", "Оля Кузнецова-Иванова", "Bartholomew the Elder", "Szent-Györgyi Ödön"][seat],
  }));
  const asked = (/** @type {object} */ absence) => ({
    ...base,
    seats,
    now: { ...base.now, absence: { seat: 2, ...absence } },
  });
  return [
    ["absence, everybody for the end", asked({ waits: 2, end: [0, 1, 3], choices: ["wait", "bot", "end"] })],
    ["absence, only the end", asked({ waits: 0, end: [], choices: ["end"] })],
    ["absence, nothing to choose", asked({ waits: 0, end: [1], choices: [] })],
  ];
}
