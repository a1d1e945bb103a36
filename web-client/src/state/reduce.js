// state + message -> state. Pure: nothing is mutated, nothing is read but the arguments. Messages of the server keep
// their names; the page's own begin with `page_`.

import { applyFact } from "./facts.js";
import { openTable } from "./snapshot.js";
import { wholePosition } from "./view.js";

/** @typedef {import("../net/protocol.js").Message} Message */
/** @typedef {import("../net/protocol.js").TableSummary} TableSummary */
/** @typedef {import("./facts.js").Table} Table */

/**
 * @typedef {object} Link
 * @property {import("../net/socket.js").LinkStatus | "moved"} status `moved`: another device has taken my code
 * @property {number} attempt
 * @property {number} [code]
 *
 * @typedef {object} State
 * @property {Link} link
 * @property {import("../net/protocol.js").PlayerInfo | null} me
 * @property {import("../net/protocol.js").MySeat[]} seats
 * @property {import("../net/protocol.js").Limits | null} limits
 * @property {TableSummary[] | null} lobby null until the server has sent it
 * @property {Record<string, Table>} tables
 * @property {string[]} gone tables that the server has closed for us
 * @property {{ at: number, left?: number } | null} restarting when it was announced, and the ms until then, if the
 *   server said
 * @property {string | null} announcement what the host of the server says to all
 * @property {import("../net/protocol.js").Refusal | null} password the server asks for its password
 * @property {{ code: string, at: number, left: number } | null} transfer the code that moves me to another device, for
 *   so many ms
 * @property {import("../net/protocol.js").SheetSummary[] | null} sheets
 * @property {Record<string, import("../net/protocol.js").SheetPage>} rules games and their rules, by the request
 * @property {{ last: string | null, lost: boolean }} switches under which key of `rules` the open form finds those that
 *   came last, and whether a request for newer ones was lost
 * @property {{ code: string, refusal?: import("../net/protocol.js").Refusal } | null} notice what the page has to say
 *   about the last refused wish
 */

/** @type {State} */
export const EMPTY = {
  link: { status: "connecting", attempt: 0 },
  me: null,
  seats: [],
  limits: null,
  lobby: null,
  tables: {},
  gone: [],
  restarting: null,
  announcement: null,
  password: null,
  transfer: null,
  sheets: null,
  rules: {},
  switches: { last: null, lost: false },
  notice: null,
};

/**
 * @param {State} state
 * @param {Message} message
 * @returns {State}
 */
export function reduce(state, message) {
  switch (message.type) {
    case "welcome":
      return {
        ...state,
        me: message.player,
        seats: message.seats,
        limits: message.limits,
        restarting: null,
        password: null,
      };
    case "lobby":
      return { ...state, lobby: message.tables };
    case "lobby_change":
      return { ...state, lobby: changeLobby(state.lobby ?? [], message) };
    case "snapshot":
      return seatOf(putTable(state, openTable(message, state.tables[message.table])), message);
    case "events":
      return changeTable(state, message.table, (table) => addFacts(table, message));
    case "presence":
      return changeTable(state, message.table, (table) => presence(table, message));
    case "phrase":
      return changeTable(state, message.table, (table) => ({
        ...table,
        said: [
          ...table.said.slice(-29),
          {
            seat: message.seat,
            player: table.view.seats[message.seat]?.player,
            phrase: message.phrase,
            at: message.at ?? 0,
          },
        ],
      }));
    case "paused":
      return changeTable(state, message.table, (table) => ({
        ...table,
        view: { ...table.view, paused: message.paused },
      }));
    case "gone":
      return withoutTable(state, message.table);
    case "restarting":
      return {
        ...state,
        restarting: { at: message.at ?? 0, ...(message.in_ms === undefined ? {} : { left: message.in_ms }) },
      };
    case "restart_cancelled":
      return { ...state, restarting: null };
    case "announcement":
      return { ...state, announcement: message.text };
    case "page_announcement_read":
      return { ...state, announcement: null };
    case "page_link":
      return {
        ...state,
        link:
          state.transfer !== null && message.link.status === "replaced"
            ? { ...message.link, status: "moved" }
            : message.link,
      };
    case "page_password":
      // A page that is asked for the password has reached a server that is there again.
      return { ...state, password: message.why, restarting: message.why === null ? state.restarting : null };
    case "page_transfer":
      return { ...state, transfer: message.transfer };
    case "page_newcomer":
      return { ...EMPTY, sheets: state.sheets, rules: state.rules, switches: state.switches };
    case "page_sheets":
      return { ...state, sheets: message.sheets };
    case "page_rules":
      return { ...state, rules: { ...state.rules, [message.id]: message.page } };
    case "page_switches":
      return { ...state, switches: { last: message.id, lost: false } };
    case "page_switches_lost":
      return { ...state, switches: { ...state.switches, lost: true } };
    case "page_notice":
      return { ...state, notice: message.notice };
    case "page_renamed":
      return state.me === null ? state : { ...state, me: { ...state.me, name: message.name } };
    case "page_left":
      return withoutTable(state, message.table);
    case "page_glimpse_over":
      return changeTable(state, message.table, (table) =>
        table.glimpse?.n === message.n ? { ...table, glimpse: null } : table,
      );
    case "page_proof":
      return changeTable(state, message.table, (table) => ({ ...table, proof: message.proof }));
    default:
      return state;
  }
}

/** @param {TableSummary[]} tables @param {Message} message */
function changeLobby(tables, message) {
  const put = message.put ?? message.change?.put;
  const gone = message.gone ?? message.change?.gone;
  if (put === undefined) return tables.filter((table) => table.table !== gone);
  const known = tables.some((table) => table.table === put.table);
  return known ? tables.map((table) => (table.table === put.table ? put : table)) : [put, ...tables];
}

/** @param {State} state @param {Table} table @returns {State} */
const putTable = (state, table) => ({
  ...state,
  tables: { ...state.tables, [table.id]: table },
  gone: state.gone.filter((id) => id !== table.id),
});

/**
 * A snapshot of a table where I sit adds to the list of my seats.
 * @param {State} state
 * @param {Message} message
 * @returns {State}
 */
function seatOf(state, message) {
  const { me, code, sheet } = message.view;
  const others = state.seats.filter((seat) => seat.table !== message.table);
  if (me === undefined || me === null) return { ...state, seats: others };
  return { ...state, seats: [...others, { table: message.table, code, seat: me, sheet, waiting: false }] };
}

/** @param {State} state @param {string} id @param {(table: Table) => Table} change @returns {State} */
function changeTable(state, id, change) {
  const table = state.tables[id];
  return table === undefined ? state : { ...state, tables: { ...state.tables, [id]: change(table) } };
}

/** @param {State} state @param {string} id @returns {State} */
function withoutTable(state, id) {
  const { [id]: _, ...tables } = state.tables;
  return {
    ...state,
    tables,
    seats: state.seats.filter((seat) => seat.table !== id),
    gone: [...state.gone.filter((other) => other !== id), id],
  };
}

/** @param {Table} table @param {Message} message @returns {Table} */
function addFacts(table, message) {
  let next = table;
  /** @type {import("../net/protocol.js").Fact[]} */
  const facts = message.facts;
  facts.forEach((fact, i) => {
    const seq = message.seq + i;
    if (seq > next.seq) next = applyFact({ ...next, seq }, fact);
  });
  const { now } = message;
  if (now === undefined) return { ...next, live: true, at: message.at ?? table.at };
  return {
    ...next,
    live: true,
    at: message.at ?? table.at,
    view: { ...next.view, now: wholePosition(now) },
    log: withEnds(next.log, table.seq, now.ends),
  };
}

/**
 * The last placement of a message has left the ends that the server sends with it.
 * @param {import("./facts.js").LogLine[]} log
 * @param {number} seq
 * @param {import("./facts.js").LogLine["ends"]} ends
 * @returns {import("./facts.js").LogLine[]}
 */
function withEnds(log, seq, ends = {}) {
  const last = log.filter(({ n, fact }) => n > seq && (fact.type === "led" || fact.type === "played")).pop();
  return last === undefined ? log : log.map((line) => (line === last ? { ...line, ends } : line));
}

/** @param {Table} table @param {Message} message @returns {Table} */
function presence(table, message) {
  const seats = table.view.seats.map((seat, i) =>
    i === message.seat ? { ...seat, here: message.here, absence_ms: message.absence_ms ?? seat.absence_ms } : seat,
  );
  const absence = {
    ...table.absence,
    [message.seat]: message.here ? undefined : { running: message.running === true, at: message.at ?? 0 },
  };
  return { ...table, absence, view: { ...table.view, seats } };
}
