/** What the page's script may expect of the estimator's generated glue (wasm-bindgen, target `web`). */

/** The result of one calculation. It lives in WebAssembly's memory: read it, then `free` it. */
export interface Answer {
  /** HTML of the figure: the answer, the three numbers and the chart. */
  readonly figure: string;
  /** HTML of the ledger of bytes and the table of measurements. */
  readonly work: string;
  /** One sentence for screen readers. */
  readonly status: string;
  /** Lines of `key`, tab, text: what stands beside each input's label. */
  readonly hints: string;
  /** Lines of `key`, text, plain number, slider position, slider end (tab between): what each number field was understood as. */
  readonly sliders?: string;
  /** The same result as Markdown. */
  readonly markdown: string;
  /** Key of the input that cannot be used; empty when there is a result. */
  readonly error_field: string;
  /** Why it cannot be used, in a sentence for the reader. */
  readonly error_message: string;
  free(): void;
}

export interface Estimator {
  /** File of measurements that this query still needs, relative to the site's root; empty when there is none. */
  anchors_file(query: string): string;
  add_anchors(bytes: Uint8Array): boolean;
  recalculate(kind: string, query: string): Answer;
  /** The bare numbers in the order of the golden file; NaN stands for an absent one. Used by tests. */
  numbers(kind: string, query: string): Float64Array;
  free(): void;
}

export interface Glue {
  default(init: { module_or_path: Response | Promise<Response> | BufferSource }): Promise<unknown>;
  Estimator: new (catalog: Uint8Array) => Estimator;
}
