import numpy as np
import torch

from fixtures import counted, given, powers, round_to, rounded, tensor


def squares_that_round_up(shape, seed, dtype):
    """Values whose squares all grow by more than a quarter of a unit in the last place when rounded to `dtype`."""
    x = tensor(rounded(counted([64 * int(np.prod(shape))], seed, 2), dtype))
    x = x[np.abs(x) > 0.25]
    gain = round_to(x * x, dtype) / (x * x) - 1
    least = {"float16": 2.0**-13, "bfloat16": 2.0**-10}[dtype]
    return given(*x[gain > least][: int(np.prod(shape))], shape=shape) | {"dtype": dtype}


def cases():
    def reference(x, weight, eps):
        return {"y": x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * weight}

    for dtype, seed, large in (("bfloat16", 301, [1e18, 300, 1e-9]), ("float16", 351, [60000, 600, 300])):

        def case(name, x, eps, weight):
            arguments = {"x": rounded(x, dtype), "weight": rounded(weight, dtype), "eps": eps, "function": dtype}
            return f"{dtype}-{name}", reference, arguments

        yield case("by-hand", given(1, 2, 3, 4), 1e-5, given(1, 1, 2, 0.5))
        yield case("squares", squares_that_round_up([6, 16], seed, dtype), 1e-5, powers(16, seed + 1))
        yield case("tiny-rows", counted([4, 12], seed + 2, 1, [1, 2e-3, 1e-3, 1e-4]), 1e-6, powers(12, seed + 3))
        yield case("large-eps", counted([3, 6], seed + 4, 1, [1, 0.5, 0.01]), 0.3, powers(6, seed + 5))
        yield case("large", counted([3, 24], seed + 6, 1, large), 1e-6, powers(24, seed + 7))
        yield case("far-from-zero", given(10, 11, 12, 10.5, 11.5, -20, -21, -20.5, -22, -19, shape=[2, 5]), 1e-6,
                   powers(5, seed + 8))
        yield case("row-of-zeros", counted([3, 4], seed + 9, 2, [1, 0, 1]), 1e-6, powers(4, seed + 10))
        yield case("rows-of-one", given(3, -0.0625, 0.5, shape=[3, 1]), 1e-5, given(-0.5))
        # Rows with a mean square of 1 and 4: neither cast order rounds before the weight is there.
        yield case("other-weights", given(2, -1, 1, 0, 0, 0, 0, 2, 0, -4, 0, 2, shape=[2, 6]), 1e-6,
                   counted([6], seed + 11, 2))
        yield case("rank-1", counted([9], seed + 12, 3), 1e-5, powers(9, seed + 13))
        yield case("rank-3", counted([2, 3, 5], seed + 14, 1, [1, 3, 0.1, 2, 0.5, 5]), 1e-5, powers(5, seed + 15))
        yield case("rank-4", counted([2, 1, 3, 4], seed + 16, 1, [1, 3, 0.1, 2, 0.5, 5]), 1e-6, powers(4, seed + 17))
        yield case("qwen2-powers", counted([3, 896], seed + 18, 1, [1, 0.01, 30]), 1e-6, powers(896, seed + 19))
        yield case("qwen2", counted([3, 896], seed + 20, 1, [1, 0.01, 30]), 1e-6, counted([896], seed + 21, 2))
