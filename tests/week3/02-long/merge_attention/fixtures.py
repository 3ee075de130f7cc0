import math

import torch

from fixtures import counted, given, tensor


def reference(**sides):
    outputs = torch.stack([sides["a.output"], sides["b.output"]])
    lse = torch.stack([sides["a.lse"], sides["b.lse"]])
    none = lse == -math.inf
    weights = torch.softmax(lse, dim=0).masked_fill(none, 0)  # NaN where neither side saw a key
    outputs = outputs.masked_fill(none[..., None], 0)
    return {"output": (weights[..., None] * outputs).sum(0), "lse": torch.logsumexp(lse, dim=0)}


def parts(query, key, value, keys):
    """Attention over these keys alone: what a side is made of."""
    scores = torch.einsum("lhd,shd->lhs", query, key[keys]) / math.sqrt(query.shape[2])
    return torch.einsum("lhs,shd->lhd", torch.softmax(scores, -1), value[keys]), torch.logsumexp(scores, -1)


def cases():
    def case(name, shape, seed, scale=2):
        return name, reference, {
            "a.output": counted(shape, seed, 2), "a.lse": counted(shape[:2], seed + 1, scale),
            "b.output": counted(shape, seed + 2, 2), "b.lse": counted(shape[:2], seed + 3, scale)
        }

    def written(name, shape, a, a_lse, b, b_lse):
        return name, reference, {
            "a.output": given(*a, shape=shape), "a.lse": given(*a_lse, shape=shape[:2]),
            "b.output": given(*b, shape=shape), "b.lse": given(*b_lse, shape=shape[:2])
        }

    log, nan, none = math.log, math.nan, -math.inf
    yield written("by-hand", [2, 1, 2], [5, 1, 2, 8], [log(3), log(4)], [25, 6, 4, 0], [log(12), log(4)])
    yield case("two-heads", [3, 2, 4], 3111)
    yield case("three-heads", [2, 3, 4], 3115)
    yield case("all-three", [3, 3, 3], 3119)
    yield case("one-number", [1, 1, 1], 3123)
    yield written("first-saw-none", [2, 2, 2], [nan] * 8, [none] * 4, [1, 2, 3, 4, 5, 6, 7, 8], [1, -2, 0, 3])
    yield written("second-saw-none", [2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8], [1, -2, 0, 3], [nan] * 8, [none] * 4)
    yield written("neither-saw-one", [1, 3, 2], [nan, nan, 7, 8, 3, 4], [none] * 3, [nan, nan, nan, 5, 6, 9], [none] * 3)
    # Each way in one call, so that what holds for one row or head is not taken for all.
    yield written("some-saw-none", [3, 2, 2], [nan, nan, 1, 2, 3, 4, nan, nan, 5, 6, 7, 9],
                  [none, 0.5, 2, none, -1, 3], [2, 4, nan, nan, 6, 8, nan, 1, 8, 7, 1, 5], [1, none, 1, none, 0.25, -3])
    query, key, value = (torch.from_numpy(tensor(counted(shape, seed, 2))).double()
                         for shape, seed in (([3, 2, 4], 3131), ([9, 2, 4], 3132), ([9, 2, 4], 3133)))
    (a, a_lse), (b, b_lse) = (parts(query, key, value, keys) for keys in (slice(0, 4), slice(4, 9)))
    yield written("two-sets-of-keys", [3, 2, 4], *(x.flatten().tolist() for x in (a, a_lse, b, b_lse)))
    yield written("one-side-alone-counts", [1, 4, 2], [1, 2, 3, 4, 5, 6, 7, 8], [200, -90, 10000, -10000],
                  [8, 6, 4, 2, 9, 7, 5, 3], [-90, 200, -10000, 10000])
    yield case("qwen2", [20, 14, 64], 3141, 6)
