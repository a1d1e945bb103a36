// The words of the wire as types, and the few constants a client must know. The protocol crate is the law; its fixtures
// are read by the tests.

/** The protocol version this page speaks. */
export const VERSION = 1;

/**
 * What a close of the socket asks of a client.
 * @type {Readonly<Record<number, "replaced" | "kicked" | "banned" | "new_identity" | "stopped">>}
 */
export const CLOSES = Object.freeze({
  1002: "stopped",
  1003: "stopped",
  1007: "stopped",
  1009: "stopped",
  4400: "stopped",
  4401: "new_identity",
  4403: "banned",
  4407: "kicked",
  4409: "replaced",
});

/** The canned phrases, by code. */
export const PHRASES = Object.freeze([
  "hello",
  "good_luck",
  "well_laid",
  "thanks",
  "one_moment",
  "sorry",
  "good_match",
  "bye",
]);

/** What a player can be reported for. */
export const REPORT_REASONS = Object.freeze(["name", "phrases", "stalling", "cheating", "bot"]);

/** Every error code of the server: each has a sentence in every language. */
export const ERROR_CODES = Object.freeze([
  "bad_json",
  "bad_message",
  "unknown_type",
  "hello_first",
  "version_unsupported",
  "bad_token",
  "bots_by_host_only",
  "rate_limited",
  "table_busy",
  "too_many_tables",
  "no_such_table",
  "table_out_of_order",
  "no_such_code",
  "no_such_match",
  "no_such_path",
  "no_such_sheet",
  "sheet_invalid",
  "players_range",
  "setting_range",
  "table_full",
  "seat_taken",
  "already_seated",
  "not_seated",
  "not_host",
  "no_watchers",
  "not_now",
  "stale",
  "id_reused",
  "name_invalid",
  "name_mixed",
  "name_reserved",
  "no_such_phrase",
  "nobody_there",
  "storage_unavailable",
  "restarting",
  "password_required",
  "password_wrong",
  "banned",
  "foreign_origin",
  "admin_local_only",
  "no_such_player",
  "no_such_ban",
  "backup_exists",
  "no_such_backup",
  "backup_unusable",
  "not_your_turn",
  "malformed_action",
  "not_your_tile",
  "does_not_fit",
  "no_such_end",
  "wrong_lead",
  "not_allowed",
  "arranging",
  "not_the_row",
  "turn_up_first",
  "only_turned_up",
  "no_challenge",
  "not_lengthwise",
]);

/**
 * @typedef {"left" | "right" | "up" | "down"} EndName
 * @typedef {"seating" | "arranging" | "playing" | "between_deals" | "match_over" | "closed"} Phase
 * @typedef {"person" | "bot"} PlayerKind
 *
 * @typedef {object} PlayerInfo
 * @property {string} id
 * @property {string} name
 * @property {PlayerKind} kind
 *
 * @typedef {object} Limits
 * @property {number} silence_ms
 * @property {number} name_chars
 * @property {number} seats
 * @property {number} [absence_choice_ms]
 * @property {number} [absence_wait_ms]
 *
 * @typedef {object} MySeat
 * @property {string} table
 * @property {string} code
 * @property {number} seat
 * @property {string} sheet
 * @property {boolean} waiting
 *
 * @typedef {object} Clock
 * @property {number} left_ms
 * @property {number} of_ms
 * @property {boolean} running
 *
 * @typedef {object} Position
 * @property {Phase} phase
 * @property {number} [turn]
 * @property {number} [seat]
 * @property {Partial<Record<EndName, string>>} [ends]
 * @property {number} stock
 * @property {number} drawable
 * @property {number[]} hands
 * @property {number[]} score
 * @property {string[]} [legal]
 * @property {Clock} [clock]
 * @property {number[]} [awaiting] seats that have still to arrange their rows, only in phase `arranging`
 * @property {number} [value] the layout's value, where the ends' sum scores and a tile lies
 * @property {number[]} [opened] seats whose row is opened
 * @property {string} [turned_up] a tile turned up that waits to be laid: the rightmost of the row of the seat on turn
 * @property {[game: number, total: number][]} [warnings] per pair, where the sheet has a ladder
 * @property {number[]} [fines] per pair, of this deal, if any is above 0
 * @property {Absence} [absence] the player on turn is away, and his time is up; `clock` is the choice's
 * @property {boolean} [strict] I may say that the other pair has laid a wrong tile
 *
 * @typedef {object} Absence
 * @property {number} seat
 * @property {number} [waits]
 * @property {number[]} [end] seats that want to end the match
 * @property {string[]} [choices] mine: `wait`, `bot`, `end`
 *
 * @typedef {object} SeatInfo
 * @property {string} [player]
 * @property {string} [name]
 * @property {PlayerKind} [kind]
 * @property {boolean} here
 * @property {boolean} [stand_in]
 * @property {boolean} [ready]
 * @property {number} [absence_ms]
 *
 * @typedef {object} TableSettings
 * @property {boolean} private
 * @property {boolean} watchers
 * @property {number} clock_ms
 * @property {number} absence_ms
 * @property {"ask" | "bot"} [absence_end]
 * @property {number} pause_ms
 * @property {"even" | "plain"} [tempo]
 *
 * @typedef {object} LaidTile
 * @property {string} tile
 * @property {EndName} [end]
 * @property {number} seat
 * @property {boolean} [along] a double that lies lengthwise by the rules
 * @property {boolean} [lengthwise] a double that is only shown lengthwise: its value is that of one across
 *
 * @typedef {object} LineView
 * @property {LaidTile} lead
 * @property {LaidTile[]} laid
 * @property {string} [spinner]
 *
 * @typedef {object} HandView
 * @property {number} count
 * @property {string[]} [tiles]
 *
 * @typedef {object} SeatSum
 * @property {string[]} tiles
 * @property {number} value
 *
 * @typedef {object} SideSum
 * @property {number} value
 * @property {number} entry
 * @property {number} [extra]
 * @property {number} [fine]
 * @property {number} before
 * @property {number} written
 * @property {number} after
 * @property {string} [lost]
 *
 * @typedef {object} DealResult
 * @property {string} reason `out`, `block`, `fault` or `warning`
 * @property {string} [fault] with `fault`: `false_pass` or `wrong_tile`, found late; `seat` is then the offender
 * @property {number} [seat]
 * @property {number[]} winners
 * @property {SeatSum[]} seats
 * @property {SideSum[]} sides
 * @property {number} [pot]
 * @property {number} [next_leader]
 * @property {string} [next_lead]
 *
 * @typedef {object} GameView
 * @property {number} entry
 * @property {string} commitment
 * @property {string[]} commitments
 * @property {number} deal
 * @property {number} [leader]
 * @property {LineView} [line]
 * @property {HandView[]} hands
 * @property {number} pot
 * @property {DealResult} [result]
 * @property {number[]} [winners]
 * @property {number[]} [losers]
 * @property {string} [ended] why the match is over, as it was told: `target`, `deals`, `immediate` or `warnings`
 * @property {Fact[]} log
 *
 * @typedef {object} TableView
 * @property {string} sheet
 * @property {Record<string, unknown>} [options]
 * @property {boolean} pairs
 * @property {string} direction
 * @property {number} [target]
 * @property {string} goal
 * @property {number} threshold
 * @property {"seen" | "arranged" | "unseen"} [hand] what owners see of their hands
 * @property {"none" | "equal_ends" | "multiples"} [in_play] what scores points during a deal
 * @property {number} [divisor]
 * @property {"per" | "sum"} [unit]
 * @property {string} [lay]
 * @property {"none" | "first_double"} [spinner]
 * @property {"refuse" | "penalize"} [enforcement]
 * @property {"none" | "points" | "club"} [ladder]
 * @property {number} [deals] the fixed number of deals, 0 for none
 * @property {TableSettings} settings
 * @property {string} [code]
 * @property {number} [me]
 * @property {number} [host]
 * @property {SeatInfo[]} seats
 * @property {number} match_number
 * @property {string} [match_id]
 * @property {GameView} [game]
 * @property {Position} now
 * @property {boolean} [auto_pass] the server passes for me
 * @property {boolean} [paused]
 *
 * @typedef {object} TableSummary
 * @property {string} table
 * @property {string} sheet
 * @property {Record<string, unknown>} [options]
 * @property {Phase} phase
 * @property {{ name?: string, kind?: PlayerKind }[]} seats
 * @property {TableSettings} settings
 * @property {number} [target]
 *
 * A fact. Its fields depend on `type`; unknown types are kept and ignored.
 * @typedef {{ type: string, seat?: number, tile?: string, end?: EndName, along?: boolean, numbers?: number[], name?:
 *   string, bot?: string,
 * player?: string, kind?: PlayerKind, match_id?: string, sheet?: string, options?: Record<string, unknown>, players?:
 * number,
 * entry?: number, commitment?: string, deal?: number, hands?: number[], stock?: number, hand?: string[], leader?:
 * number,
 * turn?: number, side?: number, points?: number, score?: number[], winners?: number[], losers?: number[], tiles?:
 * string[],
 * value?: number, game?: number, total?: number, fine?: number, ruling?: string, lengthwise?: boolean, on?: boolean,
 * choice?: string } & Partial<DealResultFields>} Fact
 * @typedef {Omit<DealResult, "seat" | "winners">} DealResultFields
 *
 * A refusal, as the server's `refused` carries it.
 * @typedef {object} Refusal
 * @property {string} code
 * @property {string} [tile]
 * @property {number[]} [fits]
 * @property {string[]} [legal]
 * @property {string} [field]
 * @property {string[]} [codes]
 * @property {string} [policy]
 * @property {number} [retry_ms]
 *
 * @typedef {object} Ack
 * @property {string} id
 * @property {string} [table]
 * @property {number} [seat]
 * @property {string} [code]
 * @property {number} [seq]
 *
 * Any message of the server.
 * @typedef {{ type: string } & Record<string, any>} Message
 *
 * @typedef {object} SheetSummary
 * @property {string} id
 * @property {Record<string, string>} names
 * @property {number} min
 * @property {number} max
 * @property {boolean} pairs
 * @property {string} goal
 * @property {Record<string, number>} target
 * @property {number} deals
 * @property {number} clock_s
 *
 * @typedef {{ code: string, params?: Record<string, unknown> }} Clause
 */
