import math

import torch

from fixtures import counted, given


def cases():
    def reference(x, y, angle):
        angle = torch.tensor(angle, dtype=torch.float64)
        return {"x": x * torch.cos(angle) - y * torch.sin(angle), "y": x * torch.sin(angle) + y * torch.cos(angle)}

    def case(name, shape, seed, angle):
        return name, reference, {"x": counted(shape, seed, 3), "y": counted(shape, seed + 1, 3), "angle": angle}

    # The angle whose cosine is 0.8 and whose sine is 0.6.
    yield "by-hand", reference, {"x": given(5, 0), "y": given(10, -5), "angle": math.atan2(3, 4)}
    yield case("no-turn", [5], 7101, 0.0)
    yield case("quarter-turn", [5], 7103, math.pi / 2)
    yield case("half-turn", [5], 7105, math.pi)
    yield case("clockwise", [7], 7107, -1.1)
    yield case("many-turns", [6], 7109, 100.0)
    yield case("one-radian", [3], 7111, 1.0)
    yield case("one-point", [1], 7113, 0.4)
    yield case("no-axis", [], 7115, 2.5)
    yield case("wide", [2, 7], 7117, 0.5)
    yield case("tall", [7, 2], 7119, -0.7)
    yield case("square", [4, 4], 7121, 2.0)
    yield case("rank-3", [2, 3, 5], 7123, -2.2)
    # The pairs of one token: 14 heads of 64 numbers in Qwen2-0.5B.
    yield case("qwen2", [14, 32], 7125, 3.0)
