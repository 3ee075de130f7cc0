import torch.nn.functional as F

from fixtures import counted, fan_in, given


def cases():
    def reference(x, weight, bias=None):
        return {"y": F.linear(x, weight, bias)}

    yield "by-hand", reference, {
        "x": given(1, 2, 3, shape=[1, 3]), "weight": given(1, 0, -1, 2, 1, 0, shape=[2, 3]), "bias": given(0.5, -0.5)
    }
    yield "no-bias", reference, {"x": counted([2, 3], 51, 2), "weight": counted([4, 3], 52)}
    # Whole steps of 4, 8, 16, 32 and 64 leave something, and each something else.
    yield "odd-widths", reference, {"x": counted([3, 125], 201, 2), "weight": fan_in([77, 125], 202)}
    yield "square", reference, {"x": counted([2, 3], 53, 2), "weight": counted([3, 3], 54), "bias": counted([3], 55)}
    yield "rows-equal-outputs", reference, {
        "x": counted([4, 4], 56, 2), "weight": counted([4, 4], 57), "bias": counted([4], 58, 3)
    }
    yield "one-to-one", reference, {"x": given(2, -3, shape=[2, 1]), "weight": given(1.5, shape=[1, 1]),
                                    "bias": given(-0.25)}
    yield "rank-1", reference, {"x": counted([5], 59, 2), "weight": counted([3, 5], 60), "bias": counted([3], 61)}
    yield "rank-3", reference, {"x": counted([2, 3, 5], 62, 2), "weight": counted([7, 5], 63),
                                "bias": counted([7], 64)}
    yield "rank-4", reference, {"x": counted([2, 1, 3, 4], 65, 2), "weight": counted([3, 4], 66)}
    yield "qwen2", reference, {"x": counted([2, 896], 67), "weight": fan_in([4864, 896], 68),
                               "bias": counted([4864], 69)}
