import torch.nn.functional as F

from fixtures import counted, fan_in


def cases():
    def reference(x, weight, bias=None):
        return {"y": F.linear(x, weight, bias)}

    yield "long-row", reference, {"x": counted([1, 601], 641, 2), "weight": fan_in([907, 601], 642),
                                  "bias": counted([907], 643)}
    yield "many-rows", reference, {"x": counted([67, 131], 644, 2), "weight": fan_in([53, 131], 645),
                                   "bias": counted([53], 646)}
    yield "out-before", reference, {"x": counted([3, 19], 647, 2), "weight": counted([7, 19], 648),
                                    "bias": counted([7], 649)}
    yield "out-before-one-row", reference, {"x": counted([1, 19], 650, 2), "weight": counted([7, 19], 651)}
