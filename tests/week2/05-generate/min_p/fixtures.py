import math

import torch

from fixtures import counted, given

HIDDEN = -math.inf


def cases():
    def reference(logits, p):
        """What transformers' MinPLogitsWarper does."""
        probability = torch.softmax(logits, dim=-1)
        least = p * probability.max()
        # No answer is asked what rounding decides: equals of the largest and -inf aside, none is near the least.
        near = (torch.log(probability / probability.max()) - math.log(p)).abs() if p > 0 else logits + math.inf
        assert bool((near[(logits < logits.max()) & (logits > HIDDEN)] > 1e-3).all())
        return {"y": logits.masked_fill(probability < least, HIDDEN)}

    def case(name, logits, p):
        return name, reference, {"logits": logits, "p": float(p)}

    small = given(1, 3, 0, 2, -1, 0)
    yield case("by-hand", small, 0.1)
    yield case("high", small, 0.5)
    yield case("low", small, 0.03)
    yield case("zero", small, 0)
    yield case("zero-hidden", given(1, HIDDEN, -3, 2), 0)
    yield case("zero-far-apart", given(80, -90, 0, -200), 0)
    yield case("one", small, 1)
    yield case("one-of-equals", given(2, 5, -1, 5, 4.5, 5), 1)
    yield case("equal", given(1.5, 1.5, 1.5, 1.5), 0.9)
    yield case("many-alike", given(*[1, 1.5, 0.5, 1.25] * 5, -4), 0.3)
    yield case("far-up", given(198, 199.5, 197, 190), 0.1)
    yield case("far-down", given(-302, -300, -303, -310), 0.1)
    yield case("negative", given(-2, -1, -6, -1.5, -3.25), 0.2)
    yield case("positive", given(5, 9, 8, 8.5, 6.25), 0.25)
    yield case("all-zero", given(0, 0, 0), 0.5)
    yield case("hidden", given(HIDDEN, 1, 0.5, HIDDEN, -2), 0.25)
    yield case("descending", given(4, 3.5, 3, 1, 0, -5), 0.2)
    yield case("ascending", given(-5, 0, 1, 3, 3.5, 4), 0.2)
    yield case("one-token", given(-3), 0.7)
    wide = given(0, -9, 4, -4, -5.5, -10.5, -2)
    yield case("small", wide, 1e-4)
    yield case("smaller", wide, 1e-6)
    yield case("square", given(3, 0.5, 2, 1), 0.25)
    yield case("many", counted([400], 3101, 9), 0.05)
