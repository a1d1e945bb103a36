// The host's page, at /host: the same static page, another program. It asks for the token of the data folder, keeps it
// as long as the tab lives, and shows and does what the host's API offers.

import { chooseLanguage, clockText, createTranslator } from "../i18n.js";
import { fetchPatiently } from "../net/api.js";
import { here, keyHere } from "../net/here.js";
import { createSettings } from "../state/settings.js";
import { storageOf } from "../state/storage.js";
import { createStore } from "../state/store.js";
import { clockLeft } from "../state/select.js";
import { applyLook } from "../ui/look.js";
import { createPlan } from "../ui/planned.js";
import { useSheets } from "../ui/sheet.js";
import { createAdmin } from "./admin.js";
import { createFormat } from "./format.js";
import { createIntents } from "./intents.js";
import { EMPTY, reduce } from "./state.js";
import { renderHost } from "./view/page.js";

const TOKEN_KEY = keyHere("boneyard.admin");
/** Between two requests to the server while the page is in sight, ms. */
const LOOK_MS = 5000;
/** The width from which two columns fit. */
const WIDE = matchMedia("(min-width: 1000px)");
const now = () => performance.now();

const session = storageOf(() => sessionStorage);
const settings = createSettings(storageOf(() => localStorage));
const store = createStore(reduce, EMPTY);
const root = /** @type {HTMLElement} */ (document.querySelector("#app"));

/** The token never outlives the tab. Where nothing can be kept, it lives in memory. @type {string | null} */
let secret = session?.getItem(TOKEN_KEY) ?? null;
/** @type {import("./view/context.js").Ui} */
let ui = { dialog: null, error: null, busy: false, copied: null, note: null, checking: false };
let t = createTranslator("en", {});
let format = createFormat("en");

const token = {
  read: () => secret,
  /** @param {string | null} value */
  write(value) {
    secret = value;
    if (value === null) session?.removeItem(TOKEN_KEY);
    else session?.setItem(TOKEN_KEY, value);
  },
};

const intents = createIntents({
  store,
  token,
  settings,
  now,
  ask: createAdmin({ token: token.read }),
  t: () => t,
  ui: { get: () => ui, set: setUi },
});

/** @param {Partial<import("./view/context.js").Ui>} change */
function setUi(change) {
  ui = { ...ui, ...change };
  plan();
}

const plan = createPlan(() => {
  renderHost(root, {
    state: store.get(),
    t,
    format,
    settings: settings.get(),
    ui,
    wide: WIDE.matches,
    go: intents,
    now,
  });
  tick();
});

/** Clocks go on between two requests. */
function tick() {
  for (const element of document.querySelectorAll(".clock")) {
    const { left, at } = /** @type {HTMLElement} */ (element).dataset;
    const text = clockText(clockLeft({ left_ms: Number(left), running: true }, Number(at), now()));
    if (element.textContent !== text) element.textContent = text;
  }
}

async function useLanguage() {
  const language = chooseLanguage(settings.get().language, navigator.languages);
  const [common, own] = await Promise.all(
    ["../../i18n/", "../../i18n/host/"].map((folder) =>
      fetchPatiently(new URL(`${folder}${language}.json`, import.meta.url).href),
    ),
  );
  // Another language may have been chosen while this one was on its way.
  if (language !== chooseLanguage(settings.get().language, navigator.languages)) return;
  t = createTranslator(language, { ...common, ...own });
  format = createFormat(language);
  document.documentElement.lang = language;
  document.title = `${t.text("host.title")} · Boneyard`;
  plan();
}

async function start() {
  applyLook(settings.get());
  // The page's own sheet: a player never needs it.
  await Promise.all([useLanguage(), useSheets(["host"])]);
  store.subscribe(plan);
  settings.subscribe((chosen) => {
    applyLook(chosen);
    if (chooseLanguage(chosen.language, navigator.languages) !== t.language) useLanguage();
    plan();
  });
  WIDE.addEventListener("change", plan);
  fetchPatiently(here("api/sheets")).then((value) =>
    store.dispatch({ type: "answer", part: "sheets", value, at: now() }),
  );
  if (secret !== null) await intents.enter(secret);
  plan();
  const lookAgain = () => {
    if (!document.hidden && store.get().gate === "open") intents.look();
  };
  setInterval(lookAgain, LOOK_MS);
  document.addEventListener("visibilitychange", lookAgain);
  setInterval(tick, 250);
}

/** Fulfilled when the page is there; rejected when a part of it was lost on the way. */
export const whole = start();
