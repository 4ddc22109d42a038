"""Compares measured runs with estimates: `python3 compare.py results.csv ROOFLIGHT > comparison.md`.

ROOFLIGHT is the program; its own catalog and fit answer, which must not hold these runs.
"""

import csv
import io
import math
import subprocess
import sys

GIB = 2**30
FORMATS = {"q4_k_m": "gguf-q4_k_m", "q8_0": "gguf-q8_0", "f16": "gguf-f16", "mxfp4-moe": "gguf-mxfp4-moe"}
PHASES = {"tg": "decode", "pp": "prefill", "batch-pp": "prefill", "batch-tg": "batched_decode"}


def question(number, run):
    phase = PHASES[run["test"]]
    if phase == "batched_decode" and run["sequences"] == "1":
        phase = "decode"
    return {
        "id": f"r{number}",
        "phase": phase,
        "hardware_id": "h100-sxm-80gb",
        "hardware_count": 1,
        "parallel": "single",
        "model_id": run["model"],
        "quant_id": FORMATS[run["format"]],
        "file_size_gib": round(int(run["bytes"]) / GIB, 3),
        "runtime_id": "llama.cpp",
        "backend_id": "cuda",
        "flash_attn": "on",
        "n_prompt": run["n_prompt"] if phase != "decode" or run["test"] == "batch-tg" else "",
        "n_gen": run["n_gen"] if phase != "prefill" else "",
        "depth_tokens": run["depth"],
        "concurrency": run["sequences"],
        "tokens_per_s": run["tokens_per_s"],
    }


def answers(program, questions):
    table = io.StringIO()
    writer = csv.DictWriter(table, questions[0].keys())
    writer.writeheader()
    writer.writerows(questions)
    done = subprocess.run([program, "estimate", "--batch", "-"], input=table.getvalue(), capture_output=True, text=True)
    return {row["id"]: row for row in csv.DictReader(io.StringIO(done.stdout))}


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main(path, program):
    runs = list(csv.DictReader(open(path)))
    questions = [question(i, run) for i, run in enumerate(runs)]
    found = answers(program, questions)
    print("| model | format | run | context | requests | ubatch | measured | ceiling | likely | range | inside | measured / likely |")
    print("|---|---|---|---:|---:|---:|---:|---:|---:|---|---|---:|")
    groups = {}
    for run, query in zip(runs, questions):
        answer = found.get(query["id"], {})
        if not answer.get("typical"):
            print(f"| {run['model']} | {run['format']} | {run['test']} | | | | | | | {answer.get('basis')} | | |")
            continue
        speed = float(run["tokens_per_s"])
        ceiling, likely, low, high = (float(answer[c]) for c in ("ceiling", "typical", "low", "high"))
        inside = low <= speed <= high
        factor = speed / likely
        name = {"tg": f"tg{run['n_gen']}", "pp": f"pp{run['n_prompt']}"}.get(run["test"]) or (
            f"pp{run['n_prompt']} of each" if run["test"] == "batch-pp" else f"tg{run['n_gen']} of each"
        )
        print(f"| {run['model']} | {run['format']} | {name} | {run['depth']} | {run['sequences']} | {run['n_ubatch']} | {speed:,.1f} | "
              f"{ceiling:,.0f} | {likely:,.0f} | {low:,.0f}–{high:,.0f} | {'yes' if inside else 'no'} | {factor:.2f} |")
        for group in (query["phase"], f"{query['phase']} · {run['model']} {run['format']}"):
            groups.setdefault(group, []).append((factor, inside, speed > ceiling))
    print("\n| rows | number | inside | over the ceiling | measured / likely, geometric mean | lowest | highest | mean factor off |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for group, rows in sorted(groups.items()):
        factors = [f for f, _, _ in rows]
        off = geometric([max(f, 1 / f) for f in factors])
        print(f"| {group} | {len(rows)} | {sum(i for _, i, _ in rows)} | {sum(o for _, _, o in rows)} | {geometric(factors):.2f} | "
              f"{min(factors):.2f} | {max(factors):.2f} | {off:.2f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
