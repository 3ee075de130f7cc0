import math

import torch
import torch.nn.functional as F

from fixtures import counted, fan_in, given, integers


def batched_attention(x, rows, lengths, shared, keys, values, layer, num_heads, num_key_value_heads, head_dim, w_q, w_k, w_v,
                      w_o, b_q=None, b_k=None, b_v=None, cos=None, sin=None, table_dim=None, positions=None, theta=None, **_):
    """Each text by itself."""
    def rotate_half(t):
        first, second = t.chunk(2, dim=-1)
        return torch.cat((-second, first), dim=-1)

    if cos is None:
        frequencies = theta ** (-torch.arange(0, table_dim, 2).double() / table_dim)
        angles = torch.arange(positions).double()[:, None] * frequencies
        cos, sin = angles.cos().float().double(), angles.sin().float().double()
    cos, sin = (torch.cat((t, t), dim=-1)[:, None] for t in (cos, sin))
    out, all_keys, all_values, events = [], [], [], []
    begin = start = 0
    for number, (count, length, common) in enumerate(zip(rows.tolist(), lengths.tolist(), shared.tolist())):
        mine = x[begin:begin + count]
        here = slice(length, length + count)

        def split(w, b, heads):
            return F.linear(mine, w, b).view(count, heads, head_dim)

        q, k, v = split(w_q, b_q, num_heads), split(w_k, b_k, num_key_value_heads), split(w_v, b_v, num_key_value_heads)
        q, k = (t * cos[here] + rotate_half(t) * sin[here] for t in (q, k))
        k, v = (torch.cat((old[:common], old[start + common:start + length], new)) for old, new in ((keys, k), (values, v)))
        all_keys.append(k)
        all_values.append(v)
        group = num_heads // num_key_value_heads
        k, v = (t.repeat_interleave(group, dim=1).transpose(0, 1) for t in (k, v))
        scores = q.transpose(0, 1) @ k.transpose(1, 2) / math.sqrt(head_dim)
        hidden = torch.ones(count, length + count, dtype=torch.bool).triu(length + 1)
        heads = torch.softmax(scores.masked_fill(hidden, -math.inf), dim=-1) @ v
        out.append(F.linear(heads.transpose(0, 1).reshape(count, num_heads * head_dim), w_o))
        events.append(f"request {number} has {length} positions, {length + count} after commit()")
        begin, start = begin + count, start + length
    events.append("0 numbers in other layers")
    events += [f"{name}_proj gets {len(x)} rows" for name in "qkvo" if len(x) > 0]
    none = keys[:0]
    return {"y": torch.cat([x[:0]] + out), "keys": torch.cat([none] + all_keys), "values": torch.cat([none] + all_values),
            "what happened": events}


def refused(keys, values, lengths, **_):
    return {"thrown": "std::invalid_argument", "keys": keys, "values": values,
            "what happened": [f"request {number} has {length} positions" for number, length in enumerate(lengths.tolist())]}


def weights(size, heads, kv_heads, dim, seed, biases=True):
    arguments = {
        "num_heads": heads, "num_key_value_heads": kv_heads, "head_dim": dim,
        "w_q": fan_in([heads * dim, size], seed), "w_k": fan_in([kv_heads * dim, size], seed + 1),
        "w_v": fan_in([kv_heads * dim, size], seed + 2), "w_o": fan_in([size, heads * dim], seed + 3)
    }
    if biases:
        arguments |= {
            "b_q": counted([heads * dim], seed + 4), "b_k": counted([kv_heads * dim], seed + 5),
            "b_v": counted([kv_heads * dim], seed + 6)
        }
    return arguments


def texts(rows, lengths, kv_heads, dim, seed, page=2, layers=2, layer=1, shared=None, **_):
    """What the texts know already. The first `shared` rows of one are those of the first text, whatever is given for it."""
    shared = shared or [0] * len(rows)
    keys, values = counted([sum(lengths), kv_heads, dim], seed, 2), counted([sum(lengths), kv_heads, dim], seed + 1, 2)
    pages = sum(2 * math.ceil((length + count) / page) + 2 for count, length in zip(rows, lengths)) + 3
    return {
        "rows": integers(rows), "lengths": integers(lengths), "shared": integers(shared), "keys": keys, "values": values,
        "page": page, "pages": pages, "layers": integers([layers]), "layer": layer, "filled layer": integers([layer])
    }


def case(name, rows, lengths, size=6, heads=4, kv_heads=2, dim=4, seed=3111, positions=None, theta=100.0, biases=True, **more):
    known = [length + count for count, length in zip(rows, lengths)]
    return name, batched_attention, {
        "x": counted([sum(rows), size], seed, 3)
    } | texts(rows, lengths, kv_heads, dim, seed + 1, **more) | {
        "table_dim": dim, "positions": positions or max(known, default=0) + 2, "theta": theta
    } | weights(size, heads, kv_heads, dim, seed + 3, biases)


def cases():
    s = math.sqrt(2) * math.log(3)
    yield "by-hand", batched_attention, {
        "x": given(1, 1, 1, 2, 1, 1, shape=[3, 2]), "rows": integers([2, 1]), "lengths": integers([0, 1]),
        "shared": integers([0, 0]), "keys": given(s, 0, shape=[1, 1, 2]), "values": given(8, 0, shape=[1, 1, 2]),
        "page": 2, "pages": 4, "layers": integers([1]), "layer": 0, "filled layer": integers([0]), "cos": given(1, 0, -1, 0, shape=[4, 1]),
        "sin": given(0, 1, 0, -1, shape=[4, 1]), "num_heads": 1, "num_key_value_heads": 1, "head_dim": 2,
        "w_q": given(1, 0, 0, 0, shape=[2, 2]), "w_k": given(s, 0, 0, 0, shape=[2, 2]),
        "w_v": given(0, 4, 0, 0, shape=[2, 2]), "w_o": given(1, 0, 2, 0, shape=[2, 2])
    }
    yield case("one-text-one-row", [1], [4])
    yield case("one-text-a-prompt", [5], [0], seed=3121)
    yield case("one-text-in-pieces", [3], [4], seed=3131)
    yield case("a-row-each", [1, 1, 1], [3, 6, 1], seed=3141)
    yield case("equal-lengths", [1, 1], [3, 3], seed=3151)
    yield case("two-prompts", [3, 4], [0, 0], seed=3161)
    yield case("a-prompt-and-two-rows", [4, 1, 1], [0, 5, 2], seed=3171)
    yield case("a-row-and-a-prompt", [1, 4], [7, 0], seed=3181)
    yield case("pieces-in-the-middle", [2, 1, 3], [3, 6, 5], seed=3191)
    yield case("without-rows", [0, 2, 0, 1, 0], [3, 2, 6, 4, 5], seed=3201)
    yield case("no-rows-at-all", [0, 0], [0, 0], seed=3211)
    yield case("no-texts", [], [], seed=3221)
    yield case("pages-full", [2, 2], [2, 4], seed=3231)
    yield case("pages-of-one", [2, 1], [1, 3], seed=3241, page=1)
    yield case("pages-of-16", [3, 1, 2], [17, 15, 0], seed=3251, page=16)
    yield case("first-layer", [2, 1], [3, 2], seed=3261, layers=3, layer=0)
    yield case("last-layer", [2, 1], [3, 2], seed=3271, layers=3, layer=2)
    yield case("narrow-heads", [2, 1], [1, 3], size=12, heads=2, kv_heads=1, dim=2, seed=3281)
    yield case("as-wide-as-x", [2, 2], [1, 0], size=8, heads=4, kv_heads=2, dim=2, seed=3291)
    yield case("all-four", [2, 2], [4, 4], size=4, heads=4, kv_heads=4, dim=4, seed=3301, page=4, layers=4, layer=3)
    yield case("groups-of-three", [3, 1], [2, 2], size=4, heads=6, kv_heads=2, dim=2, seed=3311)
    yield case("no-biases", [1, 2], [4, 1], seed=3321, biases=False)
    yield case("tables-to-the-brim", [2, 1], [3, 1], seed=3331, positions=5)
    yield case("far-apart", [1, 1, 2], [40, 0, 3], dim=8, seed=3341, theta=10000.0)
    yield case("shared-pages", [1, 2, 1], [6, 5, 4], seed=3351, shared=[0, 4, 4])
    yield case("qwen2", [1, 1, 6, 1], [20, 3, 0, 17], size=896, heads=14, kv_heads=2, dim=64, seed=3361, page=16,
               theta=1000000.0)

    def refusal(name, x, rows, lengths, positions=9, dim=4, reserved=None, layer=1, known_heads=2, known_dim=4, seed=3371):
        return name, refused, {
            "is refused": 1, "x": counted(x, seed, 3)
        } | texts(rows, lengths, known_heads, known_dim, seed + 1) | {
            "layer": layer, "table_dim": dim, "positions": positions, "theta": 100.0
        } | ({"reserved": integers(reserved)} if reserved else {}) | weights(6, 4, 2, 4, seed + 3)

    yield refusal("refused-more-rows", [4, 6], [2, 1], [3, 4])
    yield refusal("refused-fewer-rows", [2, 6], [2, 1], [3, 4])
    yield refusal("refused-no-rows", [0, 6], [2, 1], [3, 4])
    yield refusal("refused-no-texts", [1, 6], [], [])
    yield refusal("refused-one-axis", [3], [2, 1], [3, 4])
    yield refusal("refused-three-axes", [3, 1, 6], [2, 1], [3, 4])
    yield refusal("refused-three-axes-of-one", [1, 3, 6], [2, 1], [3, 4])
    yield refusal("refused-more-reserved", [3, 6], [2, 1], [3, 4], reserved=[2, 2])
    yield refusal("refused-fewer-reserved", [3, 6], [2, 1], [3, 4], reserved=[2, 0])
    yield refusal("refused-first-not-reserved", [3, 6], [2, 1], [3, 4], reserved=[0, 1])
    yield refusal("refused-exchanged", [3, 6], [2, 1], [3, 4], reserved=[1, 2])
    yield refusal("refused-layer", [3, 6], [2, 1], [3, 4], layer=2)
    yield refusal("refused-layer-far", [3, 6], [2, 1], [3, 4], layer=1000)
    yield refusal("refused-tables-too-short", [3, 6], [2, 1], [3, 4], positions=4)
    yield refusal("refused-tables-too-short-for-the-first", [3, 6], [2, 1], [5, 2], positions=6)
    yield refusal("refused-tables-narrow", [3, 6], [2, 1], [3, 4], dim=2)
    yield refusal("refused-tables-wide", [3, 6], [2, 1], [3, 4], dim=8)
    yield refusal("refused-heads", [3, 6], [2, 1], [3, 4], known_heads=1)
    yield refusal("refused-more-heads", [3, 6], [2, 1], [3, 4], known_heads=4)
    yield refusal("refused-dim", [3, 6], [2, 1], [3, 4], known_dim=2)
    yield refusal("refused-heads-of-one-width", [3, 6], [2, 1], [3, 4], known_heads=4, known_dim=2)
