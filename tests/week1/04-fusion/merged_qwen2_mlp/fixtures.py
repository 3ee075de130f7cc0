import torch.nn.functional as F

from fixtures import counted, fan_in, given


def cases():
    def reference(x, w_gate_up, w_down):
        gate, up = F.linear(x, w_gate_up).chunk(2, -1)
        return {"y": F.linear(F.silu(gate) * up, w_down)}

    def case(name, x, dim, hidden, seed, scale=1.0):
        return name, reference, {
            "x": counted(x, seed, 2), "w_gate_up": counted([2 * hidden, dim], seed + 1, scale),
            "w_down": counted([dim, hidden], seed + 2)
        }

    yield "by-hand", reference, {
        "x": given(1, 2, shape=[1, 2]),
        "w_gate_up": given(1, 0, 0, 1, 1, -1, 1, 1, 2, 0, 0, 1, shape=[6, 2]),
        "w_down": given(1, 0, 1, 0, 1, -1, shape=[2, 3]),
    }
    yield case("narrow", [2, 3], 3, 5, 271)
    # No multiples of 4, 8, 16, 32 or 64, and larger than each of them.
    yield "odd-widths", reference, {
        "x": counted([3, 77], 298, 2), "w_gate_up": fan_in([186, 77], 299), "w_down": fan_in([77, 93], 300),
    }
    yield case("square", [2, 4], 4, 4, 274)
    yield case("merged-is-square", [3, 6], 6, 3, 277)
    yield case("one-hidden", [2, 3], 3, 1, 280)
    yield case("large-gate", [4, 3], 3, 5, 283, 40)
    yield case("rank-1", [5], 5, 7, 286)
    yield case("rank-3", [2, 3, 4], 4, 6, 289)
    yield case("rank-4", [2, 1, 3, 2], 2, 5, 292)
    yield "qwen2", reference, {
        "x": counted([2, 896], 295, 2), "w_gate_up": fan_in([2 * 4864, 896], 296), "w_down": fan_in([896, 4864], 297),
    }
