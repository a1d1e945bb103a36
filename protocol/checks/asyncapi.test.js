import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Parser } from "@asyncapi/parser";

const text = readFileSync(new URL("../schema/asyncapi.yaml", import.meta.url), "utf8");

/** The types of one folder's fixtures. @param {string} folder */
function typesIn(folder) {
  const base = new URL(`../fixtures/${folder}/`, import.meta.url);
  return new Set(readdirSync(base).map((name) => JSON.parse(readFileSync(new URL(name, base), "utf8")).type));
}

test("the official parser has nothing against the document", async () => {
  const { document, diagnostics } = await new Parser().parse(text);
  // Version 3.0 is what most tools read; that there is a later one is no fault.
  const found = diagnostics.filter(({ code }) => code !== "asyncapi-latest-version");
  assert.deepEqual(
    found.map(({ message, path }) => ({ message, path: path.join(".") })),
    [],
  );
  assert.equal(document?.version(), "3.0.0");
});

test("the server receives and sends every message type, each with its schema", async () => {
  const { document } = await new Parser().parse(text);
  assert.ok(document);
  const of = (/** @type {"client" | "server"} */ side) =>
    document
      .allMessages()
      .all()
      .filter((message) => message.id().startsWith(`${side}_`));
  for (const side of /** @type {const} */ (["client", "server"])) {
    const messages = of(side);
    assert.deepEqual(new Set(messages.map((message) => message.name())), typesIn(side));
    for (const message of messages) {
      assert.equal(message.payload()?.properties()?.type.const(), message.name());
    }
  }
  const received = document
    .operations()
    .filterByReceive()
    .flatMap((operation) => operation.messages().all());
  assert.deepEqual(new Set(received.map((message) => message.name())), typesIn("client"));
});
