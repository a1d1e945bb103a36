// What the host's page knows of the server. Pure, as the state of the game's page is; the types of the answers are
// those of protocol/src/admin.rs.

/**
 * @typedef {object} AdminState
 * @property {string} version
 * @property {number} schema
 * @property {number} protocol
 * @property {number} started_at
 * @property {number} uptime_ms
 * @property {{ in_ms?: number, restore?: string }} [draining]
 * @property {{ listen: string, addresses: string[], public_urls: string[], loopback_only: boolean, tls: boolean,
 *   password: boolean, admin_remote: boolean, proxies: string[] }} exposed
 * @property {{ tables: number, tables_out_of_order: number, players_online: number, sockets: number, watchers: number,
 *   bots: number }} counts
 * @property {{ folder_bytes: number, database_bytes: number, free_bytes?: number }} data
 * @property {{ name: string, ok: boolean, detail: string }[]} health
 * @property {Record<string, number>} limits
 *
 * @typedef {{ seat: number, player?: string, name?: string, kind?: "person" | "bot", connected: boolean, host: boolean
 *   }} AdminSeat
 * @typedef {{ table: string, code: string, private: boolean, sheet: string, phase: import("../net/protocol.js").Phase,
 *   seats: AdminSeat[], watchers: number, opened_at: number, link: string, seat_links: string[] }} AdminTable
 * @typedef {{ player: string, name: string, kind: "person" | "bot", connected: boolean, address?: string, tables:
 *   string[], since?: number }} AdminPlayer
 * @typedef {{ ban: number, player?: string, address?: string, reason: string, at: number, until?: number }} Ban
 * @typedef {{ file: string, bytes: number, at: number }} BackupFile
 * @typedef {{ well: boolean, findings: { grade: "well" | "doubtful" | "bad", text: string }[] }} CheckReport
 * @typedef {{ at: number, reason: string, whom: string, whom_name?: string, by: string, by_name?: string, table:
 *   string, match_id?: string }} AdminReport
 *
 * @typedef {object} HostState
 * @property {"shut" | "asking" | "open"} gate shut: no token, or a wrong one
 * @property {import("../net/protocol.js").Refusal | null} why the gate stays shut
 * @property {boolean} lost the server does not answer
 * @property {AdminState | null} state
 * @property {number} at when `state` came, ms of the page's own clock
 * @property {AdminTable[] | null} tables
 * @property {AdminPlayer[] | null} players
 * @property {Ban[] | null} bans
 * @property {BackupFile[] | null} backups
 * @property {AdminReport[] | null} reports
 * @property {CheckReport | null} check
 * @property {import("./judge.js").Finding[] | null} proxy what the way to the server is like, as far as it was looked
 *   at
 * @property {import("../net/protocol.js").SheetSummary[] | null} sheets
 */

/** @type {HostState} */
export const EMPTY = {
  gate: "shut",
  why: null,
  lost: false,
  state: null,
  at: 0,
  tables: null,
  players: null,
  bans: null,
  backups: null,
  reports: null,
  check: null,
  proxy: null,
  sheets: null,
};

/**
 * What the parts of the page show, by part.
 * @typedef {{ state: AdminState } & { [P in "tables" | "players" | "bans" | "backups" | "reports" | "check" | "proxy" |
 *   "sheets"]: NonNullable<HostState[P]> }} HostParts
 * @typedef {Exclude<keyof HostParts, "proxy" | "sheets">} ApiPart from the host's API
 * @typedef {{ [P in keyof HostParts]: { type: "answer", part: P, value: HostParts[P], at: number } }[keyof HostParts]}
 *   Answer
 * @typedef {{ type: "asking" } | { type: "shut", why: import("../net/protocol.js").Refusal | null } | { type: "lost" }
 *   | Answer} HostMessage
 */

/** @param {HostState} state @param {HostMessage} message @returns {HostState} */
export function reduce(state, message) {
  switch (message.type) {
    case "asking":
      return { ...state, gate: "asking", why: null };
    case "shut":
      // Nothing that only the host may know stays behind.
      return { ...EMPTY, sheets: state.sheets, why: message.why };
    case "lost":
      return { ...state, lost: true, gate: state.gate === "asking" ? "shut" : state.gate };
    case "answer":
      return answered(state, message);
  }
}

/** @param {HostState} state @param {Answer} message @returns {HostState} */
function answered(state, { part, value, at }) {
  if (part === "sheets") return { ...state, sheets: value };
  // An answer may still come when the host has left.
  if (state.gate === "shut") return state;
  if (part !== "state") return { ...state, [part]: value };
  // What was found before another start may be another database.
  const check = state.state?.started_at === value.started_at ? state.check : null;
  return { ...state, gate: "open", lost: false, state: value, at, check };
}

/** The server's own time: a ban ends by it. @param {HostState} state @param {number} now ms of the page's clock */
export const serverTime = ({ state, at }, now) =>
  state === null ? Date.now() : state.started_at + state.uptime_ms + (now - at);

/** Milliseconds to an announced restart; null without one. @param {HostState} state */
export const restartIn = ({ state }) => state?.draining?.in_ms ?? null;

/** The backup that is put back at the announced end; null without one. @param {HostState} state */
export const restoreNext = ({ state }) => state?.draining?.restore ?? null;

/** The name of a player, or the beginning of their id. @param {HostState} state @param {string} player */
export function nameOf({ players, tables, reports }, player) {
  const seats = (tables ?? []).flatMap((table) => table.seats);
  return (
    (players ?? []).find((known) => known.player === player)?.name ??
    seats.find((seat) => seat.player === player)?.name ??
    (reports ?? []).find((report) => report.whom === player)?.whom_name ??
    player.slice(0, 8)
  );
}
