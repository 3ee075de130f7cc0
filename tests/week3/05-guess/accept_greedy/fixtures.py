import math

import torch

from fixtures import counted, given, integers, tensor

NAN, HIDDEN, FAR = math.nan, -math.inf, math.inf


def cases():
    def reference(draft, logits):
        """As Hugging Face counts: how many guesses agree before the first that does not."""
        own = [int((row == row.max()).nonzero()[0]) if not row.isnan().any() else -1 for row in logits]
        agree = torch.tensor([int(guess) == choice for guess, choice in zip(draft, own)], dtype=torch.bool)
        n = int((torch.cumsum(~agree, 0) < 1).sum())
        assert not logits[: n + 1].isnan().any()
        return {"tokens": own[: n + 1]}

    def case(name, draft, rows):
        return name, reference, {"draft": integers(draft), "logits": given(*sum(rows, []), shape=[len(rows), len(rows[0])])}

    def peaks(tokens, V, low=0.0):
        """Rows with a largest logit at these tokens, each of another height, and others that differ."""
        return [[5.0 + i if t == token else low - ((3 * t + i) % V) / 4 for t in range(V)] for i, token in enumerate(tokens)]

    unread = [NAN] * 4
    yield case("by-hand", [2, 0, 3], [[1, 0, 3, 2], [4, 1, -1, 0], [0, 2, 1, 1.5], unread])
    yield case("by-hand-all", [2, 0, 1], [[1, 0, 3, 2], [4, 1, -1, 0], [0, 2, 1, 1.5], [0, 1, 2, 3]])
    yield case("none", [], [[1, 0, 3, 2]])
    yield case("one-kept", [3], peaks([3, 1], 5))
    yield case("one-rejected", [2], [[1, 5, 3, 0], unread])
    yield case("first-rejected", [1, 2, 3], [[1, 0, 2, 3], unread, unread, unread])
    yield case("first-rejected-rest-agrees", [1, 2, 3], peaks([0, 2, 3, 1], 4))
    yield case("middle-rejected-rest-agrees", [4, 1, 3, 2, 0], peaks([4, 1, 0, 2, 0, 3], 5))
    yield case("last-rejected", [4, 1, 3], peaks([4, 1, 0, 2], 5))
    yield case("two-rejected", [4, 1, 3, 2, 0], peaks([4, 0, 3, 1, 0, 2], 5))
    yield case("every-second", [1, 2, 3, 4], peaks([1, 0, 3, 0, 2], 5))
    yield case("shifted-down", [1, 2, 3], peaks([0, 1, 2, 3], 4))
    yield case("shifted-up", [1, 2, 3], peaks([2, 3, 1, 0], 4))
    yield case("same-token", [2, 2, 2, 2], peaks([2, 2, 2, 1, 2], 4))
    yield case("token-zero", [0, 0, 0], peaks([0, 0, 1, 0], 3))
    yield case("zero-at-the-end", [0, 1], peaks([0, 1, 0], 3))
    yield case("last-token", [4, 4], peaks([4, 4, 4], 5))
    yield case("ties", [1, 0, 2], [[1, 3, 3, 3], [2, 2, 2, 2], [0, 1, 4, 4], [3, 5, 5, 1]])
    yield case("tie-guessed-higher", [1, 3, 2], [[1, 3, 3, 3], [0, 4, 2, 4], unread, unread])
    yield case("nearly-as-large", [1, 0], [[3.0005, 3, 2], unread[:3], unread[:3]])
    yield case("last-bit", [1, 0], [[3.0000002, 3, 2], unread[:3], unread[:3]])
    yield case("negative", [2, 1], [[-5, -3, -1, -2], [-7, -4, -8, -6], [-300, -200, -100, -400]])
    yield case("tiny", [1], [[0, 3e-40, 1e-40], [-3e-9, -2e-9, -1e-9]])
    yield case("fractions", [1, 2], [[2.25, 2.75, 2.5], [0.25, 0.5, 0.75], [1.5, 1.25, 1]])
    yield case("far-below-0", [1, 2], [[-3e4, -2e4, -4e4], [-3e10, -2e10, -1e10], [-3e38, -1e38, -2e38]])
    yield case("large", [0, 2], [[2000, 1999, 0], [88, 89, 90], [-2000, -1999, -1998]])
    yield case("some-hidden", [2, 3], [[HIDDEN, HIDDEN, -40, HIDDEN], [HIDDEN, 1, HIDDEN, 2], [HIDDEN, 3, 2, HIDDEN]])
    yield case("all-hidden", [0, 1], [[HIDDEN] * 3, [HIDDEN] * 3, [NAN] * 3])
    yield case("all-hidden-at-the-end", [1], [[0, 1, 0], [HIDDEN] * 3])
    yield case("one-token", [0, 0], [[-3], [2], [0]])
    yield case("unread-infinity", [1, 2], [[5, 1, 2], [FAR, 0, 0], [0, FAR, NAN]])
    yield case("outside", [2, 5, 1], [[1, 0, 3, 2], [4, 1, -1, 0], unread, unread])
    yield case("outside-by-one", [4, 1], [[1, 0, 2, 3], unread, unread])
    yield case("outside-negative", [0, -3], [[4, 1, -1, 0], [1, 0, 2, 3], unread])
    yield case("outside-of-32-bits", [1, 2**32 + 3], [[1, 4, 2, 3], [1, 0, 2, 3], unread])
    yield case("outside-of-16-bits", [1, 2**16 + 3], [[1, 4, 2, 3], [1, 0, 2, 3], unread])

    def of_model(name, k, V, seed, wrong=None):
        """Guesses that are the model's own, but for one."""
        logits = counted([k + 1, V], seed, 12)
        draft = [int(t) for t in torch.from_numpy(tensor(logits)).argmax(-1)[:k]]
        if wrong is not None:
            draft[wrong] = (draft[wrong] + 1) % V
        return name, reference, {"draft": integers(draft), "logits": logits}

    for n in range(6):
        yield of_model(f"random-{n}", 3 + 2 * n, 5 + 3 * n, 3600 + n, n if n % 3 else None)
    yield of_model("qwen2", 4, 151936, 3610, 3)
    yield of_model("qwen2-all", 3, 151936, 3611)
