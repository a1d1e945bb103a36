// What a person at the table can want with tiles: pick, lay, drag, declare, arrange a row, call a wrong tile. A part of
// the intents.

import { isArranging, isRowClosed, isStrict, moved, passIsFalse, rowOf } from "./state/hold.js";
import { choices, declarations, fittingChoices, isMyTurn, lengthwiseOf, moves, neededNumbers } from "./state/select.js";
import { doesNotFit } from "./ui/errors.js";
import { turnHint } from "./ui/sentences.js";

/** @typedef {import("./ui/context.js").Ui} Ui */
/** @typedef {import("./ui/felt.js").Felt} Felt */

/**
 * @param {object} parts
 * @param {{ get: () => Ui, set: (change: Partial<Ui>) => void }} parts.ui
 * @param {() => import("./ui/context.js").Context} parts.context
 * @param {(table: string) => boolean} parts.isBehind
 * @param {(text: string) => void} parts.say
 * @param {(text: string) => void} parts.note says it and writes it beside the hand
 * @param {(body: { type: string, table: string } & Record<string, unknown>) => Promise<boolean>} parts.atTable
 */
export function createPlay({ ui, context, isBehind, say, note, atTable }) {
  const t = () => context().t;
  /** @param {string} id */
  const view = (id) => context().state.tables[id]?.view;
  /** The felt in sight, which knows where its ghosts lie. @type {Felt | null} */
  let felt = null;

  const play = {
    /**
     * An action of my seat, with the number of the turn that is shown; what belongs to no turn goes with the deal's
     * entry.
     * @param {string} id
     * @param {string} action
     * @param {{ lengthwise?: boolean }} [how]
     */
    async act(id, action, { lengthwise = false } = {}) {
      const now = view(id);
      if (now === undefined || ui.get().sent !== null) return;
      const byEntry = action === "challenge" || action.startsWith("arrange ");
      ui.set({ sent: action, picked: null, note: null, lengthwise: false, lifted: null });
      await atTable({
        type: "act",
        table: id,
        ...(byEntry ? { entry: now.game?.entry } : { turn: now.now.turn }),
        action,
        ...(lengthwise ? { lengthwise } : {}),
      });
      ui.set({ sent: null });
    },
    /**
     * A declaration. A false pass at a strict table costs the deal: the page asks once before it sends one.
     * @param {string} id
     * @param {string} action
     */
    declare(id, action) {
      const now = view(id);
      if (action === "pass" && now !== undefined && passIsFalse(now)) context().go.openDialog("pass", { table: id });
      else play.act(id, action);
    },
    /** @param {string} id @param {string} action */
    confirm(id, action) {
      context().go.closeDialog();
      play.act(id, action);
    },

    /** @param {string} id @param {string} tile */
    tapTile(id, tile) {
      const now = view(id);
      if (now === undefined || !isMyTurn(now) || isBehind(id)) {
        ui.set({ note: null });
        return;
      }
      const ways = choices(now, tile, ui.get());
      const fitting = fittingChoices(now, tile, ui.get());
      if (ways.length === 0) {
        ui.set({ picked: null });
        note(whyNot(id, tile));
      } else if (ui.get().picked === tile) {
        if (ways.length === 1 || fitting.length === 1) play.tapEnd(id, (fitting[0] ?? ways[0]).end);
        else play.putBack();
      } else if (fitting.length === 1 && !context().settings.confirm && lengthwise(id, tile) === null)
        play.act(id, fitting[0].action);
      else play.pick(id, tile);
    },
    /**
     * Lifts a tile and lights its ends.
     * @param {string} id
     * @param {string} tile
     * @returns {boolean} whether it may be laid
     */
    pick(id, tile) {
      const now = view(id);
      const ways = now === undefined || isBehind(id) ? [] : choices(now, tile);
      if (now === undefined || ways.length === 0) return false;
      const wrong = isStrict(now) && fittingChoices(now, tile).length === 0;
      ui.set({ picked: tile, note: wrong ? t().text("note.wrong_tile", { tile }) : null, lengthwise: false });
      const where = t().text("say.picked", {
        tile,
        ends: t().list(
          ways.map(({ end }) => t().text(`hand.at.${end}`)),
          "disjunction",
        ),
      });
      say(wrong ? `${where}. ${t().text("note.wrong_tile", { tile })}` : where);
      return true;
    },
    /** @param {string} id @param {string} end */
    tapEnd(id, end) {
      const now = view(id);
      const { picked, lengthwise: turned } = ui.get();
      const way =
        now === undefined || picked === null
          ? undefined
          : moves(now, { lengthwise: turned }).find((move) => move.tile === picked && move.end === end);
      if (way !== undefined) play.act(id, way.action, { lengthwise: turned && lengthwise(id, way.tile) === "shown" });
    },
    putBack: () => ui.set({ picked: null, note: null, lengthwise: false }),
    /** The picked double lies across or lengthwise. @param {string} id */
    turnDouble(id) {
      const { picked } = ui.get();
      if (picked === null || lengthwise(id, picked) === null) return false;
      ui.set({ lengthwise: !ui.get().lengthwise });
      say(t().text(ui.get().lengthwise ? "lengthwise.on" : "lengthwise.off", { tile: picked }));
      return true;
    },

    /** @param {Felt | null} shown */
    feltIs: (shown) => {
      felt = shown;
    },
    /** A dragged tile was let go. @param {string} id @param {number} x @param {number} y client pixels */
    drop(id, x, y) {
      const end = felt?.endAt(x, y) ?? null;
      if (end === null) play.putBack();
      else play.tapEnd(id, end);
    },
    /** @param {string} id */
    turnUp(id) {
      const now = view(id);
      if (now !== undefined && isRowClosed(now) && declarations(now).includes("turn_up") && !isBehind(id))
        play.act(id, "turn_up");
    },

    /** My row gets another order. @param {string} id @param {readonly string[]} tiles */
    arrange: (id, tiles) => ui.set({ row: { entry: view(id)?.game?.entry ?? 0, tiles: [...tiles] } }),
    /** A tile of my row goes one place on, or to a place. @param {string} id @param {string} tile @param {number} to */
    moveInRow(id, tile, to) {
      const now = view(id);
      if (now === undefined || !isArranging(now)) return;
      const row = rowOf(now, ui.get().row);
      const place = Math.max(0, Math.min(row.length - 1, to));
      play.arrange(id, moved(row, row.indexOf(tile), place));
      say(t().text("arrange.moved", { tile, n: place + 1, of: row.length }));
    },
    /**
     * A tile is dragged to a place; sighted people see it go.
     * @param {string} id
     * @param {string} tile
     * @param {number} to
     */
    dragInRow(id, tile, to) {
      const row = rowOf(view(id), ui.get().row);
      const from = row.indexOf(tile);
      if (from >= 0 && from !== to) play.arrange(id, moved(row, from, to));
    },
    /** @param {string | null} tile the tile that follows the pointer */
    drag: (tile) => ui.set({ dragged: tile, lifted: null }),
    /** A tile of the row is taken up by key, or put down again. @param {string | null} tile */
    lift(tile) {
      const lifted = tile === ui.get().lifted ? null : tile;
      ui.set({ lifted });
      if (tile !== null) say(t().text(lifted === null ? "arrange.put" : "arrange.lifted", { tile }));
    },
    /** @param {string} id */
    reverseRow: (id) => {
      const row = rowOf(view(id), ui.get().row);
      play.arrange(id, [...row].reverse());
      say(t().text("arrange.row", { tiles: t().list([...row].reverse()) }));
    },
    /** The row is fixed and turned face down. @param {string} id */
    finishRow(id) {
      const now = view(id);
      if (now !== undefined && isArranging(now)) play.act(id, `arrange ${rowOf(now, ui.get().row).join(" ")}`);
    },
  };

  /** How a double may lie lengthwise at this table. @param {string} id @param {string} tile */
  function lengthwise(id, tile) {
    const now = view(id);
    return now === undefined ? null : lengthwiseOf(now, tile);
  }

  /** Why a tile cannot be laid now, and which numbers would do. @param {string} id @param {string} tile */
  function whyNot(id, tile) {
    const table = context().state.tables[id];
    const now = table.view;
    if (declarations(now).length > 0 && moves(now).length === 0) return turnHint(context(), table);
    if ((now.now.legal ?? []).some((action) => action.startsWith("lead "))) return turnHint(context(), table);
    return doesNotFit(t(), tile, neededNumbers(now));
  }

  return play;
}
