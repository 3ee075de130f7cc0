import math

import torch

from fixtures import counted, given

HIDDEN = -math.inf


def cases():
    # The rule of Hugging Face's TopKLogitsWarper: what is below the least of torch.topk's k goes.
    def reference(logits, k):
        if k == 0:
            return {"y": logits}
        least = torch.topk(logits, min(k, logits.numel())).values[-1]
        return {"y": logits.masked_fill(logits < least, HIDDEN)}

    def case(name, values, k):
        return name, reference, {"logits": given(*values), "k": k}

    six = [1, 3, 0, 2, -1, 0]
    yield case("by-hand", six, 2)
    yield case("tie-at-k", six, 4)
    yield case("tie-within", [1, 5, -2, 5, 2, 0], 3)
    yield case("one", [2, -1, 4, 3, -6], 1)
    yield case("one-of-two-equal", [2, 4, -1, 4, 3], 1)
    yield case("all-equal", [2, 2, 2, 2, 2], 2)
    yield case("ties-everywhere", [1, 2, 2, 1, 3, 3, 0, 1, 0], 5)
    yield case("ascending", [-3, -1, 0.5, 2, 4, 7], 3)
    yield case("descending", [7, 4, 2, 0.5, -1, -3], 3)
    yield case("below-zero", [-4, -3, -9, -2, -5], 2)
    yield case("all-but-one", [4, 1, -7, 2, 3], 4)
    yield case("all-but-one-tied", [4, -7, 1, -7, 2], 4)
    # 1 + 2^-23 is the next float32 after 1.
    yield case("last-bit", [1, 1 + 2.0**-23, 0.5, 1 + 2.0**-22, 1], 2)
    yield case("far-down", [-300, -200, -250, -400], 2)
    yield case("far-apart", [0, -200, -300], 2)
    yield case("one-token", [-2], 1)
    yield case("hidden", [HIDDEN, 3, HIDDEN, -1, 2], 2)
    yield case("more-than-left", [HIDDEN, 3, HIDDEN, -1, HIDDEN], 3)
    yield case("as-many-as-left", [HIDDEN, 3, HIDDEN, -1, HIDDEN], 2)
    yield case("all-hidden", [HIDDEN, HIDDEN, HIDDEN], 1)
    yield "twenty", reference, {"logits": counted([20], 3201, 7), "k": 5}
