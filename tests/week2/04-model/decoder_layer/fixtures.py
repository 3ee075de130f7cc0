import math

import torch
import torch.nn.functional as F

from fixtures import counted, fan_in, given, integers


def norm(x, weight, eps):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * weight


def rope(x):
    """L × H × D, from position 0 on, with tables that are rounded to float32."""
    half = x.shape[-1] // 2
    angles = torch.arange(x.shape[0]).double()[:, None] * 1e6 ** (-torch.arange(half).double() / half)
    cos, sin = (t.float().double()[:, None] for t in (angles.cos(), angles.sin()))
    first, second = x[..., :half], x[..., half:]
    return torch.cat((first * cos - second * sin, second * cos + first * sin), dim=-1)


def attention(x, heads, kv_heads, dim, w_q, w_k, w_v, w_o, b_q, b_k, b_v):
    q = rope(F.linear(x, w_q, b_q).reshape(-1, heads, dim))
    k = rope(F.linear(x, w_k, b_k).reshape(-1, kv_heads, dim))
    v = F.linear(x, w_v, b_v).reshape(-1, kv_heads, dim)
    keys, values = (t.repeat_interleave(heads // kv_heads, dim=1).transpose(0, 1) for t in (k, v))
    scores = q.transpose(0, 1) @ keys.transpose(1, 2) / math.sqrt(dim)
    later = torch.ones(len(x), len(x), dtype=torch.bool).triu(1)
    y = scores.masked_fill(later, -math.inf).softmax(-1) @ values
    return F.linear(y.transpose(0, 1).reshape(len(x), -1), w_o), k


def cases():
    # The rows are the same whether they come at once or in pieces.
    def reference(x, input_layernorm, post_attention_layernorm, eps1, eps2, w_mlp=None, w_gate=None, w_up=None,
                  w_down=None, num_heads=1, num_key_value_heads=1, head_dim=1, pieces=None, capacity=None, **weights):
        n = norm(x, input_layernorm, eps1)
        weights.pop("next x", None)
        if weights:
            a, keys = attention(n, num_heads, num_key_value_heads, head_dim, **weights)
        else:
            a, keys = n.cumsum(0), n[:, None]
        h = x + a
        n = norm(h, post_attention_layernorm, eps2)
        if w_gate is None:
            mlp = F.linear(n, w_mlp)
        else:
            mlp = F.linear(F.silu(F.linear(n, w_gate)) * F.linear(n, w_up), w_down)
        return {"y": h + mlp, "keys": keys, "input of mlp": n}

    def norms(dim, seed, eps1=1e-6, eps2=1e-6):
        return {"input_layernorm": counted([dim], seed, 2), "post_attention_layernorm": counted([dim], seed + 1, 2),
                "eps1": eps1, "eps2": eps2}

    def mlp(dim, hidden, seed, of=counted):
        return {"w_gate": of([hidden, dim], seed), "w_up": of([hidden, dim], seed + 1),
                "w_down": of([dim, hidden], seed + 2)}

    def qwen2(dim, heads, kv_heads, head_dim, seed, of=counted):
        return {
            "num_heads": heads, "num_key_value_heads": kv_heads, "head_dim": head_dim,
            "w_q": of([heads * head_dim, dim], seed), "b_q": counted([heads * head_dim], seed + 1),
            "w_k": of([kv_heads * head_dim, dim], seed + 2), "b_k": counted([kv_heads * head_dim], seed + 3),
            "w_v": of([kv_heads * head_dim, dim], seed + 4), "b_v": counted([kv_heads * head_dim], seed + 5),
            "w_o": of([dim, heads * head_dim], seed + 6)
        }

    def case(name, tokens, dim, seed, *parts, scale=2, **more):
        arguments = {"x": counted([tokens, dim], seed, scale)}
        for part in parts:
            arguments |= part
        return name, reference, arguments | more

    yield "by-hand", reference, {
        "x": given(1, 7, -3, -3, shape=[2, 2]), "input_layernorm": given(5, 5),
        "post_attention_layernorm": given(5, 10), "w_mlp": given(0, 1, 1, 0, shape=[2, 2]), "eps1": 1e-6, "eps2": 1e-6
    }
    # The numbers of pre_norm_block's case of that name: of one row the sum so far is the row.
    yield "as-pre-norm-block", reference, {
        "x": given(1, 7, shape=[1, 2]), "input_layernorm": given(1, 1), "post_attention_layernorm": given(1, 2),
        "w_gate": given(1, 0, 0, 1, 1, -1, shape=[3, 2]), "w_up": given(1, 1, 2, 0, 0, 1, shape=[3, 2]),
        "w_down": given(1, 0, 1, 0, 1, -1, shape=[2, 3]), "eps1": 1e-6, "eps2": 1e-6
    }
    small = (norms(4, 2101), {"w_mlp": counted([4, 4], 2103)})
    yield case("sums", 3, 4, 2104, *small)
    yield case("after-refusal", 2, 4, 2104, *small, capacity=3, **{"next x": counted([2, 4], 2105, 2)})
    yield case("two-eps", 3, 5, 2111, norms(5, 2112, 0.25, 0.01), mlp(5, 3, 2114), scale=0.3)
    yield case("square", 4, 4, 2121, norms(4, 2122), mlp(4, 4, 2124))
    yield case("one-element", 2, 1, 2131, norms(1, 2132), mlp(1, 3, 2134))
    whole = (norms(6, 2141), qwen2(6, 4, 2, 4, 2143), mlp(6, 8, 2150))
    yield case("qwen2-attention", 5, 6, 2153, *whole)
    yield case("token-by-token", 5, 6, 2153, *whole, pieces=integers([1, 1, 1, 1, 1]))
    yield case("in-chunks", 5, 6, 2153, *whole, pieces=integers([2, 0, 3]))
    yield case("qwen2", 2, 896, 2161, {
        "input_layernorm": counted([896], 2162), "post_attention_layernorm": counted([896], 2163), "eps1": 1e-6,
        "eps2": 1e-6
    }, qwen2(896, 14, 2, 64, 2164, fan_in), mlp(896, 4864, 2171, fan_in))
