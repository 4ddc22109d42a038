"""Writes a GGUF file with the shapes of a model and random weights: `python3 gguf.py MODEL FORMAT FILE`.

1. Shapes and the types of the tensors are those that llama.cpp's converter and quantizer choose.
2. Each tensor takes a window of one block of random weights per type, so that 40 GB are written in seconds.
   Scales are set such that weights have a mean near 0 and a spread near 0.02: nothing overflows, and a router
   spreads its tokens over the experts.
3. The file has no vocabulary, only its size: speed doesn't depend on the words.
"""

import struct
import sys

import numpy as np

F32, F16, Q8_0, Q4_K, Q5_K, Q6_K, MXFP4 = 0, 1, 8, 12, 13, 14, 39
BLOCK = {F32: (1, 4), F16: (1, 2), Q8_0: (32, 34), Q4_K: (256, 144), Q5_K: (256, 176), Q6_K: (256, 210), MXFP4: (32, 17)}
ALIGNMENT = 32
SPREAD = 0.02

MODELS = {
    "llama-3.1-8b": dict(arch="llama", layers=32, hidden=4096, heads=32, kv=8, dim=128, ffn=14336, vocab=128256, rope=5e5),
    "llama-3.1-70b": dict(arch="llama", layers=80, hidden=8192, heads=64, kv=8, dim=128, ffn=28672, vocab=128256, rope=5e5),
    "qwen3-8b": dict(arch="qwen3", layers=36, hidden=4096, heads=32, kv=8, dim=128, ffn=12288, vocab=151936, rope=1e6),
    "qwen3-32b": dict(arch="qwen3", layers=64, hidden=5120, heads=64, kv=8, dim=128, ffn=25600, vocab=151936, rope=1e6),
    "qwen3-30b-a3b": dict(arch="qwen3moe", layers=48, hidden=2048, heads=32, kv=4, dim=128, ffn=6144, vocab=151936, rope=1e6,
                          experts=128, used=8, expert_ffn=768),
    "gpt-oss-20b": dict(arch="gpt-oss", layers=24, hidden=2880, heads=64, kv=8, dim=64, ffn=2880, vocab=201088, rope=1.5e5,
                        experts=32, used=4, expert_ffn=2880),
}


def more_bits(layer, layers):
    """The layers in which the quantizer gives attn_v and ffn_down more bits (llama-quant.cpp, use_more_bits)."""
    return layer < layers // 8 or layer >= 7 * layers // 8 or (layer - layers // 8) % 3 == 2


def kind(name, layer, m, format):
    """The type of a weight matrix, as llama.cpp's quantizer chooses it."""
    if format == "f16":
        return F16
    if format == "q8_0":
        return Q8_0
    if format == "mxfp4-moe":
        return MXFP4 if "_exps" in name else Q8_0
    assert format == "q4_k_m"
    if name == "output":
        return Q6_K
    if name in ("attn_v", "ffn_down", "ffn_down_exps") and more_bits(layer, m["layers"]):
        return Q6_K
    if name == "attn_v" and m["arch"] == "llama" and m["layers"] == 80:
        return Q5_K
    return Q4_K


def tensors(m, format):
    """Name, type and shape of each tensor; a shape's first number varies fastest."""
    hidden, q, kv = m["hidden"], m["heads"] * m["dim"], m["kv"] * m["dim"]
    yield "token_embd.weight", kind("token_embd", 0, m, format), (hidden, m["vocab"])
    yield "output_norm.weight", F32, (hidden,)
    yield "output.weight", kind("output", 0, m, format), (hidden, m["vocab"])
    if m["arch"] == "llama":
        yield "rope_freqs.weight", F32, (m["dim"] // 2,)
    for layer in range(m["layers"]):
        b = f"blk.{layer}."
        oss = m["arch"] == "gpt-oss"

        def weight(name, *shape):
            return f"{b}{name}.weight", kind(name, layer, m, format), shape

        yield b + "attn_norm.weight", F32, (hidden,)
        yield weight("attn_q", hidden, q)
        yield weight("attn_k", hidden, kv)
        yield weight("attn_v", hidden, kv)
        yield weight("attn_output", q, hidden)
        if m["arch"].startswith("qwen3"):
            yield b + "attn_q_norm.weight", F32, (m["dim"],)
            yield b + "attn_k_norm.weight", F32, (m["dim"],)
        if oss:
            for name, size in (("attn_q", q), ("attn_k", kv), ("attn_v", kv), ("attn_output", hidden)):
                yield f"{b}{name}.bias", F32, (size,)
            yield b + "attn_sinks.weight", F32, (m["heads"],)
        yield b + ("post_attention_norm.weight" if oss else "ffn_norm.weight"), F32, (hidden,)
        if "experts" in m:
            e, width = m["experts"], m["expert_ffn"]
            yield b + "ffn_gate_inp.weight", F32, (hidden, e)
            yield weight("ffn_gate_exps", hidden, width, e)
            yield weight("ffn_up_exps", hidden, width, e)
            yield weight("ffn_down_exps", width, hidden, e)
            if oss:
                yield b + "ffn_gate_inp.bias", F32, (e,)
                for name, size in (("ffn_gate_exps", width), ("ffn_up_exps", width), ("ffn_down_exps", hidden)):
                    yield f"{b}{name}.bias", F32, (size, e)
        else:
            yield weight("ffn_gate", hidden, m["ffn"])
            yield weight("ffn_up", hidden, m["ffn"])
            yield weight("ffn_down", m["ffn"], hidden)


def random_blocks(type, rng):
    """At least 32 MiB of random weights of a type, as bytes."""
    weights, size = BLOCK[type]
    count = (32 << 20) // size
    if type == F16:
        return rng.standard_normal(count, dtype=np.float32).__mul__(SPREAD).astype(np.float16).tobytes()
    blocks = rng.integers(0, 256, (count, size), dtype=np.uint8)

    def scale(at, value):
        jitter = rng.uniform(0.8, 1.2, count) * value
        blocks[:, at : at + 2] = jitter.astype(np.float16).view(np.uint8).reshape(count, 2)

    if type == Q8_0:
        scale(0, SPREAD / 74)
    elif type in (Q4_K, Q5_K):  # d * scale * q - dmin * minimum, with q to 15 or 31 and both factors to 63
        middle = 7.5 if type == Q4_K else 15.5
        scale(0, SPREAD / (350 if type == Q4_K else 700))
        scale(2, SPREAD / (350 if type == Q4_K else 700) * middle)
    elif type == Q6_K:  # d * scale * (q - 32), with an int8 scale for each 16 weights
        blocks[:, 192:208] = rng.integers(-16, 17, (count, 16), dtype=np.int8).view(np.uint8)
        scale(208, SPREAD / 175)
    elif type == MXFP4:  # 2^(e - 127) times a value to 6
        blocks[:, 0] = rng.integers(119, 122, count, dtype=np.uint8)
    return blocks.tobytes()


def text(s):
    b = s.encode()
    return struct.pack("<Q", len(b)) + b


def metadata(m, model, format):
    a = m["arch"]
    pairs = [
        ("general.architecture", a), ("general.name", f"{model}, random weights"),
        ("general.file_type", {"f16": 1, "q8_0": 7, "q4_k_m": 15, "mxfp4-moe": 38}[format]),
        ("tokenizer.ggml.model", "none"), (f"{a}.vocab_size", m["vocab"]),
        (f"{a}.block_count", m["layers"]), (f"{a}.context_length", 131072), (f"{a}.embedding_length", m["hidden"]),
        (f"{a}.feed_forward_length", m["ffn"]), (f"{a}.attention.head_count", m["heads"]),
        (f"{a}.attention.head_count_kv", m["kv"]), (f"{a}.attention.key_length", m["dim"]),
        (f"{a}.attention.value_length", m["dim"]), (f"{a}.rope.dimension_count", m["dim"]),
        (f"{a}.rope.freq_base", float(m["rope"])), (f"{a}.attention.layer_norm_rms_epsilon", 1e-5),
    ]
    if "experts" in m:
        pairs += [(f"{a}.expert_count", m["experts"]), (f"{a}.expert_used_count", m["used"]),
                  (f"{a}.expert_feed_forward_length", m["expert_ffn"])]
    if a == "gpt-oss":
        pairs += [(f"{a}.attention.sliding_window", 128), (f"{a}.rope.scaling.type", "yarn"),
                  (f"{a}.rope.scaling.factor", 32.0), (f"{a}.rope.scaling.original_context_length", 4096)]
    out = b""
    for key, value in pairs:
        tag, packed = {str: (8, lambda v: text(v)), int: (4, lambda v: struct.pack("<I", v)),
                       float: (6, lambda v: struct.pack("<f", v))}[type(value)]
        out += text(key) + struct.pack("<I", tag) + packed(value)
    return len(pairs), out


def write(model, format, path):
    m = MODELS[model]
    rng = np.random.default_rng(1)
    plan, offset, infos = [], 0, b""
    for name, type_, shape in tensors(m, format):
        weights, size = BLOCK[type_]
        assert shape[0] % weights == 0, (name, shape)
        n = int(np.prod(shape, dtype=np.int64)) // weights * size
        infos += text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape)
        infos += struct.pack("<IQ", type_, offset)
        plan.append((name, type_, shape, n))
        offset += -(-n // ALIGNMENT) * ALIGNMENT
    count, pairs = metadata(m, model, format)
    with open(path, "wb", buffering=0) as f:
        head = b"GGUF" + struct.pack("<IQQ", 3, len(plan), count) + pairs + infos
        f.write(head + bytes(-len(head) % ALIGNMENT))
        pools = {}
        for name, type_, shape, n in plan:
            if type_ == F32:
                if "norm" in name or "rope_freqs" in name:
                    values = np.ones(shape[::-1], dtype=np.float32)
                else:
                    values = rng.standard_normal(shape[::-1], dtype=np.float32) * np.float32(SPREAD)
                data = [values.tobytes()]
            else:
                if type_ not in pools:
                    pools[type_] = memoryview(random_blocks(type_, rng))
                pool, size = pools[type_], BLOCK[type_][1]
                at = int(rng.integers(0, len(pool) // size)) * size
                data, left = [], n
                while left:
                    part = pool[at : at + left]
                    data.append(part)
                    left -= len(part)
                    at = 0
            for part in data:
                done = 0
                while done < len(part):
                    done += f.write(part[done:])
            f.write(bytes(-n % ALIGNMENT))
    return offset


if __name__ == "__main__":
    model, format, path = sys.argv[1:]
    print(f"{path}: {write(model, format, path) / 1e9:.3f} GB")
