// The policies of a sheet with their values, read off the engine's source: the one place that lists them all.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @param {string} name */
const source = (name) => readFileSync(fileURLToPath(new URL(`../../engine/src/sheet${name}`, import.meta.url)), "utf8");

/** Values by the name of the policy's type. @type {Map<string, string[]>} */
const VALUES = new Map(
  [...source("/policy.rs").matchAll(/policy! \{([\s\S]*?)\n\}/g)].map(([, body]) => {
    const [, type] = /^ {4}(\w+) \{/m.exec(body) ?? [];
    return [type, [...body.matchAll(/^ {8}\w+ = "(\w+)"/gm)].map(([, value]) => value)];
  }),
);

/**
 * The values that a field of the sheet may have, by its dotted name; none for a number or a switch.
 * @type {Map<string, string[]>}
 */
export const FIELDS = new Map(
  [...source(".rs").matchAll(/\/\/\/ `(\w+)\.\*`\n#\[[\s\S]*?pub struct \w+ \{([\s\S]*?)\n\}/g)].flatMap(
    ([, section, body]) =>
      [...body.matchAll(/^ {4}pub (\w+): (\w+),/gm)].map(
        ([, field, type]) => /** @type {[string, string[]]} */ ([`${section}.${field}`, VALUES.get(type) ?? []]),
      ),
  ),
);

/** The source of what is told of a sheet. */
export const CLAUSES = source("/clause.rs").split("#[cfg(test)]")[0];
