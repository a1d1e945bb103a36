// What a person can want, and what the page does about it. Views call these and nothing else.

import { Refused } from "./net/refused.js";
import { pageHere } from "./net/here.js";
import { createSignin } from "./signin.js";
import { createPlay } from "./play.js";
import { copy } from "./ui/copy.js";
import { errorText } from "./ui/errors.js";

/** @typedef {ReturnType<typeof createIntents>} Intents */
/** @typedef {import("./ui/context.js").Ui} Ui */
/** @typedef {import("./net/protocol.js").Ack} Ack */
/** @typedef {import("./net/protocol.js").EndName} EndName */

/**
 * @param {object} parts
 * @param {ReturnType<typeof import("./state/store.js").createStore<import("./state/reduce.js").State,
 *   import("./net/protocol.js").Message>>} parts.store
 * @param {ReturnType<typeof import("./net/client.js").createClient>} parts.client
 * @param {ReturnType<typeof import("./state/settings.js").createSettings>} parts.settings
 * @param {ReturnType<typeof import("./state/muted.js").createMuted>} parts.muted
 * @param {{ get: () => Ui, set: (change: Partial<Ui>) => void }} parts.ui
 * @param {() => import("./ui/context.js").Context} parts.context
 * @param {(table: string) => boolean} parts.isBehind
 * @param {(text: string) => void} parts.say
 * @param {ReturnType<typeof import("./sheets.js").createSheets>} parts.sheets
 */
export function createIntents({ store, client, settings, muted, ui, context, isBehind, say, sheets }) {
  /** Where each arm grows, as the felt last drew it. @type {Map<string, string>} */
  const grows = new Map();

  const t = () => context().t;
  /** @param {string} id */
  const view = (id) => store.get().tables[id]?.view;
  /** @param {string} hash */
  const visit = (hash) => {
    location.hash = hash;
  };

  /** Says a refusal where the wish was made. @param {unknown} error @param {(text: string) => void} tell */
  function refused(error, tell) {
    if (!(error instanceof Refused)) throw error;
    tell(errorText(t(), error.why));
  }

  /** A wish that leads to a table. @param {{ type: string } & Record<string, unknown>} body */
  async function goTo(body) {
    ui.set({ busy: true, error: null });
    try {
      const ack = await (body.type === "watch" ? client.watch(String(body.table)) : client.command(body));
      ui.set({ dialog: null });
      if (ack.table !== undefined) visit(`#/table/${ack.table}`);
    } catch (error) {
      refused(error, (text) =>
        ui.get().dialog === null
          ? store.dispatch({ type: "page_notice", notice: { code: text } })
          : ui.set({ error: text }),
      );
      if (context().route.page === "join") visit("#/");
    } finally {
      ui.set({ busy: false });
    }
  }

  /**
   * A wish at a table.
   * @param {{ type: string, table: string } & Record<string, unknown>} body
   * @returns {Promise<boolean>}
   */
  async function atTable(body) {
    try {
      await client.command(body);
      return true;
    } catch (error) {
      refused(error, note);
      return false;
    }
  }

  /** @param {string} text */
  function note(text) {
    ui.set({ note: text });
    say(text);
  }

  const intents = {
    ...createPlay({ ui, context, isBehind, say, note, atTable }),
    ...createSignin({
      store,
      client,
      ui,
      refused,
      openDialog: (kind) => intents.openDialog(kind),
      now: () => context().now(),
    }),
    visit,
    isBehind,
    reload: () => location.reload(),
    continueHere: () => client.again(),
    dismissNotice: () => store.dispatch({ type: "page_notice", notice: null }),

    /** @param {string} kind @param {import("./ui/context.js").Form} [form] */
    openDialog(kind, form = {}) {
      if (kind === "name") form = { name: store.get().me?.name ?? "" };
      if (kind === "new") form = { sheet: ui.get().game, ...form };
      if (kind === "new" || kind === "rules") sheets.loadRules(form.sheet, form.options);
      ui.set({ dialog: { kind, form }, error: null, copied: false });
    },
    /** @returns {import("./ui/context.js").Form} */
    formNow: () => ui.get().dialog?.form ?? {},
    closeDialog: () => ui.set({ dialog: null, error: null }),
    /** @param {import("./ui/context.js").Form} change */
    form(change) {
      const { dialog } = ui.get();
      if (dialog === null) return;
      ui.set({ dialog: { ...dialog, form: { ...dialog.form, ...change } }, error: null });
    },
    /** @param {Partial<import("./state/settings.js").Settings>} change */
    set: (change) => settings.change(change),
    /** @param {string} game */
    pickGame: (game) => ui.set({ game, dialog: null }),
    /** @param {string} tab */
    openTab: (tab) => ui.set({ tab }),
    /** @param {string | null} sheet */
    openSheet: (sheet) => ui.set({ sheet }),

    /** @param {string} sheet @param {number} [seats] */
    playBots: (sheet, seats) =>
      goTo({ type: "quick_play", sheet, against: "bots", ...(seats === undefined ? {} : { seats }) }),
    /** @param {import("./net/protocol.js").TableRequest & { options: import("./state/options.js").Options }} table */
    async create(table) {
      ui.set({ busy: true, error: null });
      const options = await sheets.settled(table.sheet, table.options, table.seats);
      await goTo({ type: "create", table: { ...table, options } });
    },
    /** @param {string} code @param {number} [seat] */
    joinCode: (code, seat) => goTo({ type: "join", code, ...(seat === undefined ? {} : { seat }) }),
    /** @param {string} table @param {number} [seat] */
    sit: (table, seat) => goTo({ type: "sit", table, ...(seat === undefined ? {} : { seat }) }),
    /** @param {string} table */
    watch: (table) => goTo({ type: "watch", table }),
    /** @param {string} name */
    async rename(name) {
      try {
        await client.command({ type: "rename", name });
        store.dispatch({ type: "page_renamed", name });
        ui.set({ dialog: null });
      } catch (error) {
        refused(error, (text) => ui.set({ error: text }));
      }
    },

    /** @param {string} table */
    ready: (table) => atTable({ type: "ready", table }),
    /** @param {string} table */
    rematch: (table) => atTable({ type: "rematch", table }),
    /** The server passes for me when nothing else is possible. @param {string} table @param {{ on: boolean }} wish */
    autoPass: (table, { on }) => atTable({ type: "auto_pass", table, on }),
    /** About an absent player. @param {string} table @param {string} choice */
    absence: (table, choice) => atTable({ type: "absence", table, turn: view(table)?.now.turn, choice }),
    /** @param {string} table @param {number} seat */
    addBot: (table, seat) => atTable({ type: "add_bot", table, seat }),
    /** @param {string} table @param {number} free */
    async fillBots(table, free) {
      for (let i = 0; i < free; i += 1) if (!(await atTable({ type: "add_bot", table }))) return;
    },
    /** @param {string} table @param {string} phrase */
    phrase: (table, phrase) => atTable({ type: "phrase", table, phrase }),
    /** Hides a player's phrases. @param {string} player */
    mute(player) {
      muted.mute(player);
      ui.set({});
      say(t().text("player.muted"));
    },
    /** Shows a player's phrases again. @param {string} player */
    unmute(player) {
      muted.unmute(player);
      ui.set({});
      say(t().text("player.heard"));
    },
    /** Tells the host of the server about the player whose dialog is open, once. @param {string} reason */
    async report(reason) {
      const { table, seat, player, sent } = intents.formNow();
      if (sent) return;
      // The answer may find the dialog closed, or another player's open.
      const isOpen = () =>
        ui.get().dialog?.kind === "player" && intents.formNow().player === player && intents.formNow().table === table;
      intents.form({ sent: true });
      try {
        // Another player may sit there now: the report is not about them.
        if (view(table)?.seats[seat]?.player !== player) throw new Refused({ code: "nobody_there" });
        await client.command({ type: "report", table, seat, reason });
        if (isOpen()) intents.form({ reported: true });
        else note(t().text("player.reported"));
      } catch (error) {
        refused(error, (text) => {
          if (!isOpen()) return note(text);
          intents.form({ sent: false });
          ui.set({ error: text });
        });
      }
    },
    /** @param {string} id */
    askLeave(id) {
      const now = view(id);
      const seated = now?.me !== undefined;
      const playing = now?.now.phase === "playing" || now?.now.phase === "between_deals";
      if (!seated || now?.now.phase === "closed") intents.leave(id);
      else intents.openDialog("leave", { table: id, playing });
    },
    /** To the lobby without giving up the seat. */
    stepOut() {
      ui.set({ dialog: null });
      visit("#/");
    },
    /** @param {string} table */
    async leave(table) {
      ui.set({ dialog: null });
      visit("#/");
      client.unfollow(table);
      store.dispatch({ type: "page_left", table });
      await client.command({ type: "leave", table }).catch((error) => {
        // The table may have closed meanwhile: then there is nothing left to leave.
        if (!(error instanceof Refused)) throw error;
      });
    },

    /** @param {import("./layout/place.js").Placement} placement */
    placed(placement) {
      const turned = placement.ends.filter(({ end, arrow }) => grows.get(end) !== arrow);
      for (const { end, arrow } of turned) grows.set(end, arrow);
      // The chips were drawn before the felt knew.
      if (turned.length > 0) ui.set({});
    },
    /** @param {EndName} end */
    growth: (end) => grows.get(end) ?? end,
    /**
     * The middle of a seat's plate, where its tiles come from.
     * @param {number} seat
     * @param {{ mine: boolean }} how
     * @returns {{ x: number, y: number } | undefined}
     */
    plateOf(seat, { mine }) {
      const box = document.querySelector(mine ? ".rack" : `[data-seat="${seat}"]`)?.getBoundingClientRect();
      return box === undefined || box.width === 0
        ? undefined
        : { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    },
    /** @param {string} code */
    inviteLink: (code) => pageHere(`#/join/${code}`),
    /** @param {string} link */
    async copyLink(link) {
      const done = await copy(link);
      ui.set({ copied: done });
      if (done) say(t().text("invite.copied"));
    },
  };

  return intents;
}
