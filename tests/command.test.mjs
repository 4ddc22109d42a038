/** The line that measures a case: every engine, several requests, several devices, prompts, and what has no line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { caseOf, command } from "../static/js/command.js";

/** @typedef {import("../static/js/command.js").Case} Case */
const GGUF = "llama-bench -m MODEL.gguf -ngl 99";
const BATCHED = "llama-batched-bench -m MODEL.gguf -ngl 99";
const MLX = "mlx_lm.benchmark --model MODEL";
const VLLM = "vllm bench latency --model MODEL";
/** @type {[Case, string | undefined][]} */
const CASES = [
  [{ format: "gguf-q4_k_m", context: 4096 }, `${GGUF} -p 0 -n 128 -d 4096`],
  [{ format: "gguf-ud-q4_k_xl", context: 0, requests: 1, devices: 1 }, `${GGUF} -p 0 -n 128 -d 0`],
  [{ format: "gguf-bf16", context: 512, devices: 2, way: "layers" }, `${GGUF} -p 0 -n 128 -d 512 -sm layer -ts 1/1`],
  [{ format: "gguf-q8_0", context: 512, devices: 3, way: "tensor" }, `${GGUF} -p 0 -n 128 -d 512 -sm tensor -ts 1/1/1`],
  [{ format: "gguf-q8_0", context: 64, cache: "q8_0" }, `${GGUF} -p 0 -n 128 -d 64 -fa on -ctk q8_0 -ctv q8_0`],
  [{ format: "gguf-q8_0", context: 64, cache: "fp8" }, undefined],
  [{ format: "gguf-q8_0", context: 0, prompt: 2048 }, `${GGUF} -p 2048 -n 0`],
  [{ format: "gguf-q4_0", context: 1000, requests: 8 }, `${BATCHED} -c 9024 -npp 1000 -ntg 128 -npl 8`],
  [
    { format: "gguf-q4_0", context: 1000, requests: 2, devices: 2, way: "layers" },
    `${BATCHED} -c 2256 -npp 1000 -ntg 128 -npl 2 -sm layer -ts 1,1`,
  ],
  [{ format: "mlx-4bit-g64", context: 4096 }, `${MLX} -p 4096 -g 128`],
  [{ format: "mlx-bf16", context: 4096, requests: 4 }, `${MLX} -p 4096 -g 128 -b 4`],
  [{ format: "mlx-bf16", context: 4096, devices: 2 }, undefined],
  [
    { format: "awq-4bit-g128", context: 4096 },
    `${VLLM} --input-len 4096 --output-len 128 --batch-size 1 --max-model-len 4224`,
  ],
  [
    { format: "bf16", context: 100, requests: 32, devices: 4, way: "tensor" },
    `${VLLM} --input-len 100 --output-len 128 --batch-size 32 --max-model-len 228 --tensor-parallel-size 4`,
  ],
  [
    { format: "fp8-e4m3-dynamic", context: 100, devices: 2, way: "layers" },
    `${VLLM} --input-len 100 --output-len 128 --batch-size 1 --max-model-len 228 --pipeline-parallel-size 2`,
  ],
  [
    { format: "gptq-4bit-g32", context: 0, prompt: 512 },
    `${VLLM} --input-len 512 --output-len 1 --batch-size 1 --max-model-len 513`,
  ],
  [{ format: "exl3-4.0", context: 4096 }, undefined],
  [{ format: "mlc-q4f16", context: 4096 }, undefined],
];

for (const [wanted, line] of CASES) {
  test(JSON.stringify(wanted), () => {
    const found = command(wanted);
    assert.equal(found?.line, line);
    assert.equal(Boolean(found?.note), line !== undefined);
  });
}

test("a case is read from a calculator's inputs", () => {
  const inputs = new URLSearchParams("hw=rtx-4090&m=x&q=gguf-q4_0&c=32,768&n=2&way=tensor&b=1&kv=f16");
  const wanted = caseOf((key) => inputs.get(key));
  assert.ok(wanted);
  assert.equal(command(wanted)?.line, `${GGUF} -p 0 -n 128 -d 32768 -sm tensor -ts 1/1`);
  assert.equal(caseOf(() => null), undefined);
  assert.equal(caseOf((key) => (key === "q" ? "bf16" : "32k")), undefined);
  const prompt = new URLSearchParams("q=bf16&pt=2048");
  assert.equal(caseOf((key) => prompt.get(key), "prefill")?.prompt, 2048);
});
