import torch

from fixtures import counted, given


def cases():
    def reference(a, b):
        return {"out": torch.outer(a, b)}

    def case(name, m, n, seed, scale=3):
        return name, reference, {"a": counted([m], seed, scale), "b": counted([n], seed + 1, scale)}

    yield "by-hand", reference, {"a": given(1, 2, 3), "b": given(10, 20)}
    yield "signs", reference, {"a": given(-1.5, 0, 2, 4), "b": given(0.5, -3, 0)}
    yield case("tall", 7, 3, 7001)
    yield case("wide", 3, 7, 7003)
    yield case("square", 4, 4, 7005)
    yield case("one-row", 1, 5, 7007)
    yield case("one-column", 5, 1, 7009)
    yield case("one-element", 1, 1, 7011)
    yield case("large", 5, 6, 7013, 1e4)
    # Positions by the frequencies of Qwen2's heads: theta 1,000,000, heads of 64 numbers, 32 pairs.
    yield "rope", reference, {"a": given(*range(64)), "b": given(*(1e6 ** (-2 * i / 64) for i in range(32)))}
