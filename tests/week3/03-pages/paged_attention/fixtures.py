import math

import numpy as np
import torch

from fixtures import counted, given, integers, tensor


def store(pages, page, rows, table, fill):
    """The rows of a text in the pages of its table; all other rows are `fill`."""
    x = np.full([pages, page, *rows.shape[1:]], fill, dtype=np.float32)
    for j, row in enumerate(rows):
        x[table[j // page], j % page] = row
    return given(*x.reshape(-1), shape=x.shape)


def reference(query, keys, values, table, offset):
    queries, heads, dim = query.shape
    page, kv_heads = keys.shape[1:3]
    seen, group = offset + queries, heads // kv_heads
    used = table[:-(-seen // page)]
    q = query.transpose(0, 1)
    k, v = (x[used].flatten(0, 1)[:seen].repeat_interleave(group, dim=1).transpose(0, 1) for x in (keys, values))
    later = torch.ones(queries, seen, dtype=torch.bool).triu(offset + 1)
    scores = (q @ k.transpose(1, 2) * dim**-0.5).masked_fill(later, -math.inf)
    return {"y": (torch.softmax(scores, dim=-1) @ v).transpose(0, 1)}


def cases():
    def case(name, queries, heads, kv_heads, dim, seed, page, table, pages, offset=0, fill=math.nan, value_fill=None,
             later=()):
        rows = [offset + queries, kv_heads, dim]
        keys, values = (tensor(counted(rows, seed + k, 2)) for k in (1, 2))
        return name, reference, {
            "query": counted([queries, heads, dim], seed, 2),
            "keys": store(pages, page, keys, table, fill),
            "values": store(pages, page, values, table, fill if value_fill is None else value_fill),
            "table": integers([*table, *later]), "offset": offset
        }

    two, five = math.log(2), math.log(5)
    yield "by-hand", reference, {
        "query": given(1, 0, 1, 0, shape=[2, 2, 1]),
        "keys": given(five, math.nan, math.nan, math.nan, 0, two, shape=[3, 2, 1, 1]),
        "values": given(24, math.nan, math.nan, math.nan, 12, 6, shape=[3, 2, 1, 1]),
        "table": integers([2, 0]), "offset": 1
    }
    yield case("first-token", 1, 4, 2, 3, 2011, 3, [1], 3)
    yield case("one-page", 3, 4, 2, 3, 2015, 4, [2], 4)
    yield case("in-order", 5, 4, 2, 4, 2019, 2, [0, 1, 2], 4)
    yield case("backwards", 5, 4, 2, 4, 2023, 2, [4, 2, 1], 6)
    yield case("any-order", 8, 4, 2, 3, 2027, 3, [3, 0, 4], 6)
    yield case("pages-of-one", 4, 4, 2, 3, 2031, 1, [3, 0, 5, 1], 6)
    yield case("pages-of-one-later", 2, 4, 2, 3, 2035, 1, [4, 1, 0, 5, 2], 6, offset=3)
    yield case("in-a-page-of-16", 5, 4, 2, 3, 2039, 16, [1], 3)
    yield case("over-a-page-of-16", 3, 4, 2, 2, 2043, 16, [2, 0], 3, offset=14)
    yield case("pages-full", 6, 4, 2, 3, 2047, 3, [2, 0], 4)
    yield case("pages-full-later", 2, 4, 2, 3, 2051, 3, [3, 1], 5, offset=4)
    yield case("one-query-within", 1, 4, 2, 3, 2055, 3, [3, 1, 0], 5, offset=7)
    yield case("one-query-last-of-its-page", 1, 4, 2, 3, 2059, 3, [3, 1, 0], 5, offset=8)
    yield case("one-query-first-of-its-page", 1, 4, 2, 3, 2063, 3, [3, 1, 0], 5, offset=6)
    yield case("over-three-pages", 5, 4, 2, 3, 2067, 3, [3, 0, 4, 1], 6, offset=5)
    yield case("three-groups-of-two", 3, 6, 3, 2, 2071, 2, [2, 0, 3], 5, offset=2)
    yield case("two-groups-of-three", 3, 6, 2, 2, 2075, 2, [2, 0, 3], 5, offset=2)
    yield case("one-key-head", 3, 3, 1, 4, 2079, 2, [3, 1], 5, offset=1)
    yield case("as-many-key-heads", 3, 3, 3, 4, 2083, 2, [3, 1], 5, offset=1)
    yield case("all-four", 4, 4, 4, 4, 2087, 4, [2, 1], 4, offset=4)
    yield case("all-two", 2, 2, 2, 2, 2091, 2, [1, 0], 2, offset=1)
    yield case("numbers-elsewhere", 4, 4, 2, 4, 2095, 3, [3, 0], 5, offset=1, fill=0.75)
    yield case("no-keys-known-elsewhere", 4, 4, 2, 4, 2099, 3, [3, 0], 5, offset=1, value_fill=0.75)
    yield case("no-values-known-elsewhere", 4, 4, 2, 4, 2099, 3, [3, 0], 5, offset=1, fill=0.75, value_fill=math.nan)
    yield case("pages-reserved", 2, 4, 2, 3, 2103, 3, [3, 1], 6, offset=2, later=[5, 0])
    yield case("later-entries-anything", 2, 4, 2, 3, 2107, 3, [3, 1], 5, offset=2, later=[5, 99, -1, 2, 2, 2])
    yield case("later-entries-behind-a-full-page", 2, 4, 2, 3, 2111, 3, [3, 1], 5, offset=4, later=[5])
    yield case("a-page-twice", 3, 4, 2, 3, 2115, 3, [2, 0, 2], 4, offset=5)
    yield "large-scores", reference, {
        "query": given(100, 1, -100, 0, 0, 100, 1, -100, shape=[2, 2, 2]),
        "keys": given(1, -100, *[math.nan] * 6, 100, 0, -100, 1, shape=[3, 2, 1, 2]),
        "values": given(5, 6, *[math.nan] * 6, 1, 2, 3, 4, shape=[3, 2, 1, 2]), "table": integers([2, 0]), "offset": 1
    }
    yield "qwen2", reference, {
        "query": counted([4, 14, 64], 2119, 2), "keys": counted([3, 16, 2, 64], 2120, 2),
        "values": counted([3, 16, 2, 64], 2121, 2), "table": integers([2, 0]), "offset": 20
    }
