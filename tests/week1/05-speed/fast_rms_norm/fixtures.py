import torch

from fixtures import counted


def cases():
    def reference(x, weight, eps):
        return {"y": x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * weight}

    yield "tiny-odd", reference, {"x": counted([5, 77], 621, 1, [1, 1e-3, 3e-4, 1e-4, 2]), "weight": counted([77], 622, 2),
                                  "eps": 1e-6}
    yield "out-before", reference, {"x": counted([3, 19], 623, 5), "weight": counted([19], 624, 2), "eps": 1e-5}
