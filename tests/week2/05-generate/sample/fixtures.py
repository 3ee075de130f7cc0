import math

import torch

from fixtures import counted, given

HIDDEN = -math.inf


def cases():
    def token_of(logits, u):
        sums = torch.cumsum(torch.softmax(logits, dim=-1), 0)
        # Rounding decides none: u is far from the sums.
        assert bool(((sums[:-1] - u).abs() > (1e-4 if len(logits) < 1000 else 4e-5)).all())
        return int(torch.searchsorted(sums, torch.tensor(u, dtype=torch.float64), right=True))

    def one(logits, u):
        return {"token": token_of(logits, u)}

    def several(logits, us):
        return {"tokens": torch.tensor([token_of(logits, float(u)) for u in us])}

    def case(name, logits, u):
        return name, one, {"logits": logits, "u": float(u)}

    yield case("by-hand", given(1, 3, 0, 2, -1, 0), 0.5)
    yield case("hidden-first", given(HIDDEN, HIDDEN, 1, 2, 0.5), 0.3)
    yield case("hidden-last", given(1, 2, 0.5, HIDDEN, HIDDEN), 0.9)
    yield case("hidden-between", given(0.5, HIDDEN, 1, HIDDEN, HIDDEN, 0.75), 0.35)
    yield case("one-token", given(-3), 0.6)
    yield case("one-left", given(HIDDEN, HIDDEN, -40, HIDDEN), 0.6)
    yield case("far-up", given(2000, 2001, 1999, 2000.5), 0.7)
    yield case("far-down", given(-2000, -2001, -1999, -2000.5), 0.7)
    yield case("far-apart", given(0, 900, 1, 901, -900), 0.5)
    yield case("descending", given(3, 2, 1, 0, -1), 0.8)
    yield case("ascending", given(-1, 0, 1, 2, 3), 0.2)
    yield case("square", given(0, 1, 0.5, -1), 0.45)
    yield "several", several, {
        "logits": counted([60], 3201, 4),
        "us": given(0.0125, 0.0625, 0.14, 0.25, 0.375, 0.5, 0.65, 0.75, 0.82, 0.9, 0.96, 0.995)
    }
    # In the middle of one of the likeliest tokens, far behind: a sum in float32 is off by more than it is wide.
    yield case("qwen2", counted([151936], 3202, 8), 0.8502964)
