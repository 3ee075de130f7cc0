import math

import torch

from fixtures import counted, given

HIDDEN = -math.inf


def cases():
    # The rule of Hugging Face's TopPLogitsWarper, from the likeliest down: a token goes when those before it reach p.
    # Of equals the lower id comes first, which the warper leaves to its sort.
    def reference(logits, p):
        if p == 1:
            return {"y": logits}
        order = torch.sort(logits, descending=True, stable=True).indices
        sums = torch.softmax(logits[order], dim=-1).cumsum(dim=-1)
        # Nobody's answer depends on how a sum is rounded.
        assert not torch.any(torch.abs(sums - p) < 1e-3), "a sum is too close to p"
        before = torch.cat([torch.zeros(1, dtype=sums.dtype), sums[:-1]])
        gone = before >= p
        gone[0] = False
        y = logits.clone()
        y[order[gone]] = HIDDEN
        return {"y": y}

    def case(name, values, p):
        return name, reference, {"logits": given(*values), "p": p}

    six = [1, 3, 0, 2, -1, 0]
    yield case("by-hand", six, 0.9)
    yield case("one-reaches", six, 0.5)
    yield case("first-of-two-equal", six, 0.94)
    yield case("both-equal", six, 0.97)
    yield case("little", six, 0.01)
    yield case("zero", six, 0.0)
    yield case("one", six, 1.0)
    yield case("all-but-one", [0, 2, 1, 3], 0.96)
    yield case("all-needed", [0, 2, 1, 3], 0.99)
    yield case("equal", [2, 2, 2, 2, 2], 0.5)
    yield case("equal-zero", [2, 2, 2, 2, 2], 0.0)
    yield case("equal-at-the-top", [1, 4, 0, 4, 4, 2], 0.5)
    yield case("ascending", [-3, -1, 0.5, 1, 1.5, 2], 0.7)
    yield case("descending", [2, 1.5, 1, 0.5, -1, -3], 0.7)
    yield case("below-zero", [-4, -3, -9, -2, -5], 0.8)
    yield case("steep", [0, 12, 3, -4], 0.9)
    yield case("far-up", [299, 200, 300, 298.5, -50], 0.75)
    yield case("farther-up", [999, 200, 1000, 998.5, -1000], 0.75)
    yield case("far-down", [-301, -400, -300, -301.5, -9000], 0.75)
    yield case("farther-down", [-1001, -2000, -1000, -1001.5, -9000], 0.75)
    # One has all of the probability: exp of the others is 0, a double's, too.
    yield case("one-and-a-far-tail", [-850, 4, -900, -1000, -850], 1.0)
    yield case("one-token", [-2], 0.3)
    yield case("hidden", [HIDDEN, 1, HIDDEN, 3, 2], 0.8)
    yield case("hidden-zero", [HIDDEN, HIDDEN, 1, HIDDEN], 0.0)
    yield case("hidden-one", [HIDDEN, 1, HIDDEN, 3, 2], 1.0)
    yield "twenty", reference, {"logits": counted([20], 3301, 3), "p": 0.85}

