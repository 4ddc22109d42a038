/**
 * Filters lists by words, and keeps the reader's choices in the URL. Independent of any list: it compares texts and
 * writes parameters.
 */

/** Letters, digits and what names are told apart by, so that "4090 d" finds "RTX 4090D". @param {string} text */
const fold = (text) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+._]+/gu, " ")
    .trim();

/** Tells whether a text has every word that is looked for, or its beginning. @param {string} wanted */
export function finder(wanted) {
  const words = fold(wanted).split(" ").filter(Boolean);
  return (/** @type {string} */ text) => {
    const folded = fold(text);
    return words.every((word) => folded.includes(word));
  };
}

/** Writes parameters into the address; empty ones are removed. @param {Record<string, string>} values */
export function keep(values) {
  const url = new URL(location.href);
  for (const [key, value] of Object.entries(values)) {
    if (value) url.searchParams.set(key, value);
    else url.searchParams.delete(key);
  }
  if (url.href !== location.href) history.replaceState(history.state, "", url.href);
}
