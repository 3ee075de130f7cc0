import torch

from fixtures import counted, given


def cases():
    def reference(x, weight, eps):
        # Not torch.nn.RMSNorm, which Debian 12's PyTorch (1.13) does not have yet.
        return {"y": x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * weight}

    def case(name, x, eps, weight):
        return name, reference, {"x": x, "weight": weight, "eps": eps}

    yield case("by-hand", given(1, 2, 3, 4), 1e-5, given(1, 1, 2, 0.5))
    yield case("two-rows", given(1, -2, 2, 4, 0, -3, shape=[2, 3]), 1e-5, given(1, -0.5, 2))
    # No multiple of 4, 8, 16, 32 or 64, and larger than each of them.
    yield case("odd-width", counted([3, 93], 43, 1, [1, 3, 0.1]), 1e-6, counted([93], 44, 2))
    yield case("tiny-rows", counted([3, 5], 21, 1, [1, 1e-3, 1e-4]), 1e-6, counted([5], 22, 2))
    yield case("large-eps", counted([3, 6], 23, 1, [1, 0.5, 0.01]), 0.25, counted([6], 24, 2))
    yield case("other-eps", counted([2, 7], 25, 0.02), 3e-4, counted([7], 26, 2))
    yield case("row-of-zeros", counted([3, 4], 27, 2, [1, 0, 1]), 1e-6, counted([4], 28, 2))
    yield case("rows-of-one", given(3, -0.002, 0.5, shape=[3, 1]), 1e-5, given(-1.5))
    yield case("far-from-zero", given(10, 11, 12, 10.5, 11.5, -20, -21, -20.5, -22, -19, shape=[2, 5]), 1e-6,
               counted([5], 30, 2))
    yield case("large", counted([2, 64], 31, 1e4), 1e-6, counted([64], 32, 2))
    yield case("rank-1", counted([9], 33, 3), 1e-5, counted([9], 34, 2))
    yield case("square", counted([4, 4], 35, 1, [1, 2, 0.5, 4]), 1e-5, counted([4], 36, 2))
    yield case("rank-3", counted([2, 3, 5], 37, 1, [1, 3, 0.1, 2, 0.5, 5]), 1e-5, counted([5], 38, 2))
    yield case("rank-4", counted([2, 2, 3, 4], 39, 1, [1, 3, 0.1, 2, 0.5, 5, 4, 0.2, 1.5, 6, 0.3, 0.7]), 1e-6,
               counted([4], 40, 2))
    yield case("qwen2", counted([3, 896], 41, 1, [1, 0.01, 30]), 1e-6, counted([896], 42, 2))
