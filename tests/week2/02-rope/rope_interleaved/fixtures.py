import torch

from fixtures import counted, given


def tables(positions, half, theta):
    angles = torch.outer(torch.arange(positions).double(), theta ** -(torch.arange(half).double() / half))
    return {name: given(*table.flatten().tolist(), shape=[positions, half])
            for name, table in (("cos", angles.cos()), ("sin", angles.sin()))}


def cases():
    def reference(x, cos, sin, offset):
        # Llama's way: neighbours are a complex number, an angle is one of length 1.
        turns = torch.complex(cos, sin)[offset:offset + len(x)].unsqueeze(1)
        pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
        return {"y": torch.view_as_real(pairs * turns).flatten(-2)}

    def case(name, rows, heads, dim, positions, offset, seed, theta=100.0):
        return name, reference, {
            "x": counted([rows, heads, dim], seed, 3), **tables(positions, dim // 2, theta), "offset": offset
        }

    # Pair 0 turns by the angle of a triangle of sides 3, 4 and 5 for each position, pair 1 by a right angle.
    yield "by-hand", reference, {
        "x": given(5, 10, 3, 4, 25, 0, 1, 2, shape=[2, 1, 4]), "cos": given(1, 1, 0.6, 0, -0.28, -1, shape=[3, 2]),
        "sin": given(0, 0, 0.8, 1, 0.96, 0, shape=[3, 2]), "offset": 1
    }
    yield case("from-0", 3, 2, 6, 9, 0, 921)
    yield case("from-4", 3, 2, 6, 12, 4, 922)
    yield case("one-pair", 4, 3, 2, 16, 1, 923)
    yield case("one-row", 1, 2, 8, 12, 5, 924)
    yield case("position-0", 1, 3, 4, 6, 0, 925)
    yield case("one-head", 4, 1, 6, 12, 3, 926)
    yield case("more-heads", 2, 5, 4, 14, 3, 927)
    yield case("square", 4, 4, 4, 21, 2, 928)
    yield case("square-halves", 4, 4, 8, 21, 2, 929)
    yield case("three-pairs", 5, 2, 6, 18, 3, 930, 10000.0)
    yield case("qwen2", 3, 2, 64, 9, 2, 931, 1000000.0)
