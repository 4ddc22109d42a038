/**
 * The JavaScript shim of both WebAssembly modules: passes a name, a query and bytes in and the reply out.
 *
 * wasm-bindgen's own bindings support every kind of export, in five times the bytes; this file supports only the export
 * of `estimator-wasm`, `answer`. It depends on the version of wasm-bindgen, so the tests run both modules through it.
 */
/** @typedef {import("./shim.js").Estimator} Estimator */
/** @typedef {import("./shim.js").Exports} Exports */
const encoder = new TextEncoder(),
  decoder = new TextDecoder();

/**
 * Starts a module; one that arrives with its media type is compiled while it is downloaded.
 * @param {BufferSource | Response} source
 * @returns {Promise<Estimator>}
 */
export async function start(source) {
  const streams = source instanceof Response && source.headers.get("content-type") === "application/wasm";
  const bytes = source instanceof Response && !streams ? await source.arrayBuffer() : source;
  const module = await (bytes instanceof Response ? WebAssembly.compileStreaming(bytes) : WebAssembly.compile(bytes));
  /** @type {WebAssembly.Imports} */
  const imports = {};
  // wasm-bindgen imports functions that throw exceptions; no module calls them.
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => {};
  const instance = await WebAssembly.instantiate(module, imports);
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  const { memory, answer, __wbindgen_malloc: allocate, __wbindgen_free: free } = exports;
  return (name, query, bytes) => {
    const given = [encoder.encode(name), encoder.encode(query), bytes].flatMap((part) => {
      const at = allocate(part.length, 1);
      new Uint8Array(memory.buffer).set(part, at);
      return [at, part.length];
    });
    const [at, length] = answer(...given);
    const reply = decoder.decode(new Uint8Array(memory.buffer, at, length));
    free(at, length, 1);
    return reply;
  };
}
