"""Qwen2 in PyTorch, as small as it goes; parameters have Hugging Face's names. B batch, L length, E hidden size."""

import json
import struct

import torch
import torch.nn.functional as F
from torch import nn

CONFIG = {
    "architectures": ["Qwen2ForCausalLM"], "model_type": "qwen2", "attention_dropout": 0.0, "bos_token_id": None,
    "eos_token_id": 2141, "hidden_act": "silu", "hidden_size": 128, "initializer_range": 0.05,
    "intermediate_size": 320, "max_position_embeddings": 512, "max_window_layers": 4, "num_attention_heads": 4,
    "num_hidden_layers": 4, "num_key_value_heads": 2, "rms_norm_eps": 1e-6, "rope_theta": 10000.0,
    "sliding_window": None, "tie_word_embeddings": True, "torch_dtype": "bfloat16", "use_cache": True,
    "use_sliding_window": False, "vocab_size": 2144,
}


class RMSNorm(nn.Module):
    def __init__(self, size, eps):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(size)), eps

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        size, self.heads, self.kv_heads = (
            config[key] for key in ("hidden_size", "num_attention_heads", "num_key_value_heads"))
        self.width = size // self.heads
        self.q_proj = nn.Linear(size, size)
        self.k_proj = nn.Linear(size, self.kv_heads * self.width)
        self.v_proj = nn.Linear(size, self.kv_heads * self.width)
        self.o_proj = nn.Linear(size, size, bias=False)

    def forward(self, x, rotation, mask):
        batch, length, size = x.shape
        q = rotate(self.q_proj(x).view(batch, length, self.heads, self.width).transpose(1, 2), rotation)
        k = rotate(self.k_proj(x).view(batch, length, self.kv_heads, self.width).transpose(1, 2), rotation)
        v = self.v_proj(x).view(batch, length, self.kv_heads, self.width).transpose(1, 2)
        group = self.heads // self.kv_heads
        k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
        scores = (q @ k.transpose(-1, -2)) * self.width**-0.5 + mask
        return self.o_proj((scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, length, size))


def rotate(x, rotation):
    cos, sin = rotation
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat((-second, first), -1) * sin


class MLP(nn.Module):
    def __init__(self, config):
        super().__init__()
        size, inner = config["hidden_size"], config["intermediate_size"]
        self.gate_proj = nn.Linear(size, inner, bias=False)
        self.up_proj = nn.Linear(size, inner, bias=False)
        self.down_proj = nn.Linear(inner, size, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.self_attn, self.mlp = Attention(config), MLP(config)
        self.input_layernorm = RMSNorm(config["hidden_size"], config["rms_norm_eps"])
        self.post_attention_layernorm = RMSNorm(config["hidden_size"], config["rms_norm_eps"])

    def forward(self, x, rotation, mask):
        x = x + self.self_attn(self.input_layernorm(x), rotation, mask)
        return x + self.mlp(self.post_attention_layernorm(x))


class Qwen2(nn.Module):
    def __init__(self, config=CONFIG):
        super().__init__()
        self.config = config
        self.model = nn.Module()
        self.model.embed_tokens = nn.Embedding(config["vocab_size"], config["hidden_size"])
        self.model.layers = nn.ModuleList(Layer(config) for _ in range(config["num_hidden_layers"]))
        self.model.norm = RMSNorm(config["hidden_size"], config["rms_norm_eps"])
        residual = (2 * config["num_hidden_layers"])**-0.5  # two branches of each layer add up
        for name, weight in self.named_parameters():
            if name.endswith("bias"):
                nn.init.zeros_(weight)
            elif weight.dim() == 2:
                scale = residual if name.endswith(("o_proj.weight", "down_proj.weight")) else 1
                nn.init.normal_(weight, std=config["initializer_range"] * scale)

    def forward(self, tokens):
        """tokens B x L -> logits B x L x V; the head is the embedding's matrix."""
        length, width = tokens.shape[1], self.config["hidden_size"] // self.config["num_attention_heads"]
        angle = self.config["rope_theta"]**(-torch.arange(0, width, 2) / width)
        angle = torch.outer(torch.arange(length), angle).repeat(1, 2)
        mask = torch.full((length, length), float("-inf")).triu(1)
        x = self.model.embed_tokens(tokens)
        for layer in self.model.layers:
            x = layer(x, (angle.cos(), angle.sin()), mask)
        return F.linear(self.model.norm(x), self.model.embed_tokens.weight)


def save(model, folder):
    """Write config.json, generation_config.json and model.safetensors (bfloat16)."""
    header, data, offset = {"__metadata__": {"format": "pt"}}, [], 0
    for name, weight in sorted(model.state_dict().items()):
        raw = weight.bfloat16().view(torch.int16).numpy().astype("<i2").tobytes()
        header[name] = {"dtype": "BF16", "shape": list(weight.shape), "data_offsets": [offset, offset + len(raw)]}
        data.append(raw)
        offset += len(raw)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + b"".join(data))
    (folder / "config.json").write_text(json.dumps(model.config, indent=2) + "\n")
    generation = {"bos_token_id": None, "do_sample": True, "eos_token_id": model.config["eos_token_id"],
                  "pad_token_id": model.config["eos_token_id"], "temperature": 0.8, "top_p": 0.95}
    (folder / "generation_config.json").write_text(json.dumps(generation, indent=2) + "\n")


def load(folder):
    """The model that save() wrote: the rounded weights, held as float32."""
    raw = (folder / "model.safetensors").read_bytes()
    start = 8 + struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8:start])
    header.pop("__metadata__")
    state = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        values = torch.frombuffer(bytearray(raw[start + begin:start + end]), dtype=torch.bfloat16)
        state[name] = values.float().view(entry["shape"])
    model = Qwen2(json.loads((folder / "config.json").read_text()))
    model.load_state_dict(state)
    return model.eval()
