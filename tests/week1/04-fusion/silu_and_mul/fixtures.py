import torch.nn.functional as F

from fixtures import counted, given


def cases():
    def reference(x):
        gate, up = x.chunk(2, -1)
        return {"y": F.silu(gate) * up}

    yield "by-hand", reference, {"x": given(-1, 1, 2, 3, shape=[1, 4])}
    yield "rows-equal-columns", reference, {"x": counted([4, 4], 211, 3)}
    yield "odd-half", reference, {"x": counted([3, 6], 212, 4)}
    yield "one-pair", reference, {"x": given(-1.5, 3, 2, -0.5, shape=[2, 2])}
    yield "large-gate", reference, {"x": given(-100, -90, -20, 20, 88, 100, 3, -2, 0.5, 1.5, -4, 2)}
    yield "rank-1", reference, {"x": counted([10], 213, 3)}
    yield "rank-3", reference, {"x": counted([2, 3, 8], 214, 3)}
    yield "rank-4", reference, {"x": counted([2, 2, 3, 2], 215, 3)}
    yield "qwen2", reference, {"x": counted([2, 2 * 4864], 216, 6)}
