/**
 * Extracts the conditions from a question: “h100 qwen3 32b 8 users 32k fp8 kv” is a machine and a model with requests,
 * context and cache. Values are those of the calculators' URLs. Uses neither the page nor the network.
 */

/** @typedef {{ c?: string, b?: string, tps?: string, kv?: string, bench?: string, by?: string }} Conditions */

const K = 1024;
/** Neither part of a name nor of a longer number. */
const [START, END] = [String.raw`(?<![\p{L}\p{N}_.\-])`, String.raw`(?![\p{L}\p{N}_\-])`];
/** @param {string} inside */
const pattern = (inside) => new RegExp(START + inside + END, "iu");

/** Formats of a cache by the words for them. @type {Record<string, string>} */
const CACHES = { fp8: "fp8", f16: "f16", fp16: "f16", q8: "q8_0", q8_0: "q8_0", q4: "q4_0", q4_0: "q4_0" };
const CACHE = `(${Object.keys(CACHES).sort().reverse().join("|")})`;

const NUMBER = String.raw`(\d{1,5}(?:\.\d+)?)`;
/** Tokens in full: “262144”, “131,072”. */
const TOKENS = String.raw`(\d{1,3}(?:,\d{3})+|\d{3,8})(?: tokens?)?`;

/** Lengths of contexts that people ask for, in thousands. @param {number} thousands */
const isRound = (thousands) => thousands <= 2048 && (thousands % 4 === 0 || thousands % 10 === 0 || thousands < 10);

/** Contexts of models are multiples of this. */
const STEP = 32 * K;
/** The length that is written in thousands: “262k” is 262,144 tokens. @param {number} thousands */
function writtenLength(thousands) {
  const length = Math.round((thousands * 1000) / STEP) * STEP;
  return [Math.floor, Math.round].some((cut) => cut(length / 1000) === thousands) ? length : undefined;
}

/** What each condition looks like, and the values that it sets; none if the words are something else.
 * @type {[RegExp, (found: string[]) => Conditions | undefined][]} */
const SHAPES = [
  [pattern(`${CACHE} kv(?:[ -]cache)?`), ([, name]) => ({ kv: CACHES[name.toLowerCase()] })],
  [pattern(`kv(?:[ -]cache)?(?: in| at)? ${CACHE}`), ([, name]) => ({ kv: CACHES[name.toLowerCase()] })],
  [
    pattern(`(?:at least |>=? ?|≥ ?)?${NUMBER} ?(?:tok(?:ens?)?(?:/| per )s(?:ec|econd)?|t/s|tps)`),
    ([, speed]) => ({ tps: speed }),
  ],
  [
    pattern(String.raw`((?:at|with) )?(\d{1,4}) ?k( tokens?)?(?: of)?( context| ctx)?`),
    // The names of processors end like contexts: 285K, 9700K.
    ([, at, thousands, tokens, context]) => {
      const number = Number(thousands),
        length = writtenLength(number);
      if (!length && !at && !tokens && !context && !isRound(number)) return undefined;
      return { c: `${length || number * K}` };
    },
  ],
  [
    pattern(`(?:at |with )?${TOKENS}(?: of)? (?:context|ctx)(?: length| window)?`),
    ([, tokens]) => ({ c: tokens.replaceAll(",", "") }),
  ],
  [
    pattern(String.raw`(\d{1,2}) ?m(?:illion)?(?: tokens?)?(?: of)? (?:context|ctx)`),
    ([, millions]) => ({ c: `${Number(millions) * K * K}` }),
  ],
  [pattern(String.raw`(?:for )?(\d{1,4}) (?:users?|people|(?:concurrent )?requests?)`), ([, b]) => ({ b })],
  // The memory of all cards together is no memory of another one.
  [pattern(String.raw`\d+ ?gi?b (?:of )?(?:v?ram|memory) (?:in )?total`), () => ({})],
  [pattern("(?:for )?(?:coding|programming|code)"), () => ({ bench: "swe-bench-verified" })],
  [pattern("(?:for )?(?:math|maths|mathematics)"), () => ({ bench: "aime-2025" })],
  [pattern("cheap(?:est|er)?(?: hardware| machine| gpu)?(?: for)?"), () => ({ by: "rent" })],
];

/**
 * The conditions of a question, and the rest of its text.
 * @param {string} question
 */
export function conditionsOf(question) {
  /** @type {Conditions} */
  const values = {};
  // Sizes are written without their byte, too: “16G”.
  let rest = question.replace(/(?<![\p{L}\p{N}.])(\d+) ?G(?![\p{L}\p{N}])/giu, "$1 GB");
  for (const [shape, read] of SHAPES) {
    rest = rest.replace(shape, (...found) => {
      const set = read(/** @type {string[]} */ (found));
      Object.assign(values, set);
      return set ? " " : found[0];
    });
  }
  return { values, rest: rest.replace(/[\s,;]+$/, "").replace(/\s+/g, " ").trim() };
}

/** Words between two machines. */
const BETWEEN = /\s+(?:vs\.?|versus|or|against|compared (?:to|with)|(?:slower|faster|better) than)\s+|\s*[,/]\s*/i;

/** Machines side by side: “m4 max vs dgx spark gpt-oss-120b”. @param {string} question */
export const sides = (question) => question.split(BETWEEN).filter((side) => side.trim());

/**
 * The conditions that a list or calculator takes, as the end of its address.
 * @param {Conditions} values
 * @param {(keyof Conditions)[]} taken
 */
export const addressEnd = (values, taken) =>
  taken.flatMap((key) => (values[key] ? `&${key}=${values[key]}` : [])).join("");

/** Whether requests or the cache's format make a question one of memory first. @param {Conditions} values */
export const asksOfMemory = ({ b, kv }) => Boolean(b ?? kv);
