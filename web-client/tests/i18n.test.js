import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { article, FORMS } from "../src/i18n/hungarian.js";
import { chooseLanguage, createTranslator, LANGUAGES } from "../src/i18n.js";
import { ERROR_CODES, PHRASES } from "../src/net/protocol.js";
import { CLAUSES, FIELDS } from "./policies.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** @param {string} path */
const read = (path) => readFileSync(ROOT + path, "utf8");
/** What everybody's page says. @type {Record<string, Record<string, any>>} */
const COMMON = Object.fromEntries(LANGUAGES.map((language) => [language, JSON.parse(read(`i18n/${language}.json`))]));
/** What the host's page says besides; a player's never loads it. @type {Record<string, Record<string, any>>} */
const HOST = Object.fromEntries(
  LANGUAGES.map((language) => [language, JSON.parse(read(`i18n/host/${language}.json`))]),
);
/** @type {Record<string, Record<string, any>>} */
const ALL = Object.fromEntries(LANGUAGES.map((language) => [language, { ...COMMON[language], ...HOST[language] }]));
const SOURCE = readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .map((name) => read(`src/${name}`))
  .join("\n");

/** What stands between quotes or backticks anywhere in the source. */
const LITERALS = new Set([...SOURCE.matchAll(/"([a-z][\w.]*)"/g)].map(([, text]) => text));
/** Keys made from a part that is a variable: `log.played.${end}`. */
const PATTERNS = [...SOURCE.matchAll(/`([a-z][\w.]*\.)\$\{[^`]*`/g)].map(([, prefix]) => prefix);

test("every language has the same keys", () => {
  for (const language of LANGUAGES)
    assert.deepEqual(Object.keys(ALL[language]).sort(), Object.keys(ALL.en).sort(), language);
  for (const language of LANGUAGES)
    assert.ok(
      Object.keys(HOST[language]).every((key) => key.startsWith("host.")) &&
        !Object.keys(COMMON[language]).some((key) => key.startsWith("host.")),
      language,
    );
});

test("no key is missing", () => {
  const used = [...SOURCE.matchAll(/(?:\bt|t\(\)|\bt\.\w*)\.(?:text|parts)\(\s*"([^"]+)"/g)].map(([, key]) => key);
  assert.ok(used.length > 100);
  for (const key of used) assert.ok(key in ALL.en || `${key}.me` in ALL.en, key);
});

test("no key is unused", () => {
  for (const key of Object.keys(ALL.en)) {
    const plain = key.replace(/\.me$|\.many$/, "");
    assert.ok(LITERALS.has(key) || LITERALS.has(plain) || PATTERNS.some((prefix) => key.startsWith(prefix)), key);
  }
});

test("a sentence has the same places in every language", () => {
  /** @param {any} message */
  const places = (message) =>
    [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)(?:\|\w+)?\}/g)].map(([, place]) => place))].sort();
  for (const [key, message] of Object.entries(ALL.en)) {
    for (const language of LANGUAGES) {
      const own = places(ALL[language][key]);
      const known = key.startsWith("result.ready") || key === "seat.number" ? own : places(message);
      assert.deepEqual(own, known, `${language}: ${key}`);
    }
  }
});

test("plural sentences have every form their language needs", () => {
  for (const language of LANGUAGES) {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(ALL[language])) {
      if (typeof message === "string") continue;
      for (const form of needed) assert.ok(form in message, `${language}: ${key} has no ${form}`);
    }
  }
});

test("every error code of the server has a sentence, and every phrase", () => {
  const schema = JSON.parse(read("../protocol/schema/protocol.schema.json"));
  /** @type {string[]} */
  const codes = schema.$defs.ErrorCode.oneOf.map((/** @type {{ const: string }} */ one) => one.const);
  assert.ok(codes.length > 0);
  assert.deepEqual([...ERROR_CODES].sort(), codes.sort());
  for (const code of codes) assert.ok(`error.${code}` in ALL.en, code);
  for (const phrase of PHRASES) assert.ok(`phrase.${phrase}` in ALL.en, phrase);
});

test("every clause that the engine can tell has a sentence", () => {
  const exact = [...CLAUSES.matchAll(/(?:say|switch|number)\(\s*"([a-z_.]+)"/g)].map(([, code]) => code);
  const chosen = [...CLAUSES.matchAll(/choice\("([a-z_.]+)"/g)].flatMap(([, field]) => codes(field, field));
  const made = [...CLAUSES.matchAll(/format!\("([a-z_.]+)\.\{\}", (\w+)\.(\w+)\.name\(\)\)/g)].flatMap(
    ([, code, section, field]) => codes(code, `${section.replace("goal", "match")}.${field}`),
  );
  const blocks = [
    ["collect", "difference", "pairwise", "others"],
    ["own", "all", "lowest_exempt", "eggs", "lower"],
    ["fixed", "lowest", "doubles"],
    ["set", "lower"],
  ].flatMap(([result, ...kinds]) => kinds.map((kind) => `score.block.${result}.${kind}`));
  assert.ok(
    exact.length > 15 && chosen.length > 60 && made.length > 12,
    `${exact.length}, ${chosen.length}, ${made.length}`,
  );
  for (const code of [...exact, ...chosen, ...made, ...blocks])
    assert.ok(`clause.${code}` in ALL.en || SILENT.has(code), code);
});

/** @param {string} code @param {string} field */
function codes(code, field) {
  const values = FIELDS.get(field) ?? [];
  assert.ok(values.length > 0, `${field} has no values`);
  return values.map((value) => `${code}.${value}`);
}

/** What the engine tells by other codes, or not at all because nothing happens. */
const SILENT = new Set([
  "score.blank.zero",
  "line.spinner.none",
  "referee.ladder.none",
  "score.result.collect",
  "score.result.fixed",
]);

test("every field of a sheet has a name as an option, and every value of it a word", () => {
  assert.ok(FIELDS.size > 60, `${FIELDS.size} fields`);
  for (const [field, values] of FIELDS) {
    assert.ok(`option.${field}` in ALL.en, field);
    for (const value of values) assert.ok(`option.${field}.${value}` in ALL.en, `${field}.${value}`);
  }
});

test("the browser's first known language is taken, a choice wins", () => {
  assert.equal(chooseLanguage("auto", ["de-DE", "hu-HU", "ru"]), "hu");
  assert.equal(chooseLanguage("auto", ["de"]), "en");
  assert.equal(chooseLanguage("ru", ["hu"]), "ru");
});

test("Hungarian articles and suffixes follow the sound", () => {
  assert.deepEqual(["1", "5-3", "6-4", "10", "15", "50", "51", "100", "1000", "Anna", "Boris"].map(article), [
    "az",
    "az",
    "a",
    "a",
    "a",
    "az",
    "az",
    "a",
    "az",
    "az",
    "a",
  ]);
  assert.deepEqual(["6-4", "5-5", "3-0", "6-6", "5-3", "4-2", "2-1"].map(FORMS.acc), [
    "6-4-et",
    "5-5-öt",
    "3-0-t",
    "6-6-ot",
    "5-3-at",
    "4-2-t",
    "2-1-et",
  ]);
  assert.deepEqual(["0", "1", "2", "3", "4", "5", "6"].map(FORMS.adj), [
    "0-s",
    "1-es",
    "2-es",
    "3-as",
    "4-es",
    "5-ös",
    "6-os",
  ]);
  assert.deepEqual(["3", "5", "0"].map(FORMS.onto), ["3-ra", "5-re", "0-ra"]);
  assert.deepEqual(["13", "25", "10", "20"].map(FORMS.from), ["13-tól", "25-től", "10-től", "20-tól"]);
});

test("sentences of the look's list come out word for word", () => {
  const say = (/** @type {string} */ language) => createTranslator(language, ALL[language]);
  const anna = { who: { name: "Anna" }, tile: "6-4", ends: "3" };
  assert.equal(
    say("en").text("say.played.right", { ...anna, ends: "3 and 4" }),
    "Anna lays 6-4 on the right, ends 3 and 4",
  );
  const russian = say("ru").text("say.played.right", { ...anna, ends: "3 и 4" });
  assert.equal(russian, "Anna кладёт 6-4 справа, концы 3 и 4");
  assert.equal(
    say("hu").text("say.played.right", { ...anna, ends: "3 és 4" }),
    "Anna jobbra leteszi a 6-4-et, a végek: 3 és 4",
  );
  assert.equal(say("hu").text("result.lost", { n: 13 }), "Elveszett: a számla 13-tól nyílik");
});
