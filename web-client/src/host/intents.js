// What a host can want. Views call these and nothing else.

import { Refused } from "../net/refused.js";
import { copy } from "../ui/copy.js";
import { errorText } from "../ui/errors.js";
import { Unreachable } from "./admin.js";
import { serverTime } from "./state.js";
import { tryTheWay } from "./proxy.js";

/** @typedef {ReturnType<typeof createIntents>} Intents */
/** @typedef {import("./view/context.js").Ui} Ui */

/** Asked again and again while the page is looked at. */
const LIVE = /** @type {const} */ (["state", "tables", "players", "bans", "reports"]);
/** Asked when the host comes in, and after every act. */
const LISTS = /** @type {const} */ (["backups"]);
/** The newest reports that are shown. */
const REPORTS = 50;

/**
 * @param {object} parts
 * @param {ReturnType<typeof import("../state/store.js").createStore<import("./state.js").HostState,
 *   import("./state.js").HostMessage>>} parts.store
 * @param {ReturnType<typeof import("./admin.js").createAdmin>} parts.ask
 * @param {{ read: () => string | null, write: (token: string | null) => void }} parts.token
 * @param {{ get: () => Ui, set: (change: Partial<Ui>) => void }} parts.ui
 * @param {ReturnType<typeof import("../state/settings.js").createSettings>} parts.settings
 * @param {() => import("../i18n.js").Translator} parts.t
 * @param {() => number} parts.now
 */
export function createIntents({ store, ask, token, ui, settings, t, now }) {
  /** What still tries the way to the server. @type {AbortController | null} */
  let trying = null;

  /** @param {import("./state.js").ApiPart} part @param {object} [body] */
  async function load(part, body = part === "reports" ? { limit: REPORTS } : {}) {
    /** @type {import("./state.js").HostParts[typeof part]} */
    const value = await ask(part, body);
    store.dispatch(/** @type {import("./state.js").Answer} */ ({ type: "answer", part, value, at: now() }));
  }

  /** @param {unknown} error */
  function failed(error) {
    if (error instanceof Unreachable) return store.dispatch({ type: "lost" });
    if (!(error instanceof Refused)) throw error;
    const { code } = error.why;
    // Renewed meanwhile, or mistyped: in both cases it is of no use any more.
    if (code === "bad_token") token.write(null);
    if (code === "bad_token" || store.get().gate !== "open") return store.dispatch({ type: "shut", why: error.why });
    const text = errorText(t(), error.why);
    ui.set(ui.get().dialog === null ? { note: { text, ok: false } } : { error: text });
  }

  /** @param {readonly Parameters<typeof load>[0][]} parts */
  async function refresh(parts) {
    // The first alone: a wrong token is counted, and once is enough.
    const [first, ...others] = parts;
    await load(first)
      .then(() => Promise.all(others.map((part) => load(part))))
      .catch(failed);
  }

  /**
   * Does something, says that it is done, and looks anew.
   * @template T what the server answers
   * @param {string} action
   * @param {object} body
   * @param {(said: T) => string} done
   * @returns {Promise<T | null>} null if it was refused
   */
  async function act(action, body, done) {
    if (ui.get().busy) return null;
    ui.set({ busy: true, error: null, note: null });
    try {
      /** @type {T} */
      const said = await ask(action, body);
      ui.set({ dialog: null, note: { text: done(said), ok: true } });
      await refresh([...LIVE, ...LISTS]);
      return said;
    } catch (error) {
      failed(error);
      return null;
    } finally {
      ui.set({ busy: false });
    }
  }

  return {
    /** @param {string} typed */
    async enter(typed) {
      token.write(typed.trim());
      store.dispatch({ type: "asking" });
      await refresh([...LIVE, ...LISTS]);
    },
    /** Forgets the token, and with it everything that was seen. */
    leave() {
      trying?.abort();
      token.write(null);
      ui.set({ dialog: null, note: null });
      store.dispatch({ type: "shut", why: null });
    },
    /** After another start everything may be different: a backup may have been put back. */
    async look() {
      const before = store.get().state?.started_at;
      await refresh(LIVE);
      if (store.get().state?.started_at !== before) await refresh(LISTS);
    },
    lookAtAll: () => refresh([...LIVE, ...LISTS]),

    /** @param {string} kind @param {import("./view/context.js").Form} [form] */
    openDialog: (kind, form = {}) => ui.set({ dialog: { kind, form }, error: null, copied: null }),
    closeDialog: () => ui.set({ dialog: null, error: null }),
    /** @param {import("./view/context.js").Form} change */
    form(change) {
      const { dialog } = ui.get();
      if (dialog !== null) ui.set({ dialog: { ...dialog, form: { ...dialog.form, ...change } }, error: null });
    },
    /** @param {Partial<import("../state/settings.js").Settings>} change */
    set: (change) => settings.change(change),
    dismissNote: () => ui.set({ note: null }),
    /** @param {string} text */
    async copy(text) {
      if (await copy(text)) ui.set({ copied: text });
    },

    /** @param {string} table @param {string} reason may be empty */
    close: (table, reason) =>
      act("close", { table, ...(reason === "" ? {} : { reason }) }, () => t().text("host.closed")),
    /**
     * @param {string} player
     * @param {string} [table] the seat there is taken away; without it the connection is ended
     */
    kick: (player, table) =>
      act("kick", { player, ...(table === undefined ? {} : { table }) }, () =>
        t().text(table === undefined ? "host.kicked" : "host.unseated"),
      ),
    /**
     * @param {{ player?: string, address?: string }} banned
     * @param {string} reason
     * @param {number | null} ms for how long; null for good
     */
    ban: (banned, reason, ms) =>
      act(
        "ban",
        {
          ...banned,
          ...(reason === "" ? {} : { reason }),
          ...(ms === null ? {} : { until_ms: Math.round(serverTime(store.get(), now()) + ms) }),
        },
        () => t().text("host.banned"),
      ),
    /** @param {number} ban */
    unban: (ban) => act("unban", { ban }, () => t().text("host.unbanned")),
    /** @param {string} text */
    announce: (text) =>
      act("announce", { text }, (/** @type {{ sockets: number }} */ { sockets }) =>
        t().text("host.announced", { n: sockets }),
      ),
    /** @param {number} seconds */
    drain: (seconds) => act("drain", { in_s: seconds }, () => t().text("host.drains")),
    cancelDrain: () => act("drain", { cancel: true }, () => t().text("host.drain_cancelled")),
    /** @param {string} name may be empty */
    backup: (name) =>
      act("backup", name === "" ? {} : { file: name }, (/** @type {{ file: string }} */ { file }) =>
        t().text("host.backed_up", { file }),
      ),
    /** @param {string} backup its file @param {number} seconds */
    restore: (backup, seconds) => act("restore", { backup, in_s: seconds }, () => t().text("host.restores")),
    async check() {
      ui.set({ checking: true });
      await load("check").catch(failed);
      ui.set({ checking: false });
    },
    /** @param {string} name */
    async makeBot(name) {
      const said = await act("bot_token", { name }, (/** @type {{ token: string }} */ _) =>
        t().text("host.bot_made", { name }),
      );
      if (said !== null) ui.set({ dialog: { kind: "bot", form: { name, token: said.token } } });
    },
    /** Tries the way to the server; the silence takes a minute. */
    tryTheWay() {
      trying?.abort();
      trying = new AbortController();
      return tryTheWay((value) => store.dispatch({ type: "answer", part: "proxy", value, at: now() }), trying.signal);
    },
  };
}
