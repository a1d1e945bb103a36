// Puts the page together: settings, language, connection, state, views. Everything else is a module that knows only its
// own part.

import { chooseLanguage, createTranslator } from "./i18n.js";
import { createIntents } from "./intents.js";
import { checkProof } from "./proofs.js";
import { createSheets } from "./sheets.js";
import { fetchPatiently } from "./net/api.js";
import { keyHere, socketHere } from "./net/here.js";
import { createClient } from "./net/client.js";
import { readRoute, readTransfer } from "./route.js";
import { createPace } from "./state/pace.js";
import { EMPTY, reduce } from "./state/reduce.js";
import { isArranging, myTurnedUp } from "./state/hold.js";
import { clockLeft, isMyTurn } from "./state/select.js";
import { createMuted } from "./state/muted.js";
import { createSettings } from "./state/settings.js";
import { storageOf } from "./state/storage.js";
import { createStore } from "./state/store.js";
import { START } from "./ui/context.js";
import { renderApp } from "./ui/app.js";
import { errorText } from "./ui/errors.js";
import { createKeyboard } from "./ui/keyboard.js";
import { tickClocks } from "./ui/clocks.js";
import { createLive, glimpseSentence, newSentences } from "./ui/live.js";
import { createSignals } from "./ui/signals.js";
import { createSound } from "./ui/sound.js";
import { applyLook } from "./ui/look.js";
import { inOrder } from "./ui/games.js";
import { wished } from "./ui/newtable.js";
import { bringTable, tablePart } from "./ui/part.js";
import { createPlan } from "./ui/planned.js";

const TOKEN_KEY = keyHere("boneyard.token");
/** The width from which the desktop's columns fit. */
const WIDE = matchMedia("(min-width: 1000px) and (min-height: 560px)");
/** How long a tile that is closed again is seen. */
const GLIMPSE_MS = 2200;
/** So long before the clock would fix a row as dealt, the page fixes it as it stands. */
const LAST_MOMENT_MS = 1500;
const now = () => performance.now();

const storage = storageOf(() => localStorage);
const settings = createSettings(storage);
const muted = createMuted(storage);
const store = createStore(reduce, EMPTY);
const sheets = createSheets({ store });
const sound = createSound(settings.get);
const signals = createSignals(sound);
const live = createLive(/** @type {HTMLElement} */ (document.querySelector("#live")));
const root = /** @type {HTMLElement} */ (document.querySelector("#app"));

let ui = START;
let t = createTranslator("en", {});
let route = readRoute(location.hash);

/** The token lives in memory where nothing can be stored. @type {string | null} */
let secret = storage?.getItem(TOKEN_KEY) ?? null;

const pace = createPace({
  show: (message) => store.dispatch(message),
  pace: () => (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden ? 0 : settings.get().pace),
  mySeat: (table) => store.get().tables[table]?.view.me,
});

const client = createClient({
  connect: () => new WebSocket(socketHere("ws")),
  token: {
    read: () => secret,
    write(token) {
      secret = token;
      if (token === null) storage?.removeItem(TOKEN_KEY);
      else storage?.setItem(TOKEN_KEY, token);
    },
  },
  introduce: () => ({ language: t.language }),
  onMessage: (message) => pace.take({ ...message, at: now() }),
  onTurnedAway: turnedAway,
  onStatus: (status, { attempt, code }) => store.dispatch({ type: "page_link", link: { status, attempt, code } }),
});

/** @returns {import("./ui/context.js").Context} */
const context = () => ({
  state: store.get(),
  t,
  settings: settings.get(),
  muted: muted.get(),
  ui,
  route,
  wide: WIDE.matches,
  go: intents,
  now,
});

const intents = createIntents({
  store,
  client,
  settings,
  muted,
  context,
  isBehind: pace.isBehind,
  say: live.say,
  sheets,
  ui: { get: () => ui, set: setUi },
});

/** @param {Partial<import("./ui/context.js").Ui>} change */
function setUi(change) {
  ui = { ...ui, ...change };
  askSwitches();
  plan();
}

const plan = createPlan(() => {
  renderApp(root, context());
  tickClocks(now(), t);
});

function tableInSight() {
  return route.page === "table" ? store.get().tables[route.id] : undefined;
}

/** What an open form for a new table has to know. */
function askSwitches() {
  const wish = ui.dialog?.kind === "new" ? wished(inOrder(store.get().sheets ?? []), ui.dialog.form) : null;
  if (wish === null) sheets.forget();
  else sheets.loadSwitches(wish.sheet.id, ui.dialog?.form.options ?? {}, wish.seats);
}

function openRoute() {
  const transfer = readTransfer(location.hash);
  if (transfer !== null) return askToArrive(transfer);
  route = readRoute(location.hash);
  ui = { ...ui, picked: null, note: null, sheet: null, dialog: null };
  client.followLobby(route.page === "lobby");
  if (route.page === "rules" && route.sheet !== null) sheets.loadRules(route.sheet);
  followRoute();
  if (route.page === "table" && tablePart() === null) drawTables();
  window.scrollTo(0, 0);
  plan();
}

/**
 * The identity of this browser is given up only when the player wants that; a new one comes at once.
 * @param {string} code
 */
function askToArrive(code) {
  history.replaceState(null, "", "#/");
  openRoute();
  if (secret === null) intents.arrive(code);
  else intents.openDialog("arrive", { code });
}

/** @param {import("./net/protocol.js").Refusal} why */
function turnedAway(why) {
  if (why.code.startsWith("password_")) store.dispatch({ type: "page_password", why });
  else store.dispatch({ type: "page_notice", notice: { code: errorText(t, why) } });
}

/**
 * The table's part of the page is fetched. What was lost on the way comes with a new start, which finds the same
 * address.
 */
function drawTables() {
  bringTable().then(plan, () => location.reload());
}

/** A table may be opened soon: its part is fetched. If it is lost on the way, opening the table fetches it again. */
function foresee() {
  bringTable().catch(() => undefined);
}

/** Asks for the table of the address, once it is known who I am. */
function followRoute() {
  const { me, seats, tables } = store.get();
  if (me === null) return;
  if (route.page === "join") {
    const { code, seat } = route;
    history.replaceState(null, "", "#/");
    route = { page: "lobby" };
    intents.joinCode(code, seat);
  } else if (route.page === "table" && tables[route.id] === undefined && !client.follows(route.id)) {
    const { id } = route;
    if (seats.some((seat) => seat.table === id)) client.follow(id);
    else client.watch(id).catch(() => store.dispatch({ type: "gone", table: id }));
  }
}

async function useLanguage() {
  const language = chooseLanguage(settings.get().language, navigator.languages);
  const messages = await fetchPatiently(new URL(`../i18n/${language}.json`, import.meta.url).href);
  // Another language may have been chosen while this one was on its way.
  if (language !== chooseLanguage(settings.get().language, navigator.languages)) return;
  t = createTranslator(language, messages);
  document.documentElement.lang = language;
  plan();
}

/**
 * The memorising clock is about to run out: what has been arranged counts.
 * @param {import("./state/facts.js").Table | undefined} table
 */
function lastMoment(table) {
  const clock = table?.view.now.clock;
  if (
    table === undefined ||
    clock === undefined ||
    !clock.running ||
    !isArranging(table.view) ||
    ui.row?.entry !== table.view.game?.entry
  )
    return;
  if (clockLeft(clock, table.at, now()) < LAST_MOMENT_MS) intents.finishRow(table.id);
}

/** @param {import("./state/facts.js").Table} table @param {import("./state/facts.js").Table | undefined} earlier */
function glimpses(table, earlier) {
  const { id, glimpse } = table;
  if (glimpse === null || glimpse.n === earlier?.glimpse?.n) return;
  setTimeout(() => store.dispatch({ type: "page_glimpse_over", table: id, n: glimpse.n }), GLIMPSE_MS);
}

store.subscribe((state, before, message) => {
  const table = tableInSight();
  const earlier = table === undefined ? undefined : before.tables[table.id];
  if (message.type === "welcome") followRoute();
  if (message.type === "page_sheets") askSwitches();
  if (table !== undefined && table !== earlier) {
    if (ui.picked !== null && (!isMyTurn(table.view) || table.view.now.turn !== earlier?.view.now.turn))
      ui = { ...ui, picked: null };
    // What I have turned up must be laid: it is picked, and its ends are lit.
    const turned = isMyTurn(table.view) ? myTurnedUp(table.view) : null;
    if (turned !== null && (earlier === undefined || turned !== myTurnedUp(earlier.view)))
      ui = { ...ui, picked: turned };
    if (!isArranging(table.view) && (ui.row !== null || ui.lifted !== null))
      ui = { ...ui, row: null, lifted: null, dragged: null };
    if (message.type === "events") {
      ui = { ...ui, note: null };
      for (const text of newSentences(context(), table, earlier)) live.say(text);
      const glimpse = glimpseSentence(context(), table, earlier);
      if (glimpse !== null) live.say(glimpse, { fleeting: true });
    }
    glimpses(table, earlier);
    sheets.loadRules(table.view.sheet, table.view.options);
    checkProof(store, table);
  }
  if (state !== before) {
    signals.changed(context(), table, earlier);
    plan();
  }
});

settings.subscribe((chosen) => {
  applyLook(chosen);
  if (chooseLanguage(chosen.language, navigator.languages) !== t.language) useLanguage();
  plan();
});

async function start() {
  applyLook(settings.get());
  await useLanguage();
  sheets.loadSheets();
  if (readRoute(location.hash).page === "table") await bringTable();
  openRoute();
  client.start();
  addEventListener("hashchange", openRoute);
  addEventListener("online", () => client.nudge());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) pace.flush();
    else client.nudge();
  });
  document.addEventListener("keydown", createKeyboard({ context, table: tableInSight, say: live.say }));
  for (const touch of ["pointerdown", "keydown"])
    document.addEventListener(touch, () => sound.wake(), { passive: true });
  for (const touch of ["pointerdown", "keydown", "focusin"])
    document.addEventListener(touch, foresee, { once: true, passive: true });
  WIDE.addEventListener("change", plan);
  addEventListener("resize", plan);
  setInterval(() => {
    tickClocks(now(), t);
    signals.tick(tableInSight(), now());
    lastMoment(tableInSight());
  }, 250);
}

/** Fulfilled when everything that the address needs is there; rejected when a part of it was lost on the way. */
export const whole = start();
