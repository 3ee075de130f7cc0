import math

import torch

from fixtures import counted, given, tensor


def reference(query, key, value, offset, first, last, tile, compared_rows=None):
    """Without tiles; what a query does not see is left out, NaN with it."""
    queries, heads, dim = query.shape
    group = heads // key.shape[1]
    output, lse = torch.zeros_like(query), torch.full((queries, heads), -math.inf, dtype=query.dtype)
    for i in range(queries):
        seen = slice(first, max(first, min(last, offset + i + 1)))
        if seen.start == seen.stop:
            continue
        k, v = (x[seen].repeat_interleave(group, dim=1).transpose(0, 1) for x in (key, value))
        scores = torch.einsum("hd,hsd->hs", query[i], k) / math.sqrt(dim)
        output[i] = torch.einsum("hs,hsd->hd", torch.softmax(scores, -1), v)
        lse[i] = torch.logsumexp(scores, -1)
    return {"output": output[:compared_rows], "lse": lse[:compared_rows]}


def holed(shape, seed, rows, scale=2):
    """The counted numbers, and NaN in some rows."""
    values = tensor(counted(shape, seed, scale))
    values[list(rows)] = math.nan
    return given(*values.reshape(-1), shape=shape)


def cases():
    def case(name, queries, heads, kv_heads, dim, keys, seed, offset=0, first=0, last=None, tile=2, nan=(), key_nan=None,
             value_nan=None, rows=None):
        shape = [keys, kv_heads, dim]
        arguments = {
            "query": counted([queries, heads, dim], seed, 2),
            "key": holed(shape, seed + 1, nan if key_nan is None else key_nan),
            "value": holed(shape, seed + 2, nan if value_nan is None else value_nan),
            "offset": offset, "first": first, "last": keys if last is None else last, "tile": tile
        }
        return name, reference, arguments | ({} if rows is None else {"compared_rows": rows})

    log, nan = math.log, math.nan
    yield "by-hand", reference, {
        "query": given(1, 0, 1, 0, shape=[2, 2, 1]), "key": given(0, log(2), log(8), log(4), 0, nan, shape=[6, 1, 1]),
        "value": given(15, 0, 30, 15, 5, nan, shape=[6, 1, 1]), "offset": 3, "first": 0, "last": 5, "tile": 2
    }
    yield case("prompt", 7, 4, 2, 3, 7, 3211)
    yield case("after-three", 2, 4, 2, 4, 5, 3215, offset=3)
    yield case("one-query", 1, 6, 2, 4, 9, 3219, offset=8, tile=4)
    yield case("one-query-and-keys-behind", 1, 6, 2, 4, 9, 3221, offset=5, tile=4)
    yield case("one-query-and-later-keys", 1, 4, 2, 3, 9, 3222, offset=3, first=4, tile=3)
    yield case("three-groups-of-two", 3, 6, 3, 2, 8, 3223, offset=5, tile=3)
    yield case("two-groups-of-three", 3, 6, 2, 2, 8, 3227, offset=5, tile=3)
    yield case("one-key-head", 4, 3, 1, 4, 6, 3231, offset=2)
    yield case("as-many-key-heads", 4, 3, 3, 4, 6, 3235, offset=2)
    yield case("all-four", 4, 4, 2, 4, 4, 3239, tile=4)
    yield case("all-four-of-one", 4, 4, 4, 4, 4, 3243, tile=4)
    # A part of the keys: before the queries, into them, only late ones, one alone.
    yield case("part-before", 4, 4, 2, 3, 12, 3247, offset=7, first=1, last=6, tile=3)
    yield case("part-across", 4, 4, 2, 3, 12, 3251, offset=5, first=3, last=9)
    yield case("part-from-the-middle", 5, 4, 2, 3, 9, 3255, offset=2, first=4, last=9)
    yield case("part-of-one", 3, 4, 2, 3, 9, 3259, offset=3, first=4, last=5, tile=3)
    yield case("part-behind", 3, 4, 2, 3, 9, 3263, offset=1, first=5, last=9)
    yield case("more-positions-than-keys", 4, 4, 2, 3, 7, 3267, offset=5, last=7, tile=3)
    yield case("far-behind-the-keys", 3, 4, 2, 3, 5, 3271, offset=40, first=1, last=4)
    yield case("nan-before", 3, 4, 2, 3, 10, 3275, offset=7, first=3, nan=range(3))
    yield case("nan-before-in-the-tile", 3, 4, 2, 3, 10, 3279, offset=7, first=3, tile=4, nan=range(3))
    yield case("nan-from-last-on", 3, 4, 2, 3, 10, 3283, offset=7, last=7, tile=4, nan=range(7, 10))
    yield case("nan-behind-the-queries", 3, 4, 2, 3, 12, 3287, offset=4, tile=4, nan=range(7, 12))
    yield case("nan-keys-behind-the-queries", 3, 4, 2, 3, 12, 3291, offset=4, tile=4, key_nan=range(7, 12), value_nan=())
    yield case("nan-for-later-queries", 4, 4, 2, 3, 8, 3295, offset=3, tile=4, nan=[5], rows=2)
    yield case("nan-keys-for-later-queries", 4, 4, 2, 3, 8, 3299, offset=3, tile=8, key_nan=[5], value_nan=(), rows=2)
    yield case("nan-values-for-later-queries", 4, 4, 2, 3, 8, 3303, offset=3, tile=8, key_nan=(), value_nan=[5], rows=2)
    yield case("nan-values-seen", 4, 4, 2, 3, 8, 3303, offset=3, tile=8, key_nan=(), value_nan=[5])
    yield case("nan-for-the-last", 5, 4, 2, 3, 5, 3307, tile=3, nan=[4], rows=4)
    yield "large-scores", reference, {
        "query": given(100, 1, -100, 0, 0, 100, 1, -100, shape=[2, 2, 2]),
        "key": given(100, 0, -100, 1, 1, -100, shape=[3, 1, 2]),
        "value": given(1, 2, 3, 4, 5, 6, shape=[3, 1, 2]), "offset": 1, "first": 0, "last": 3, "tile": 1
    }
    yield "qwen2", reference, {
        "query": counted([8, 14, 64], 3311, 2), "key": holed([72, 2, 64], 3312, range(68, 72)),
        "value": holed([72, 2, 64], 3313, range(68, 72)), "offset": 60, "first": 0, "last": 72, "tile": 16
    }
