import torch

from fixtures import counted, given, integers


def cases():
    def append(key, value, rows, capacity):
        shapes = torch.tensor([capacity, *key.shape[1:]] * 2)
        return {"lengths": torch.cumsum(rows, 0), "keys": key, "values": value, "shapes": shapes}

    def refused(key, value, rows, capacity, **_):
        made = append(key, value, rows, capacity)
        return {"thrown": "std::invalid_argument", "length": len(key), "keys": key, "values": value,
                "shapes": made["shapes"]}

    def case(name, rows, capacity, heads, dim, seed):
        shape = [sum(rows), heads, dim]
        return name, append, {
            "function": "append", "key": counted(shape, seed, 2), "value": counted(shape, seed + 1, 2),
            "rows": integers(rows), "capacity": capacity
        }

    def one_more(name, rows, capacity, new, seed, heads=2, dim=3):
        _, _, arguments = case(name, rows, capacity, heads, dim, seed)
        shape = [new, heads, dim]
        return name, refused, arguments | {
            "function": "append → std::invalid_argument", "new key": counted(shape, seed + 2),
            "new value": counted(shape, seed + 3), "new shapes": f"{tuple(shape)}, {tuple(shape)}"
        }

    yield "by-hand", append, {
        "function": "append", "key": given(1, 2, 3, 4, 5, 6, shape=[3, 1, 2]),
        "value": given(10, 20, 30, 40, 50, 60, shape=[3, 1, 2]), "rows": integers([2, 1]), "capacity": 4
    }
    yield case("at-once", [4], 9, 2, 3, 1011)
    yield case("one-at-a-time", [1, 1, 1, 1, 1], 8, 2, 3, 1013)
    yield case("prompt-and-tokens", [3, 1, 1], 8, 2, 4, 1015)
    yield case("several", [3, 2, 4], 12, 3, 2, 1017)
    yield case("none", [0], 5, 2, 3, 1019)
    yield case("none-between", [0, 2, 0, 1, 0], 5, 2, 3, 1021)
    yield case("to-the-brim", [2, 3], 5, 2, 3, 1023)
    yield case("to-the-brim-at-once", [5], 5, 2, 3, 1025)
    yield case("to-the-brim-one-at-a-time", [1, 1, 1], 3, 2, 3, 1027)
    yield case("none-at-the-brim", [3, 0], 3, 2, 3, 1029)
    yield case("room-for-none", [0], 0, 2, 3, 1031)
    yield case("all-two", [2], 2, 2, 2, 1033)
    yield case("one-number", [1, 2], 4, 1, 1, 1035)
    yield case("qwen2", [20, 1, 1], 64, 2, 64, 1037)

    yield one_more("one-too-many", [4, 1], 7, 3, 1041)
    yield one_more("several-too-many", [4, 1], 7, 5, 1057)
    yield one_more("full", [4, 1], 5, 1, 1045)
    yield one_more("more-than-fits-at-all", [], 3, 4, 1049)
    yield one_more("room-for-nothing", [], 0, 1, 1053)
