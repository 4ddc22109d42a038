/**
 * Carries texts and bytes into a calculator's module and its reply out. wasm-bindgen's own bindings do the same for
 * whatever a module may export, in five times the bytes; this one knows the one export of `estimator-wasm/src/lib.rs`.
 * A build with another wasm-bindgen has to agree with it: the tests ask every module through this file.
 */
/** @typedef {import("../tests/types/glue.js").Estimator} Estimator */
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** @param {BufferSource} source @returns {Promise<Estimator>} */
export async function start(source) {
  const module = await WebAssembly.compile(source);
  /** @type {WebAssembly.Imports} */
  const imports = {};
  // What wasm-bindgen would throw through; nothing in a module does.
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => {};
  const { exports } = await WebAssembly.instantiate(module, imports);
  const { memory, answer, __wbindgen_malloc: take, __wbindgen_free: free } = /** @type {import("../tests/types/glue.js").Exports} */ (/** @type {unknown} */ (exports));
  return (query, cards, prefix = "", markdown = false) => {
    const given = [encoder.encode(query), cards, encoder.encode(prefix)].flatMap((bytes) => {
      const at = take(bytes.length, 1);
      new Uint8Array(memory.buffer).set(bytes, at);
      return [at, bytes.length];
    });
    const [at, length] = answer(...given, Number(markdown));
    const reply = decoder.decode(new Uint8Array(memory.buffer, at, length));
    free(at, length, 1);
    return reply;
  };
}
