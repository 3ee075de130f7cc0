import math

import torch

from fixtures import counted, given

HIDDEN = -math.inf


def cases():
    def reference(x):
        return {"y": torch.softmax(x, dim=-1)}

    yield "by-hand", reference, {"x": given(1, 2, 3)}
    yield "two-rows", reference, {"x": given(1, -2, 2, 4, 0, -3, shape=[2, 3])}
    yield "equal", reference, {"x": given(2, 2, 2, 2, -5, -5, -5, -5, shape=[2, 4])}
    yield "rows-of-one", reference, {"x": given(3, -2, 0, shape=[3, 1])}
    yield "near-zero", reference, {"x": given(0.3, -0.6, 0.1, 0.7, -0.2, 0.4, 0.9, -0.8, shape=[2, 4])}
    yield "spread", reference, {"x": given(0, 100, 99, 98.5, shape=[1, 4])}
    yield "largest-last", reference, {"x": given(1, 0, -2, 95, 3, HIDDEN, HIDDEN, 100, 0, 1, 2, 97, shape=[3, 4])}
    yield "below-zero", reference, {"x": given(-60, -61, -62.5, -60.25, shape=[1, 4])}
    yield "far-up", reference, {"x": given(10000, 9999, 9998.5, 9999.25, shape=[1, 4])}
    yield "far-down", reference, {"x": given(-10000, -9999, -9998.5, -9999.25, shape=[1, 4])}
    yield "far-apart-rows", reference, {
        "x": given(9999, 9998, 9999.5, 0, 1, -1, -9999, -9998, -10000, shape=[3, 3])
    }
    yield "large", reference, {"x": counted([3, 8], 701, 1e4)}
    yield "hidden", reference, {"x": given(1, HIDDEN, 2, 0.5, -1, 0.25, 3, HIDDEN, shape=[2, 4])}
    yield "hidden-first", reference, {"x": given(HIDDEN, HIDDEN, 2, 1, HIDDEN, 0.5, 0.25, -1, shape=[2, 4])}
    yield "one-left", reference, {"x": given(HIDDEN, -3, HIDDEN, 4, HIDDEN, HIDDEN, shape=[2, 3])}
    yield "all-hidden", reference, {"x": given(1, 2, 0, HIDDEN, HIDDEN, HIDDEN, 0.5, 1, HIDDEN, shape=[3, 3])}
    yield "rank-1", reference, {"x": counted([9], 702, 3)}
    yield "square", reference, {"x": counted([4, 4], 703, 2, [1, 2, 0.5, 3])}
    yield "rank-3", reference, {"x": counted([2, 3, 5], 704, 1, [1, 3, 0.1, 2, 0.5, 5])}
    yield "rank-4", reference, {"x": counted([2, 2, 3, 4], 705, 3)}
    yield "qwen2", reference, {"x": counted([14, 3, 64], 706, 6)}
