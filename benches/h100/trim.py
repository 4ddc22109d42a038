"""Leaves out of llama.cpp's CUDA sources what the measured models don't use: `python3 trim.py FOLDER`.

The kernels of the other weight types and head sizes take most of the time to compile. Those that stay are unchanged.
"""

import pathlib
import re
import sys

TYPES = {"Q8_0", "Q4_K", "Q5_K", "Q6_K", "MXFP4"}
HEADS = {"64", "128"}

cuda = pathlib.Path(sys.argv[1]) / "ggml/src/ggml-cuda"


def cases(path, start, keep):
    """Keeps, of the switch that follows `start`, the cases whose label `keep` accepts."""
    source = path.read_text()
    at = source.index(start)
    head, rest = source[:at], source[at:]
    end = rest.index("        default:")
    body = rest[:end]
    parts = re.split(r"(?m)^(?=        case )", body)
    kept = [parts[0]] + [p for p in parts[1:] if keep(re.match(r" *case +(\w+)", p).group(1))]
    print(f"{path.name}: {len(kept) - 1} of {len(parts) - 1} cases stay")
    path.write_text(head + "".join(kept) + rest[end:])


def is_type(label):
    return label.removeprefix("GGML_TYPE_") in TYPES


cases(cuda / "mmq.cu", "ggml_cuda_mul_mat_q_switch_type(", is_type)
cases(cuda / "mmvq.cu", "static void mul_mat_vec_q_switch_type(", is_type)
cases(cuda / "fattn.cu", "static void ggml_cuda_flash_attn_ext_mma_f16(", HEADS.__contains__)
cases(cuda / "fattn-tile.cu", "void ggml_cuda_flash_attn_ext_tile(", HEADS.__contains__)

for path in (cuda / "template-instances").glob("*.cu"):
    if path.name.startswith("mmq-instance-"):
        if path.stem.removeprefix("mmq-instance-").upper() not in TYPES:
            path.unlink()
    elif path.name.startswith("fattn-tile-"):
        if not re.search(r"dkq(\d+)-", path.name).group(1) in HEADS:
            path.unlink()
    elif path.name.startswith("fattn-mma-"):
        lines = path.read_text().splitlines(keepends=True)
        kept = [l for l in lines if not l.startswith("DECL_") or re.match(r"DECL_\w+\((\d+),", l).group(1) in HEADS]
        if any(l.startswith("DECL_") for l in kept):
            path.write_text("".join(kept))
        else:
            path.unlink()
