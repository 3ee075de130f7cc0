import math

from fixtures import counted, given

HIDDEN = -math.inf


def cases():
    def reference(logits, t):
        return {"y": logits / t}

    six = given(1, 3, 0, 2, -1, 0)
    yield "by-hand", reference, {"logits": six, "t": 0.5}
    yield "above-one", reference, {"logits": six, "t": 2.0}
    yield "one", reference, {"logits": six, "t": 1.0}
    yield "usual", reference, {"logits": counted([16], 3101, 9), "t": 0.7}
    yield "near-zero", reference, {"logits": given(0.5, -0.25, 0, 0.125), "t": 0.001}
    yield "nearer-zero", reference, {"logits": given(0.5, -0.25, 0, 0.125), "t": 1e-6}
    yield "far-above-one", reference, {"logits": given(5, -50, 0, 300), "t": 100.0}
    yield "below-zero", reference, {"logits": given(-4, -3, -9, -2), "t": 0.8}
    yield "far-apart", reference, {"logits": given(200, -300, 120, 0), "t": 1.5}
    yield "one-token", reference, {"logits": given(-2), "t": 0.25}
    yield "hidden", reference, {"logits": given(HIDDEN, 3, HIDDEN, -1, 2), "t": 0.5}
    yield "all-hidden", reference, {"logits": given(HIDDEN, HIDDEN, HIDDEN), "t": 2.0}
