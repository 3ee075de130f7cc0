import numpy as np
import torch

from fixtures import counted, given, rounded


def cases():
    def reference(x, residual, weight, eps):
        total = x + residual
        # In bfloat16 too the norm is taken of the sum before it is rounded; make() rounds both outputs.
        return {"normalized": total * torch.rsqrt(total.pow(2).mean(-1, keepdim=True) + eps) * weight,
                "residual": total}

    def case(name, shape, seed, eps, scale=1, row_scales=None):
        return name, reference, {
            "x": counted(shape, seed, scale, row_scales), "residual": counted(shape, seed + 1, scale, row_scales),
            "weight": counted(shape[-1:], seed + 2, 2), "eps": eps
        }

    def low(name, shape, seed, eps, row_scales=None, scale=1):
        # Weights that are powers of two: rounding before them and after them is the same.
        weight = given(*np.tile([1, -2, 0.5, 4, -0.25, 2, -1], shape[-1])[:shape[-1]])
        return name, reference, {
            "x": rounded(counted(shape, seed, scale, row_scales), "bfloat16"),
            "residual": rounded(counted(shape, seed + 1, 2 * scale, row_scales), "bfloat16"),
            "weight": rounded(weight, "bfloat16"), "eps": eps, "function": "bfloat16"
        }

    yield "by-hand", reference, {
        "x": given(1, -1, 2, 1, shape=[1, 4]), "residual": given(0, 3, 1, 3, shape=[1, 4]),
        "weight": given(1, 1, 2, 0.5), "eps": 1e-5
    }
    yield case("two-rows", [2, 3], 221, 1e-5, 3)
    # No multiple of 4, 8, 16, 32 or 64, and larger than each of them.
    yield case("odd-width", [3, 93], 262, 1e-6, 1, [1, 3, 0.1])
    yield case("tiny-rows", [3, 5], 224, 1e-6, 1, [1, 1e-3, 1e-4])
    yield case("large-eps", [3, 6], 227, 0.25, 1, [1, 0.5, 0.01])
    yield "they-cancel", reference, {
        "x": given(3, -2, 1.5, 4, 0.25, -1, shape=[2, 3]),
        "residual": given(-3, 2, -1.5, -4.5, 0.25, 1.5, shape=[2, 3]), "weight": given(0.5, -2, 3), "eps": 1e-6
    }
    yield "rows-of-one", reference, {
        "x": given(3, -0.002, 0.5, shape=[3, 1]), "residual": given(-1, 0.001, 0.25, shape=[3, 1]),
        "weight": given(-1.5), "eps": 1e-5
    }
    yield case("far-from-zero", [2, 5], 230, 1e-6, 30)
    yield case("square", [4, 4], 233, 1e-5, 1, [1, 2, 0.5, 4])
    yield case("rank-1", [9], 236, 1e-5, 3)
    yield case("rank-3", [2, 3, 5], 239, 1e-5, 1, [1, 3, 0.1, 2, 0.5, 5])
    yield case("rank-4", [2, 1, 3, 4], 242, 1e-6, 1, [1, 3, 0.1, 2, 0.5, 5])
    yield case("qwen2", [3, 896], 245, 1e-6, 1, [1, 0.01, 30])
    yield low("bfloat16", [4, 64], 251, 1e-6)
    yield low("bfloat16-tiny-rows", [3, 64], 253, 1e-6, [1, 1e-3, 2e-4])
    yield low("bfloat16-rank-3", [2, 3, 40], 255, 1e-5, [1, 3, 0.1, 2, 0.5, 5])
    yield low("bfloat16-qwen2", [2, 896], 257, 1e-6)
    weight = rounded(counted([64], 261, 2), "bfloat16")
    yield "bfloat16-weights", reference, {
        "x": rounded(counted([4, 64], 259, 2), "bfloat16"), "residual": rounded(counted([4, 64], 260, 3), "bfloat16"),
        "weight": weight, "eps": 1e-6, "function": "bfloat16"
    }
