/** What the page's script may expect of the estimator, and the estimator's glue of its module. */

/**
 * Answers a query from cards, their bytes one after another, and keeps nothing. The reply has parts with a zero character between.
 * - A first part that is empty: cards are missing. The second names their files below the folder of the data, a line each; to be asked again
 *   once they are there.
 * - Six parts: HTML of the figure (the answer, the three numbers and the chart), HTML of the tables, one sentence for screen readers, what
 *   stands beside the inputs' labels (lines of key, tab, text), the number fields as understood (lines of key, text, plain number, the
 *   slider's start, end and place, tabs between), and the bits of the bare numbers in the order of the golden file (a line each). The prefix
 *   comes before every id, so that two answers can share a page.
 * - Two parts: the query cannot be used; the key of the input, and why.
 *
 * As Markdown the answer is one part, empty if the query cannot be used.
 */
export type Estimator = (query: string, cards: Uint8Array, prefix?: string, markdown?: boolean) => string;

export interface Glue {
  start(module: BufferSource): Promise<Estimator>;
}

/** The exports of a module, as wasm-bindgen makes them: a text or bytes are an address and a length. */
export interface Exports {
  memory: WebAssembly.Memory;
  answer(...given: number[]): [number, number];
  __wbindgen_malloc(length: number, align: number): number;
  __wbindgen_free(address: number, length: number, align: number): void;
}
