// The rules that houses differ on, as switches: which values a sheet may be given (SPEC 2.1), so that no choice is one
// that the server refuses (SPEC 2.2). Where one choice needs another, both are set together.

/** @typedef {import("./house.js").Value} Value */
/** @typedef {import("./house.js").Options} Options */

/**
 * @typedef {object} Switch
 * @property {string} field the dotted field of the sheet; a table by player count stands for the entry of the table's
 *   seats
 * @property {"first" | "deal" | "lead" | "turn" | "line" | "score" | "match" | "referee"} group where it stands;
 *   "first" is always in sight
 * @property {(sheet: any, seats: number) => readonly Value[]} values what it may be set to in a sheet with its present
 *   changes; none: not offered
 * @property {boolean} [closed] nothing but these values will do, not even the game's own
 * @property {boolean} [free] a number of one's own, from 1 to {@link MOST_POINTS}
 * @property {readonly string[]} [carries] fields that may be set together with it
 * @property {(value: Value, sheet: any) => Options} [sets] what is set together with a value that is not the game's
 *   own; the sheet is the one before
 * @property {(value: Value, sheet: any) => Options} [always] what is set together with every value
 */

/** The most that may be played for. */
export const MOST_POINTS = 1000;

const YES_NO = Object.freeze([false, true]);
/** @type {readonly Value[]} */
const NONE = Object.freeze([]);

const seen = (/** @type {any} */ sheet) => sheet.deal.hand === "seen";
const unseen = (/** @type {any} */ sheet) => sheet.deal.hand === "unseen";
const draws = (/** @type {any} */ sheet) => sheet.turn.draw !== "never";
const spinner = (/** @type {any} */ sheet) => sheet.line.spinner !== "none";
const inPlay = (/** @type {any} */ sheet) => sheet.score.in_play !== "none";
const multiples = (/** @type {any} */ sheet) => sheet.score.in_play === "multiples";
const named = (/** @type {any} */ sheet) => sheet.lead.first === "named" || sheet.lead.next === "named";
const laddered = (/** @type {any} */ sheet) => sheet.referee.ladder !== "none";
const strict = (/** @type {any} */ sheet) => sheet.referee.enforcement === "penalize";
const fixedDeals = (/** @type {any} */ sheet) => sheet.match.goal === "most" || sheet.match.goal === "fewest";
const result = (/** @type {any} */ sheet, /** @type {string[]} */ ...kinds) => kinds.includes(sheet.score.result);
const block = (/** @type {any} */ sheet, /** @type {string[]} */ ...kinds) => kinds.includes(sheet.score.block);
const manyTiles = (/** @type {any} */ sheet) => sheet.turn.lay === "any" || sheet.turn.lay === "twin_doubles";
/** Games whose points are few: a bonus there is one or two. */
const fewPoints = (/** @type {any} */ sheet) => result(sheet, "fixed") || inPlay(sheet);
const fewestTiles = (/** @type {any} */ sheet) =>
  Math.min(
    ...Object.entries(sheet.deal.tiles)
      .filter(([count]) => Number(count) >= sheet.players.min && Number(count) <= sheet.players.max)
      .map(([, tiles]) => Number(tiles)),
  );

/** What is led where it is not the named tile. @param {any} sheet */
const freeLead = (sheet) => (seen(sheet) ? "any" : "rightmost");
/** @param {string} field @returns {Pick<Switch, "carries" | "sets">} */
const withTile = (field) => ({
  carries: [field],
  sets: (value, sheet) => ({ [field]: value === "named" ? "named" : freeLead(sheet) }),
});

/** @param {boolean} when @param {readonly Value[]} values */
const only = (when, values) => (when ? values : NONE);

/** @type {readonly Switch[]} */
export const SWITCHES = Object.freeze([
  {
    field: "match.target",
    group: "first",
    free: true,
    values: (sheet, seats) => only(!fixedDeals(sheet), [sheet.match.target[seats] ?? 100]),
  },
  {
    field: "match.goal",
    group: "match",
    closed: true,
    carries: ["match.deals", "match.overshoot", "match.stop", "referee.ladder", "referee.enforcement"],
    values: (sheet) =>
      result(sheet, "own") ? ["reach_loses", "fewest"] : result(sheet, "set") ? NONE : ["reach_wins", "most"],
    sets: (value, sheet) =>
      value === "most" || value === "fewest"
        ? { "match.deals": 4, "match.overshoot": "stop", "match.stop": "at_once" }
        : {
            "match.deals": 0,
            ...missingTargets(sheet, 100),
            "referee.ladder": "none",
            "referee.enforcement": "refuse",
          },
  },
  {
    field: "match.deals",
    group: "first",
    closed: true,
    values: (sheet) =>
      only(fixedDeals(sheet), sheet.referee.ladder === "club" ? [4, 8, 12, 16] : [1, 2, 3, 4, 6, 8, 10, 12, 16]),
  },
  { field: "score.block", group: "first", closed: true, values: blocks },
  {
    field: "turn.lay",
    group: "first",
    closed: true,
    carries: ["turn.lead_continues", "turn.must_lay", "deal.open_at", "match.out_wins_both"],
    values: (sheet) =>
      inPlay(sheet) || strict(sheet)
        ? NONE
        : seen(sheet)
          ? ["one", "twin_doubles", "any"]
          : ["one", "chain", "all_or_one"],
    sets: (value) => ({
      ...(value === "any" || value === "chain" ? {} : { "turn.lead_continues": false }),
      ...(value === "any" ? {} : { "turn.must_lay": "one" }),
      ...(value === "all_or_one" ? { "deal.open_at": 0 } : {}),
      ...(value === "any" || value === "twin_doubles" ? {} : { "match.out_wins_both": false }),
    }),
  },
  {
    field: "turn.draw",
    group: "first",
    closed: true,
    carries: ["deal.undealt", "deal.reserve", "turn.dead_line_ends", "turn.play_drawn"],
    values: (sheet, seats) =>
      only(
        !strict(sheet) && sheet.deal.tiles[seats] * seats < 28,
        seen(sheet) ? ["never", "one", "until_fit"] : ["never", "one"],
      ),
    sets: (value, sheet) =>
      value === "never"
        ? { "deal.undealt": "aside", "deal.reserve": 0, "turn.dead_line_ends": false }
        : {
            "deal.undealt": "drawable",
            ...(value === "until_fit" && sheet.turn.play_drawn === "no" ? { "turn.play_drawn": "must" } : {}),
          },
  },
  {
    field: "score.blank",
    group: "first",
    closed: true,
    values: (sheet) => only(result(sheet, "own", "collect"), ["zero", "sole", "always"]),
  },
  {
    field: "score.threshold",
    group: "first",
    values: (sheet) => only(result(sheet, "own"), laddered(sheet) ? [0] : [0, 13, 25]),
  },
  {
    field: "referee.enforcement",
    group: "first",
    closed: true,
    values: (sheet) => only(mayBeStrict(sheet), ["refuse", "penalize"]),
  },

  {
    field: "deal.tiles",
    group: "deal",
    closed: true,
    values: (sheet, seats) =>
      [3, 4, 5, 6, 7, 8, 9].filter((tiles) => tiles * seats <= 28 && tiles > sheet.deal.open_at),
  },
  { field: "deal.reserve", group: "deal", values: (sheet) => only(draws(sheet), [0, 1, 2]) },
  {
    field: "deal.redeal_doubles",
    group: "deal",
    values: (sheet) => only(seen(sheet) && fewestTiles(sheet) >= 5, [0, 4, 5, 6]),
  },
  {
    field: "deal.redeal_suit",
    group: "deal",
    values: (sheet) => only(seen(sheet) && fewestTiles(sheet) >= 5, [0, 5, 6]),
  },
  {
    field: "deal.open_at",
    group: "deal",
    closed: true,
    values: (sheet) =>
      only(
        !seen(sheet) && sheet.turn.lay !== "all_or_one",
        [0, 1, 2, 3, 4, 5].filter((tiles) => tiles < fewestTiles(sheet)),
      ),
  },
  {
    field: "deal.open_to",
    group: "deal",
    closed: true,
    values: (sheet) => only(sheet.deal.open_at > 0, ["all", "owner"]),
  },
  {
    field: "deal.misfit_visible",
    group: "deal",
    closed: true,
    values: (sheet) => only(!seen(sheet), ["all", "owner"]),
  },

  {
    field: "lead.first",
    group: "lead",
    closed: true,
    ...withTile("lead.first_tile"),
    values: (sheet) => only(!unseen(sheet), ["lot", "named", "fewest_pips", "most_pips"]),
  },
  {
    field: "lead.first_tile",
    group: "lead",
    closed: true,
    values: (sheet) => only(sheet.lead.first === "named", ["named", freeLead(sheet)]),
  },
  {
    field: "lead.next",
    group: "lead",
    closed: true,
    ...withTile("lead.next_tile"),
    values: (sheet) =>
      unseen(sheet) ? ["lot", "rotate", "winner"] : ["lot", "rotate", "winner", "named", "fewest_pips", "most_pips"],
  },
  {
    field: "lead.next_tile",
    group: "lead",
    closed: true,
    values: (sheet) => only(sheet.lead.next === "named", ["named", freeLead(sheet)]),
  },
  {
    field: "lead.named",
    group: "lead",
    closed: true,
    values: (sheet) => only(named(sheet), ["high_double", "low_double", "one_double", "zero"]),
  },
  {
    field: "lead.tie",
    group: "lead",
    closed: true,
    values: (sheet) => only(named(sheet), ["wide", "narrow", "double"]),
  },
  {
    field: "lead.after_block",
    group: "lead",
    closed: true,
    values: (sheet) => only(sheet.lead.next === "winner", ["winner", "closer", "lot", "rotate"]),
  },

  { field: "turn.direction", group: "turn", closed: true, values: () => ["clockwise", "anticlockwise"] },
  {
    field: "turn.must_lay",
    group: "turn",
    closed: true,
    values: (sheet) => only(sheet.turn.lay === "any", ["one", "all"]),
  },
  {
    field: "turn.lead_continues",
    group: "turn",
    closed: true,
    values: (sheet) => only(sheet.turn.lay === "any" || sheet.turn.lay === "chain", YES_NO),
  },
  {
    field: "turn.opened_lay",
    group: "turn",
    closed: true,
    values: (sheet) => only(sheet.deal.open_at > 0, ["any", "one"]),
  },
  { field: "turn.draw_optional", group: "turn", closed: true, values: (sheet) => only(draws(sheet), YES_NO) },
  {
    field: "turn.play_drawn",
    group: "turn",
    closed: true,
    values: (sheet) =>
      only(seen(sheet) && draws(sheet), sheet.turn.draw === "until_fit" ? ["must", "may"] : ["must", "may", "no"]),
  },
  { field: "turn.dead_line_ends", group: "turn", closed: true, values: (sheet) => only(draws(sheet), YES_NO) },

  {
    field: "line.spinner",
    group: "line",
    closed: true,
    carries: ["line.along", "line.sides_first", "score.capicua"],
    values: (sheet) =>
      only(multiples(sheet) && sheet.turn.lay !== "twin_doubles" && !strict(sheet), ["none", "first_double"]),
    sets: (value) => (value === "none" ? { "line.sides_first": false } : { "line.along": false, "score.capicua": 0 }),
  },
  { field: "line.sides_first", group: "line", closed: true, values: (sheet) => only(spinner(sheet), YES_NO) },
  {
    field: "line.spinner_value",
    group: "line",
    closed: true,
    values: (sheet) => only(spinner(sheet) && multiples(sheet), ["sides", "line"]),
  },
  {
    field: "line.along",
    group: "line",
    closed: true,
    values: (sheet) => only(inPlay(sheet) && !spinner(sheet), YES_NO),
  },

  {
    field: "score.result",
    group: "score",
    closed: true,
    carries: [
      "score.block",
      "score.threshold",
      "score.capicua",
      "score.blank_out",
      "score.first_pass",
      "score.round_to",
      "match.overshoot",
      "match.stop",
    ],
    values: (sheet) => only(!inPlay(sheet) && result(sheet, "own", "collect"), ["own", "collect"]),
    sets: countedAs,
    always: (value, sheet) => ({ "match.goal": GOALS[String(value)][fixedDeals(sheet) ? 1 : 0] }),
  },
  {
    field: "score.collect_from",
    group: "score",
    closed: true,
    values: (sheet) => only(sheet.pairs && result(sheet, "collect"), ["opponents", "all"]),
  },
  {
    field: "score.block_tie",
    group: "score",
    closed: true,
    values: (sheet) => only(!block(sheet, "all", "eggs", "lower"), ["nobody", "each"]),
  },
  {
    field: "score.several_without",
    group: "score",
    closed: true,
    values: (sheet) => only(block(sheet, "doubles"), ["lowest", "each"]),
  },
  { field: "score.out_points", group: "score", values: (sheet) => only(result(sheet, "fixed"), [1, 2, 3]) },
  { field: "score.block_points", group: "score", values: (sheet) => only(result(sheet, "fixed"), [0, 1, 2, 3]) },
  {
    field: "score.blank_value",
    group: "score",
    values: (sheet) => only(result(sheet, "own", "collect") && sheet.score.blank !== "zero", [10, 20, 25, 50]),
  },
  {
    field: "score.six_value",
    group: "score",
    values: (sheet) => only(result(sheet, "own", "collect") && !inPlay(sheet), [0, 25, 50]),
  },
  {
    field: "score.both_value",
    group: "score",
    values: (sheet) => only(result(sheet, "own", "collect") && !inPlay(sheet), [0, 50, 100]),
  },
  {
    field: "score.threshold_mode",
    group: "score",
    closed: true,
    values: (sheet) => only(sheet.score.threshold > 0, ["drop", "carry", "always"]),
  },
  { field: "score.divisor", group: "score", values: (sheet) => only(multiples(sheet), [3, 5]) },
  { field: "score.unit", group: "score", closed: true, values: (sheet) => only(multiples(sheet), ["per", "sum"]) },
  {
    field: "score.round_to",
    group: "score",
    values: (sheet) => only(multiples(sheet) && result(sheet, "collect"), [0, 3, 5, 10]),
  },
  {
    field: "score.lead_double",
    group: "score",
    values: (sheet) => only(sheet.score.in_play === "equal_ends", [0, 1, 2, 3]),
  },
  {
    field: "score.equal_ends",
    group: "score",
    values: (sheet) => only(sheet.score.in_play === "equal_ends", [1, 2, 3]),
  },
  {
    field: "score.equal_ends_double",
    group: "score",
    values: (sheet) => only(sheet.score.in_play === "equal_ends", [1, 2, 3, 4]),
  },
  {
    field: "score.capicua",
    group: "score",
    values: (sheet) => only(result(sheet, "collect", "fixed") && !spinner(sheet), bonuses(sheet)),
  },
  {
    field: "score.blank_out",
    group: "score",
    values: (sheet) => only(result(sheet, "collect", "fixed"), bonuses(sheet)),
  },
  {
    field: "score.first_pass",
    group: "score",
    values: (sheet) => only(result(sheet, "collect", "fixed"), laddered(sheet) ? [0] : bonuses(sheet)),
  },

  {
    field: "match.stop",
    group: "match",
    closed: true,
    values: (sheet) =>
      only(sheet.match.goal === "reach_wins" && (inPlay(sheet) || sheet.score.first_pass > 0), [
        "at_once",
        "finish_round",
      ]),
  },
  {
    field: "match.overshoot",
    group: "match",
    closed: true,
    values: (sheet) => only(sheet.match.goal === "reach_wins", ["stop", "cap", "exact"]),
  },
  {
    field: "match.tie",
    group: "match",
    closed: true,
    values: (sheet) => only(fixedDeals(sheet), ["extra_deals", "shared"]),
  },
  {
    field: "match.losers",
    group: "match",
    closed: true,
    values: (sheet) => only(sheet.match.goal === "reach_loses", ["all", "highest"]),
  },
  {
    field: "match.out_wins_blank",
    group: "match",
    closed: true,
    values: (sheet) => only(!laddered(sheet) && !inPlay(sheet), YES_NO),
  },
  {
    field: "match.out_wins_six",
    group: "match",
    closed: true,
    values: (sheet) => only(!laddered(sheet) && !inPlay(sheet), YES_NO),
  },
  {
    field: "match.out_wins_both",
    group: "match",
    closed: true,
    values: (sheet) => only(!laddered(sheet) && !inPlay(sheet) && manyTiles(sheet), YES_NO),
  },

  {
    field: "referee.ladder",
    group: "referee",
    closed: true,
    carries: ["referee.enforcement"],
    // That there is none must stay said where the rest leaves no other way.
    values: (sheet) =>
      mayHaveLadder(sheet) ? [result(sheet, "set") ? "club" : "points", "none"] : only(!laddered(sheet), ["none"]),
    sets: (value) => (value === "none" ? { "referee.enforcement": "refuse" } : {}),
  },
  {
    field: "referee.warn_scope",
    group: "referee",
    closed: true,
    values: (sheet) => only(laddered(sheet), ["tournament", "game"]),
  },
  {
    field: "referee.third",
    group: "referee",
    closed: true,
    values: (sheet) => only(sheet.referee.ladder === "club", ["by_one", "plus_one"]),
  },
  {
    field: "referee.fault",
    group: "referee",
    closed: true,
    values: (sheet) => only(strict(sheet) && !result(sheet, "set"), ["fixed", "hands"]),
  },
  {
    field: "referee.fault_points",
    group: "referee",
    values: (sheet) => only(strict(sheet) && !result(sheet, "set") && sheet.referee.fault === "fixed", [5, 10, 20, 40]),
  },
]);

/** @param {any} sheet @returns {readonly Value[]} */
function blocks(sheet) {
  if (result(sheet, "collect")) return ["difference", "pairwise", "others"];
  if (result(sheet, "own")) return ["all", "lowest_exempt", "lower", "eggs"];
  return result(sheet, "fixed") && !sheet.pairs ? ["lowest", "doubles"] : NONE;
}

/** @param {any} sheet */
const bonuses = (sheet) => (fewPoints(sheet) ? [0, 1, 2, 5] : [0, 10, 25, 50]);

/** A strict table needs the game of sport (SPEC 2.2, `penalize_base`). @param {any} sheet */
const mayBeStrict = (sheet) =>
  laddered(sheet) &&
  sheet.pairs &&
  seen(sheet) &&
  sheet.turn.lay === "one" &&
  !draws(sheet) &&
  !spinner(sheet) &&
  !sheet.line.along;

/** @param {any} sheet */
const mayHaveLadder = (sheet) =>
  sheet.pairs &&
  !inPlay(sheet) &&
  fixedDeals(sheet) &&
  sheet.score.threshold === 0 &&
  sheet.score.first_pass === 0 &&
  (result(sheet, "set") ? sheet.match.deals % 4 === 0 : result(sheet, "own", "collect"));

/** A target for the numbers of players that have none. @param {any} sheet @param {number} points @returns {Options} */
function missingTargets({ players, match }, points) {
  const counts = Array.from({ length: players.max - players.min + 1 }, (_, i) => players.min + i).filter(
    (count) => match.target[count] === undefined,
  );
  return Object.fromEntries(counts.map((count) => [`match.target.${count}`, points]));
}

/** To a score, and in fixed deals. @type {Readonly<Record<string, readonly [string, string]>>} */
const GOALS = Object.freeze({ own: ["reach_loses", "fewest"], collect: ["reach_wins", "most"] });

/**
 * Points that are bad, or points that the winner collects: the block and what belongs to one of them only go along.
 * @param {Value} value
 * @param {any} sheet
 */
function countedAs(value, sheet) {
  if (value === "collect") {
    return { "score.block": sheet.pairs && !fixedDeals(sheet) ? "others" : "difference", "score.threshold": 0 };
  }
  return {
    "score.block": sheet.pairs ? "lower" : "all",
    "score.capicua": 0,
    "score.blank_out": 0,
    "score.first_pass": 0,
    "score.round_to": 0,
    "match.overshoot": "stop",
    "match.stop": "at_once",
  };
}
