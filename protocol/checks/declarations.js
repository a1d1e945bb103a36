// TypeScript declarations of every message, made from the committed JSON Schema.
//
//     npm run declarations     # writes ../schema/protocol.d.ts

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const SCHEMA = new URL("../schema/protocol.schema.json", import.meta.url);
export const DECLARATIONS = new URL("../schema/protocol.d.ts", import.meta.url);

const HEAD = `// The messages of a Boneyard server, protocol version 1. Made from its JSON Schema; not to be edited.
// Fields and types that are not named here are to be ignored: they may be added within the version.
`;

/** What the generator says of where a type comes from. */
const ORIGIN = /(?: \*\n)? \* This \w+ was referenced by `\w+`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g;

/** @typedef {Record<string, any>} Schema */

/**
 * The schema in the form that the generator understands: no reference has siblings, and every client message stands by
 * itself.
 * @param {Schema} schema
 */
function settle(schema) {
  const { ClientMessage, Envelope, ServerMessage } = schema.$defs;
  const commands = Envelope.oneOf.map((/** @type {Schema} */ command) => ({
    ...command,
    properties: { ...command.properties, ...Envelope.properties },
    required: [...command.required, "id"],
  }));
  ClientMessage.anyOf = [...ClientMessage.anyOf.filter((/** @type {Schema} */ one) => one.properties), ...commands];
  ServerMessage.oneOf = ServerMessage.oneOf.filter(
    (/** @type {Schema} */ one) => one.properties.type.const !== "unknown",
  );
  delete schema.$defs.Envelope;
  const { client: _, ...answers } = schema.properties;
  withoutNull(answers, schema.$defs, new Set());
  return withoutSiblings(schema);
}

/**
 * The server leaves out what it does not have: an optional field of what it sends is never null. Changes the schema.
 * @param {any} value
 * @param {Record<string, Schema>} definitions
 * @param {Set<string>} done definitions that were changed already
 */
function withoutNull(value, definitions, done) {
  if (value === null || typeof value !== "object") return;
  const name = typeof value.$ref === "string" ? value.$ref.replace("#/$defs/", "") : undefined;
  if (name !== undefined && !done.has(name)) {
    done.add(name);
    withoutNull(definitions[name], definitions, done);
  }
  for (const [field, kind] of Object.entries(value.properties ?? {})) {
    if (!value.required?.includes(field)) value.properties[field] = notNull(/** @type {Schema} */ (kind));
  }
  for (const part of Object.values(value)) withoutNull(part, definitions, done);
}

/** @param {Schema} kind @returns {Schema} */
function notNull({ anyOf, type, ...rest }) {
  const others = anyOf?.filter((/** @type {Schema} */ one) => one.type !== "null");
  const types = Array.isArray(type) ? type.filter((one) => one !== "null") : undefined;
  return {
    ...rest,
    ...(others === undefined ? {} : others.length === 1 ? others[0] : { anyOf: others }),
    ...(types === undefined ? (type === undefined ? {} : { type }) : { type: types.length === 1 ? types[0] : types }),
  };
}

/** @param {any} value @returns {any} */
function withoutSiblings(value) {
  if (Array.isArray(value)) return value.map(withoutSiblings);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutSiblings(field)]));
  const { $ref, ...siblings } = fields;
  return $ref === undefined || Object.keys(siblings).length === 0 ? fields : { ...siblings, allOf: [{ $ref }] };
}

/** The declarations as they must be now. */
export async function declarations() {
  const schema = settle(JSON.parse(readFileSync(SCHEMA, "utf8")));
  const text = await compile(schema, "Protocol", {
    additionalProperties: false,
    bannerComment: HEAD,
    unreachableDefinitions: true,
  });
  return text.replaceAll(ORIGIN, "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DECLARATIONS, await declarations());
