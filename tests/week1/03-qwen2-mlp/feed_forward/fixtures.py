import torch.nn.functional as F

from fixtures import counted, fan_in, given


def cases():
    def reference(x, w1, b1, w2, b2):
        return {"y": F.linear(F.relu(F.linear(x, w1, b1)), w2, b2)}

    def case(name, x, dim, hidden, seed, scale=1.0):
        return name, reference, {
            "x": counted(x, seed, 2 * scale), "w1": counted([hidden, dim], seed + 1), "b1": counted([hidden], seed + 2, 2),
            "w2": counted([dim, hidden], seed + 3), "b2": counted([dim], seed + 4, 2)
        }

    yield "by-hand", reference, {
        "x": given(1, 2, shape=[1, 2]),
        "w1": given(1, 0, 0, -1, 1, -1, shape=[3, 2]), "b1": given(1, 0, 2),
        "w2": given(1, 1, 0, -2, 1, 1, shape=[2, 3]), "b2": given(0.5, 1),
    }
    yield case("narrow", [2, 3], 3, 5, 501)
    # No multiples of 4, 8, 16, 32 or 64, and larger than each of them.
    yield "odd-widths", reference, {
        "x": counted([3, 77], 561, 2), "w1": fan_in([93, 77], 562), "b1": counted([93], 563),
        "w2": fan_in([77, 93], 564), "b2": counted([77], 565),
    }
    yield case("square", [2, 4], 4, 4, 506)
    yield case("wide", [3, 6], 6, 4, 511)
    yield case("one-hidden", [4, 3], 3, 1, 581)
    yield case("one-outside", [5, 1], 1, 4, 521)
    yield "all-off", reference, {
        "x": given(1, 2, 3, 0.5, shape=[2, 2]), "w1": given(-1, 0.5, -2, -1, 0, -3, shape=[3, 2]),
        "b1": given(-0.5, 1, 0.25), "w2": given(1, -2, 3, -1, 2, 4, shape=[2, 3]), "b2": given(-0.75, 1.5),
    }
    yield case("rows-equal-elements", [4, 4], 4, 4, 526)
    yield case("large", [2, 5], 5, 6, 531, 50)
    yield case("rank-1", [5], 5, 7, 536)
    yield case("rank-3", [2, 3, 4], 4, 6, 541)
    yield case("rank-4", [2, 1, 3, 2], 2, 5, 546)
    yield "qwen2", reference, {
        "x": counted([2, 896], 551, 2), "w1": fan_in([4864, 896], 552), "b1": counted([4864], 553),
        "w2": fan_in([896, 4864], 554), "b2": counted([896], 555),
    }
