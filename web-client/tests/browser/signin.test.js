// Signing in: a server's password, a move to another device, and what the host of the server says to all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sceneStage } from "./stage.js";

const stage = sceneStage();
const PHONE = { width: 390, height: 844 };
const ME = {
  type: "welcome",
  version: 1,
  player: { id: "0198c1de-7b4e-4000-8000-0000000000b1", name: "Anna", kind: "person" },
  limits: { silence_ms: 45000, name_chars: 24, seats: 8 },
  seats: [],
};

/**
 * The lobby with a server's part of the test's own.
 * @param {(hello: any, send: (said: object) => void) => void} onHello
 * @param {{ hash?: string, token?: string, onWish?: (wish: any, send: (said: object) => void) => void }} [how]
 */
async function open(onHello, { hash = "#/", token, onWish } = {}) {
  const context = await stage.browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  /** @type {any[]} */
  const hellos = [];
  await page.addInitScript((secret) => {
    localStorage.setItem("boneyard.settings", JSON.stringify({ language: "en" }));
    if (secret !== null && localStorage.getItem("boneyard.token") === null)
      localStorage.setItem("boneyard.token", secret);
  }, token ?? null);
  /** @type {import("playwright-core").WebSocketRoute[]} */
  const sockets = [];
  await page.routeWebSocket("**/ws", (socket) => {
    sockets.push(socket);
    const send = (/** @type {object} */ said) => socket.send(JSON.stringify(said));
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type !== "hello")
        return message.type === "lobby" ? send({ type: "lobby", tables: [] }) : onWish?.(message, send);
      hellos.push(message);
      onHello(message, send);
    });
  });
  await page.goto(`${stage.site.url}/${hash}`);
  return {
    page,
    hellos,
    line: () => sockets[sockets.length - 1],
    kept: () => page.evaluate(() => localStorage.getItem("boneyard.token")),
    close: () => context.close(),
  };
}

test("the password is asked for, once", async () => {
  const { page, hellos, kept, close } = await open((hello, send) => {
    if (hello.password === "swordfish") send({ ...ME, token: "mine" });
    else send({ type: "refused", code: hello.password === undefined ? "password_required" : "password_wrong" });
  });
  await page.waitForFunction(() => document.activeElement?.id === "password");
  await page.keyboard.type("guess");
  await page.keyboard.press("Enter");
  await page.locator(".signin .error").waitFor();
  await page.locator("#password").fill("swordfish");
  await page.locator(".signin .go").tap();
  await page.locator(".who:visible bdi", { hasText: "Anna" }).waitFor();
  assert.equal(await kept(), "mine");
  assert.deepEqual(
    hellos.map(({ password }) => password),
    [undefined, "guess", "swordfish"],
  );
  await close();
});

test("a link brings a player here, at once where nobody played before", async () => {
  const { page, hellos, kept, close } = await open(
    (hello, send) =>
      send(hello.transfer === "ABCD2345WXYZ" ? { ...ME, token: "moved" } : { type: "refused", code: "no_such_code" }),
    { hash: "#transfer=ABCD2345WXYZ" },
  );
  await page.locator(".who:visible bdi", { hasText: "Anna" }).waitFor();
  assert.deepEqual([hellos.length, await kept(), await page.evaluate(() => location.hash)], [1, "moved", "#/"]);
  await close();
});

test("where somebody played before, they are asked; a wrong code is said and leaves them who they were", async () => {
  const { page, hellos, kept, close } = await open(
    (hello, send) => {
      if (hello.transfer === undefined) send({ ...ME, player: { ...ME.player, name: "Boris" } });
      else
        send(hello.transfer === "ABCD2345WXYZ" ? { ...ME, token: "moved" } : { type: "refused", code: "no_such_code" });
    },
    { hash: "#transfer=WRNG2345WXYZ", token: "old" },
  );
  await page.locator("dialog", { hasText: "Boris" }).waitFor();
  await page.locator("dialog [type=submit]").tap();
  await page.locator(".banner[role=alert]").waitFor();
  await page.locator(".who:visible bdi", { hasText: "Boris" }).waitFor();
  assert.equal(await kept(), "old");
  await page.locator(".top .icon-button").first().tap();
  await page.getByRole("button", { name: "I have a code of another device" }).tap();
  await page.locator("#arrive").fill("abcd-2345-wxyz");
  await page.locator("dialog [type=submit]").tap();
  await page.locator(".who:visible bdi", { hasText: "Anna" }).waitFor();
  assert.equal(await kept(), "moved");
  assert.equal(hellos[hellos.length - 1].transfer, "ABCD2345WXYZ");
  await close();
});

test("a code and a link lead away, and the old device says so", async () => {
  const { page, line, close } = await open((_, send) => send(ME), {
    token: "old",
    onWish: (wish, send) => {
      if (wish.type === "transfer") send({ type: "ack", id: wish.id, code: "ABCD2345WXYZ" });
    },
  });
  await page.locator(".who:visible bdi").waitFor();
  await page.locator(".top .icon-button").first().tap();
  await page.getByRole("button", { name: "Move to another device" }).tap();
  await page.locator(".transfer-code", { hasText: "ABCD-2345-WXYZ" }).waitFor();
  assert.match(await page.locator("dialog .invite input").inputValue(), /\/#transfer=ABCD2345WXYZ$/);
  assert.match(await page.locator("dialog .clock").innerText(), /^(5:00|4:5\d)$/);
  await line().close({ code: 4409 });
  await page.locator(".banner", { hasText: "You play on the other device now." }).waitFor();
  await close();
});

test("what the host says is read, cut and whole, and a restart is counted down until it is called off", async () => {
  const { page, line, close } = await open((_, send) => send(ME));
  await page.locator(".who:visible bdi").waitFor();
  const text =
    "The server moves tonight at ten, and whoever sits at a table then finds " +
    "it again as it was; the clocks stand meanwhile, and nothing at all is lost of what was played before.";
  const send = (/** @type {object} */ said) => line().send(JSON.stringify(said));
  send({ type: "announcement", text });
  await page.locator(".banner-text").tap();
  assert.equal(await page.locator("dialog p").first().innerText(), text);
  await page.keyboard.press("Escape");
  send({ type: "restarting", in_ms: 90_000 });
  await page.locator(".banner .clock").waitFor();
  assert.match(await page.locator(".banner .clock").innerText(), /^1:[23]\d$/);
  send({ type: "restart_cancelled" });
  await page.locator(".banner .clock").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Put the announcement away" }).tap();
  await page.locator(".banners").waitFor({ state: "detached" });
  await close();
});

for (const [code, words, back] of /** @type {const} */ ([
  [4407, "has ended your connection", true],
  [4403, "has closed it to you", false],
])) {
  test(`closed with ${code} the page says so`, async () => {
    const { page, line, hellos, close } = await open((_, send) => send(ME));
    await page.locator(".who:visible bdi").waitFor();
    await line().close({ code });
    await page.locator(".banner", { hasText: words }).waitFor();
    const again = page.getByRole("button", { name: "Come back" });
    assert.equal(await again.count(), back ? 1 : 0);
    if (back) {
      await again.tap();
      await page.locator(".banner").waitFor({ state: "detached" });
      assert.equal(hellos.length, 2);
    }
    await close();
  });
}
