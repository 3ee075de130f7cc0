import torch

from fixtures import counted, powers, rounded


def cases():
    def reference(x, residual, weight, eps):
        total = x + residual
        return {"normalized": total * torch.rsqrt(total.pow(2).mean(-1, keepdim=True) + eps) * weight,
                "residual": total}

    scales = [1, 1e-3, 3e-4, 1e-4, 2]
    yield "tiny-odd", reference, {"x": counted([5, 77], 631, 1, scales), "residual": counted([5, 77], 632, 1, scales),
                                  "weight": counted([77], 633, 2), "eps": 1e-6}
    yield "bfloat16-odd", reference, {
        "x": rounded(counted([5, 77], 634, 1, scales), "bfloat16"),
        "residual": rounded(counted([5, 77], 635, 2, scales), "bfloat16"),
        "weight": rounded(powers(77, 636), "bfloat16"), "eps": 1e-6, "function": "bfloat16"
    }
    yield "out-before", reference, {"x": counted([3, 19], 637, 5), "residual": counted([3, 19], 638, 5),
                                    "weight": counted([19], 639, 2), "eps": 1e-5}
