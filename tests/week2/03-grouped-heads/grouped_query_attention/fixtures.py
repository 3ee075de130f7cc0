import math

import torch

from fixtures import counted, given, tensor


def followed(shape, seed, rows, fill=math.nan, scale=2):
    """The counted numbers, and behind them `rows` more rows of `fill`."""
    values = tensor(counted(shape, seed, scale)).reshape(-1)
    return given(*values, *[fill] * (rows * shape[1] * shape[2]), shape=[shape[0] + rows, *shape[1:]])


def reference(query, key, value, offset):
    queries, heads, dim = query.shape
    seen, group = offset + queries, heads // key.shape[1]
    q = query.transpose(0, 1)
    k, v = (x[:seen].repeat_interleave(group, dim=1).transpose(0, 1) for x in (key, value))
    later = torch.ones(queries, seen, dtype=torch.bool).triu(offset + 1)
    scores = (q @ k.transpose(1, 2) * dim**-0.5).masked_fill(later, -math.inf)
    return {"y": (torch.softmax(scores, dim=-1) @ v).transpose(0, 1)}


def cases():
    def case(name, queries, heads, kv_heads, dim, seed, offset=0, behind=0, fill=math.nan, value_fill=None):
        keys = [offset + queries, kv_heads, dim]
        return name, reference, {
            "query": counted([queries, heads, dim], seed, 2), "key": followed(keys, seed + 1, behind, fill),
            "value": followed(keys, seed + 2, behind, fill if value_fill is None else value_fill), "offset": offset
        }

    two, three = math.log(2), math.log(3)
    yield "by-hand", reference, {
        "query": given(1, 0, 1, 0, 2, 1, 0, 1, shape=[2, 4, 1]),
        "key": given(0, 0, two, three, 0, two, *[math.nan] * 2, shape=[4, 2, 1]),
        "value": given(0, 24, 6, 0, 3, 9, *[math.nan] * 2, shape=[4, 2, 1]), "offset": 1
    }
    yield case("prompt", 4, 4, 2, 3, 911)
    yield case("after-three", 2, 4, 2, 4, 915, offset=3)
    yield case("one-query", 1, 6, 2, 4, 919, offset=4)
    yield case("three-groups-of-two", 3, 6, 3, 2, 923, offset=2)
    yield case("two-groups-of-three", 3, 6, 2, 2, 927, offset=2)
    yield case("one-key-head", 3, 3, 1, 4, 931, offset=1)
    yield case("as-many-key-heads", 3, 3, 3, 4, 935, offset=1)
    yield case("four-groups-of-one", 4, 4, 4, 4, 939)
    yield case("all-four", 4, 4, 2, 4, 943)
    yield case("first-token", 1, 4, 2, 3, 947)
    yield case("numbers-behind", 3, 4, 2, 4, 951, offset=2, behind=3, fill=7)
    yield case("nothing-known-behind", 3, 4, 2, 4, 955, offset=2, behind=2)
    yield case("no-keys-known-behind", 3, 4, 2, 4, 971, offset=1, behind=2, value_fill=7)
    yield case("prompt-in-a-large-cache", 3, 6, 3, 2, 959, behind=6)
    yield case("one-query-in-a-large-cache", 1, 4, 2, 3, 963, offset=3, behind=4)
    yield "large-scores", reference, {
        "query": given(100, 1, -100, 0, 0, 100, 1, -100, shape=[2, 2, 2]),
        "key": given(100, 0, -100, 1, 1, -100, shape=[3, 1, 2]),
        "value": given(1, 2, 3, 4, 5, 6, shape=[3, 1, 2]), "offset": 1
    }
    yield "qwen2", reference, {
        "query": counted([4, 14, 64], 967, 2), "key": counted([32, 2, 64], 968, 2),
        "value": counted([32, 2, 64], 969, 2), "offset": 20
    }
