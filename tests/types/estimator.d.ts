/** The contract between a page's script, the estimator's JavaScript shim, and the WebAssembly modules. */

/**
 * Answers a query from facts (the bytes of the fetched files, concatenated) and keeps no state. The reply consists of
 * parts separated by a zero character; `parseReply` reads it.
 */
export type Estimator = (query: string, facts: Uint8Array) => string;

/** A number field as the estimator understood it; the slider's range and position are text too. */
export interface NumberField {
  key: string;
  /** As the field shows it: `16,384`. */
  text: string;
  /** As a URL has it: `16384`. */
  plain: string;
  start: string;
  end: string;
  position: string;
}

export type Reply =
  /** Facts are missing. The files are relative to the data folder; ask again once they have been fetched. */
  | { kind: "missing"; files: string[] }
  /** The query cannot be used: the input's key, and why. */
  | { kind: "invalid"; field: string; message: string }
  | {
      kind: "answer";
      /** HTML of the result, its three numbers and the chart. */
      figure: string;
      /** HTML of the steps and tables. */
      work: string;
      /** One sentence for screen readers. */
      status: string;
      /** Texts beside the inputs, by the input's key. */
      hints: { key: string; text: string }[];
      fields: NumberField[];
      /** The bare numbers as the bits of a double, in the order of the golden files. */
      numbers: string[];
    };

export interface Shim {
  start(module: BufferSource): Promise<Estimator>;
}

/** The exports of a module as wasm-bindgen makes them: a text or bytes are an address and a length. */
export interface Exports {
  memory: WebAssembly.Memory;
  answer(...given: number[]): [number, number];
  __wbindgen_malloc(length: number, align: number): number;
  __wbindgen_free(address: number, length: number, align: number): void;
}
