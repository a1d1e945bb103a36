// Sentences in the reader's language. A sentence is one text with {places}, or a set of plural forms; it is never glued
// from pieces.

import { FORMS as HUNGARIAN } from "./i18n/hungarian.js";

/** @type {readonly string[]} */
export const LANGUAGES = Object.freeze(["en", "ru", "hu"]);

/** @type {Readonly<Record<string, string>>} */
export const LANGUAGE_NAMES = Object.freeze({ en: "English", ru: "Русский", hu: "Magyar" });

/** @type {Record<string, Readonly<Record<string, (text: string) => string>>>} */
const FORMS = { hu: HUNGARIAN };

/**
 * A person's name: set apart in the sentence, so that a name in another script does not turn it round.
 * @typedef {{ name: string }} Name
 * @typedef {string | number | Name} Param
 * @typedef {Record<string, string | Record<string, string>>} Messages
 * @typedef {string | { name: string }} Part
 *
 * @typedef {object} Translator
 * @property {string} language
 * @property {(key: string, params?: Record<string, Param>) => string} text
 * @property {(key: string, params?: Record<string, Param>) => Part[]} parts
 * @property {(key: string) => boolean} has
 * @property {(items: string[], type?: "conjunction" | "disjunction") => string} list
 * @property {(n: number) => string} number
 * @property {(form: string, text: string) => string} form a form of the language, the text itself where it has no such
 *   form
 */

/**
 * The first language of the wish list that the page speaks.
 * @param {string} chosen "auto" or a language
 * @param {readonly string[]} wishes of the browser
 */
export function chooseLanguage(chosen, wishes) {
  if (LANGUAGES.includes(chosen)) return chosen;
  return wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find((wish) => LANGUAGES.includes(wish)) ?? LANGUAGES[0];
}

/**
 * @param {string} language
 * @param {Messages} messages
 * @returns {Translator}
 */
export function createTranslator(language, messages) {
  const plural = new Intl.PluralRules(language);
  const figures = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const forms = FORMS[language] ?? {};

  /** @param {string} key @param {Record<string, Param>} params */
  function sentence(key, params) {
    const message = messages[key];
    if (message === undefined) return key;
    if (typeof message === "string") return message;
    return message[plural.select(Number(params.n ?? 0))] ?? message.other;
  }

  /** @param {string} form @param {string} text */
  const formed = (form, text) => forms[form]?.(text) ?? text;

  /** @param {string} key @param {Record<string, Param>} [params] @returns {Part[]} */
  function parts(key, params = {}) {
    return sentence(key, params)
      .split(/(\{[^}]+\})/)
      .filter((piece) => piece !== "")
      .map((piece) => {
        if (!piece.startsWith("{")) return piece;
        const [place, form] = piece.slice(1, -1).split("|");
        const value = params[place];
        if (value === undefined) return piece;
        if (typeof value === "object") return form === undefined ? value : formed(form, value.name);
        const text = typeof value === "number" ? figures.format(value) : value;
        return form === undefined ? text : formed(form, text);
      });
  }

  return {
    language,
    parts,
    text: (key, params) =>
      parts(key, params)
        .map((part) => (typeof part === "string" ? part : part.name))
        .join(""),
    has: (key) => messages[key] !== undefined,
    list: (items, type = "conjunction") => new Intl.ListFormat(language, { type }).format(items),
    number: (n) => figures.format(n),
    form: formed,
  };
}

/** Minutes and seconds as on a clock: 1:07. @param {number} ms */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
