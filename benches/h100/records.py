"""Writes the runs as records of the catalog: `python3 records.py results.csv > ../../content/anchors/rooflight-h100-llama-cpp.yaml`.

Prompts of several sequences at once stay out: their speed is that of one long prompt.
"""

import csv
import sys

from compare import FORMATS, GIB, PHASES

NAMES = {"llama-3.1-8b": "Llama 3.1 8B", "llama-3.1-70b": "Llama 3.1 70B", "qwen3-8b": "Qwen3 8B", "qwen3-32b": "Qwen3 32B",
         "qwen3-30b-a3b": "Qwen3 30B-A3B", "gpt-oss-20b": "gpt-oss-20b"}

HEAD = """source:
  title: Rooflight's own runs of llama.cpp on an H100
  url: https://github.com/rooflight/rooflight/blob/main/benches/h100/results.csv
  more_urls:
    - https://github.com/rooflight/rooflight/blob/main/benches/h100/README.md
  publisher: Rooflight
  date: '2026-11-26'
  added: '2026-11-26'
  method: a program over llama.h that does what llama-bench and llama-batched-bench do; flash attention, F16 cache, n_batch 2048; mean of 3 or 5 runs after one to warm up
  licence: MIT OR Apache-2.0
  caveats: 'Weights are random, in the shapes and tensor types of the named models; tokens are random too. The experts of a mixture are chosen about evenly, so that many requests at once touch more of them than those of real text. llama.cpp 0.6.0-dev as the Rust crate llama-cpp-sys-2 0.1.161 carries it, built for sm_90 without the kernels of other weight types and head sizes. A virtual machine with 16 cores; clocks as found.'
measurements:
"""


def main(path):
    print(HEAD, end="")
    number = 0
    for run in csv.DictReader(open(path)):
        if run["test"] == "batch-pp":
            continue
        number += 1
        batched, sequences = run["test"] == "batch-tg", int(run["sequences"])
        phase = "decode" if batched and sequences == 1 else PHASES[run["test"]]
        counts = []
        if phase == "prefill" or batched:
            counts.append(f"prompt: {run['n_prompt']}")
        if phase != "prefill":
            counts.append(f"generated: {run['n_gen']}")
        where = f"{run['model']}, {run['format']}, {run['test']}, n_ubatch {run['n_ubatch']}, sequences {sequences}, " \
                f"n_prompt {run['n_prompt']}, n_gen {run['n_gen']}, depth {run['depth']}"
        note = " | Tokens of all sequences together." if sequences > 1 else ""
        print(f"  - {{id: rf-h100-{number:03}, phase: {phase}, hardware: h100-sxm-80gb, count: 1, "
              f"setup: \"NVIDIA H100 80GB HBM3, 700 W; driver 580.159.04, CUDA 13.0; n_ubatch {run['n_ubatch']}\", parallel: single, "
              f"model: {run['model']}, quantization: {FORMATS[run['format']]}, file_gib: {int(run['bytes']) / GIB:.2f}, runtime: llama.cpp, "
              f"version: \"0.6.0-dev (llama-cpp-sys-2 0.1.161)\", backend: cuda, flash_attention: true, {', '.join(counts)}, "
              f"depth: {run['depth']}, concurrency: {sequences}, kv_type: f16, tokens_per_s: {float(run['tokens_per_s']):.2f}, stdev: {float(run['stdev']):.2f}, "
              f"date: \"2026-11-25\", locator: \"results.csv, {where}\", "
              f"notes: \"{NAMES[run['model']]} | Random weights; mean of {run['repeats']} runs.{note}\"}}")


if __name__ == "__main__":
    main(*sys.argv[1:])
