// First on the page: starts it, and loads it anew when a part of it was lost on the way. A browser gives up the files
// it is fetching when the network changes in that moment (a phone joins a Wi-Fi), and a page that lacks one of its
// modules or sheets would stay empty or bare for good.

const KEY = "boneyard.starts";
/** Starts in a row that may fail before the page gives up. */
const MOST = 3;
/** The wait before the next start, ms, for each one that has failed. */
const WAIT = 500;

/** The host of the server has a page of their own, at the same address but for its end. */
const AT_HOST = /\/host$/.test(location.pathname);

/** How often this tab has failed to start; too often where nothing can be counted. */
function failed() {
  try {
    return Number(sessionStorage.getItem(KEY) ?? 0);
  } catch {
    return MOST;
  }
}

/** @param {number} count */
function remember(count) {
  try {
    if (count === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, String(count));
  } catch {
    // Where nothing can be stored, `failed` gives up at once.
  }
}

/** Whether a sheet came; of one that did not, the browser refuses to show the rules. @param {HTMLLinkElement} link */
function came(link) {
  try {
    return link.sheet !== null && link.sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

/** Style sheets are in the head, so the load event waits for them. @type {Promise<boolean>} */
const sheetsCame = new Promise((resolve) => {
  const look = () =>
    resolve([...document.querySelectorAll("link")].every((link) => link.rel !== "stylesheet" || came(link)));
  if (document.readyState === "complete") look();
  else addEventListener("load", look);
});

try {
  const { whole } = await (AT_HOST ? import("./host/main.js") : import("./main.js"));
  await whole;
  if (!(await sheetsCame)) throw new Error("a style sheet did not come");
  remember(0);
} catch (error) {
  const before = failed();
  if (before >= MOST) throw error;
  remember(before + 1);
  setTimeout(() => location.reload(), WAIT * (before + 1));
}
