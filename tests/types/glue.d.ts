/** What the page's script may expect of the estimator's generated glue (wasm-bindgen, target `web`). */

export interface Estimator {
  /** Files of cards that this query still needs, below the folder of the data: a line each. To be asked again once they are there. */
  needs(query: string): string;
  /** Adds a card; false if the bytes are none. */
  add(bytes: Uint8Array): boolean;
  /**
   * Parts with a zero character between. A result has six: HTML of the figure (the answer, the three numbers and the chart), HTML of the
   * tables, one sentence for screen readers, what stands beside the inputs' labels (lines of key, tab, text), the number
   * fields as understood (lines of key, text, plain number, the slider's start, end and place, tabs between), and the bits of the bare
   * numbers in the order of the golden file (a line each). The prefix comes before every id, so that two answers can share a page. A query that cannot be used has two: the key of the input, and why.
   */
  recalculate(query: string, prefix: string): string;
  /** The same answer as Markdown; empty if the query cannot be used. */
  markdown(query: string): string;
  free(): void;
}

export interface Glue {
  default(init: { module_or_path: Response | Promise<Response> | BufferSource }): Promise<unknown>;
  Estimator: new () => Estimator;
}
