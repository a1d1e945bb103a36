import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { DECLARATIONS, declarations } from "./declarations.js";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const TSC = fileURLToPath(new URL("node_modules/.bin/tsc", import.meta.url));

/** The fixtures of one folder. @param {string} folder */
const fixtures = (folder) =>
  readdirSync(new URL(`${folder}/`, FIXTURES)).map((name) => ({
    name,
    text: readFileSync(new URL(`${folder}/${name}`, FIXTURES), "utf8"),
  }));

/** What the compiler says about a program that declares these. @param {string[]} lines */
function compiled(lines) {
  const folder = mkdtempSync(join(tmpdir(), "boneyard-declarations-"));
  const file = join(folder, "program.ts");
  writeFileSync(join(folder, "protocol.d.ts"), readFileSync(DECLARATIONS));
  writeFileSync(file, ['import type { ClientMessage, Fact, ServerMessage } from "./protocol";', ...lines].join("\n"));
  try {
    execFileSync(TSC, ["--noEmit", "--strict", "--types", "", "--ignoreConfig", file], { encoding: "utf8" });
    return "";
  } catch (error) {
    return /** @type {any} */ (error).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the committed declarations are those of the schema", async () => {
  const committed = readFileSync(DECLARATIONS, "utf8");
  assert.ok(committed === (await declarations()), "stale: npm --prefix protocol/checks run declarations");
});

test("every fixture has its declared type", () => {
  const kinds = { client: "ClientMessage", server: "ServerMessage", facts: "Fact" };
  const all = Object.entries(kinds).flatMap(([folder, type]) =>
    fixtures(folder).map(({ name, text }) => ({ folder, name, type, text })),
  );
  assert.ok(all.length > 80, `${all.length} fixtures`);
  const lines = all.map(
    ({ folder, name, type, text }, at) => `/* ${folder}/${name} */ export const _${at}: ${type} = ${text};`,
  );
  assert.equal(compiled(lines), "");
});

test("what is no message has no declared type", () => {
  const output = compiled([
    'export const wrong: ClientMessage = { type: "ready", table: 7, id: "x" };',
    'export const none: Fact = { type: "sneezed" };',
  ]);
  assert.match(output, /program\.ts\(2,/);
  assert.match(output, /program\.ts\(3,/);
});
