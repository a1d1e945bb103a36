// The host's page by mouse and by keys, against a server that is played: what is asked, what is shown, and what stays
// secret.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HOST } from "../hosted.js";
import { openScene } from "./scene.js";
import { sceneStage } from "./stage.js";

const stage = sceneStage();
const DESKTOP = { width: 1440, height: 900 };
const TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE";

/** @typedef {import("playwright-core").Page} Page */

/**
 * The host's page, its server's answers and what it asked for.
 * @param {{ size?: { width: number, height: number }, answer?: (action: string, body: any) => { status: number, json:
 *   any } | undefined }} [how]
 */
async function open({ size = DESKTOP, answer } = {}) {
  /** @type {{ action: string, body: any, bearer: string | undefined }[]} */
  const asked = [];
  const scene = await openScene(stage.browser, stage.site.url, { hash: "host", size });
  await scene.page.route("**/api/admin/*", async (route) => {
    const request = route.request();
    const [action, body] = [request.url().split("/").pop() ?? "", request.postDataJSON()];
    const bearer = request.headers().authorization;
    asked.push({ action, body, bearer });
    const wrong = bearer === `Bearer ${TOKEN}` ? undefined : { status: 401, json: { code: "bad_token" } };
    await route.fulfill(
      wrong ?? answer?.(action, body) ?? { status: 200, json: HOST[/** @type {keyof typeof HOST} */ (action)] },
    );
  });
  const enter = async (token = TOKEN) => {
    await scene.page.locator("#token").fill(token);
    await scene.page.keyboard.press("Enter");
  };
  /** The body of the last question of a kind, once it was asked. @param {string} action */
  const last = async (action) => {
    for (const deadline = Date.now() + 5000; ; ) {
      const found = asked.filter((question) => question.action === action).pop();
      if (found !== undefined) return found.body;
      assert.ok(Date.now() < deadline, `${action} was not asked: ${JSON.stringify(asked)}`);
      await scene.page.evaluate(() => new Promise(requestAnimationFrame));
    }
  };
  return { ...scene, asked, enter, last };
}

test("a wrong token is said and not kept, the right one is kept for the tab and forgotten on demand", async () => {
  const { page, enter, asked, complaints, close } = await open();
  await enter("wrong-token-of-some-length");
  assert.match(await page.locator(".signin .error").innerText(), /not the server's token/);
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  assert.deepEqual(
    asked.map(({ action }) => action),
    ["state"],
    "one wrong question, not one for each part",
  );
  await enter();
  await page.locator(".host-tables .host-row").first().waitFor();
  const kept = () =>
    page.evaluate(() => [Object.values(sessionStorage), Object.values(localStorage), location.href].flat().join(" "));
  assert.ok((await kept()).includes(TOKEN));
  assert.ok(
    !(
      await page.evaluate(() =>
        [Object.values(localStorage), document.cookie, location.href, document.body.innerText].flat().join(" "),
      )
    ).includes(TOKEN),
  );
  await page.reload();
  await page.locator(".host-tables .host-row").first().waitFor();
  await page.getByRole("button", { name: "Lock" }).click();
  await page.locator("#token").waitFor();
  assert.ok(!(await kept()).includes(TOKEN));
  assert.ok(!(await page.locator("body").innerText()).includes("Anna"));
  // The refused question itself is what the browser has noticed.
  assert.deepEqual(
    complaints.filter((text) => !text.includes("401")),
    [],
  );
  await close();
});

test("what is exposed is said in words, with a code and a link for each address", async () => {
  const { page, enter, close } = await open();
  await enter();
  await page.locator(".host-share .qr svg").waitFor();
  assert.match(await page.locator(".host-exposure .host-lead").innerText(), /Whoever reaches these addresses can play/);
  assert.deepEqual(
    await page
      .locator(".host-addresses input")
      .evaluateAll((fields) => fields.map((field) => /** @type {HTMLInputElement} */ (field).value)),
    ["http://192.168.1.7:8080/", "http://10.0.0.4:8080/", "http://[fd00::7]:8080/"],
  );
  await page.locator(".host-tables li", { hasText: "EFGH-6789" }).getByRole("button", { name: "Links" }).click();
  await page.getByText("Seat 2", { exact: true }).click();
  await page.locator('dialog .qr[aria-label="QR code of http://192.168.1.7:8080/#/join/EFGH6789STUV/1"] svg').waitFor();
  await close();
});

test("close, kick, a seat taken away, bans and their end are asked for as they were clicked", async () => {
  const { page, enter, last, close } = await open();
  await enter();
  const goat = page.locator(".host-tables .host-row", { hasText: "ABCD-2345" });
  await goat.getByRole("button", { name: "Close" }).click();
  await page.locator("#close-reason").fill("Good night");
  await page.locator("dialog .button.bad").click();
  assert.deepEqual(await last("close"), { table: HOST.tables[0].table, reason: "Good night" });
  await page.locator(".host-note", { hasText: "The table is closed." }).waitFor();

  await goat.getByRole("button", { name: "Seats" }).click();
  await page.locator("dialog .row", { hasText: "Ödön" }).getByRole("button").click();
  assert.deepEqual(await last("kick"), { player: HOST.players[2].player, table: HOST.tables[0].table });
  await page.locator("dialog").waitFor({ state: "detached" });

  const anna = page.locator(".host-player", { hasText: "Anna" });
  await anna.getByRole("button", { name: "Kick" }).click();
  await page.locator("dialog .button.bad").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.deepEqual(await last("kick"), { player: HOST.players[0].player });

  await anna.getByRole("button", { name: "Ban" }).click();
  await page.locator("dialog .segment", { hasText: "192.168.1.20" }).click();
  await page.locator("#ban-term").selectOption("for_good");
  await page.locator("#ban-reason").fill("again and again");
  await page.locator("dialog [type=submit]").click();
  assert.deepEqual(await last("ban"), { address: "192.168.1.20", reason: "again and again" });
  await page.locator("dialog").waitFor({ state: "detached" });

  await page.locator(".host-bans .host-row", { hasText: "203.0.113.0/24" }).getByRole("button").click();
  assert.deepEqual(await last("unban"), { ban: 2 });
  await close();
});

test("a ban by identity ends by the server's clock, whatever this machine's says", async () => {
  const { page, enter, last, close } = await open();
  await enter();
  await page.locator(".host-player", { hasText: "Anna" }).getByRole("button", { name: "Ban" }).click();
  await page.locator("#ban-term").selectOption("day");
  await page.locator("dialog [type=submit]").click();
  const { player, until_ms: until } = await last("ban");
  assert.equal(player, HOST.players[0].player);
  const lasts = until - (HOST.state.started_at + HOST.state.uptime_ms);
  assert.ok(Math.abs(lasts - 86_400_000) < 60_000, String(lasts));
  await close();
});

test("by keys alone: say something to all, announce a restart, call it off", async () => {
  let draining = false;
  const { page, enter, last, asked, close } = await open({
    answer: (action, body) => {
      if (action === "drain") draining = body.cancel !== true;
      return action === "state"
        ? { status: 200, json: { ...HOST.state, ...(draining ? { draining: { in_ms: 60_000 } } : {}) } }
        : undefined;
    },
  });
  await enter();
  await page.locator("#announce-text").focus();
  await page.keyboard.type("Tea in the kitchen");
  await page.keyboard.press("Enter");
  assert.deepEqual(await last("announce"), { text: "Tea in the kitchen" });
  await page.locator(".host-note", { hasText: "3 connections" }).waitFor();
  // Emptied once the page has looked anew.
  await page.waitForFunction(
    () => /** @type {HTMLInputElement} */ (document.querySelector("#announce-text")).value === "",
  );

  await page.getByRole("button", { name: "In 1 minute" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(asked.filter(({ action }) => action === "drain").length, 0, "Escape does nothing");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.deepEqual(await last("drain"), { in_s: 60 });
  await page.locator(".host-restart .host-clock").waitFor();
  assert.match(await page.locator(".host-restart .host-clock").innerText(), /^(1:00|0:5\d)$/);
  await page.locator(".host-restart .go").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "In 1 minute" }).waitFor();
  assert.deepEqual(await last("drain"), { cancel: true });
  await close();
});

test("backups are made, listed and put back, and the data is checked", async () => {
  let draining = /** @type {{ in_ms: number, restore: string } | undefined} */ (undefined);
  const { page, enter, last, close } = await open({
    answer: (action, body) => {
      if (action === "restore") draining = { in_ms: 60_000, restore: body.backup };
      return action === "state" && draining !== undefined
        ? { status: 200, json: { ...HOST.state, draining } }
        : undefined;
    },
  });
  await enter();
  await page.locator("#backup-name").fill("before-tea");
  await page.locator(".host-backups [type=submit]").click();
  assert.deepEqual(await last("backup"), { file: "before-tea" });
  await page.locator(".host-note", { hasText: "2026-11-30T110000.sqlite" }).waitFor();
  await page.locator(".host-backups .host-row").first().getByRole("button").click();
  assert.match(await page.locator("dialog input").inputValue(), /^boneyard restore .*before-the-move\.sqlite$/);
  await page.locator("#restore-wait").selectOption("60");
  await page.locator("dialog [type=submit]").click();
  assert.deepEqual(await last("restore"), { backup: "before-the-move.sqlite", in_s: 60 });
  await page
    .locator(".host-restart", { hasText: "before-the-move.sqlite is put back in" })
    .locator(".host-clock")
    .waitFor();
  await page.getByRole("button", { name: "Do not put it back" }).waitFor();
  await page.locator(".host-check .button").click();
  await page.locator(".host-check", { hasText: "The data is well." }).waitFor();
  assert.equal(await page.locator(".host-check li").count(), 2);
  await close();
});

test("a refusal stands where the wish was made, and a server that is gone is said", async () => {
  let gone = false;
  const { page, enter, close } = await open({
    answer: (action) =>
      action === "ban"
        ? { status: 400, json: { code: "setting_range", field: "address" } }
        : gone
          ? { status: 502, json: null }
          : undefined,
  });
  await enter();
  await page.getByRole("button", { name: "Ban an address" }).click();
  await page.locator("#ban-address").fill("everywhere");
  await page.locator("dialog [type=submit]").click();
  assert.match(await page.locator("dialog .error").innerText(), /address/);
  assert.equal(await page.locator("#ban-address").inputValue(), "everywhere");
  await page.keyboard.press("Escape");
  gone = true;
  await page.getByRole("button", { name: "Look again" }).click();
  await page.locator(".host-note .banner-bad", { hasText: "502" }).waitFor();
  await page.unroute("**/api/admin/*");
  await page.route("**/api/admin/*", (route) => route.abort("connectionrefused"));
  await page.getByRole("button", { name: "Look again" }).click();
  await page.locator(".banner", { hasText: "does not answer" }).waitFor();
  assert.ok((await page.locator(".host-tables .host-row").count()) > 0, "what is known stays");
  await close();
});

test("the way through a proxy is tried, and what is wrong is said in words", async () => {
  const { page, enter, close } = await open();
  await page.route("**/api/self-check?*", (route) =>
    route.fulfill({
      json: {
        secure: false,
        host: "127.0.0.1:8080",
        origin_ok: false,
        forwarded_for: "203.0.113.9",
        client_address: "10.0.0.2",
        via_proxy: false,
        prefix: "/dominoes/",
      },
    }),
  );
  await page.route("**/api/self-check/stream", (route) => route.fulfill({ body: "1\n2\n3\n4\n5\n" }));
  await page.routeWebSocket("**/ws/self-check", (socket) => socket.close({ code: 4000 }));
  await enter();
  await page.locator(".host-proxy .button").click();
  const said = page.locator(".host-proxy .host-health");
  for (const words of [
    "--public-url http://127.0.0.1:",
    "The proxy must pass the Host header on",
    "the server expects /dominoes/",
    "--trusted-proxy 10.0.0.2",
    "proxy_buffering off",
    "proxy_http_version 1.1",
    "Without a socket nothing can be said",
  ])
    await said.getByText(words).waitFor();
  assert.equal(await said.locator("li.ok").count(), 1, "only the encryption is as it should be");
  await close();
});
