/**
 * Long questions, such as titles of threads: the pages with a question that is part of one, and those with its most
 * telling words. Fetched with the first search. Touches neither the page nor the network.
 */
import { LONG, sorted } from "./matcher.js";
import { BESIDE_SUBJECT } from "./plain-words.js";
import { tellingWords } from "./whole-questions.js";

/** @typedef {import("./matcher.js").Entry} Entry */
/** @typedef {import("./matcher.js").Hit} Hit */
/** @typedef {import("./matcher.js").Matcher} Matcher */
/** @typedef {import("./matcher.js").Name} Name */

/** A part of a version or of a percentage. */
const VERSION = /^(?:v?\d{1,2}|\p{L})$/u;

/** Of these words the ones that name the subject, or all if none does. @param {string} question */
function subjectWords(question) {
  const telling = tellingWords(question),
    subject = telling.filter((word) => !BESIDE_SUBJECT.has(word) && !VERSION.test(word));
  return subject.length ? subject : telling;
}

/** The words of a text that name a subject. @param {string} words */
export const subjectOf = (words) =>
  words
    .split(" ")
    .filter((word) => !BESIDE_SUBJECT.has(word))
    .join(" ");

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
    known = new Set(words.map(stemOf));
  const hits = [...matcher.entries.values()].flatMap((entry) =>
    entry.questions.flatMap((name) => {
      const own = tellingWords(name.key);
      const isPart = own.length >= least && own.every((word) => known.has(stemOf(word)));
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
 * @param {string[]} [words] of the question; all telling ones where those of its subject find nothing
 * @returns {Hit[]}
 */
export function partialHits(matcher, question, words = subjectWords(question)) {
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
    enough = some.filter(({ rank }) => -rank >= least),
    telling = tellingWords(question);
  if (!some.length && telling.length > words.length) return partialHits(matcher, question, telling);
  return (enough.length ? enough : some).slice(0, MOST);
}
