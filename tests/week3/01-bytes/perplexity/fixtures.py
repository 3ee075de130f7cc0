import numpy as np
import torch

from fixtures import given, integers, uniform


def cases():
    def after(ids, vocabulary, seed=0, scale=4.0, offset=0.0, model=None, hidden=0, hidden_after=-1):
        """The logits that the model of model.hpp gives after these tokens."""
        if model:
            turns = 1
            while turns < len(ids) and ids[-turns] != ids[-turns - 1]:
                turns += 1
            return torch.tensor([0 if v == ids[-1] else np.log(np.float32(turns)) for v in range(2)]).double()
        read = seed
        for one in ids:
            read = (read * 1000003 + one + 1) % 2**32
        row = np.float32(scale) * uniform(read, vocabulary) + np.float32(offset)
        if len(ids) == hidden_after:
            row[hidden] = -np.inf
        return torch.from_numpy(row).double()

    def reference(text, window, stride, unused=0, **model):
        """Token by token: the first window that holds it says what precedes it there."""
        text = text.tolist()
        model.pop("asked no more", None)
        n, losses = len(text), []
        vocabulary = max(text) + 1 + unused
        windows = [(0, min(window, n))]
        while windows[-1][1] < n:
            begin = windows[-1][0] + stride
            windows.append((begin, min(begin + window, n)))
        for i in range(1, n):
            begin = next(first for first, end in windows if i < end)
            if begin < i:
                losses.append(-torch.log_softmax(after(text[begin:i], vocabulary, **model), 0)[text[i]])
        return {"perplexity": torch.exp(torch.stack(losses).mean()).item()}

    def case(name, text, window, stride, **rest):
        return name, reference, {"text": integers(text), "window": window, "stride": stride} | rest

    tick_tock = [0, 1] * 3
    yield case("by-hand", tick_tock, 4, 2, model="tick tock")
    yield case("stride-1", tick_tock, 4, 1, model="tick tock")
    yield case("stride-4", tick_tock, 4, 4, model="tick tock")
    yield case("all-at-once", tick_tock, 6, 6, model="tick tock")
    yield case("two-tokens", [2, 4], 4, 2, seed=1, unused=2)
    yield case("one-window", [3, 1, 4, 1, 5, 0, 2, 6], 8, 3, seed=2)
    yield case("asked-once", [3, 1, 4, 0, 2], 8, 3, seed=20, **{"asked no more": 1})
    yield case("long-window", [3, 1, 4, 1, 5], 50, 10, seed=3, unused=3)

    def text(length, vocabulary, seed):
        return [int(v) for v in (uniform(seed, length).astype(np.float64) + 1) / 2 * vocabulary]

    yield case("last-is-full", text(10, 6, 11), 4, 2, seed=4)
    yield case("asked-no-more", [3, 1, 4, 0, 5, 2, 6, 7, 9, 8], 4, 2, seed=21, **{"asked no more": 1})
    yield case("last-is-short", text(11, 6, 12), 4, 2, seed=5, unused=2)
    yield case("five-and-three", text(12, 7, 13), 5, 3, seed=6)
    yield case("hidden-in-the-overlap", text(12, 7, 13), 5, 3, seed=6, hidden=1, hidden_after=1)
    yield case("by-one", text(9, 5, 14), 4, 1, seed=7)
    yield case("nearly-apart", text(13, 5, 15), 5, 4, seed=8)
    yield case("apart", text(12, 6, 16), 4, 4, seed=9)
    yield case("apart-and-two", text(10, 6, 17), 4, 4, seed=10)
    yield case("apart-and-one", text(9, 6, 18), 4, 4, seed=11)
    yield case("window-of-two", text(7, 4, 19), 2, 1, seed=12)
    yield case("window-of-two-apart", text(7, 4, 20), 2, 2, seed=13)
    yield case("equal-tokens", [3] * 9, 4, 3, seed=14, unused=2)
    yield case("one-token-known", [0] * 6, 4, 2, seed=15)
    yield case("far-up", text(8, 5, 21), 5, 3, seed=16, offset=10000.0)
    yield case("far-down", text(8, 5, 22), 5, 3, seed=17, offset=-10000.0)
    yield case("several", text(200, 50, 23), 32, 8, seed=18)
    yield case("long", text(1500, 60, 24), 64, 48, seed=19)
