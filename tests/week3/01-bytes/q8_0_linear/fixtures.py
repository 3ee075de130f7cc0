import numpy as np
import torch

from fixtures import counted, given, integers


def blocks(x):
    """float32 rows in blocks of 32: their whole numbers, and their scales as float16 has them."""
    x = np.asarray(x, dtype=np.float32).reshape(-1, 32)
    d = np.abs(x).max(axis=1) / np.float32(127)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        inverse = np.where(np.isinf(1 / d), np.float32(0), 1 / d).astype(np.float32)
    products = (x * inverse[:, None]).astype(np.float32)
    values = np.trunc(products + np.copysign(np.float32(0.5), products))  # these are far from where + 0.5 rounds
    return torch.from_numpy(values).double(), torch.from_numpy(d.astype(np.float16).astype(np.float64))


def cases():
    def reference(x, rows, columns, weight=None, values=None, scales=None, bias=None):
        if weight is not None:
            values, scales = blocks(weight.numpy())
        inputs, input_scales = blocks(x.numpy())
        a = (inputs * input_scales[:, None]).reshape(-1, columns)
        b = (values.double().reshape(-1, 32) * scales.reshape(-1, 1)).reshape(rows, columns)
        y = a @ b.T
        return {"y": (y + bias if bias is not None else y).reshape(list(x.shape[:-1]) + [rows])}

    def case(name, x, rows, columns, bias=None, **weight):
        return name, reference, {"x": x, "rows": rows, "columns": columns} | weight | ({"bias": bias} if bias else {})

    def padded(*numbers):
        return [*numbers] + [0] * (32 - len(numbers))

    yield case("by-hand", given(*padded(63.5, -20, 0.25), shape=[1, 32]), 2, 32, given(-0.25, 1),
               values=integers(padded(2, 3, -4) + padded(0, 1, 10)), scales=given(0.25, 2))

    def made(name, shape, rows, seed, scale=1.0, bias=False):
        columns = shape[-1]
        return case(name, counted(shape, seed, scale), rows, columns, counted([rows], seed + 2) if bias else None,
                    weight=counted([rows, columns], seed + 1, 0.5))

    yield made("one-block", [2, 32], 3, 701)
    yield made("two-blocks", [3, 64], 4, 704, bias=True)
    yield made("five-blocks", [2, 160], 3, 707, 4.0)
    yield made("square", [64, 64], 64, 710, bias=True)
    yield made("as-many-rows-as-blocks", [3, 96], 3, 713, bias=True)
    yield made("rank-1", [64], 5, 716, bias=True)
    yield made("rank-3", [2, 3, 64], 4, 719, bias=True)
    yield made("rank-4", [2, 1, 2, 32], 3, 722)
    yield made("one-output", [3, 96], 1, 725, bias=True)
    yield made("qwen2", [2, 896], 128, 728, bias=True)
    yield made("qwen2-down", [1, 4864], 16, 731)
