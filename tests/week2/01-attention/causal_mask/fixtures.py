import math

import torch


def cases():
    def reference(queries, keys):
        hidden = torch.ones(queries, keys, dtype=torch.bool).triu(keys - queries + 1)
        return {"mask": torch.zeros(queries, keys).masked_fill(hidden, -math.inf)}

    def case(name, queries, keys):
        return name, reference, {"queries": queries, "keys": keys}

    yield case("by-hand", 2, 3)
    yield case("two-more-keys", 2, 4)
    yield case("one-more-key", 4, 5)
    yield case("one-token", 1, 1)
    yield case("one-query", 1, 6)
    yield case("two", 2, 2)
    yield case("three", 3, 3)
    yield case("many-more-keys", 3, 9)
    yield case("square", 7, 7)
    yield case("chunk", 16, 48)
