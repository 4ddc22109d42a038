/**
 * The JavaScript shim of the calculators' WebAssembly modules: passes a query and records in and the reply out.
 *
 * wasm-bindgen's own bindings support every kind of export, in five times the bytes; this file supports only the export
 * of `estimator-wasm/src/lib.rs`. It depends on the version of wasm-bindgen, so the tests run every module through it.
 */
/** @typedef {import("./shim.js").Estimator} Estimator */
/** @typedef {import("./shim.js").Exports} Exports */
const encoder = new TextEncoder(),
  decoder = new TextDecoder();

/**
 * @param {BufferSource} source
 * @returns {Promise<Estimator>}
 */
export async function start(source) {
  const module = await WebAssembly.compile(source);
  /** @type {WebAssembly.Imports} */
  const imports = {};
  // wasm-bindgen imports functions that throw exceptions; no module calls them.
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => {};
  const instance = await WebAssembly.instantiate(module, imports);
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  const { memory, answer, __wbindgen_malloc: allocate, __wbindgen_free: free } = exports;
  return (query, facts) => {
    const given = [encoder.encode(query), facts].flatMap((bytes) => {
      const at = allocate(bytes.length, 1);
      new Uint8Array(memory.buffer).set(bytes, at);
      return [at, bytes.length];
    });
    const [at, length] = answer(...given);
    const reply = decoder.decode(new Uint8Array(memory.buffer, at, length));
    free(at, length, 1);
    return reply;
  };
}
