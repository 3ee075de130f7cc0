import torch
import torch.nn.functional as F

from fixtures import counted, fan_in, given


def cases():
    # Attention is stood in for by a matrix that mixes the rows, or by the identity where there is none.
    def norm(x, weight, eps):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * weight

    def parts(x, mix, norm1, norm2, w_gate, w_up, w_down, eps1, eps2):
        normalized = norm(x, norm1, eps1)
        h = x + (normalized if mix is None else mix @ normalized)
        n = norm(h, norm2, eps2)
        return h, F.linear(F.silu(F.linear(n, w_gate)) * F.linear(n, w_up), w_down)

    def plain(x, mix=None, **others):
        h, mlp = parts(x, mix, **others)
        return {"y": h + mlp}

    def threaded(hidden, residual=None, mix=None, **others):
        h, mlp = parts(hidden if residual is None else hidden + residual, mix, **others)
        return {"hidden": mlp, "residual": h}

    def stack(x, layers, mix=None, **others):
        for _ in range(layers):
            x = plain(x, mix, **others)["y"]
        return {"plain": x, "threaded": x}

    def weights(dim, hidden, seed, eps1=1e-6, eps2=1e-6):
        return {
            "norm1": counted([dim], seed, 2), "norm2": counted([dim], seed + 1, 2),
            "w_gate": counted([hidden, dim], seed + 2), "w_up": counted([hidden, dim], seed + 3),
            "w_down": counted([dim, hidden], seed + 4), "eps1": eps1, "eps2": eps2
        }

    by_hand = {
        "norm1": given(1, 1), "norm2": given(1, 2),
        "w_gate": given(1, 0, 0, 1, 1, -1, shape=[3, 2]), "w_up": given(1, 1, 2, 0, 0, 1, shape=[3, 2]),
        "w_down": given(1, 0, 1, 0, 1, -1, shape=[2, 3]), "eps1": 1e-6, "eps2": 1e-6
    }
    names = {plain: "pre_norm_block", threaded: "threaded_pre_norm_block", stack: "stack"}

    def case(name, function, others, **tensors):
        return name, function, tensors | others | {"function": names[function]}

    yield case("by-hand", plain, by_hand, x=given(1, 7, shape=[1, 2]))
    yield case("threaded-by-hand", threaded, by_hand, hidden=given(-1, 3, shape=[1, 2]),
               residual=given(2, 4, shape=[1, 2]))
    mix = counted([3, 3], 305, 1.5)
    small = weights(4, 5, 301)
    yield case("mixing-rows", plain, small, x=counted([3, 4], 306, 2), mix=mix)
    yield case("threaded", threaded, small, hidden=counted([3, 4], 306, 2), residual=counted([3, 4], 307, 3), mix=mix)
    yield case("threaded-first", threaded, small, hidden=counted([3, 4], 306, 2), mix=mix)
    eps = weights(5, 3, 311, 0.25, 0.01)
    yield case("two-eps", plain, eps, x=counted([2, 5], 316, 0.3), mix=counted([2, 2], 317, 0.5))
    yield case("threaded-two-eps", threaded, eps, hidden=counted([2, 5], 316, 0.3), residual=counted([2, 5], 318, 0.3),
               mix=counted([2, 2], 317, 0.5))
    yield case("threaded-first-two-eps", threaded, eps, hidden=counted([2, 5], 316, 0.3), mix=counted([2, 2], 317, 0.5))
    square = weights(4, 4, 321)
    yield case("square", plain, square, x=counted([4, 4], 326, 2), mix=counted([4, 4], 327))
    yield case("threaded-square", threaded, square, hidden=counted([4, 4], 326, 2), residual=counted([4, 4], 328, 2),
               mix=counted([4, 4], 327))
    one = weights(1, 3, 331)
    yield case("one-element", plain, one, x=given(-0.75, shape=[1, 1]), mix=given(0.5, shape=[1, 1]))
    yield case("threaded-one-element", threaded, one, hidden=given(-0.75, shape=[1, 1]), residual=given(2, shape=[1, 1]),
               mix=given(0.5, shape=[1, 1]))
    yield case("two-layers", stack, small | {"layers": 2}, x=counted([3, 4], 308, 2), mix=mix)
    real = {
        "norm1": counted([896], 341), "norm2": counted([896], 342), "w_gate": fan_in([4864, 896], 343),
        "w_up": fan_in([4864, 896], 344), "w_down": fan_in([896, 4864], 345), "eps1": 1e-6, "eps2": 1e-6
    }
    yield case("qwen2", plain, real, x=counted([2, 896], 346, 2))
    # As many layers, and as wide outside. With the real width inside this would take longer than all other questions.
    narrow = real | {"w_gate": fan_in([512, 896], 343), "w_up": fan_in([512, 896], 344), "w_down": fan_in([896, 512], 345)}
    yield case("24-layers", stack, narrow | {"layers": 24}, x=counted([1, 896], 348, 2))
    yield case("threaded-qwen2", threaded, real, hidden=counted([2, 896], 346, 2), residual=counted([2, 896], 347, 2))
