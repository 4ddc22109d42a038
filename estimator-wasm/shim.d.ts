/** The contract between a page's script, the JavaScript shim and the WebAssembly modules. */

/**
 * Answers a query from facts, the concatenated bytes of the fetched files. The reply is JSON of a type in
 * `reply.d.ts`.
 */
export type Estimator = (query: string, facts: Uint8Array) => string;

export interface Shim {
  start(module: BufferSource): Promise<Estimator>;
}

/** The exports that wasm-bindgen generates. A string or byte slice is passed as an address and a length. */
export interface Exports {
  memory: WebAssembly.Memory;
  answer(...given: number[]): [number, number];
  __wbindgen_malloc(length: number, align: number): number;
  __wbindgen_free(address: number, length: number, align: number): void;
}
