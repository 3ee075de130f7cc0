#!/usr/bin/env python3
"""Writes a Qwen2 of Qwen2-0.5B's size with random weights, as Hugging Face keeps it: about 1 GB.

    make_random_qwen2.py FOLDER [--qwen3 | --small-qwen3]

24 layers, hidden 896, intermediate 4864, 14 heads over 2, vocabulary 151,936, bfloat16, tied, with biases. --qwen3 writes one
of Qwen3-0.6B's size (28 layers, hidden 1024, intermediate 3072, 16 heads of 128 over 8, norms on queries and keys, no biases,
1.2 GB), --small-qwen3 a tiny one. The weights keep activations near 1, biases of queries and keys are of the size that the trained
model has. One tensor at a time is in memory. The tokenizer is that of model/weights, which uses the first rows of the
embedding. The same file every time.
"""

import json
import math
import pathlib
import shutil
import struct
import sys

import numpy as np

CONFIG = {
    "architectures": ["Qwen2ForCausalLM"],
    "model_type": "qwen2",
    "hidden_act": "silu",
    "hidden_size": 896,
    "intermediate_size": 4864,
    "num_hidden_layers": 24,
    "num_attention_heads": 14,
    "num_key_value_heads": 2,
    "vocab_size": 151936,
    "max_position_embeddings": 131072,
    "rms_norm_eps": 1e-6,
    "rope_theta": 1000000.0,
    "tie_word_embeddings": True,
    "torch_dtype": "bfloat16",
}
QWEN3 = CONFIG | {
    "architectures": ["Qwen3ForCausalLM"],
    "model_type": "qwen3",
    "attention_bias": False,
    "hidden_size": 1024,
    "intermediate_size": 3072,
    "num_hidden_layers": 28,
    "num_attention_heads": 16,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "max_position_embeddings": 40960,
}
SMALL_QWEN3 = QWEN3 | {
    "hidden_size": 48,
    "intermediate_size": 80,
    "num_hidden_layers": 3,
    "num_attention_heads": 6,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "vocab_size": 2144,
    "tie_word_embeddings": False,
}


def tensors(config):
    """Name, shape, centre, and the standard deviation around it."""
    e, i, heads = config["hidden_size"], config["intermediate_size"], config["num_attention_heads"]
    dim = config.get("head_dim", e // heads)
    q, kv, qwen3 = heads * dim, config["num_key_value_heads"] * dim, config["model_type"] == "qwen3"
    yield "model.embed_tokens.weight", (config["vocab_size"], e), 0, 0.05
    for layer in range(config["num_hidden_layers"]):
        prefix = f"model.layers.{layer}."
        yield prefix + "input_layernorm.weight", (e,), 1, 0.2
        for name, out, bias in (("q", q, 1), ("k", kv, 1), ("v", kv, 0.1)):
            yield prefix + f"self_attn.{name}_proj.weight", (out, e), 0, 1 / math.sqrt(e)
            if not qwen3:
                yield prefix + f"self_attn.{name}_proj.bias", (out,), 0, bias
            elif name != "v":
                yield prefix + f"self_attn.{name}_norm.weight", (dim,), 1, 0.3
        yield prefix + "self_attn.o_proj.weight", (e, q), 0, 0.3 / math.sqrt(q)
        yield prefix + "post_attention_layernorm.weight", (e,), 1, 0.2
        yield prefix + "mlp.gate_proj.weight", (i, e), 0, 1 / math.sqrt(e)
        yield prefix + "mlp.up_proj.weight", (i, e), 0, 1 / math.sqrt(e)
        yield prefix + "mlp.down_proj.weight", (e, i), 0, 0.5 / math.sqrt(i)
    yield "model.norm.weight", (e,), 1, 0.2
    if not config["tie_word_embeddings"]:
        yield "lm_head.weight", (config["vocab_size"], e), 0, 0.3


def main():
    folder = pathlib.Path(sys.argv[1])
    config = {"--qwen3": QWEN3, "--small-qwen3": SMALL_QWEN3}[sys.argv[2]] if len(sys.argv) > 2 else CONFIG
    folder.mkdir(parents=True, exist_ok=True)
    header, end = {}, 0
    for name, shape, _, _ in tensors(config):
        begin, end = end, end + 2 * math.prod(shape)
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    random = np.random.Generator(np.random.SFC64(5))
    with open(folder / "model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for _, shape, centre, deviation in tensors(config):
            values = random.random(math.prod(shape), dtype=np.float32)  # in [0, 1): the deviation is 1 / sqrt(12)
            values -= 0.5
            values *= deviation * math.sqrt(12)
            values += centre
            file.write(values.view(np.uint16)[1::2].tobytes())  # the upper halves
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    shutil.copy(pathlib.Path(__file__).resolve().parents[2] / "model/weights/tokenizer.json", folder)


if __name__ == "__main__":
    main()
