import math

import torch
import torch.nn.functional as F

from fixtures import counted, fan_in, given, integers


def attention(x, num_heads, num_key_value_heads, head_dim, w_q, w_k, w_v, w_o, q_norm, k_norm, eps, k_eps=None,
              cos=None, sin=None, table_dim=None, positions=None, theta=None, **_):
    """Qwen3Attention's definition, all at once: in whatever pieces the text comes, the result is the same."""
    def split(w, heads):
        return F.linear(x, w).view(len(x), heads, head_dim).transpose(0, 1)

    def norm(t, weight, eps):
        return weight * t * torch.rsqrt(t.pow(2).mean(-1, keepdim=True) + eps)

    def rotate_half(t):
        first, second = t.chunk(2, dim=-1)
        return torch.cat((-second, first), dim=-1)

    if cos is None:
        frequencies = theta ** (-torch.arange(0, table_dim, 2).double() / table_dim)
        angles = torch.arange(positions).double()[:, None] * frequencies
        cos, sin = angles.cos().float().double(), angles.sin().float().double()
    cos, sin = (torch.cat((t, t), dim=-1)[:len(x)] for t in (cos, sin))
    q, k, v = split(w_q, num_heads), split(w_k, num_key_value_heads), split(w_v, num_key_value_heads)
    q, k = (t * cos + rotate_half(t) * sin for t in (norm(q, q_norm, eps), norm(k, k_norm, eps if k_eps is None else k_eps)))
    group = num_heads // num_key_value_heads
    scores = q @ k.repeat_interleave(group, dim=0).transpose(1, 2) / math.sqrt(head_dim)
    scores = scores.masked_fill(torch.ones(len(x), len(x), dtype=torch.bool).triu(1), -math.inf)
    heads = torch.softmax(scores, dim=-1) @ v.repeat_interleave(group, dim=0)
    return {
        "y": F.linear(heads.transpose(0, 1).reshape(len(x), num_heads * head_dim), w_o), "keys": k.transpose(0, 1),
        "values": v.transpose(0, 1)
    }


def refused(key, value, **_):
    return {"thrown": "std::invalid_argument", "keys": key, "values": value}


def layer(size, heads, kv_heads, dim, seed, eps=1e-6, weight=fan_in):
    """What the layer is made of."""
    return {
        "num_heads": heads, "num_key_value_heads": kv_heads, "head_dim": dim,
        "w_q": weight([heads * dim, size], seed), "w_k": weight([kv_heads * dim, size], seed + 1),
        "w_v": weight([kv_heads * dim, size], seed + 2), "w_o": weight([size, heads * dim], seed + 3),
        "q_norm": counted([dim], seed + 4, 2), "k_norm": counted([dim], seed + 5, 2), "eps": eps
    }


def case(name, rows, size, heads, kv_heads, dim, seed, capacity=None, positions=None, theta=100.0, eps=1e-6,
         scale=3, **more):
    return name, attention, {
        "function": "operator()", "x": counted([sum(rows), size], seed, scale), "rows": integers(rows),
        "capacity": capacity or sum(rows) + 3, "table_dim": dim, "positions": positions or sum(rows) + 2, "theta": theta
    } | layer(size, heads, kv_heads, dim, seed + 1, eps) | more


def cases():
    # A head of one number that is not 0 becomes sqrt(2) there, and q_norm makes 1 of it.
    root, s = math.sqrt(0.5), math.sqrt(2) * math.log(3)
    yield "by-hand", attention, {
        "function": "operator()", "x": given(1, 0, 5, 1, shape=[2, 2]), "rows": integers([1, 1]), "capacity": 3,
        "cos": given(1, 0, -1, shape=[3, 1]), "sin": given(0, 1, 0, shape=[3, 1]), "num_heads": 2,
        "num_key_value_heads": 1, "head_dim": 2, "w_q": given(3, 0, 0, 0, 0, 0, -2, 0, shape=[4, 2]),
        "w_k": given(7, 0, 0, 0, shape=[2, 2]), "w_v": given(0, 4, 4, -12, shape=[2, 2]),
        "w_o": given(1, 0, 0, 0, 0, 0, 1, 1, shape=[2, 4]), "q_norm": given(root, root, shape=[2]),
        "k_norm": given(s * root, 1, shape=[2]), "eps": 0.0
    }
    for name, rows in (("at-once", [5]), ("token-by-token", [1] * 5), ("prompt-and-tokens", [3, 1, 1]),
                       ("in-chunks", [2, 3]), ("with-none-between", [0, 3, 0, 2, 0])):
        yield case(name, rows, 6, 4, 2, 4, 1111)
    yield case("none", [0], 6, 4, 2, 4, 1111)
    yield case("narrow-heads", [3, 2], 12, 2, 1, 2, 1121)
    yield case("as-wide-as-x", [2, 2], 8, 4, 2, 2, 1131)
    yield case("all-four", [4], 4, 4, 2, 4, 1141)
    yield case("as-many-key-heads", [2, 1, 2], 5, 3, 3, 4, 1151)
    yield case("groups-of-three", [3, 2], 4, 6, 2, 2, 1161)
    yield case("one-head", [2, 2], 7, 1, 1, 6, 1171)
    yield case("small-numbers", [2, 2], 6, 4, 2, 4, 1181, eps=0.01, scale=0.1)
    yield case("an-eps-each", [2, 2], 6, 4, 2, 4, 1185, eps=0.01, scale=0.1, k_eps=0.1)
    yield case("to-the-brim", [3, 2], 6, 4, 2, 4, 1191, capacity=5, positions=5)
    yield case("far", [20, 1, 3], 6, 4, 2, 8, 1201, theta=10000.0)
    yield case("qwen3", [4, 1, 1], 1024, 16, 8, 128, 1211, capacity=16, positions=8, theta=1000000.0)

    def refusal(name, new, length, capacity, positions):
        seed = 1221
        return name, refused, {
            "function": "operator() → std::invalid_argument", "x": counted([new, 6], seed, 3),
            "key": counted([length, 2, 4], seed + 1, 2), "value": counted([length, 2, 4], seed + 2, 2),
            "capacity": capacity, "table_dim": 4, "positions": positions, "theta": 100.0
        } | layer(6, 4, 2, 4, seed + 3)

    yield refusal("no-room", 3, 3, 5, 9)
    yield refusal("full", 1, 3, 3, 9)
    yield refusal("tables-too-short", 2, 3, 8, 4)
    yield refusal("tables-end-before", 1, 3, 8, 2)
