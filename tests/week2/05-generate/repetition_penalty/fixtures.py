import math

import torch

from fixtures import counted, given, integers

HIDDEN = -math.inf


def cases():
    def reference(logits, seen, penalty):
        """What transformers' RepetitionPenaltyLogitsProcessor does: who comes twice is written twice, with one number."""
        score = torch.gather(logits, 0, seen)
        score = torch.where(score < 0, score * penalty, score / penalty)
        return {"y": logits.scatter(0, seen, score)}

    def case(name, logits, seen, penalty):
        return name, reference, {"logits": logits, "seen": integers(seen), "penalty": float(penalty)}

    small = given(1, 3, 0, 2, -1, 0)
    yield case("by-hand", small, [1, 4, 1], 2)
    yield case("positive", given(0.5, 4, 2, 3), [2], 1.25)
    yield case("negative", given(-0.5, -4, -2, -3), [0, 2], 1.25)
    yield case("zero", small, [5, 2], 2)
    yield case("often", small, [4, 3, 3, 4, 4, 3, 4], 1.5)
    yield case("all", small, [5, 4, 3, 2, 1, 0], 1.5)
    yield case("first-and-last", given(2, -3, 1, -1.5), [3, 0], 1.5)
    yield case("more-than-v", given(2, -3, 0.5), [2, 1, 2, 2, 1, 2, 1], 3)
    yield case("none-seen", small, [], 2)
    yield case("one", small, [1, 4, 1], 1)
    yield case("below-one", small, [1, 4, 1], 0.5)
    yield case("hidden", given(HIDDEN, 3, HIDDEN, -1), [0, 1, 3], 2)
    yield case("all-hidden", given(HIDDEN, HIDDEN, HIDDEN), [0, 2], 2)
    yield case("one-token", given(-3), [0, 0], 2)
    yield case("square", given(2, -1, 3, -2), [0, 1, 0, 2], 4)
    yield case("large", counted([12], 3001, 60), [11, 0, 5, 3, 7, 9] * 2, 1.3)
    yield case("many", counted([300], 3002, 12), [37 * i % 300 for i in range(90)] * 2 + [5, 42], 1.1)
