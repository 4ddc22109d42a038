/** The contract between a page's script, the JavaScript shim and the WebAssembly modules. */

/**
 * Answers a query: the calculator of that kind from facts, the concatenated bytes of the fetched files; the reader of
 * that name from the reader's own bytes. The reply is JSON of a type in `reply.d.ts`.
 */
export type Estimator = (name: string, query: string, bytes: Uint8Array) => string;

export interface Shim {
  start(module: BufferSource | Response): Promise<Estimator>;
}

/** The exports that wasm-bindgen generates. A string or byte slice is passed as an address and a length. */
export interface Exports {
  memory: WebAssembly.Memory;
  answer(...given: number[]): [number, number];
  __wbindgen_malloc(length: number, align: number): number;
  __wbindgen_free(address: number, length: number, align: number): void;
}
