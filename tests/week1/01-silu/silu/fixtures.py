import torch.nn.functional as F

from fixtures import counted, given


def cases():
    def reference(x):
        return {"y": F.silu(x)}

    yield "by-hand", reference, {"x": given(-2, -1, 0, 1)}
    yield "negative", reference, {"x": given(-20, -10, -7.5, -5, -3.25, -2, -0.5, -0.125)}
    yield "around-the-minimum", reference, {"x": given(-1.75, -1.5, -1.375, -1.2784645, -1.25, -1.125, -1, -0.75, -0.5)}
    yield "one-element", reference, {"x": given(-1.5, shape=[1, 1])}
    yield "large", reference, {
        "x": given(-100, -90, -88.75, -50, -30, 30, 50, 85, 88.75, 90, 100, 0, -0.0, 1e-6, -1e-6, -2)
    }
    yield "rank-2", reference, {"x": counted([3, 5], 11, 4)}
    yield "rank-3", reference, {"x": counted([2, 3, 5], 12, 6)}
    yield "rank-4", reference, {"x": counted([2, 1, 3, 2], 13, 3)}
    yield "qwen2", reference, {"x": counted([2, 4864], 14, 12)}
