// A server as its host's page sees it, for tests: the answers of the host's API.

const ANNA = "0198c1de-7b4e-4000-8000-0000000000b1";
const ODON = "0198c1de-7b4e-4000-8000-0000000000b2";
const EMIL = "0198c1de-7b4e-4000-8000-0000000000b3";
const TABLE = "0198c1de-7b4e-7000-8000-0000000000a1";
const OTHER = "0198c1de-7b4e-7000-8000-0000000000a2";
const BASE = "http://192.168.1.7:8080";
const START = 1_796_000_000_000;

/** @param {string} code @param {number} seats */
const links = (code, seats) => ({
  link: `${BASE}/#/join/${code}`,
  seat_links: Array.from({ length: seats }, (_, seat) => `${BASE}/#/join/${code}/${seat}`),
});

export const HOST = {
  state: /** @type {import("../src/host/state.js").AdminState} */ ({
    version: "0.1.0",
    schema: 3,
    protocol: 1,
    started_at: START,
    uptime_ms: 93_780_000,
    exposed: {
      listen: "0.0.0.0:8080",
      addresses: [BASE, "http://10.0.0.4:8080", "http://[fd00::7]:8080"],
      public_urls: [],
      loopback_only: false,
      tls: false,
      password: false,
      admin_remote: false,
      proxies: [],
    },
    counts: { tables: 2, tables_out_of_order: 0, players_online: 2, sockets: 3, watchers: 1, bots: 1 },
    data: { folder_bytes: 5_242_880, database_bytes: 1_572_864, free_bytes: 48_318_382_080 },
    health: [
      { name: "storage", ok: true, detail: "the database can be written" },
      { name: "tables", ok: true, detail: "no table is out of order" },
      { name: "space", ok: false, detail: "100 MiB of disk are free" },
    ],
    limits: {
      max_connections: 4096,
      max_connections_per_address: 64,
      new_players_per_minute: 60,
      max_tables: 1000,
      max_tables_per_player: 8,
      commands_per_second: 10,
      burst: 40,
    },
  }),
  tables: /** @type {import("../src/host/state.js").AdminTable[]} */ ([
    {
      table: TABLE,
      code: "ABCD2345WXYZ",
      private: true,
      sheet: "kozel",
      phase: "playing",
      watchers: 1,
      opened_at: START + 90_000_000,
      ...links("ABCD2345WXYZ", 3),
      seats: [
        { seat: 0, player: ANNA, name: "Anna", kind: "person", connected: true, host: true },
        { seat: 1, name: "Bruno", kind: "bot", connected: true, host: false },
        { seat: 2, player: ODON, name: "Ödön", kind: "person", connected: false, host: false },
      ],
    },
    {
      table: OTHER,
      code: "EFGH6789STUV",
      private: false,
      sheet: "sniff",
      phase: "seating",
      watchers: 0,
      opened_at: START + 93_000_000,
      ...links("EFGH6789STUV", 2),
      seats: [
        { seat: 0, player: EMIL, name: "Emil 2", kind: "bot", connected: true, host: true },
        { seat: 1, connected: false, host: false },
      ],
    },
  ]),
  players: /** @type {import("../src/host/state.js").AdminPlayer[]} */ ([
    {
      player: ANNA,
      name: "Anna",
      kind: "person",
      connected: true,
      address: "192.168.1.20",
      tables: [TABLE],
      since: START + 90_000_000,
    },
    {
      player: EMIL,
      name: "Emil 2",
      kind: "bot",
      connected: true,
      address: "192.168.1.31",
      tables: [OTHER],
      since: START + 1_000_000,
    },
    { player: ODON, name: "Ödön", kind: "person", connected: false, tables: [TABLE] },
  ]),
  bans: /** @type {import("../src/host/state.js").Ban[]} */ ([
    {
      ban: 1,
      player: "0198c1de-7b4e-4000-8000-0000000000b9",
      reason: "bad language",
      at: START,
      until: START + 604_800_000,
    },
    { ban: 2, address: "203.0.113.0/24", reason: "", at: START },
  ]),
  backups: /** @type {import("../src/host/state.js").BackupFile[]} */ ([
    { file: "before-the-move.sqlite", bytes: 1_536_000, at: START + 80_000_000 },
    { file: "2026-11-29T221500.sqlite", bytes: 1_400_000, at: START + 10_000_000 },
  ]),
  reports: /** @type {import("../src/host/state.js").AdminReport[]} */ ([
    {
      at: START + 92_000_000,
      reason: "stalling",
      whom: ODON,
      whom_name: "Ödön",
      by: ANNA,
      by_name: "Anna",
      table: TABLE,
    },
  ]),
  check: {
    well: true,
    findings: [
      { grade: "well", text: "the database file is whole" },
      { grade: "doubtful", text: "100 MiB of disk are free" },
    ],
  },
  announce: { sockets: 3 },
  drain: { in_ms: 60_000 },
  restore: { in_ms: 60_000, restore: "before-the-move.sqlite" },
  backup: { file: "2026-11-30T110000.sqlite", bytes: 1_600_000, tables: 2, matches: 12, players: 9 },
  bot_token: { player: EMIL, token: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" },
  close: {},
  kick: {},
  unban: {},
  ban: { ban: 3, address: "192.168.1.20", reason: "", at: START },
};
