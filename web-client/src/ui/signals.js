// A turn that cannot be missed: the tab's title and icon, a sound, a short vibration. Each can be switched off.

import { isArranging } from "../state/hold.js";
import { clockLeft, isMyTurn } from "../state/select.js";

/** @typedef {import("./context.js").Context} Context */
/** @typedef {import("../state/facts.js").Table} Table */

/** @type {Record<string, import("./sound.js").SoundName>} */
const SOUNDS = {
  led: "lay",
  played: "lay",
  drew: "draw",
  passed: "pass",
  turned_up: "turnUp",
  misfit: "turnUp",
  scored: "points",
  warned: "referee",
  challenged: "referee",
  taken_back: "referee",
  seated: "join",
  left: "leave",
};
/** From here the clock ticks each second. */
const TICKS_FROM_MS = 5000;

/** @param {ReturnType<typeof import("./sound.js").createSound>} sound */
export function createSignals(sound) {
  let ticked = -1;
  return {
    /** @param {Context} ctx @param {Table | undefined} table @param {Table | undefined} before */
    changed(ctx, table, before) {
      const mine = table !== undefined && actsNow(table.view);
      tab(ctx, { mine });
      if (table === undefined || before === undefined || table.id !== before.id) return;
      const fresh = table.log.filter(({ n }) => n > before.seq).map(({ fact }) => fact);
      for (const fact of fresh) {
        const name = fact.type === "deal_over" ? (fact.reason === "block" ? "block" : "out") : SOUNDS[fact.type];
        if (name !== undefined) sound.play(name);
      }
      if (mine && (!actsNow(before.view) || before.view.now.turn !== table.view.now.turn)) {
        sound.play("turn");
        if (ctx.settings.vibrate) navigator.vibrate?.(60);
      }
    },
    /** Each quarter of a second. @param {Table | undefined} table @param {number} now */
    tick(table, now) {
      const clock = table?.view.now.clock;
      if (table === undefined || clock === undefined || !clock.running || !actsNow(table.view)) return;
      const left = clockLeft(clock, table.at, now);
      const second = Math.ceil(left / 1000);
      if (left > 0 && left <= TICKS_FROM_MS && second !== ticked) sound.play("tick");
      ticked = second;
    },
  };
}

/** It is for me to act: my turn, or my row. @param {import("../state/view.js").TableView} view */
const actsNow = (view) => isMyTurn(view) || isArranging(view);

const TURN_ICON = new URL("../../icons/turn.svg", import.meta.url).href;
const CALM_ICON = new URL("../../icons/icon.svg", import.meta.url).href;

/** @param {Context} ctx @param {{ mine: boolean }} turn */
function tab({ t, settings, route }, { mine }) {
  const say = mine && settings.tabTitle;
  const page = route.page === "rules" ? `${t.text("nav.rules")} · ` : "";
  const title = say ? `▶ ${t.text("turn.mine")} · Boneyard` : `${page}Boneyard`;
  if (document.title !== title) document.title = title;
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  const wanted = say ? TURN_ICON : CALM_ICON;
  if (link !== null && link.href !== wanted) link.href = wanted;
}
