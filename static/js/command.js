/**
 * Builds the command that measures an estimated case, with the benchmark of the engine for its format. Uses neither the
 * page nor the network.
 *
 * 1. GGUF: `llama-bench` at this depth, `llama-batched-bench` for several requests, a prompt alone where that is asked.
 * 2. MLX: `mlx_lm.benchmark`.
 * 3. Formats that vLLM loads: `vllm bench latency`.
 *
 * Formats without such a tool have no command. The reader has to fill in the model's file.
 */

/**
 * @typedef {object} Case
 * @property {string} format its id in the catalog
 * @property {number} context tokens in the cache before the measured ones
 * @property {number | undefined} [requests]
 * @property {number | undefined} [devices]
 * @property {string | undefined} [way] how devices share: "tensor" or "layers"
 * @property {number | undefined} [prompt] tokens, where the speed is that of reading a prompt
 * @property {string | undefined} [cache] the cache's format, as the form names it
 */
/** @typedef {{ line: string, note: string }} Command the line, and what has to be known of it */

/** Tokens that are generated: llama-bench's own number. */
const GENERATED = 128;
const CACHES = ["f16", "q8_0", "q4_0"];
const VLLM = /^(gptq|awq|w4a16|fp8|int8-w8a8|nvfp4|mxfp4|bnb|bf16$|fp16$)/;

/** @param {Case} wanted @returns {Command | undefined} */
export function command(wanted) {
  if (wanted.format.startsWith("gguf-")) return llama(wanted);
  if (wanted.format.startsWith("mlx-")) return mlx(wanted);
  return VLLM.test(wanted.format) ? vllm(wanted) : undefined;
}

/** @param {(string | number | undefined)[]} words @param {string} note @returns {Command} */
const commandLine = (words, note) => ({ line: words.filter((word) => word !== undefined).join(" "), note });

/** @param {Case} wanted */
function llama({ context, requests = 1, devices = 1, way, prompt, cache = "f16" }) {
  if (!CACHES.includes(cache)) return undefined;
  const types = cache === "f16" ? undefined : `-fa on -ctk ${cache} -ctv ${cache}`;
  const together = requests > 1 && prompt === undefined;
  const shares = Array.from({ length: devices }, () => 1).join(together ? "," : "/");
  const split = devices > 1 ? `-sm ${way === "tensor" ? "tensor" : "layer"} -ts ${shares}` : undefined;
  if (together) {
    const sizes = `-c ${requests * (context + GENERATED)} -npp ${context} -ntg ${GENERATED} -npl ${requests}`;
    const note = "S_TG is the speed of all requests together.";
    return commandLine(["llama-batched-bench -m MODEL.gguf -ngl 99", sizes, split, types], note);
  }
  if (prompt !== undefined) {
    const words = ["llama-bench -m MODEL.gguf -ngl 99", `-p ${prompt} -n 0`, split, types];
    return commandLine(words, "The row pp is the speed.");
  }
  const run = `-p 0 -n ${GENERATED} -d ${context}`;
  return commandLine(["llama-bench -m MODEL.gguf -ngl 99", run, split, types], "The row tg is the speed.");
}

/** @param {Case} wanted */
function mlx({ context, requests = 1, devices = 1, prompt, cache = "f16" }) {
  if (cache !== "f16" || devices > 1) return undefined;
  const read = prompt ?? context,
    batch = requests > 1 ? `-b ${requests}` : undefined;
  const note = `${prompt === undefined ? "generation_tps" : "prompt_tps"} is the speed.`;
  return commandLine(["mlx_lm.benchmark --model MODEL", `-p ${read} -g ${GENERATED}`, batch], note);
}

/** @param {Case} wanted */
function vllm({ context, requests = 1, devices = 1, way, prompt, cache = "f16" }) {
  if (cache !== "f16") return undefined;
  const read = prompt ?? context,
    written = prompt === undefined ? GENERATED : 1;
  const parallel = way === "tensor" ? "tensor" : "pipeline";
  const split = devices > 1 ? `--${parallel}-parallel-size ${devices}` : undefined;
  const sizes = `--input-len ${read} --output-len ${written} --batch-size ${requests}`;
  const once = "Run it with --output-len 1 too: what is longer is the time of the other 127 tokens of each request.";
  const note = prompt === undefined ? once : "The prompt's tokens over the latency are the speed.";
  return commandLine(["vllm bench latency --model MODEL", sizes, `--max-model-len ${read + written}`, split], note);
}

/**
 * The case of a calculator's inputs, by their keys.
 * @param {(key: string) => string | null | undefined} value
 * @param {string} [kind] of the calculator
 * @returns {Case | undefined}
 */
export function caseOf(value, kind) {
  const number = (/** @type {string} */ key) => {
    const text = (value(key) ?? "").replaceAll(",", "");
    return /^\d+$/.test(text) ? Number(text) : undefined;
  };
  const [format, context] = [value("q"), number("c") ?? (kind === "prefill" ? 0 : undefined)];
  if (!format || context === undefined) return undefined;
  return {
    format,
    context,
    requests: number("b"),
    devices: number("n"),
    way: value("way") ?? undefined,
    prompt: kind === "prefill" ? number("pt") : undefined,
    cache: value("kv") ?? undefined,
  };
}
