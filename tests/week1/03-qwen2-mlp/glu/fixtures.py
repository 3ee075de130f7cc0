import torch
import torch.nn.functional as F

from fixtures import counted, fan_in, given


def cases():
    gates = {"sigmoid": torch.sigmoid, "relu": F.relu, "gelu": F.gelu, "silu": F.silu}

    def case(name, gate, x, w_gate, w_up, w_down):
        def reference(x, w_gate, w_up, w_down):
            return {"y": F.linear(gates[gate](F.linear(x, w_gate)) * F.linear(x, w_up), w_down)}

        return name, reference, {"x": x, "w_gate": w_gate, "w_up": w_up, "w_down": w_down, "function": gate}

    def made(name, gate, x, dim, hidden, seed, gate_scale=1.0, up_scale=1.0):
        return case(name, gate, counted(x, seed, 2), counted([hidden, dim], seed + 1, gate_scale),
                    counted([hidden, dim], seed + 2, up_scale), counted([dim, hidden], seed + 3))

    for gate in gates:
        yield case(f"by-hand-{gate}", gate, given(1, 2, shape=[1, 2]), given(1, 0, 0, 1, 1, -1, shape=[3, 2]),
                   given(1, 1, 2, 0, 0, 1, shape=[3, 2]), given(1, 0, 1, 0, 1, -1, shape=[2, 3]))
    for gate in gates:
        yield made(f"far-{gate}", gate, [4, 3], 3, 5, 601, 60, 0.25)
    yield made("narrow", "gelu", [2, 3], 3, 5, 605)
    # No multiples of 4, 8, 16, 32 or 64, and larger than each of them.
    yield case("odd-widths", "silu", counted([3, 77], 641, 2), fan_in([93, 77], 642), fan_in([93, 77], 643),
               fan_in([77, 93], 644))
    yield made("square", "relu", [2, 4], 4, 4, 609)
    yield made("wide", "sigmoid", [3, 6], 6, 4, 613)
    yield made("one-hidden", "silu", [2, 3], 3, 1, 617)
    yield made("rank-1", "sigmoid", [5], 5, 7, 621)
    yield made("rank-3", "gelu", [2, 3, 4], 4, 6, 625)
    yield made("rank-4", "relu", [2, 1, 3, 2], 2, 5, 629)
    for name, gate, dim, hidden, seed in ("qwen2", "silu", 896, 4864, 633), ("t5", "gelu", 512, 1024, 637):
        yield case(name, gate, counted([2, dim], seed, 2), fan_in([hidden, dim], seed + 1),
                   fan_in([hidden, dim], seed + 2), fan_in([dim, hidden], seed + 3))
