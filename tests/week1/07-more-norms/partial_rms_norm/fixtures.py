import torch

from fixtures import counted, given


def cases():
    def reference(x, weight, p, eps):
        k = max(1, int(x.shape[-1] * p))
        return {"y": x * torch.rsqrt(x[..., :k].pow(2).mean(-1, keepdim=True) + eps) * weight}

    def case(name, x, p, eps, weight):
        return name, reference, {"x": x, "weight": weight, "p": p, "eps": eps}

    yield case("by-hand", given(1, 2, 3, 4), 0.5, 1e-5, given(1, 1, 2, 0.5))
    yield case("two-rows", given(1, -2, 2, 4, 4, 0.5, -3, 1, shape=[2, 4]), 0.75, 1e-5, given(1, -0.5, 2, 3))
    yield case("half-of-five", counted([3, 5], 431, 1, [1, 3, 0.1]), 0.5, 1e-5, counted([5], 432, 2))
    yield case("quarter-of-seven", counted([3, 7], 433, 1, [1, 3, 0.1]), 0.25, 1e-5, counted([7], 434, 2))
    yield case("three-quarters-of-seven", counted([3, 7], 455, 1, [1, 3, 0.1]), 0.75, 1e-5, counted([7], 456, 2))
    yield case("all", counted([3, 6], 435, 1, [1, 3, 0.1]), 1, 1e-5, counted([6], 436, 2))
    yield case("at-least-one", given(2, -1, 0.5, 0.25, 3, 1, shape=[2, 3]), 0.25, 1e-5, given(1, -2, 0.5))
    yield case("a-sixteenth-of-1000", counted([2, 1000], 437, 1, [1, 5]), 0.0625, 1e-6, counted([1000], 438, 2))
    yield case("tiny-rows", counted([3, 8], 439, 1, [1, 1e-3, 1e-4]), 0.5, 1e-6, counted([8], 440, 2))
    yield case("large-eps", counted([3, 6], 441, 1, [1, 0.5, 0.01]), 0.5, 0.25, counted([6], 442, 2))
    yield case("far-from-zero", given(10, 11, 12, 10.5, 11.5, -20, -21, -20.5, -22, -19, shape=[2, 5]), 0.75, 1e-6,
               counted([5], 444, 2))
    yield case("zeros-in-front", given(0, 0, 0.5, 1, 0, 0, -2, 0.25, shape=[2, 4]), 0.5, 0.01, counted([4], 446, 2))
    yield case("rows-of-one", given(3, -0.002, 0.5, shape=[3, 1]), 0.5, 1e-5, given(-1.5))
    yield case("rank-1", counted([9], 447, 3), 0.5, 1e-5, counted([9], 448, 2))
    yield case("rank-3", counted([2, 3, 5], 449, 1, [1, 3, 0.1, 2, 0.5, 5]), 0.5, 1e-5, counted([5], 450, 2))
    yield case("rank-4", counted([2, 1, 3, 4], 451, 1, [1, 3, 0.1, 2, 0.5, 5]), 0.75, 1e-6, counted([4], 452, 2))
    yield case("qwen2", counted([3, 896], 453, 1, [1, 0.01, 30]), 0.0625, 1e-6, counted([896], 454, 2))
