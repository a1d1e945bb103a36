// What Hungarian does to words by their sound: the article before them and the vowel of their suffix.

/**
 * How a number's name ends decides its suffixes.
 * @typedef {"back" | "front" | "round"} Vowels
 */

/** @type {readonly Vowels[]} nulla, egy, kettő, három, négy, öt, hat, hét, nyolc, kilenc */
const DIGITS = ["back", "front", "front", "back", "front", "round", "back", "front", "back", "front"];
/** @type {readonly Vowels[]} tíz, húsz, harminc, negyven, ötven, hatvan, hetven, nyolcvan, kilencven */
const TENS = ["front", "back", "back", "front", "front", "back", "front", "back", "front"];

/** @param {number} n whole and not negative @returns {Vowels} of the last word of its name */
export function vowels(n) {
  if (n % 10 !== 0 || n === 0) return DIGITS[n % 10];
  if (n % 100 !== 0) return TENS[(n % 100) / 10 - 1];
  if (n % 1000 !== 0) return "back";
  return n % 1_000_000 === 0 ? "back" : "front";
}

/**
 * "a" or "az" before a number, a tile or a word.
 * @param {string} text
 * @returns {"a" | "az"}
 */
export function article(text) {
  const digits = /^\d+/.exec(text)?.[0];
  if (digits === undefined) return /^[aáeéiíoóöőuúüű]/i.test(text) ? "az" : "a";
  // öt, ötven, ötszáz, ötezer; egy, ezer, egymillió
  const leads = digits[0] === "5" || (digits[0] === "1" && digits.length % 3 === 1);
  return leads ? "az" : "a";
}

/** The last number in a text: of "6-4" that is 4. @param {string} text */
const lastNumber = (text) => Number(/(\d+)\D*$/.exec(text)?.[1] ?? 0);

/** @param {string} text @param {Record<Vowels, string>} suffixes */
const suffixed = (text, suffixes) => `${text}-${suffixes[vowels(lastNumber(text))]}`;

/** @param {string} text @param {string} zero @param {string} two @param {Record<Vowels, string>} suffixes */
function object(text, zero, two, suffixes) {
  const n = lastNumber(text);
  if (n === 0) return `${text}-${zero}`;
  if (n === 2) return `${text}-${two}`;
  return suffixed(text, suffixes);
}

/** The forms that a sentence may ask for, `{tile|acc}`. @type {Readonly<Record<string, (text: string) => string>>} */
export const FORMS = Object.freeze({
  /** a 6-4, az 5-3 */
  a: (text) => `${article(text)} ${text}`,
  A: (text) => `${article(text) === "az" ? "Az" : "A"} ${text}`,
  /** 6-4-et: the object */
  acc: (text) => object(text, "t", "t", { back: lastNumber(text) === 6 ? "ot" : "at", front: "et", round: "öt" }),
  /** a 6-4-et */
  aacc: (text) => `${article(text)} ${FORMS.acc(text)}`,
  /** 4-es, 5-ös, 6-os, 3-as, 0-s */
  adj: (text) => {
    const back = lastNumber(text) % 10 === 6 ? "os" : "as";
    return object(text, "s", "es", { back, front: "es", round: "ös" });
  },
  /** 3-ra, 5-re */
  onto: (text) => suffixed(text, { back: "ra", front: "re", round: "re" }),
  /** 13-tól */
  from: (text) => suffixed(text, { back: "tól", front: "től", round: "től" }),
  /** 101-ig */
  upto: (text) => `${text}-ig`,
});
