import math

import torch

from fixtures import counted, given

HIDDEN = -math.inf


def causal(queries, keys):
    return given(*(0 if j <= i + keys - queries else HIDDEN for i in range(queries) for j in range(keys)),
                 shape=[queries, keys])


def cases():
    def reference(query, key, value, mask=0.0, scale=None):
        # Not PyTorch's function of this name, which Debian 12's PyTorch (1.13) does not have yet.
        factor = query.shape[-1] ** -0.5 if scale is None else scale
        return {"y": torch.softmax(query @ key.transpose(-2, -1) * factor + mask, dim=-1) @ value}

    def case(name, leading, queries, keys, dim, width, seed, **more):
        return name, reference, {
            "query": counted([*leading, queries, dim], seed, 2), "key": counted([*leading, keys, dim], seed + 1, 2),
            "value": counted([*leading, keys, width], seed + 2, 3), **more
        }

    yield "by-hand", reference, {
        "query": given(2, 0, 2, 0, 0, 1, 1, 2, shape=[2, 4]),
        "key": given(2, 0, 0, 1, 1, 1, 1, 1, 2, 0, 2, 2, shape=[3, 4]),
        "value": given(4, 0, 0, 4, 8, -4, shape=[3, 2]), "mask": causal(2, 3)
    }
    yield case("two-queries", [], 2, 3, 4, 4, 711)
    yield case("square", [], 4, 4, 4, 4, 715)
    yield case("one-query", [], 1, 5, 3, 3, 719)
    yield case("one-key", [], 3, 1, 3, 2, 723)
    yield case("wide-values", [], 3, 4, 2, 5, 727)
    yield case("narrow-values", [], 3, 4, 6, 1, 731)
    yield case("more-queries", [], 5, 3, 4, 2, 735)
    yield case("scale-given", [], 3, 4, 4, 2, 739, scale=0.3)
    yield case("scale-of-one", [], 2, 3, 5, 3, 743, scale=1.0)
    yield case("scale-of-zero", [], 2, 3, 4, 3, 747, scale=0.0)
    yield case("scale-below-zero", [], 3, 4, 3, 2, 791, scale=-0.5)
    yield case("causal", [], 4, 4, 3, 4, 751, mask=causal(4, 4))
    yield case("causal-more-keys", [], 2, 5, 3, 2, 755, mask=causal(2, 5))
    yield case("one-query-masked", [2], 1, 4, 3, 2, 795, mask=given(0, HIDDEN, 0.5, HIDDEN, shape=[1, 4]))
    yield case("bias", [], 3, 4, 4, 2, 759, mask=counted([3, 4], 762, 2))
    yield case("bias-and-hidden", [], 2, 3, 4, 3, 763, mask=given(0.5, HIDDEN, -1.5, HIDDEN, 1, 0, shape=[2, 3]))
    yield case("mask-and-scale", [2], 3, 3, 4, 2, 767, mask=counted([3, 3], 770, 1.5), scale=0.75)
    yield case("rank-3", [3], 2, 4, 5, 3, 771)
    yield case("rank-3-square", [3], 3, 3, 3, 3, 775, mask=causal(3, 3))
    yield case("rank-4", [2, 3], 4, 5, 6, 7, 779, mask=causal(4, 5))
    yield case("rank-5", [2, 1, 2], 2, 3, 4, 2, 783)
    yield "large-scores", reference, {
        "query": given(1, 100, 0, 0, 0, 0, 1, -100, shape=[2, 4]),
        "key": given(1, 100, 0, 1, -1, 100, 0, 0, 0, -100, 1, 100, 0, 0, -1, 100, shape=[4, 4]),
        "value": given(1, 2, 3, 4, 5, 6, 7, 8, shape=[4, 2])
    }
    yield "far-below-zero", reference, {
        "query": given(-100, -120, shape=[2, 1]), "key": given(2, 2.01, 2, shape=[3, 1]), "value": given(1, 2, 6, shape=[3, 1])
    }
    yield "hidden-far-above", reference, {
        "query": given(1, 2, shape=[2, 1]), "key": given(1, 200, 0.5, shape=[3, 1]),
        "value": given(1, 2, 6, shape=[3, 1]), "mask": given(0, HIDDEN, 0, 0, HIDDEN, 0, shape=[2, 3])
    }
    yield "large-values", reference, {
        "query": given(*[0] * 4, shape=[2, 2]), "key": counted([4, 2], 787),
        "value": given(10000, -10000, 9000, 6000, -7000, 2000, 5000, 3000, shape=[4, 2])
    }
    yield case("qwen2", [14], 8, 24, 64, 64, 788, mask=causal(8, 24))
