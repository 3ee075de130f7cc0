import math

import torch
import torch.nn.functional as F

from fixtures import counted, fan_in, given

HIDDEN = -math.inf


def causal(tokens):
    return given(*(0 if j <= i else HIDDEN for i in range(tokens) for j in range(tokens)), shape=[tokens, tokens])


def cases():
    def reference(x, num_heads, w_q, w_k, w_v, w_o, mask=None):
        tokens = x.reshape(-1, *x.shape[-2:]).transpose(0, 1)  # L x N x E
        y, _ = F.multi_head_attention_forward(
            tokens, tokens, tokens, x.shape[-1], num_heads, torch.cat([w_q, w_k, w_v]), None, None, None, False, 0.0, w_o,
            None, training=False, need_weights=False, attn_mask=mask)
        return {"y": y.transpose(0, 1).reshape(x.shape)}

    def case(name, x, heads, seed, scale=2, **more):
        size = x[-1]
        return name, reference, {
            "x": counted(x, seed, scale), "num_heads": heads, "w_q": counted([size, size], seed + 1),
            "w_k": counted([size, size], seed + 2), "w_v": counted([size, size], seed + 3),
            "w_o": counted([size, size], seed + 4), **more
        }

    one = given(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, shape=[4, 4])
    yield "by-hand", reference, {
        "x": given(1, 0, 2, 0, 0, 1, 1, 1, shape=[2, 4]), "num_heads": 2, "w_q": one, "w_k": one,
        "w_v": given(0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, shape=[4, 4]),
        "w_o": given(1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, shape=[4, 4]), "mask": causal(2)
    }
    yield case("no-mask", [3, 4], 2, 801)
    yield case("one-head", [3, 4], 1, 806, 4, mask=causal(3))
    yield case("heads-of-one", [3, 4], 4, 811, mask=causal(3))
    yield case("three-heads", [4, 6], 3, 816, mask=causal(4))
    yield case("two-wide-heads", [5, 6], 2, 821, mask=causal(5))
    yield case("all-four", [4, 16], 4, 826, mask=causal(4))
    yield case("one-token", [1, 6], 2, 831, 6)
    yield case("bias", [3, 6], 3, 836, mask=counted([3, 3], 841, 2))
    yield case("rank-3", [3, 2, 6], 2, 842, mask=causal(2))
    yield case("rank-3-square", [4, 4, 4], 2, 847)
    yield case("rank-4", [2, 3, 4, 6], 3, 852, mask=causal(4))
    yield "wide-heads", reference, {
        "x": counted([3, 320], 867, 2), "num_heads": 2, "w_q": fan_in([320, 320], 868), "w_k": fan_in([320, 320], 869),
        "w_v": fan_in([320, 320], 870), "w_o": fan_in([320, 320], 871), "mask": causal(3)
    }
    yield "qwen2", reference, {
        "x": counted([4, 896], 857, 2), "num_heads": 14, "w_q": fan_in([896, 896], 858), "w_k": fan_in([896, 896], 859),
        "w_v": fan_in([896, 896], 860), "w_o": fan_in([896, 896], 861), "mask": causal(4)
    }
