import torch.nn.functional as F

from fixtures import counted, fan_in, given


def cases():
    def reference(x, w_gate, w_up, w_down):
        return {"y": F.linear(F.silu(F.linear(x, w_gate)) * F.linear(x, w_up), w_down)}

    def case(name, x, dim, hidden, seed, scale=1.0):
        return name, reference, {
            "x": counted(x, seed, 2), "w_gate": counted([hidden, dim], seed + 1, scale),
            "w_up": counted([hidden, dim], seed + 2), "w_down": counted([dim, hidden], seed + 3)
        }

    yield "by-hand", reference, {
        "x": given(1, 2, shape=[1, 2]),
        "w_gate": given(1, 0, 0, 1, 1, -1, shape=[3, 2]),
        "w_up": given(1, 1, 2, 0, 0, 1, shape=[3, 2]),
        "w_down": given(1, 0, 1, 0, 1, -1, shape=[2, 3]),
    }
    yield case("narrow", [2, 3], 3, 5, 71)
    # No multiples of 4, 8, 16, 32 or 64, and larger than each of them.
    yield "odd-widths", reference, {
        "x": counted([3, 77], 107, 2), "w_gate": fan_in([93, 77], 108), "w_up": fan_in([93, 77], 109),
        "w_down": fan_in([77, 93], 110),
    }
    yield case("square", [2, 4], 4, 4, 75)
    yield case("wide", [3, 6], 6, 4, 79)
    yield case("one-hidden", [2, 3], 3, 1, 83)
    yield case("large-gate", [4, 3], 3, 5, 87, 60)
    yield case("rank-1", [5], 5, 7, 91)
    yield case("rank-3", [2, 3, 4], 4, 6, 95)
    yield case("rank-4", [2, 1, 3, 2], 2, 5, 99)
    yield "qwen2", reference, {
        "x": counted([2, 896], 103, 2), "w_gate": fan_in([4864, 896], 104), "w_up": fan_in([4864, 896], 105),
        "w_down": fan_in([896, 4864], 106),
    }
