// The words of the wire as types, and the few constants a client must know. The protocol crate decides; the tests read
// its fixtures.

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
 * @typedef {import("../../../protocol/schema/protocol.js").AbsenceView} AbsenceView
 * @typedef {import("../../../protocol/schema/protocol.js").AbsenceChoice} AbsenceChoice
 * @typedef {import("../../../protocol/schema/protocol.js").Ack} Ack
 * @typedef {import("../../../protocol/schema/protocol.js").Clause} Clause
 * @typedef {import("../../../protocol/schema/protocol.js").ClientMessage} ClientMessage
 * @typedef {import("../../../protocol/schema/protocol.js").DealResult} DealResult
 * @typedef {import("../../../protocol/schema/protocol.js").EndName} EndName
 * @typedef {import("../../../protocol/schema/protocol.js").ErrorCode} ErrorCode
 * @typedef {import("../../../protocol/schema/protocol.js").Fact} Fact
 * @typedef {import("../../../protocol/schema/protocol.js").GameView} GameView
 * @typedef {import("../../../protocol/schema/protocol.js").HandView} HandView
 * @typedef {import("../../../protocol/schema/protocol.js").LaidTile} LaidTile
 * @typedef {import("../../../protocol/schema/protocol.js").Limits} Limits
 * @typedef {import("../../../protocol/schema/protocol.js").LineView} LineView
 * @typedef {import("../../../protocol/schema/protocol.js").MySeat} MySeat
 * @typedef {import("../../../protocol/schema/protocol.js").PlayerInfo} PlayerInfo
 * @typedef {import("../../../protocol/schema/protocol.js").PlayerKind} PlayerKind
 * @typedef {import("../../../protocol/schema/protocol.js").Position} Position
 * @typedef {import("../../../protocol/schema/protocol.js").SheetPage} SheetPage
 * @typedef {import("../../../protocol/schema/protocol.js").SheetSummary} SheetSummary
 * @typedef {import("../../../protocol/schema/protocol.js").SideSum} SideSum
 * @typedef {import("../../../protocol/schema/protocol.js").Snapshot} Snapshot
 * @typedef {import("../../../protocol/schema/protocol.js").Switch} Switch
 * @typedef {import("../../../protocol/schema/protocol.js").TableRequest} TableRequest
 * @typedef {import("../../../protocol/schema/protocol.js").TableSettings} TableSettings
 * @typedef {import("../../../protocol/schema/protocol.js").TableSummary} TableSummary
 * @typedef {import("../../../protocol/schema/protocol.js").TableView} TableView
 * @typedef {import("../../../protocol/schema/protocol.js").HttpError} HttpError
 * @typedef {import("../../../protocol/schema/protocol.js").Refused} Refused
 * @typedef {import("../../../protocol/schema/protocol.js").ServerMessage} ServerMessage
 * @typedef {import("../../../protocol/schema/protocol.js").TablePhase} Phase
 * @typedef {import("../../../protocol/schema/protocol.js").ClockView} Clock
 * @typedef {import("../../../protocol/schema/protocol.js").SeatSum} SeatSum
 * @typedef {import("../../../protocol/schema/protocol.js").SeatInfo} SeatInfo
 * @typedef {import("../../../protocol/schema/protocol.js").Events} Events
 */

/**
 * A fact of one type.
 *
 * @template {Fact["type"]} T
 * @typedef {Extract<Fact, { type: T }>} FactOf
 */

/**
 * A refusal, as the server's `refused` carries it.
 * @typedef {Omit<Refused, "id">} Refusal
 *
 * Any message of the server, and those that the page sends to itself. any: which fields there are follows from `type`
 * alone, where the message is read.
 * @typedef {{ type: string } & Record<string, any>} Message
 */
