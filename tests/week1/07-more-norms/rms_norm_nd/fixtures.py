import torch

from fixtures import counted, given, integers


def cases():
    def reference(x, normalized_shape, eps, weight=None):
        axes = tuple(range(-len(normalized_shape), 0))
        y = x * torch.rsqrt(x.pow(2).mean(axes, keepdim=True) + eps)
        return {"y": y if weight is None else y * weight}

    def case(name, x, normalized_shape, eps, weight=None):
        arguments = {"x": x, "normalized_shape": integers(normalized_shape), "eps": eps}
        return name, reference, arguments | ({"weight": weight} if weight else {})

    yield case("by-hand", given(1, 2, 3, 4, shape=[2, 2]), [2, 2], 1e-5, given(1, 1, 2, 0.5, shape=[2, 2]))
    yield case("no-weight", given(1, 2, 3, 4, shape=[2, 2]), [2, 2], 1e-5)
    yield case("one-axis", counted([3, 5], 401, 1, [1, 3, 0.1]), [5], 1e-5, counted([5], 402, 2))
    yield case("two-axes", counted([2, 2, 3], 403, 1, [1, 3, 0.1, 2]), [2, 3], 1e-5, counted([2, 3], 404, 2))
    yield case("three-axes", counted([2, 2, 3, 4], 405, 1, [1, 3, 0.1, 2, 0.5, 5, 4, 0.2, 1.5, 6, 0.3, 0.7]),
               [2, 3, 4], 1e-5, counted([2, 3, 4], 406, 2))
    yield case("two-leading-axes", counted([3, 2, 2, 3], 407, 1, [1, 3, 0.1, 2, 0.5, 5, 4, 0.2, 1.5, 6, 0.3, 0.7]),
               [2, 3], 1e-6)
    yield case("square", counted([2, 3, 3], 409, 1, [1, 3, 0.1, 2, 0.5, 5]), [3, 3], 1e-5, counted([3, 3], 410, 2))
    yield case("tiny-samples", counted([3, 2, 4], 411, 1, [1, 2, 1e-3, 2e-3, 1e-4, 2e-4]), [2, 4], 1e-6,
               counted([2, 4], 412, 2))
    yield case("large-eps", counted([2, 2, 3], 413, 1, [1, 0.5, 0.1, 0.01]), [2, 3], 0.25, counted([2, 3], 414, 2))
    yield case("far-from-zero", given(10, 11, 12, 10.5, 11.5, -20, -21, -20.5, shape=[2, 2, 2]), [2, 2], 1e-6,
               counted([2, 2], 416, 2))
    yield case("zero-sample", counted([2, 2, 2], 417, 2, [1, 0]), [2, 2], 1e-6, counted([2, 2], 418, 2))
    yield case("one-by-one", given(3, -0.002, 0.5, shape=[3, 1, 1]), [1, 1], 1e-5, given(-1.5, shape=[1, 1]))
    yield case("rank-1", counted([9], 419, 3), [9], 1e-5, counted([9], 420, 2))
    # Qwen2-0.5B's 896 as its 14 heads of 64.
    yield case("heads", counted([3, 14, 64], 421, 1, [1, 0.01, 30]), [14, 64], 1e-6, counted([14, 64], 422, 2))
