import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { here, keyHere, pageHere, socketHere } from "../src/net/here.js";

test("everything is found beside the page, at the root or below a proxy's path", () => {
  assert.equal(here("api/sheets", "http://10.0.0.5:8080/#/rules/kozel"), "http://10.0.0.5:8080/api/sheets");
  assert.equal(here("api/sheets", "https://example.org/dominoes/host"), "https://example.org/dominoes/api/sheets");
  assert.equal(socketHere("ws", "http://10.0.0.5:8080/index.html?x=1#/"), "ws://10.0.0.5:8080/ws");
  assert.equal(socketHere("ws", "https://example.org/dominoes/#/table/1"), "wss://example.org/dominoes/ws");
  assert.equal(
    pageHere("#/join/ABCD", "https://example.org/dominoes/host"),
    "https://example.org/dominoes/#/join/ABCD",
  );
  assert.equal(pageHere("#/join/ABCD", "http://[fe80::1]:8080/index.html#/"), "http://[fe80::1]:8080/#/join/ABCD");
});

test("two servers of one site keep their tokens apart", () => {
  assert.equal(keyHere("boneyard.token", "http://10.0.0.5:8080/#/"), "boneyard.token");
  assert.equal(keyHere("boneyard.token", "http://10.0.0.5:8080/host"), "boneyard.token");
  const keys = ["dominoes/", "dominoes/host", "club/"].map((path) =>
    keyHere("boneyard.token", `https://example.org/${path}`),
  );
  assert.deepEqual(keys, ["boneyard.token/dominoes/", "boneyard.token/dominoes/", "boneyard.token/club/"]);
});

test("the page and its manifest name nothing from the root", () => {
  const index = readFileSync(new URL("../index.html", import.meta.url), "utf8");
  assert.deepEqual(
    [...index.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path),
    [],
  );
  assert.ok([...index.matchAll(/(?:src|href)="a\/BUILD\//g)].length > 10);
  const manifest = JSON.parse(readFileSync(new URL("../icons/manifest.webmanifest", import.meta.url), "utf8"));
  const at = (/** @type {string} */ path) =>
    new URL(path, "https://example.org/dominoes/a/0123456789abcdef/icons/manifest.webmanifest").href;
  assert.deepEqual([manifest.start_url, manifest.scope].map(at), [
    "https://example.org/dominoes/",
    "https://example.org/dominoes/",
  ]);
  assert.equal(at(manifest.icons[0].src), "https://example.org/dominoes/a/0123456789abcdef/icons/icon.svg");
});
