import json
import sys

import torch
import torch.nn.functional as F

from fixtures import ROOT, counted, given, integers, passed

sys.path.append(str(ROOT.parent / "checks/model"))
from qwen2_reference import Model

SHIPPED = ROOT.parent / "model/weights"
LAYER = ["input_layernorm.weight", "self_attn.q_proj.weight", "self_attn.q_proj.bias", "self_attn.k_proj.weight",
         "self_attn.k_proj.bias", "self_attn.v_proj.weight", "self_attn.v_proj.bias", "self_attn.o_proj.weight",
         "post_attention_layernorm.weight", "mlp.gate_proj.weight", "mlp.up_proj.weight", "mlp.down_proj.weight"]


def frequencies(head_dim, theta):
    """In float64. In float32, as Hugging Face has them, sines and cosines round as each PyTorch likes, and outputs with them."""
    return 1.0 / theta ** (torch.arange(0, head_dim, 2, dtype=torch.int64).double() / head_dim)


class Given(Model):
    """The reference of checks/model with weights of its own, in float64."""

    def __init__(self, embed_tokens, norm, lm_head, weights, heads, kv_heads, head_dim, eps, theta):
        layers = len(weights) // len(LAYER)
        self.stored = {"model.embed_tokens.weight": embed_tokens, "model.norm.weight": norm, "lm_head.weight": lm_head}
        for i in range(layers):
            for k, name in enumerate(LAYER):
                self.stored[f"model.layers.{i}.{name}"] = weights[i * len(LAYER) + k]
        self.config = {"num_hidden_layers": layers, "rms_norm_eps": eps}
        self.dtype, self.keep, self.kept = torch.float64, True, {}
        self.heads, self.kv_heads, self.head_dim = heads, kv_heads, head_dim
        self.embed_tokens, self.lm_head = "model.embed_tokens.weight", "lm_head.weight"
        self.inv_freq = frequencies(head_dim, theta)


def kept(logits, logits_to_keep, pieces):
    """Of each piece the last rows."""
    parts = logits.split(pieces.tolist()) if pieces is not None else [logits]
    return torch.cat([part[-logits_to_keep:] for part in parts])  # -0 is all


def cases():
    def stand_ins(ids, embed_tokens, layers, norm, eps, logits_to_keep, lm_head=None, pieces=None, **ignored):
        h, given = F.embedding(ids, embed_tokens), []
        for weight in layers:
            given.append(h)
            h = F.linear(h, weight) + F.pad(h, (0, 0, 1, 0))[:-1]
        h = h * torch.rsqrt(h.pow(2).mean(-1, keepdim=True) + eps) * norm
        logits = F.linear(h, embed_tokens if lm_head is None else lm_head)
        return {"logits": kept(logits, logits_to_keep, pieces), "layer-inputs": torch.cat(given),
                "lengths": torch.full([len(layers)], len(ids))}

    def layers(ids, embed_tokens, weights, norm, eps, logits_to_keep, num_heads, num_key_value_heads, head_dim, theta,
               lm_head=None, pieces=None):
        model = Given(embed_tokens, norm, embed_tokens if lm_head is None else lm_head, [passed(w) for w in weights],
                      num_heads, num_key_value_heads, head_dim, eps, theta)
        logits, _ = model(ids.tolist())
        return {"logits": kept(logits, logits_to_keep, pieces),
                "lengths": torch.full([len(weights) // len(LAYER)], len(ids))}

    def shipped(ids, logits_to_keep, num_heads, num_key_value_heads, head_dim, eps, theta):
        # The weights are those of the shipped file: test.cpp reads them.
        model = Model(SHIPPED, torch.float64)
        model.inv_freq = frequencies(head_dim, theta)
        logits, _ = model(ids.tolist())
        return {"logits": kept(logits, logits_to_keep, None),
                "lengths": torch.full([model.config["num_hidden_layers"]], len(ids))}

    table = given(6, 1, 2, -8, 1, 0, shape=[3, 2])
    by_hand = {"ids": integers([0, 1]), "embed_tokens": table,
               "layers": given(0, 1, 1, 0, 1, 0, 1, 1, shape=[2, 2, 2]), "norm": given(5, 5), "eps": 1e-6}
    yield "by-hand", stand_ins, by_hand | {"logits_to_keep": 0}
    yield "by-hand-last", stand_ins, by_hand | {"logits_to_keep": 1}

    small = {"ids": integers([3, 0, 6, 6, 1]), "embed_tokens": counted([7, 4], 2201, 2),
             "layers": counted([3, 4, 4], 2202),
             "norm": counted([4], 2203, 2), "eps": 1e-6, "lm_head": counted([7, 4], 2204)}

    def case(name, keep=0, **more):
        return name, stand_ins, small | {"logits_to_keep": keep} | more

    yield case("small")
    for keep in 1, 2, 4, 5, 9:
        yield case(f"keep-{keep}", keep)
    yield case("token-by-token", pieces=integers([1, 1, 1, 1, 1]))
    yield case("in-chunks", pieces=integers([2, 3]))
    yield case("in-chunks-keep-2", 2, pieces=integers([1, 3, 1]))
    yield case("one-token", 1, ids=integers([2]))
    yield case("one-layer", 1, layers=counted([1, 4, 4], 2205))
    yield case("large-eps", embed_tokens=counted([7, 4], 2206, 0.3), eps=0.25)
    yield case("square", 2, ids=integers([1, 3, 0, 2]), embed_tokens=counted([4, 4], 2211, 2),
               layers=counted([4, 4, 4], 2212), lm_head=counted([4, 4], 2213))
    yield case("after-refusal", 1, ids=integers([3, 0, 6]), capacities=integers([32, 32, 4]),
               **{"next ids": integers([6, 1])})

    def norm(size, seed):
        return counted([size], seed, 2)

    E, I, H, H_kv, D, V = 6, 8, 2, 1, 4, 11
    shapes = [[E], [H * D, E], [H * D], [H_kv * D, E], [H_kv * D], [H_kv * D, E], [H_kv * D], [E, H * D], [E], [I, E],
              [I, E], [E, I]]
    random = {
        "ids": integers([4, 10, 0, 4, 7, 7, 2]), "embed_tokens": counted([V, E], 2221),
        "weights": [counted(shape, 2230 + 20 * i + k) for i in range(2) for k, shape in enumerate(shapes)],
        "norm": counted([E], 2222, 2), "eps": 1e-6, "num_heads": H, "num_key_value_heads": H_kv, "head_dim": D,
        "theta": 10000.0, "logits_to_keep": 0
    }
    yield "random", layers, random | {"lm_head": counted([V, E], 2223)}
    yield "random-tied", layers, dict(random)
    yield "random-token-by-token", layers, random | {"pieces": integers([1] * 7)}
    yield "random-in-chunks", layers, random | {"pieces": integers([4, 1, 2])}

    config = json.loads((SHIPPED / "config.json").read_text())
    story = json.loads((ROOT.parent / "checks/model/fixtures/shipped/reference.json").read_text())["cases"][0]
    yield "shipped", shipped, {
        "ids": integers((story["prompt"] + story["tokens"])[:24]), "logits_to_keep": 2,
        "num_heads": config["num_attention_heads"], "num_key_value_heads": config["num_key_value_heads"],
        "head_dim": config["hidden_size"] // config["num_attention_heads"], "eps": config["rms_norm_eps"],
        "theta": float(config["rope_theta"])
    }
