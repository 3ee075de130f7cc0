import torch.nn.functional as F

from fixtures import counted, given


def cases():
    def reference(x, weight, bias, eps):
        return {"y": F.layer_norm(x, weight.shape, weight, bias, eps)}

    def case(name, x, eps, seed=None, weight=None, bias=None):
        width = x["shape"][-1]
        return name, reference, {"x": x, "weight": weight or counted([width], seed, 2),
                                 "bias": bias or counted([width], seed + 1), "eps": eps}

    yield case("by-hand", given(1, 2, 3, 4), 1e-5, weight=given(1, 1, 2, 0.5), bias=given(0, 1, 0, -1))
    yield case("two-rows", given(1, -2, 2, 4, 0, -3, shape=[2, 3]), 1e-5, weight=given(1, -0.5, 2),
               bias=given(0.5, 0, -1))
    # No multiple of 4, 8, 16, 32 or 64, and larger than each of them.
    yield case("odd-width", counted([3, 93], 234, 1, [1, 3, 0.1]), 1e-5, 235)
    yield case("tiny-rows", counted([3, 5], 201, 1, [1, 1e-3, 1e-4]), 1e-6, 202)
    yield case("large-eps", counted([3, 6], 204, 1, [1, 0.5, 0.01]), 0.25, 205)
    yield case("other-eps", counted([2, 7], 207, 0.02), 3e-4, 208)
    # Whole numbers, so that the mean is exact in float32 in whatever order it is summed, and a running mean too.
    yield case("shifted", given(10000, 10001, 10002, 10003, -5000, -5004, -4996, -5020, shape=[2, 4]), 1e-5, 210)
    yield case("constant-rows", given(3, 3, 3, 3, 0, 0, 0, 0, shape=[2, 4]), 1e-5, 212)
    yield case("rows-of-one", given(3, -0.002, 500, shape=[3, 1]), 1e-5, weight=given(-1.5), bias=given(0.75))
    yield case("large", counted([2, 64], 216, 1e4), 1e-5, 217)
    yield case("rank-1", counted([9], 219, 3), 1e-5, 220)
    yield case("square", counted([4, 4], 222, 1, [1, 2, 0.5, 4]), 1e-5, 223)
    yield case("rank-3", counted([2, 3, 5], 225, 1, [1, 3, 0.1, 2, 0.5, 5]), 1e-5, 226)
    yield case("rank-4", counted([2, 2, 3, 4], 228, 1, [1, 3, 0.1, 2, 0.5, 5, 4, 0.2, 1.5, 6, 0.3, 0.7]), 1e-6, 229)
    yield case("real-size", counted([3, 896], 231, 1, [1, 0.01, 30]), 1e-5, 232)
