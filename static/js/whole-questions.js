/**
 * Whole questions: the pages that answer exactly one, and those with its most telling words. Touches neither the page
 * nor the network.
 */
import { BESIDE_SUBJECT, LONG, STOP_WORDS, apart, fold, significantWords, sorted, typosAllowed } from "./matcher.js";

/** @typedef {import("./matcher.js").Entry} Entry */
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

/** A part of a version or of a percentage. */
const VERSION = /^(?:v?\d{1,2}|\p{L})$/u;

/** Of these words the ones that name the subject, or all if none does. @param {string} question */
function subjectWords(question) {
  const telling = tellingWords(question),
    subject = telling.filter((word) => !BESIDE_SUBJECT.has(word) && !VERSION.test(word));
  return subject.length ? subject : telling;
}

/** Endings of English words that say the same. */
const ENDING = /(?:ations?|itions?|ative|itive|isms?|ings?|ers?|ed|ly|es|s|e)$/;
/** @type {Map<string, string>} */
const stems = new Map();
/** A word without its ending: “slower” and “slows” are “slow”, “fitting” is “fit”. @param {string} word */
function stemOf(word) {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = word.replace(/(?<=[^s])s$/, "").replace(ENDING, "");
    stem = stem.length < 3 || /\p{N}/u.test(word) ? word : stem.replace(/([^aeiouls])\1$/, "$1");
    stems.set(word, stem);
  }
  return stem;
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

/** Minimum number of telling words of a question that may be part of a longer one. */
const WORDS_OF_PART = 3;

/**
 * The pages with a question whose telling words are all among those of a longer text, the longest first.
 * @param {Matcher} matcher
 * @param {string} question
 * @returns {Hit[]}
 */
export function containedPages(matcher, question) {
  const words = tellingWords(question),
    least = Math.max(WORDS_OF_PART, words.length / 4),
    stems = new Set(words.map(stemOf));
  const hits = [...matcher.entries.values()].flatMap((entry) =>
    entry.questions.flatMap((name) => {
      const own = tellingWords(name.key);
      const isPart = own.length >= least && own.every((word) => stems.has(stemOf(word)));
      return isPart ? [{ entry, name, rank: -own.length }] : [];
    }),
  );
  return sorted(hits).map((hit) => ({ ...hit, rank: 0 }));
}

/** Share of a question's weight that a page has to have, if any page has it. */
const LEAST = 0.4;

/** Maximum number of pages. */
const MOST = 10;

/** The words of names that a word may mean, with its inflections. @param {Matcher} matcher @param {string} word */
function nearOf(matcher, word) {
  const found = matcher.near(word, false, word.length < LONG ? 0 : 1),
    stem = stemOf(word);
  for (const other of matcher.words.keys())
    if (stemOf(other) === stem) found.set(other, Math.min(found.get(other) ?? 1, 0.75));
  return found;
}

/**
 * The entries that have the most telling words of a question in one name, or else in their definitions, best first: a
 * word is the more telling, the fewer entries have it.
 * @param {Matcher} matcher
 * @param {string} question
 * @returns {Hit[]}
 */
export function partialHits(matcher, question) {
  const words = subjectWords(question);
  const near = words.map((word) => nearOf(matcher, word));
  const entries = [...matcher.entries.values()];
  const inDefinition = (/** @type {Entry} */ { folded }, /** @type {string} */ word) => folded.includes(` ${word} `);
  const isNamed = (/** @type {Entry} */ { names, questions }, /** @type {number} */ at) =>
    [...names, ...questions].some((name) => name.words.some((word) => near[at].has(word)));
  const weights = words.map((word, at) => {
    const count =
      entries.filter((entry) => isNamed(entry, at)).length ||
      entries.filter((entry) => inDefinition(entry, word)).length;
    return count ? Math.log(1 + entries.length / count) : 0;
  });
  const sum = (/** @type {number[]} */ all) => all.reduce((total, each) => total + each, 0);
  /** @param {Entry} entry @param {Name} name @returns {Hit} */
  const scored = (entry, name) => {
    const costs = near.map((found) => Math.min(...name.words.map((word) => found.get(word) ?? Infinity)));
    const own = sum(costs.map((cost, at) => (cost < Infinity ? weights[at] / (1 + cost / 4) : 0)));
    const told = sum(words.map((word, at) => (costs[at] === Infinity && inDefinition(entry, word) ? weights[at] : 0)));
    // A name that says little else fits better.
    const share = costs.filter((cost) => cost < Infinity).length / (subjectWords(name.key).length || 1);
    return { entry, name, rank: -(own * (0.7 + 0.5 * share) + 0.35 * told) };
  };
  const least = LEAST * sum(weights);
  const best = entries.map((entry) =>
    [...entry.names, ...entry.questions].map((name) => scored(entry, name)).reduce((a, b) => (b.rank < a.rank ? b : a)),
  );
  const some = sorted(best.filter(({ rank }) => rank < 0)),
    enough = some.filter(({ rank }) => -rank >= least);
  return (enough.length ? enough : some).slice(0, MOST);
}
