/**
 * Whole questions: the pages that answer exactly one, and the words of one that nothing has. Touches neither the page
 * nor the network.
 */
import { STOP_WORDS, apart, camelApart, fold, significantWords, typosAllowed } from "./matcher.js";

/** @typedef {import("./matcher.js").Hit} Hit */
/** @typedef {import("./matcher.js").Matcher} Matcher */
/** @typedef {import("./matcher.js").Name} Name */

/** Words of whole questions that say nothing of their subject. */
const FILLER = new Set(
  (
    "can could will would should there any some get gets getting have has am was were been its this that these those " +
    "me we you your at by from when if so too very just really who where run running use using want best good"
  ).split(" "),
);
/** The words of a question that say what it is about, each once. @param {string} question */
export const tellingWords = (question) =>
  [...new Set(fold(question).split(" "))].filter((word) => word && !STOP_WORDS.has(word) && !FILLER.has(word));

/**
 * A query with those words apart that are known only so: “LlamaCPP”, “llamacpp”, “OutOfMemory”.
 * @param {Matcher} matcher
 * @param {string} question
 */
export function spaced({ words, entries }, question) {
  const isKnown = (/** @type {string} */ word) => words.has(word) || STOP_WORDS.has(word);
  return question.replace(/\p{L}{5,}/gu, (word) => {
    const joined = fold(word),
      camel = camelApart(word);
    if (words.has(joined)) return word;
    if (camel !== word && fold(camel).split(" ").every(isKnown)) return camel;
    const names = [...entries.values()].flatMap((entry) => entry.names);
    return names.find((name) => name.joined === joined && name.isTerm)?.key ?? word;
  });
}

/**
 * The words of a query that no name and no definition has.
 * @param {Matcher} matcher
 * @param {string} question
 */
export function unknownWords(matcher, question) {
  const entries = [...matcher.entries.values()];
  const isKnown = (/** @type {string} */ word) =>
    matcher.near(word, false, typosAllowed(word, false)).size > 0 ||
    entries.some(({ folded }) => folded.includes(` ${word}`));
  const words = significantWords(fold(question)).filter(Boolean);
  return words.filter((word) => !isKnown(word) && !apart(word).split(" ").every(isKnown));
}

/**
 * The pages that answer exactly this question.
 * @param {Matcher} matcher
 * @param {string} question
 * @returns {Hit[]}
 */
export function askedPages(matcher, question) {
  const key = fold(question),
    words = tellingWords(question);
  const isSame = (/** @type {Name} */ name) => {
    if (name.key === key) return true;
    const own = tellingWords(name.key);
    return words.length > 1 && own.length === words.length && own.every((word) => words.includes(word));
  };
  return [...matcher.entries.values()].flatMap((entry) => {
    const name = entry.questions.find(isSame);
    return name ? [{ entry, name, rank: 0 }] : [];
  });
}
