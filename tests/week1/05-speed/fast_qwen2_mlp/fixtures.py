import torch.nn.functional as F

from fixtures import counted, fan_in, given, rounded


def cases():
    def reference(x, w_gate, w_up, w_down):
        return {"y": F.linear(F.silu(F.linear(x, w_gate)) * F.linear(x, w_up), w_down)}

    def case(name, x, hidden, seed, scale=1.0):
        dim = x["shape"][-1]
        return name, reference, {
            "x": x, "w_gate": counted([hidden, dim], seed, scale), "w_up": counted([hidden, dim], seed + 1),
            "w_down": counted([dim, hidden], seed + 2)
        }

    def low(name, x, hidden, seed, scale=1.0):
        name, reference, arguments = case(name, x, hidden, seed, scale)
        weights = {k: rounded(v, "bfloat16") for k, v in arguments.items() if k != "x"}
        # Only the weights are of that type; the output is float32.
        return f"bfloat16-{name}", reference, {"x": x, **weights, "function": "bfloat16", "outputs": "float32"}

    yield case("out-before", counted([3, 5], 661, 2), 7, 662)
    yield low("one-row", counted([1, 5], 665, 2), 7, 666)
    yield low("many-rows", counted([19, 21], 669, 1), 35, 670)
    yield low("rank-3", counted([2, 3, 4], 673, 2), 6, 674)
    yield low("rank-4", counted([2, 1, 3, 2], 677, 2), 5, 678)
    # Two large elements cancel exactly in float32; whoever rounds x to bfloat16 loses what remains.
    x = given(1000.25, -1000.0, 0.5, 3.0625, 2.03125, -2.015625, shape=[1, 6])
    weights = {"w_gate": given(*([1, 1, 0.5, -0.25, 2, 1] * 3), shape=[3, 6]),
               "w_up": given(1, 1, 1, 0.5, -1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 0.5, 1, 0.25, 2, shape=[3, 6]),
               "w_down": given(*([1, -0.5, 2] * 6), shape=[6, 3])}
    yield "bfloat16-cancel", reference, {"x": x, **{k: rounded(v, "bfloat16") for k, v in weights.items()},
                                         "function": "bfloat16", "outputs": "float32"}
    yield low("large-gate", counted([4, 3], 681, 2), 5, 682, 60)
    name, _, arguments = low("qwen2", counted([2, 896], 685, 2), 1, 686)
    arguments |= {k: rounded(fan_in(shape, seed), "bfloat16") for k, shape, seed in (
        ("w_gate", [4864, 896], 687), ("w_up", [4864, 896], 688), ("w_down", [896, 4864], 689))}
    yield name, reference, arguments
