"""Prints what the GPU reaches by itself: bytes a second of a copy and of a read, and operations a second of a product."""

import torch


def seconds(run, times=10):
    run()
    torch.cuda.synchronize()
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    for _ in range(times):
        run()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) / 1e3 / times


a = torch.randn(2 << 30, device="cuda", dtype=torch.float32)
b = torch.empty_like(a)
print(f"copy {2 * a.nbytes / seconds(lambda: b.copy_(a)) / 1e9:.0f} GB/s (bytes read and written)")
print(f"read {a.nbytes / seconds(lambda: torch.sum(a)) / 1e9:.0f} GB/s")
del a, b
m, n = (torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16) for _ in range(2))
print(f"bf16 product {2 * 8192**3 / seconds(lambda: m @ n) / 1e12:.0f} TFLOP/s")
