/** The contract between a page's script, the JavaScript shim and the WebAssembly modules. */

/**
 * Answers a query from facts (the bytes of the fetched files, concatenated) and keeps no state. The reply is JSON of a
 * type in `reply.d.ts`.
 */
export type Estimator = (query: string, facts: Uint8Array) => string;

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
