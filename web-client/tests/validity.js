// What makes a sheet valid, after SPEC 2.2, stage 4: a second reading of the text, to hold the page's switches against
// without a server.

/** @param {any} sheet @returns {string[]} the codes of what is wrong */
export function faults(sheet) {
  const { players, pairs, deal, lead, turn, line, score, match, referee } = sheet;
  const counts = Array.from({ length: players.max - players.min + 1 }, (_, i) => players.min + i);
  const [seen, spinner, draws] = [deal.hand === "seen", line.spinner !== "none", turn.draw !== "never"];
  const fixed = match.goal === "most" || match.goal === "fewest";
  const searched = ["named", "fewest_pips", "most_pips"];
  /** @type {Record<string, string[]>} */
  const blocks = {
    collect: ["difference", "pairwise", "others"],
    own: ["all", "lowest_exempt", "eggs", "lower"],
    fixed: ["lowest", "doubles"],
    set: ["lower"],
  };
  /** @type {Record<string, boolean>} */
  const valid = {
    players_range: players.min >= 2 && players.min <= players.max && players.max <= 28,
    pairs_players: !pairs || (players.min === 4 && players.max === 4),
    tiles_missing: counts.every((count) => deal.tiles[count] !== undefined),
    tiles_range: counts.every(
      (count) => deal.tiles[count] === undefined || (deal.tiles[count] >= 1 && deal.tiles[count] * count <= 28),
    ),
    undealt_draw: (deal.undealt === "aside") === !draws,
    reserve_draw: deal.reserve === 0 || draws,
    open_at_range: deal.open_at === 0 || (!seen && counts.every((count) => deal.open_at < (deal.tiles[count] ?? 29))),
    named_lead:
      (lead.first_tile !== "named" || lead.first === "named") && (lead.next_tile !== "named" || lead.next === "named"),
    hand_lead: [lead.first_tile, lead.next_tile].every(
      (tile) => (tile !== "any" || seen) && (tile !== "rightmost" || !seen),
    ),
    unseen_lead: deal.hand !== "unseen" || !(searched.includes(lead.first) || searched.includes(lead.next)),
    lay_hand: ["chain", "all_or_one"].includes(turn.lay)
      ? !seen
      : ["any", "twin_doubles"].includes(turn.lay)
        ? seen
        : true,
    all_or_one_open: turn.lay !== "all_or_one" || deal.open_at === 0,
    must_lay_any: turn.must_lay !== "all" || turn.lay === "any",
    lead_continues_lay: !turn.lead_continues || turn.lay === "any" || turn.lay === "chain",
    hand_draw: seen || (turn.draw !== "until_fit" && turn.play_drawn === "no"),
    until_fit_no: turn.draw !== "until_fit" || turn.play_drawn !== "no",
    dead_line_draw: !turn.dead_line_ends || draws,
    twin_spinner: !spinner || turn.lay !== "twin_doubles",
    along_spinner: !spinner || !line.along,
    equal_ends_spinner: !spinner || score.in_play !== "equal_ends",
    capicua_spinner: !spinner || score.capicua === 0,
    sides_first_spinner: !line.sides_first || spinner,
    divisor: score.in_play !== "multiples" || score.divisor >= 2,
    round_to: score.round_to !== 1,
    block_result: blocks[score.result].includes(score.block),
    doubles_pairs: score.block !== "doubles" || !pairs,
    set_pairs: score.result !== "set" || pairs,
    round_result: score.round_to === 0 || score.result === "collect",
    threshold_result: score.threshold === 0 || score.result === "own",
    bonus_result:
      score.result === "collect" ||
      score.result === "fixed" ||
      (score.in_play === "none" && score.capicua === 0 && score.blank_out === 0 && score.first_pass === 0),
    goal_result: (score.result === "own") === (match.goal === "reach_loses" || match.goal === "fewest"),
    target: fixed || (match.deals === 0 && counts.every((count) => match.target[count] >= 1)),
    deals: !fixed || match.deals >= 1,
    overshoot_goal: match.goal === "reach_wins" || (match.overshoot === "stop" && match.stop === "at_once"),
    out_wins_both_lay: !match.out_wins_both || turn.lay === "twin_doubles" || turn.lay === "any",
    penalize_base:
      referee.enforcement !== "penalize" ||
      (pairs && seen && turn.lay === "one" && !draws && !spinner && !line.along && referee.ladder !== "none"),
    ladder_base:
      referee.ladder === "none" ||
      (pairs && score.in_play === "none" && fixed && score.threshold === 0 && score.first_pass === 0),
    ladder_result:
      referee.ladder === "club"
        ? score.result === "set"
        : referee.ladder === "points"
          ? ["own", "collect"].includes(score.result)
          : true,
    club_deals: referee.ladder !== "club" || match.deals % 4 === 0,
  };
  return Object.entries(valid)
    .filter(([, holds]) => !holds)
    .map(([code]) => code);
}
