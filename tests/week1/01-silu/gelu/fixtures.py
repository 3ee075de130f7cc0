import torch.nn.functional as F

from fixtures import counted, given


def cases():
    def exact(x):
        return {"y": F.gelu(x)}

    def tanh(x):
        return {"y": F.gelu(x, approximate="tanh")}

    inputs = {
        "by-hand": given(-2, -1, 0, 1),
        "where-they-differ": given(-3.5, -3, -2.75, -2.25, -0.7518, -0.5, 0.5, 1.5, 2.25, 2.75, 3, 3.5),
        "one-element": given(-1.5, shape=[1, 1]),
        "large": given(-100, -90, -50, -12, -10, -6, -5, 5, 6, 10, 12, 50, 90, 100, 0, -0.0, 1e-6, -1e-6),
        "rank-1": counted([7], 201, 3),
        "rank-2": counted([3, 5], 202, 3),
        "rank-3": counted([2, 3, 5], 203, 4),
        "rank-4": counted([2, 1, 3, 2], 204, 3),
        "gpt2": counted([2, 3072], 205, 5),
    }
    for name, x in inputs.items():
        yield name, exact, {"x": x, "function": "gelu"}
        yield f"tanh-{name}", tanh, {"x": x, "function": "gelu_tanh"}
