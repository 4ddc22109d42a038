/** Reads a calculator's reply, the text format of `reply` in `estimator-wasm/src/lib.rs`. */
/** @typedef {import("../../tests/types/estimator.js").Reply} Reply */

/**
 * Reads a reply; throws if its shape is none that `reply` in `estimator-wasm/src/lib.rs` documents.
 * @param {string} text
 * @returns {Reply}
 */
export function parseReply(text) {
  const parts = text.split("\0");
  const [first = "", second = "", status = "", hints = "", fields = "", numbers = ""] = parts;
  if (parts.length === 2 && first) return { kind: "invalid", field: first, message: second };
  if (parts.length === 2 && second) return { kind: "missing", files: second.split("\n").filter(Boolean) };
  if (parts.length !== 6) throw new Error(`Malformed reply: ${parts.length} parts`);
  return {
    kind: "answer",
    figure: first,
    work: second,
    status,
    hints: rows(hints, ["key", "text"]),
    fields: rows(fields, ["key", "text", "plain", "start", "end", "position"]),
    numbers: rows(numbers, ["bits"]).map(({ bits }) => bits),
  };
}

/**
 * Reads a table of lines, each ended by a line feed, whose cells are separated by tabs.
 * @template {string} Column
 * @param {string} table
 * @param {Column[]} columns
 */
function rows(table, columns) {
  const lines = table.split("\n");
  if (lines.pop()) throw new Error("Malformed reply: a line without its end");
  return lines.map((line) => {
    const cells = line.split("\t");
    if (cells.length !== columns.length) throw new Error(`Malformed reply: ${cells.length} cells in a line`);
    return /** @type {Record<Column, string>} */ (Object.fromEntries(columns.map((column, at) => [column, cells[at]])));
  });
}
