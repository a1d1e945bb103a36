// The messages of a Boneyard server, protocol version 1. Made from its JSON Schema; not to be edited.
// Fields and types that are not named here are to be ignored: they may be added within the version.

/**
 * A message from a client.
 */
export type ClientMessage =
  | (Hello & {
      type: "hello";
    })
  | {
      type: "heartbeat";
    }
  | {
      type: "rename";
      /**
       * 1 to 24 characters.
       */
      name: string;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "transfer";
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "lobby";
      /**
       * Whether changes are wanted (until `follow` false is sent, or the socket ends).
       */
      follow: boolean;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "create";
      /**
       * The settings of the table.
       */
      table: TableRequest;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "quick_play";
      /**
       * The game; absent: any.
       */
      sheet?: string | null;
      /**
       * The opponents.
       */
      against: QuickPlayAgainst;
      /**
       * Seats, the player's own included; absent: as many as the sheet allows, four at most.
       */
      seats?: number | null;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "join";
      /**
       * The table's code.
       */
      code: JoinCode;
      /**
       * The seat that is wanted; absent: the first free one.
       */
      seat?: number | null;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "watch";
      /**
       * The table.
       */
      table?: TableId | null;
      /**
       * Its code, in place of the id.
       */
      code?: JoinCode | null;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "sit";
      /**
       * The table.
       */
      table: TableId;
      /**
       * The seat that is wanted; absent: the first free one.
       */
      seat?: number | null;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "add_bot";
      /**
       * The table.
       */
      table: TableId;
      /**
       * The seat that is wanted; absent: the first free one.
       */
      seat?: number | null;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "ready";
      /**
       * The table.
       */
      table: TableId;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "act";
      /**
       * The table.
       */
      table: TableId;
      /**
       * The number of the turn it belongs to; not for `arrange` and `challenge`.
       */
      turn?: number | null;
      /**
       * For `arrange` and `challenge`: the index of the deal's entry.
       */
      entry?: number | null;
      /**
       * The action's text, `play 6-4 left`.
       */
      action: string;
      /**
       * For a double that is laid: show it lengthwise. Only where multiples of the ends count, without a
       * spinner and without `line.along`. Its value stays what it is.
       */
      lengthwise?: boolean;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "phrase";
      /**
       * The table.
       */
      table: TableId;
      /**
       * One of [`crate::limits::PHRASES`].
       */
      phrase: string;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "report";
      /**
       * The table.
       */
      table: TableId;
      /**
       * The seat of the reported player.
       */
      seat: number;
      /**
       * What the player does.
       */
      reason: ReportReason;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "rematch";
      /**
       * The table.
       */
      table: TableId;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "auto_pass";
      /**
       * The table.
       */
      table: TableId;
      /**
       * On or off.
       */
      on: boolean;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "absence";
      /**
       * The table.
       */
      table: TableId;
      /**
       * The number of the turn that the absent player does not play.
       */
      turn: number;
      /**
       * The choice.
       */
      choice: AbsenceChoice;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "leave";
      /**
       * The table.
       */
      table: TableId;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    }
  | {
      type: "resume";
      /**
       * The table.
       */
      table: TableId;
      /**
       * The last number the client has applied.
       */
      since: number;
      /**
       * Made by the client; the answer carries it.
       */
      id: CommandId;
    };
/**
 * A person or a program.
 */
export type PlayerKind = "person" | "bot";
/**
 * A command's id, made by the client. The same id with the same body gets the same answer and has
 * one effect; with another body it is refused (`id_reused`).
 */
export type CommandId = string;
/**
 * What happens when the player on turn is absent and their time is up.
 */
export type AbsenceEnd = "ask" | "bot";
/**
 * How fast the server takes the steps that it takes before a deadline: what server bots do, also in an absent
 * player's stead, and passes by itself ([`AutoPass`](crate::TableCommand::AutoPass)).
 */
export type Tempo = "even" | "plain";
/**
 * The opponents of a quick game.
 */
export type QuickPlayAgainst = "bots" | "people";
/**
 * The unguessable code of a table, [`JOIN_CODE_LENGTH`] characters of [`JOIN_CODE_ALPHABET`].
 *
 * Read leniently (lower case, spaces and hyphens between the characters), written in upper case without
 * separators.
 */
export type JoinCode = string;
/**
 * A table. Public; knowing it gives no right to a private table.
 */
export type TableId = string;
/**
 * What a player is reported for.
 */
export type ReportReason = "name" | "phrases" | "stalling" | "cheating" | "bot";
/**
 * What the others may do about an absent player whose time is up.
 */
export type AbsenceChoice = "wait" | "bot" | "end";
/**
 * A message from the server.
 */
export type ServerMessage =
  | (Welcome & {
      type: "welcome";
    })
  | (Ack & {
      type: "ack";
    })
  | (Refused & {
      type: "refused";
    })
  | {
      type: "lobby";
      /**
       * The tables, newest first.
       */
      tables: TableSummary[];
    }
  | ((
      | {
          put: TableSummary;
        }
      | {
          gone: TableId;
        }
    ) & {
      type: "lobby_change";
    })
  | (Snapshot & {
      type: "snapshot";
    })
  | (Events & {
      type: "events";
    })
  | {
      type: "presence";
      /**
       * The table.
       */
      table: TableId;
      /**
       * The seat.
       */
      seat: number;
      /**
       * Whether a socket of the player is there.
       */
      here: boolean;
      /**
       * When away: milliseconds of absence left in this match. They run only while the table waits for the seat.
       */
      absence_ms?: number;
      /**
       * Whether they run now.
       */
      running?: boolean;
    }
  | {
      type: "phrase";
      /**
       * The table.
       */
      table: TableId;
      /**
       * The speaker's seat.
       */
      seat: number;
      /**
       * One of [`crate::limits::PHRASES`].
       */
      phrase: string;
    }
  | {
      type: "paused";
      /**
       * The table.
       */
      table: TableId;
      /**
       * Whether it stands.
       */
      paused: boolean;
    }
  | {
      type: "gone";
      /**
       * The table.
       */
      table: TableId;
    }
  | {
      type: "heartbeat";
    }
  | {
      type: "replaced";
    }
  | {
      type: "restarting";
      /**
       * Milliseconds for which it goes on, though no table and no match begins any more; absent: close 1012
       * follows at once.
       */
      in_ms?: number;
    }
  | {
      type: "restart_cancelled";
    }
  | {
      type: "announcement";
      /**
       * One line of plain text, at most [`crate::limits::ANNOUNCEMENT_CHARS`] characters.
       */
      text: string;
    };
/**
 * A player's public id. Never a credential: a seat is claimed with the token alone.
 */
export type PlayerId = string;
/**
 * What went wrong. The server sends codes and parameters only, never sentences.
 */
export type ErrorCode =
  | "bad_json"
  | "bad_message"
  | "unknown_type"
  | "hello_first"
  | "version_unsupported"
  | "bad_token"
  | "bots_by_host_only"
  | "rate_limited"
  | "table_busy"
  | "too_many_tables"
  | "no_such_table"
  | "table_out_of_order"
  | "no_such_code"
  | "no_such_match"
  | "no_such_path"
  | "no_such_sheet"
  | "sheet_invalid"
  | "players_range"
  | "setting_range"
  | "table_full"
  | "seat_taken"
  | "already_seated"
  | "not_seated"
  | "not_host"
  | "no_watchers"
  | "not_now"
  | "stale"
  | "id_reused"
  | "name_invalid"
  | "name_mixed"
  | "name_reserved"
  | "no_such_phrase"
  | "nobody_there"
  | "storage_unavailable"
  | "restarting"
  | "password_required"
  | "password_wrong"
  | "banned"
  | "foreign_origin"
  | "admin_local_only"
  | "no_such_player"
  | "no_such_ban"
  | "backup_exists"
  | "no_such_backup"
  | "backup_unusable"
  | "not_your_turn"
  | "malformed_action"
  | "not_your_tile"
  | "does_not_fit"
  | "no_such_end"
  | "wrong_lead"
  | "not_allowed"
  | "arranging"
  | "not_the_row"
  | "turn_up_first"
  | "only_turned_up"
  | "no_challenge"
  | "not_lengthwise";
/**
 * What a table is doing.
 */
export type TablePhase = "seating" | "arranging" | "playing" | "between_deals" | "match_over" | "closed";
/**
 * A finished or running match. Public.
 */
export type MatchId = string;
/**
 * The names of the ends, for the schema.
 */
export type EndName = "left" | "right" | "up" | "down";
/**
 * How a deal ended.
 */
export type DealEnd = "out" | "block" | "fault" | "warning";
/**
 * A fault at a strict table (SPEC 10.2).
 */
export type Fault = "false_pass" | "wrong_tile";
/**
 * Why what is written is not what the deal gave.
 */
export type Adjusted = "threshold" | "carried" | "overshoot";
/**
 * What finds the leader of the next deal (SPEC 5.1, 5.3).
 */
export type NextLead = "lot" | "named" | "fewest_pips" | "most_pips" | "rotate" | "winner" | "closer" | "again";
/**
 * One fact. Seats are numbers from 0, sides too; tiles are `"6-4"`.
 */
export type Fact =
  | {
      type: "hidden";
    }
  | {
      type: "seated";
      /**
       * The seat.
       */
      seat: number;
      /**
       * Public id of the player; absent for a server bot.
       */
      player?: PlayerId;
      /**
       * Name.
       */
      name: string;
      /**
       * Person or bot.
       */
      kind: PlayerKind;
    }
  | {
      type: "renamed";
      /**
       * The seat.
       */
      seat: number;
      /**
       * The new name.
       */
      name: string;
    }
  | {
      type: "left";
      /**
       * The seat.
       */
      seat: number;
      /**
       * The name of the bot that plays it now, in a match only.
       */
      bot?: string;
    }
  | {
      type: "host";
      /**
       * The opener's seat.
       */
      seat: number;
    }
  | {
      type: "ready";
      /**
       * The seat.
       */
      seat: number;
    }
  | {
      type: "absent";
      /**
       * The absent player's seat.
       */
      seat: number;
    }
  | {
      type: "absence_choice";
      /**
       * Who has chosen.
       */
      seat: number;
      /**
       * What.
       */
      choice: AbsenceChoice;
    }
  | {
      type: "unfinished";
      /**
       * The match. Its record is kept, like that of a match that was played to its end.
       */
      match_id: MatchId;
    }
  | {
      type: "auto_pass";
      /**
       * The viewer's seat.
       */
      seat: number;
      /**
       * On or off.
       */
      on: boolean;
    }
  | {
      type: "stand_in";
      /**
       * The seat.
       */
      seat: number;
    }
  | {
      type: "returned";
      /**
       * The seat.
       */
      seat: number;
    }
  | {
      type: "rematch";
      /**
       * The seat.
       */
      seat: number;
    }
  | {
      type: "time_up";
      /**
       * The seat.
       */
      seat: number;
    }
  | {
      type: "match_started";
      /**
       * The match.
       */
      match_id: MatchId;
      /**
       * Preset id.
       */
      sheet: string;
      /**
       * Overrides by dotted field.
       */
      options?: {
        [k: string]: unknown;
      };
      /**
       * Number of seats.
       */
      players: number;
    }
  | {
      type: "closed";
    }
  | {
      type: "dealt";
      /**
       * Index of the entry, from 0; void and annulled ones count.
       */
      entry: number;
      /**
       * The entry's commitment: SHA-256 over salt and deal line, 64 lower-case hex digits.
       */
      commitment: string;
      /**
       * The deal's number in the match, from 1; void and annulled ones do not count.
       */
      deal: number;
      /**
       * Tiles in each hand.
       */
      hands: number[];
      /**
       * Undealt tiles.
       */
      stock: number;
      /**
       * The viewer's own hand, if they may see it.
       */
      hand?: string[];
      /**
       * Who leads; absent while rows are being arranged.
       */
      leader?: number;
    }
  | {
      type: "void";
      /**
       * Index of the entry.
       */
      entry: number;
      /**
       * The entry's commitment.
       */
      commitment: string;
      /**
       * The seat whose hand is opened.
       */
      seat: number;
      /**
       * That hand.
       */
      hand: string[];
    }
  | {
      type: "arranged";
      /**
       * Whose.
       */
      seat: number;
    }
  | {
      type: "led";
      /**
       * Who.
       */
      seat: number;
      /**
       * What.
       */
      tile: string;
      /**
       * A double laid along: its end is a single one (SPEC 6.4).
       */
      along?: boolean;
      /**
       * A double whose layer wants it shown lengthwise. It counts as ever.
       */
      lengthwise?: boolean;
    }
  | {
      type: "played";
      /**
       * Who.
       */
      seat: number;
      /**
       * What.
       */
      tile: string;
      /**
       * Where.
       */
      end: EndName;
      /**
       * A double laid along: its end is a single one (SPEC 6.4).
       */
      along?: boolean;
      /**
       * A double whose layer wants it shown lengthwise. It counts as ever.
       */
      lengthwise?: boolean;
    }
  | {
      type: "turned_up";
      /**
       * Who.
       */
      seat: number;
      /**
       * What.
       */
      tile: string;
    }
  | {
      type: "misfit";
      /**
       * Who.
       */
      seat: number;
      /**
       * What, for those who may see it. Closed again from now on: a snapshot's log lacks it.
       */
      tile?: string;
    }
  | {
      type: "opened";
      /**
       * Whose.
       */
      seat: number;
      /**
       * The row, left to right, for those who may see it.
       */
      tiles?: string[];
    }
  | {
      type: "drew";
      /**
       * Who.
       */
      seat: number;
      /**
       * What, for those who see that hand.
       */
      tile?: string;
    }
  | {
      type: "passed";
      /**
       * Who.
       */
      seat: number;
      /**
       * The numbers that were open.
       */
      numbers: number[];
    }
  | {
      type: "stopped";
      /**
       * Who.
       */
      seat: number;
    }
  | {
      type: "challenged";
      /**
       * Who.
       */
      seat: number;
    }
  | {
      type: "taken_back";
      /**
       * Who had laid it.
       */
      seat: number;
      /**
       * What.
       */
      tile: string;
      /**
       * Where it lay.
       */
      end: EndName;
    }
  | {
      type: "warned";
      /**
       * The pair.
       */
      side: number;
      /**
       * Its warnings in this match, this one included.
       */
      game: number;
      /**
       * Its warnings in the competition, this one included.
       */
      total: number;
      /**
       * The points of the fine, if this warning brings one.
       */
      fine?: number;
    }
  | {
      type: "ruled";
      /**
       * The ruling's text.
       */
      ruling: string;
    }
  | {
      type: "scored";
      /**
       * The side.
       */
      side: number;
      /**
       * Points, after overshoot.
       */
      points: number;
      /**
       * What for.
       */
      reason: ScoreReason;
      /**
       * The value of the layout (SPEC 6.5), with `multiples`.
       */
      value?: number;
    }
  | (DealResult & {
      type: "deal_over";
    })
  | {
      type: "match_over";
      /**
       * Score of each side. Halves occur with result `set` only.
       */
      score: number[];
      /**
       * The winning sides.
       */
      winners: number[];
      /**
       * The goats (SPEC 9.7).
       */
      losers: number[];
      /**
       * What ended it.
       */
      reason: MatchEnd;
    }
  | {
      type: "unknown";
    };
/**
 * What points in play are for.
 */
export type ScoreReason = "first_pass" | "lead_double" | "equal_ends" | "equal_ends_double" | "multiples";
/**
 * What ended a match.
 */
export type MatchEnd = "target" | "deals" | "immediate" | "warnings";
/**
 * Where a switch stands in a form: with what most tables ask for, or with what it is about.
 */
export type SwitchGroup = "first" | "deal" | "lead" | "turn" | "line" | "score" | "match" | "referee";
/**
 * A value of a sheet's field: a flag, a whole number or a policy.
 */
export type SwitchValue = boolean | number | string;
/**
 * How bad a finding is.
 */
export type Grade = "well" | "doubtful" | "bad";

/**
 * Everything that goes over the wire; only its schema is used.
 */
export interface BoneyardProtocol {
  /**
   * A frame from a client.
   */
  client: ClientMessage;
  /**
   * A frame from the server.
   */
  server: ServerMessage;
  /**
   * `/api/sheets`.
   */
  sheets: SheetSummary[];
  /**
   * `/api/sheets/{id}`.
   */
  sheet: SheetPage;
  /**
   * `/api/tables`.
   */
  tables: TableSummary[];
  /**
   * Any error of the HTTP API.
   */
  error: HttpError;
  /**
   * The host's API, `/api/admin/…`.
   */
  admin: Admin;
}
/**
 * Who speaks, and in which version.
 */
export interface Hello {
  /**
   * The protocol versions the client speaks.
   */
  versions: Versions;
  /**
   * The identity's secret from an earlier `welcome`. Absent: a new identity is made.
   */
  token?: string | null;
  /**
   * Person or bot. Fixed when the identity is made; bots are shown as bots everywhere.
   */
  kind: PlayerKind;
  /**
   * The name the player wants; absent: the identity's name, or an invented one.
   */
  name?: string | null;
  /**
   * BCP 47 language of the client, for invented names only.
   */
  language?: string | null;
  /**
   * The server's password, where it asks for one.
   */
  password?: string | null;
  /**
   * The code of a [`SessionCommand::Transfer`] on another device, in place of a token: the identity moves here, with
   * its name and its seats, and `welcome` brings a new token for it.
   */
  transfer?: string | null;
}
/**
 * A range of protocol versions, both ends included.
 */
export interface Versions {
  /**
   * The lowest.
   */
  from: number;
  /**
   * The highest.
   */
  to: number;
}
/**
 * The settings of a new table. Fields left out take the defaults named.
 */
export interface TableRequest {
  /**
   * The preset's id.
   */
  sheet: string;
  /**
   * Overrides by dotted field (SPEC 2.1).
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * Seats, within the sheet's range.
   */
  seats: number;
  /**
   * Seats taken by server bots from the start; the opener takes one seat.
   */
  bots?: number;
  /**
   * Not listed; people enter by code or link alone.
   */
  private?: boolean;
  /**
   * May others look on? Default true.
   */
  watchers?: boolean;
  /**
   * Seconds for a turn, 5 to 600; absent: the sheet's `referee.clock`.
   */
  clock_s?: number | null;
  /**
   * Seconds that a player may be away in a match while the table waits for them, 0 to 3600; default 120.
   */
  absence_s?: number | null;
  /**
   * What happens when they are over; default `ask`.
   */
  absence_end?: AbsenceEnd | null;
  /**
   * Seconds between two deals, 0 to 60, shorter when all are ready; default 12.
   */
  pause_s?: number | null;
  /**
   * How fast the server itself acts; default `plain` where server bots have all other seats, else `even`.
   */
  tempo?: Tempo | null;
}
/**
 * Answers `hello`.
 */
export interface Welcome {
  /**
   * The protocol version both will speak.
   */
  version: number;
  /**
   * The server's program version.
   */
  server: string;
  /**
   * Who this socket is.
   */
  player: PlayerInfo;
  /**
   * Only for a new identity, or one that has moved here: its secret. Keep it; it is told once.
   */
  token?: string;
  /**
   * The limits in force.
   */
  limits: Limits;
  /**
   * The player's seats. Send `resume` for each that is to be played.
   */
  seats: MySeat[];
}
/**
 * A player as others see them.
 */
export interface PlayerInfo {
  /**
   * Public id.
   */
  id: PlayerId;
  /**
   * Name.
   */
  name: string;
  /**
   * Person or bot.
   */
  kind: PlayerKind;
}
/**
 * The limits in force, as `welcome` tells them (a host may have changed some).
 */
export interface Limits {
  /**
   * Bytes of one inbound message.
   */
  message_bytes: number;
  /**
   * Commands in one burst.
   */
  burst: number;
  /**
   * Commands regained a second.
   */
  commands_per_second: number;
  /**
   * Milliseconds between two pings of the server.
   */
  ping_ms: number;
  /**
   * Milliseconds of silence after which the server closes the socket. A client whose socket has been
   * silent for so long may take it for dead, too.
   */
  silence_ms: number;
  /**
   * Characters of a name, as a reader counts them.
   */
  name_chars: number;
  /**
   * Seats of one table.
   */
  seats: number;
  /**
   * Tables one player may hold open at once.
   */
  tables_per_player: number;
  /**
   * Milliseconds in which those who are here choose what shall be done about an absent player.
   */
  absence_choice_ms: number;
  /**
   * Milliseconds for which they wait when they choose to.
   */
  absence_wait_ms: number;
}
/**
 * A seat of this player.
 */
export interface MySeat {
  /**
   * The table.
   */
  table: TableId;
  /**
   * Its join code.
   */
  code: JoinCode;
  /**
   * The seat.
   */
  seat: number;
  /**
   * The preset's id.
   */
  sheet: string;
  /**
   * Whether the table waits for this player (their turn, their `ready`, their answer to a rematch).
   */
  waiting: boolean;
}
/**
 * The command was done.
 */
export interface Ack {
  /**
   * The command's id.
   */
  id: CommandId;
  /**
   * The table it was about.
   */
  table?: TableId;
  /**
   * The player's seat there.
   */
  seat?: number;
  /**
   * The table's join code, to those who sit there. After `transfer`: the code for the other device.
   */
  code?: JoinCode;
  /**
   * The number of the last fact that the command made.
   */
  seq?: number;
}
/**
 * The command was refused. Everything is as it was.
 */
export interface Refused {
  /**
   * The command's id, where it could be read.
   */
  id?: CommandId;
  /**
   * The table it was about.
   */
  table?: TableId;
  /**
   * What went wrong.
   */
  code: ErrorCode;
  /**
   * The tile in question.
   */
  tile?: string;
  /**
   * The numbers, 0 to 6, that would fit.
   */
  fits?: number[];
  /**
   * What would be legal instead (SPEC 3.3), only to the seat on turn.
   */
  legal?: string[];
  /**
   * The field in question, by its dotted name.
   */
  field?: string;
  /**
   * Codes of SPEC 2.2.
   */
  codes?: string[];
  /**
   * Milliseconds after which to try again.
   */
  retry_ms?: number;
  /**
   * Lowest protocol version of the server.
   */
  from?: number;
  /**
   * Highest protocol version of the server.
   */
  to?: number;
}
/**
 * A listed table in the lobby.
 */
export interface TableSummary {
  /**
   * The table.
   */
  table: TableId;
  /**
   * Preset id.
   */
  sheet: string;
  /**
   * Overrides by dotted field.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * What it is doing.
   */
  phase: TablePhase;
  /**
   * The seats; a free one has no name.
   */
  seats: SeatSummary[];
  /**
   * Settings.
   */
  settings: TableSettings;
  /**
   * The score to reach, where the match has one.
   */
  target?: number;
}
/**
 * A seat in the lobby.
 */
export interface SeatSummary {
  /**
   * Name; absent on a free seat.
   */
  name?: string;
  /**
   * Person or bot; absent on a free seat.
   */
  kind?: PlayerKind;
}
/**
 * Settings of a table.
 */
export interface TableSettings {
  /**
   * Not listed.
   */
  private: boolean;
  /**
   * Others may look on.
   */
  watchers: boolean;
  /**
   * Milliseconds for a turn.
   */
  clock_ms: number;
  /**
   * Milliseconds of absence in a match while the table waits for the player.
   */
  absence_ms: number;
  /**
   * What happens when they are over. Tables opened before there was a choice let a bot play.
   */
  absence_end?: AbsenceEnd & string;
  /**
   * Milliseconds between two deals at the most.
   */
  pause_ms: number;
  /**
   * How fast the server itself acts.
   */
  tempo?: Tempo & string;
}
/**
 * A table as its viewer may see it, after fact number `seq`.
 */
export interface Snapshot {
  /**
   * The table.
   */
  table: TableId;
  /**
   * The number of the last fact in it.
   */
  seq: number;
  /**
   * The table.
   */
  view: TableView;
}
/**
 * A whole table.
 */
export interface TableView {
  /**
   * Preset id.
   */
  sheet: string;
  /**
   * Overrides by dotted field.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * Whether sides are pairs (seats 0 and 2, 1 and 3).
   */
  pairs: boolean;
  /**
   * `clockwise` or `anticlockwise`.
   */
  direction: string;
  /**
   * The score to reach, where the match has one.
   */
  target?: number;
  /**
   * `reach_wins`, `reach_loses`, `most` or `fewest` (SPEC 9.7).
   */
  goal: string;
  /**
   * The threshold below which an unopened account writes nothing (SPEC 9.5), 0 for none.
   */
  threshold: number;
  /**
   * A fixed number of deals, 0 for none.
   */
  deals: number;
  /**
   * Who sees a hand: `seen`, `arranged` or `unseen` (SPEC 12.2).
   */
  hand: string;
  /**
   * How many tiles a turn may lay: `one`, `twin_doubles`, `any`, `chain` or `all_or_one` (SPEC 7.4).
   */
  lay: string;
  /**
   * `none` or `first_double` (SPEC 6.3).
   */
  spinner: string;
  /**
   * Points for placements: `none`, `equal_ends` or `multiples` (SPEC 9.2).
   */
  in_play: string;
  /**
   * For multiples: of what.
   */
  divisor: number;
  /**
   * For multiples: `per`, one point for each divisor, or `sum`.
   */
  unit: string;
  /**
   * `refuse` or `penalize` (SPEC 10.1).
   */
  enforcement: string;
  /**
   * The ladder of warnings: `none`, `points` or `club` (SPEC 10.4, 10.5).
   */
  ladder: string;
  /**
   * Settings of the table.
   */
  settings: TableSettings;
  /**
   * The join code, to those who sit here.
   */
  code?: JoinCode;
  /**
   * The viewer's seat.
   */
  me?: number;
  /**
   * The seat of the table's opener, who may start the match.
   */
  host?: number;
  /**
   * The seats, from 0.
   */
  seats: SeatInfo[];
  /**
   * Number of the match at this table, from 1; 0 before the first.
   */
  match_number: number;
  /**
   * The running or last match.
   */
  match_id?: MatchId;
  /**
   * The deal on the table.
   */
  game?: GameView;
  /**
   * How the table stands.
   */
  now: Position;
  /**
   * Whether the server passes for the viewer's seat when nothing else is possible. Told to nobody else.
   */
  auto_pass?: boolean;
  /**
   * Whether the clocks stand because the journal cannot be written.
   */
  paused?: boolean;
}
/**
 * A seat and who is on it.
 */
export interface SeatInfo {
  /**
   * Public id; absent on a free seat and for a server bot.
   */
  player?: PlayerId;
  /**
   * Name; absent on a free seat.
   */
  name?: string;
  /**
   * Person or bot; absent on a free seat.
   */
  kind?: PlayerKind;
  /**
   * Whether a socket of the player is there; always for server bots.
   */
  here: boolean;
  /**
   * A bot plays for this seat's player, or for nobody.
   */
  stand_in?: boolean;
  /**
   * Said ready, for the match or the next deal, or wants the rematch.
   */
  ready?: boolean;
  /**
   * Milliseconds of absence left in this match; absent without a match and for server bots.
   */
  absence_ms?: number;
}
/**
 * The deal on the table.
 */
export interface GameView {
  /**
   * Index of the entry in play, from 0.
   */
  entry: number;
  /**
   * The entry's commitment.
   */
  commitment: string;
  /**
   * Commitments of all entries of the match so far, by index; the last is this entry's.
   */
  commitments: string[];
  /**
   * The deal's number in the match, from 1.
   */
  deal: number;
  /**
   * Who led or is to lead.
   */
  leader?: number;
  /**
   * The line; absent before the lead.
   */
  line?: LineView;
  /**
   * The hands.
   */
  hands: HandView[];
  /**
   * The egg pot.
   */
  pot?: number;
  /**
   * The result, when the deal is over.
   */
  result?: DealResult;
  /**
   * The winning sides, when the match is over.
   */
  winners?: number[];
  /**
   * The goats, when the match is over.
   */
  losers?: number[];
  /**
   * What happened in this deal, for the log, in the form of `events`, as this viewer may still know it:
   * where hands are not seen, without the tiles of misfits and of the dealt row.
   */
  log?: Fact[];
}
/**
 * The line of play.
 */
export interface LineView {
  /**
   * The lead.
   */
  lead: LaidTile;
  /**
   * What was laid after it, in order.
   */
  laid: LaidTile[];
  /**
   * The spinner, once it lies.
   */
  spinner?: string;
}
/**
 * A laid tile.
 */
export interface LaidTile {
  /**
   * The tile.
   */
  tile: string;
  /**
   * Where it was laid; absent for the lead.
   */
  end?: EndName;
  /**
   * Who laid it.
   */
  seat: number;
  /**
   * A double laid along: its end is a single one (SPEC 6.4).
   */
  along?: boolean;
  /**
   * A double whose layer wants it shown lengthwise. It counts as ever.
   */
  lengthwise?: boolean;
}
/**
 * A hand as this viewer may see it.
 */
export interface HandView {
  /**
   * Number of tiles.
   */
  count: number;
  /**
   * The tiles, only if the viewer may see all of them.
   */
  tiles?: string[];
}
/**
 * A deal's result as a sum that can be written out.
 */
export interface DealResult {
  /**
   * How it ended.
   */
  reason: DealEnd;
  /**
   * What the fault was, after a fault.
   */
  fault?: Fault;
  /**
   * Who went out, or laid the last tile, or is at fault; absent after a warning.
   */
  seat?: number;
  /**
   * Sides that won the deal.
   */
  winners: number[];
  /**
   * Every hand, opened and counted.
   */
  seats: SeatSum[];
  /**
   * Every side's line of the sum.
   */
  sides: SideSum[];
  /**
   * The egg pot after the deal.
   */
  pot?: number;
  /**
   * Who leads the next deal, where it is known before it is dealt.
   */
  next_leader?: number;
  /**
   * What finds the next leader. Absent when the match is over.
   */
  next_lead?: NextLead;
}
/**
 * One hand at the end of a deal.
 */
export interface SeatSum {
  /**
   * The tiles left.
   */
  tiles: string[];
  /**
   * Hand value (SPEC 9.1).
   */
  value: number;
}
/**
 * One side's line of the sum: `before + written = after`.
 */
export interface SideSum {
  /**
   * The side's hand value.
   */
  value: number;
  /**
   * What the deal gave before threshold and overshoot.
   */
  entry: number;
  /**
   * Part of the entry that is a bonus (SPEC 9.6), a fine (10.4) or the egg pot.
   */
  extra?: number;
  /**
   * The fine in `extra` (SPEC 10.4).
   */
  fine?: number;
  /**
   * Score before.
   */
  before: number;
  /**
   * What was written.
   */
  written: number;
  /**
   * Score after.
   */
  after: number;
  /**
   * Why `written` is not `entry`.
   */
  lost?: Adjusted;
}
/**
 * How a table stands: the small public state that goes with every `events`, so that a client needs no rules.
 */
export interface Position {
  /**
   * What the table is doing.
   */
  phase: TablePhase;
  /**
   * The turn's number in the match, from 1.
   */
  turn?: number;
  /**
   * The seat on turn.
   */
  seat?: number;
  /**
   * The seats that have still to arrange their row, ascending.
   */
  awaiting?: number[];
  /**
   * Open ends by name; the value is the number, followed by `d` if the end is a double's.
   */
  ends?: {
    [k: string]: string;
  };
  /**
   * Undealt tiles left, reserve and tiles set aside included.
   */
  stock?: number;
  /**
   * Those that can still be drawn.
   */
  drawable?: number;
  /**
   * Tiles in each hand.
   */
  hands?: number[];
  /**
   * Score of each side.
   */
  score?: number[];
  /**
   * The value of the layout (SPEC 6.5), where its multiples count, once a tile lies.
   */
  value?: number;
  /**
   * The seats whose row is opened, ascending.
   */
  opened?: number[];
  /**
   * A turned-up tile that waits to be laid; it is the rightmost of the row of the seat on turn.
   */
  turned_up?: string;
  /**
   * The warnings of each pair, `[in this match, in the competition]`, where there is a ladder.
   */
  warnings?: [number, number][];
  /**
   * The fines of each pair in this deal, if one has any.
   */
  fines?: number[];
  /**
   * Whether the viewer may challenge (SPEC 10.2): they have a seat at a strict table where a tile lies.
   */
  strict?: boolean;
  /**
   * What may be done (SPEC 3.3). Only to the seat on turn.
   */
  legal?: string[];
  /**
   * The player on turn is absent and their time is up. The clock is that of the choice.
   */
  absence?: AbsenceView;
  /**
   * The clock that runs, or stands.
   */
  clock?: ClockView;
}
/**
 * The player on turn is away and their time is up. The persons who are here choose by the command `absence`, while
 * [`Position::clock`] runs; when it is over a bot plays for them. `wait` and `bot` are done as soon as one of
 * these persons chooses it: one of another side or, where nobody of another side is here, any. `end` is done when
 * every other person whose seat no bot plays has chosen it. The absent player's return ends it at any time.
 */
export interface AbsenceView {
  /**
   * The absent player's seat.
   */
  seat: number;
  /**
   * How often somebody has chosen to wait in this turn.
   */
  waits?: number;
  /**
   * The seats that want to end the match, ascending.
   */
  end?: number[];
  /**
   * What this viewer may choose.
   */
  choices?: AbsenceChoice[];
}
/**
 * A clock as it stood when the message was made.
 */
export interface ClockView {
  /**
   * Milliseconds left: of the turn, of the choice about an absent player, of the time for arranging, of the pause between deals, of the wait for ready or rematch.
   */
  left_ms: number;
  /**
   * Of how many.
   */
  of_ms: number;
  /**
   * Whether it runs. It stands while the seat on turn is away (its absence runs instead).
   */
  running: boolean;
}
/**
 * What has become fact: fact `i` of the list has number `seq + i`.
 */
export interface Events {
  /**
   * The table.
   */
  table: TableId;
  /**
   * The number of the first fact.
   */
  seq: number;
  /**
   * The facts, as this viewer may see them.
   */
  facts: Fact[];
  /**
   * How the table stands after the last of them.
   */
  now: Position;
}
/**
 * One line of the list of games.
 */
export interface SheetSummary {
  /**
   * Preset id.
   */
  id: string;
  /**
   * Names by language: `en`, `ru`, `hu`.
   */
  names: {
    [k: string]: string;
  };
  /**
   * Fewest seats.
   */
  min: number;
  /**
   * Most seats at a table of this server.
   */
  max: number;
  /**
   * Whether sides are pairs.
   */
  pairs: boolean;
  /**
   * `reach_wins`, `reach_loses`, `most` or `fewest`.
   */
  goal: string;
  /**
   * Score to reach by number of seats; empty for a fixed number of deals.
   */
  target: {
    [k: string]: number;
  };
  /**
   * Number of deals, 0 without a fixed number.
   */
  deals: number;
  /**
   * Seconds for a turn.
   */
  clock_s: number;
  /**
   * Its rules, in order; a client writes them in its language.
   */
  clauses: Clause[];
}
/**
 * A rule: a code and what belongs into the sentence.
 */
export interface Clause {
  /**
   * The code; every client language has a sentence for it.
   */
  code: string;
  /**
   * Parameters by name: numbers, tables by number of seats, or further codes.
   */
  params?: {
    [k: string]: unknown;
  };
  /**
   * Whether the overrides have made it other than in the game's own rules.
   */
  changed?: boolean;
}
/**
 * A game's sheet and its rules, with overrides put in.
 */
export interface SheetPage {
  /**
   * The sheet as a tree of fields (SPEC 2.1).
   */
  sheet: {
    [k: string]: unknown;
  };
  /**
   * Its rules, in order; a client writes them in its language.
   */
  clauses: Clause[];
  /**
   * With `seats`: the overrides without what the rest does not allow, what equals the game's own rule, and what
   * is said about other numbers of seats. `sheet` and `clauses` are those with these overrides.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * With `seats`: the rules that a table may change in this state, in order.
   */
  switches?: Switch[];
}
/**
 * A rule that a table may change.
 */
export interface Switch {
  /**
   * The dotted field of the sheet; of a table by player count the entry for the table's number of seats.
   */
  field: string;
  /**
   * Where it stands in a form.
   */
  group: SwitchGroup;
  /**
   * What it is now.
   */
  value: SwitchValue;
  /**
   * What it is in the game itself; absent where the game has no such entry.
   */
  usual?: SwitchValue;
  /**
   * What it may be set to; the present value is among them. Each makes a sheet that the server takes.
   */
  choices: SwitchChoice[];
  /**
   * Any whole number from 1 to this may be chosen, too, and changes nothing else.
   */
  most?: number;
}
/**
 * A value that a rule may be set to.
 */
export interface SwitchChoice {
  /**
   * The value.
   */
  value: SwitchValue;
  /**
   * What choosing it does to the overrides, those of its companions included: the new value of each field, or
   * null where an override is taken back. Empty for the present value.
   */
  changes?: {
    [k: string]: SwitchValue | null;
  };
}
/**
 * An error of the HTTP API.
 */
export interface HttpError {
  /**
   * What went wrong.
   */
  code: ErrorCode;
  /**
   * Codes of SPEC 2.2, with `sheet_invalid`.
   */
  codes?: string[];
  /**
   * The field in question, with `bad_message` and `setting_range`.
   */
  field?: string;
  /**
   * Milliseconds after which to try again, with `rate_limited`.
   */
  retry_ms?: number;
}
/**
 * Every request and answer of the host's API, by its action.
 */
export interface Admin {
  state: AdminState;
  tables: AdminTable[];
  players: AdminPlayer[];
  close: CloseTable;
  kick: Kick;
  ban: NewBan;
  unban: Unban;
  bans: Ban[];
  announce: Announce;
  announced: Announced;
  drain: Drain;
  draining: Draining;
  new_backup: NewBackup;
  backup: Backup;
  backups: BackupFile[];
  restore: Restore;
  check: CheckReport;
  new_bot: NewBot;
  bot_token: BotToken;
  reports_asked: ReportsAsked;
  reports: AdminReport[];
}
/**
 * How the server stands.
 */
export interface AdminState {
  /**
   * The program's version.
   */
  version: string;
  /**
   * The version of the database's tables.
   */
  schema: number;
  /**
   * The protocol version.
   */
  protocol: number;
  /**
   * When it was started.
   */
  started_at: number;
  /**
   * How long it has been running.
   */
  uptime_ms: number;
  /**
   * Whether a restart is announced, or the server is ending.
   */
  draining?: Draining;
  /**
   * Who can reach what.
   */
  exposed: Exposed;
  /**
   * How many of what there are now.
   */
  counts: Counts;
  /**
   * The data folder.
   */
  data: DataSize;
  /**
   * What was looked at, and whether it is well.
   */
  health: HealthLine[];
  /**
   * The limits in force.
   */
  limits: AdminLimits;
}
/**
 * How far an announced restart is.
 */
export interface Draining {
  /**
   * Milliseconds to the end; absent if no restart is announced (any more).
   */
  in_ms?: number;
  /**
   * The file in the folder `backups` that is put back then, before the server starts again by itself; absent: none.
   */
  restore?: string;
}
/**
 * Who can reach what.
 */
export interface Exposed {
  /**
   * Where the server listens.
   */
  listen: string;
  /**
   * Where others find it, the best first: public URLs, then the machine's own addresses.
   */
  addresses: string[];
  /**
   * The public URLs among them.
   */
  public_urls: string[];
  /**
   * Whether nobody but this machine can reach it.
   */
  loopback_only: boolean;
  /**
   * Whether it speaks TLS itself.
   */
  tls: boolean;
  /**
   * Whether players need a password to be let in.
   */
  password: boolean;
  /**
   * Whether this API answers other machines.
   */
  admin_remote: boolean;
  /**
   * The proxies whose `X-Forwarded-For` is believed.
   */
  proxies: string[];
}
/**
 * How many of what there are now.
 */
export interface Counts {
  /**
   * Open tables.
   */
  tables: number;
  /**
   * Tables that cannot be played on.
   */
  tables_out_of_order: number;
  /**
   * Persons who are connected.
   */
  players_online: number;
  /**
   * Sockets that have said hello.
   */
  sockets: number;
  /**
   * Viewers of tables without a seat there.
   */
  watchers: number;
  /**
   * Bots that are connected.
   */
  bots: number;
}
/**
 * What the data folder takes.
 */
export interface DataSize {
  /**
   * Bytes of all its files, backups included.
   */
  folder_bytes: number;
  /**
   * Bytes of the database and its log.
   */
  database_bytes: number;
  /**
   * Bytes that are free where it lies, if the system tells.
   */
  free_bytes?: number;
}
/**
 * One thing that was looked at.
 */
export interface HealthLine {
  /**
   * What: `storage`, `tables`, `space`.
   */
  name: string;
  /**
   * Whether it is well.
   */
  ok: boolean;
  /**
   * A sentence in English, for the host alone.
   */
  detail: string;
}
/**
 * The limits in force; see the flags of the same names.
 */
export interface AdminLimits {
  /**
   * Open connections.
   */
  max_connections: number;
  /**
   * Open connections of one address.
   */
  max_connections_per_address: number;
  /**
   * New identities of one address in a minute.
   */
  new_players_per_minute: number;
  /**
   * Open tables.
   */
  max_tables: number;
  /**
   * Open tables of one player.
   */
  max_tables_per_player: number;
  /**
   * Commands of one socket each second.
   */
  commands_per_second: number;
  /**
   * Commands of one socket at once.
   */
  burst: number;
}
/**
 * A table as the host sees it. No tile of it: a host who plays must not see more than anybody else.
 */
export interface AdminTable {
  /**
   * The table.
   */
  table: TableId;
  /**
   * Its join code.
   */
  code: JoinCode;
  /**
   * Whether it is not listed.
   */
  private: boolean;
  /**
   * Preset id.
   */
  sheet: string;
  /**
   * What it is doing.
   */
  phase: TablePhase;
  /**
   * The seats, from 0.
   */
  seats: AdminSeat[];
  /**
   * Viewers without a seat.
   */
  watchers: number;
  /**
   * When it was opened.
   */
  opened_at: number;
  /**
   * An address to share that leads to the table.
   */
  link: string;
  /**
   * For each seat one that leads to it.
   */
  seat_links: string[];
}
/**
 * A seat as the host sees it.
 */
export interface AdminSeat {
  /**
   * The seat's number, from 0.
   */
  seat: number;
  /**
   * The player; absent on a free seat and for a server bot.
   */
  player?: PlayerId;
  /**
   * Name; absent on a free seat.
   */
  name?: string;
  /**
   * Person or bot; absent on a free seat.
   */
  kind?: PlayerKind;
  /**
   * Whether a socket of the player is there.
   */
  connected: boolean;
  /**
   * Whether this seat is the opener's.
   */
  host: boolean;
}
/**
 * Somebody who is connected, or has a seat.
 */
export interface AdminPlayer {
  /**
   * The player.
   */
  player: PlayerId;
  /**
   * Name.
   */
  name: string;
  /**
   * Person or bot.
   */
  kind: PlayerKind;
  /**
   * Whether the player is connected.
   */
  connected: boolean;
  /**
   * The address of the player's newest socket.
   */
  address?: string;
  /**
   * The tables at which the player sits.
   */
  tables: TableId[];
  /**
   * Since when the player is connected.
   */
  since?: number;
}
/**
 * Close a table: everybody is shown out, seats and watchers.
 */
export interface CloseTable {
  /**
   * The table.
   */
  table: TableId;
  /**
   * Told to everybody there before, as an announcement: 1 to 280 characters.
   */
  reason?: string;
}
/**
 * Show a player out: the player's sockets are closed (4407), and the player may come back. With a table the player
 * loses the seat, or the view, there and stays connected.
 */
export interface Kick {
  /**
   * The player.
   */
  player: PlayerId;
  /**
   * The table to leave.
   */
  table?: TableId;
}
/**
 * Keep a player, or an address, out. Exactly one of both is named. The sockets of every player it applies to are
 * closed (4403), and their seats are given up.
 */
export interface NewBan {
  /**
   * The player.
   */
  player?: PlayerId;
  /**
   * The address, or the network: `203.0.113.7`, `2001:db8::/32`.
   */
  address?: string;
  /**
   * For the host's own list: up to 280 characters.
   */
  reason?: string;
  /**
   * When it ends; absent: never.
   */
  until_ms?: number;
}
/**
 * Let somebody in again.
 */
export interface Unban {
  /**
   * The ban's number.
   */
  ban: number;
}
/**
 * Somebody who is kept out.
 */
export interface Ban {
  /**
   * Its number, for `unban`.
   */
  ban: number;
  /**
   * The player, if one is meant.
   */
  player?: PlayerId;
  /**
   * The address or network, if one is meant.
   */
  address?: string;
  /**
   * The host's own words; may be empty.
   */
  reason: string;
  /**
   * When it was made.
   */
  at: number;
  /**
   * When it ends; absent: never.
   */
  until?: number;
}
/**
 * Say something to everybody who is connected.
 */
export interface Announce {
  /**
   * 1 to 280 characters in one line, no invisible ones.
   */
  text: string;
}
/**
 * An announcement was handed to so many sockets.
 */
export interface Announced {
  /**
   * How many.
   */
  sockets: number;
}
/**
 * End the server in order after a time, in which no table and no match begins; or do not.
 */
export interface Drain {
  /**
   * Seconds from now, 0 to 86400.
   */
  in_s?: number;
  /**
   * Whether an announced end is called off.
   */
  cancel?: boolean;
}
/**
 * Write everything the server keeps into a file in the folder `backups` of the data folder.
 */
export interface NewBackup {
  /**
   * The file's name without `.sqlite`: 1 to 64 letters, digits, hyphens and dots, no dot first; absent: by the time.
   */
  file?: string;
}
/**
 * A backup that was made.
 */
export interface Backup {
  /**
   * The file's name in the folder `backups` of the data folder.
   */
  file: string;
  /**
   * Its bytes.
   */
  bytes: number;
  /**
   * Open tables in it.
   */
  tables: number;
  /**
   * Finished matches in it.
   */
  matches: number;
  /**
   * Players in it.
   */
  players: number;
}
/**
 * A backup that is there.
 */
export interface BackupFile {
  /**
   * The file's name.
   */
  file: string;
  /**
   * Its bytes.
   */
  bytes: number;
  /**
   * When it was written.
   */
  at: number;
}
/**
 * Put a backup in the place of everything that the server keeps. The backup is looked at first; then the server ends
 * as after a [`Drain`], puts what it had aside, and starts again by itself where it listened. Until its end a
 * [`Drain`], or one that is called off, forgets it.
 */
export interface Restore {
  /**
   * The file's name in the folder `backups`, as in [`NewBackup`], with `.sqlite` or without.
   */
  backup: string;
  /**
   * Seconds from now, 0 to 86400; absent: at once.
   */
  in_s?: number;
}
/**
 * What a check of the data folder has found.
 */
export interface CheckReport {
  /**
   * Whether nothing bad was found.
   */
  well: boolean;
  /**
   * Everything that was looked at, in order.
   */
  findings: CheckLine[];
}
/**
 * One thing that was looked at.
 */
export interface CheckLine {
  /**
   * How bad it is.
   */
  grade: Grade;
  /**
   * A sentence in English, for the host alone.
   */
  text: string;
}
/**
 * Make an identity for a bot.
 */
export interface NewBot {
  /**
   * Its name.
   */
  name: string;
}
/**
 * A bot's new identity.
 */
export interface BotToken {
  /**
   * Its public id.
   */
  player: PlayerId;
  /**
   * Its secret, told once.
   */
  token: string;
}
/**
 * The newest reports of players by players.
 */
export interface ReportsAsked {
  /**
   * At most so many, 1 to 10000; absent: 100.
   */
  limit?: number;
}
/**
 * A report of a player by a player.
 */
export interface AdminReport {
  /**
   * When it was made.
   */
  at: number;
  /**
   * For what.
   */
  reason: ReportReason;
  /**
   * Who is reported.
   */
  whom: PlayerId;
  /**
   * The present name of that player, if anybody has the id.
   */
  whom_name?: string;
  /**
   * Who reports.
   */
  by: PlayerId;
  /**
   * The present name of that player.
   */
  by_name?: string;
  /**
   * At which table.
   */
  table: TableId;
  /**
   * In which match.
   */
  match_id?: MatchId;
}
