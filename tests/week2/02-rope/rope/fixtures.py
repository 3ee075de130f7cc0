import torch

from fixtures import counted, given


def tables(positions, half, theta):
    angles = torch.outer(torch.arange(positions).double(), theta ** -(torch.arange(half).double() / half))
    return {name: given(*table.flatten().tolist(), shape=[positions, half])
            for name, table in (("cos", angles.cos()), ("sin", angles.sin()))}


def cases():
    def reference(x, cos, sin, offset):
        # Hugging Face's way: tables as wide as a head, and the second half, negated, before the first.
        rows = slice(offset, offset + len(x))
        wide_cos, wide_sin = (torch.cat([table[rows], table[rows]], dim=-1).unsqueeze(1) for table in (cos, sin))
        first, second = x.chunk(2, dim=-1)
        return {"y": x * wide_cos + torch.cat([-second, first], dim=-1) * wide_sin}

    def case(name, rows, heads, dim, positions, offset, seed, theta=100.0):
        return name, reference, {
            "x": counted([rows, heads, dim], seed, 3), **tables(positions, dim // 2, theta), "offset": offset
        }

    # Pair 0 turns by the angle of a triangle of sides 3, 4 and 5 for each position, pair 1 by a right angle.
    yield "by-hand", reference, {
        "x": given(5, 3, 10, 4, 25, 1, 0, 2, shape=[2, 1, 4]), "cos": given(1, 1, 0.6, 0, -0.28, -1, shape=[3, 2]),
        "sin": given(0, 0, 0.8, 1, 0.96, 0, shape=[3, 2]), "offset": 1
    }
    yield case("from-0", 3, 2, 6, 9, 0, 901)
    yield case("from-4", 3, 2, 6, 12, 4, 902)
    yield case("one-pair", 4, 3, 2, 16, 1, 903)
    yield case("one-row", 1, 2, 8, 12, 5, 904)
    yield case("position-0", 1, 3, 4, 6, 0, 905)
    yield case("one-head", 4, 1, 6, 12, 3, 906)
    yield case("more-heads", 2, 5, 4, 14, 3, 907)
    yield case("square", 4, 4, 4, 21, 2, 908)
    yield case("square-halves", 4, 4, 8, 21, 2, 909)
    yield case("three-pairs", 5, 2, 6, 18, 3, 910, 10000.0)
    yield case("qwen2", 3, 2, 64, 9, 2, 911, 1000000.0)
