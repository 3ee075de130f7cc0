import math

import numpy as np

from fixtures import counted, given

HIDDEN = -math.inf


def cases():
    # numpy.argmax promises the first of equals; torch.argmax promises none of them.
    def reference(logits):
        return {"token": int(np.argmax(logits.numpy()))}

    yield "by-hand", reference, {"logits": given(1, 3, 0, 2, -1, 0)}
    yield "one-token", reference, {"logits": given(-2)}
    yield "first", reference, {"logits": given(4, 3, -7, 2, 1)}
    yield "last", reference, {"logits": given(-6, 1, 2, 0.5, 4)}
    yield "below-zero", reference, {"logits": given(-4, -3, -9, -2, -5)}
    yield "two-equal", reference, {"logits": given(1, 5, -8, 5, 2)}
    yield "three-equal", reference, {"logits": given(0, -3, 7, 7, 6, 7)}
    yield "all-equal", reference, {"logits": given(-1, -1, -1, -1)}
    yield "fractions", reference, {"logits": given(2.25, 2.75, 2.5, 2.875, 2.125)}
    yield "near", reference, {"logits": given(0.25, 0.2500005, -1, 0.24)}
    # 1 + 2^-23 is the next float32 after 1; e to the powers below 1e-8 is 1 in float32.
    yield "last-bit", reference, {"logits": given(1, 0.5, 1, 1 + 2.0**-23, 1)}
    yield "tiny", reference, {"logits": given(-1e-9, 1e-9, 3e-9, 2e-9)}
    yield "far-up", reference, {"logits": given(200, 120, -50, 300, 250)}
    yield "far-down", reference, {"logits": given(-400, -300, -9000, -200, -250)}
    yield "largest-float", reference, {"logits": given(0, 3.0e38, 3.4e38, -3.4e38)}
    yield "hidden", reference, {"logits": given(HIDDEN, -3, HIDDEN, -1, 2, HIDDEN)}
    yield "one-left", reference, {"logits": given(HIDDEN, HIDDEN, -5, HIDDEN)}
    yield "all-hidden", reference, {"logits": given(HIDDEN, HIDDEN, HIDDEN, HIDDEN)}
    yield "qwen2", reference, {"logits": counted([151936], 3001, 12)}
