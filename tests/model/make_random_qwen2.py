#!/usr/bin/env python3
"""Writes a Qwen2 of Qwen2-0.5B's size with random weights, as Hugging Face keeps it: about 1 GB.

    make_random_qwen2.py FOLDER

24 layers, hidden 896, intermediate 4864, 14 heads over 2, vocabulary 151,936, bfloat16, tied, with biases. The weights
keep activations near 1, biases of queries and keys are of the size that the trained model has. One tensor at a time is
in memory. The tokenizer is that of model/weights, which uses the first rows of the embedding. The same file every time.
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


def tensors():
    """Name, shape, centre, and the standard deviation around it."""
    e, i, kv = CONFIG["hidden_size"], CONFIG["intermediate_size"], 128
    yield "model.embed_tokens.weight", (CONFIG["vocab_size"], e), 0, 0.05
    for layer in range(CONFIG["num_hidden_layers"]):
        prefix = f"model.layers.{layer}."
        yield prefix + "input_layernorm.weight", (e,), 1, 0.2
        for name, out, bias in (("q", e, 1), ("k", kv, 1), ("v", kv, 0.1)):
            yield prefix + f"self_attn.{name}_proj.weight", (out, e), 0, 1 / math.sqrt(e)
            yield prefix + f"self_attn.{name}_proj.bias", (out,), 0, bias
        yield prefix + "self_attn.o_proj.weight", (e, e), 0, 0.3 / math.sqrt(e)
        yield prefix + "post_attention_layernorm.weight", (e,), 1, 0.2
        yield prefix + "mlp.gate_proj.weight", (i, e), 0, 1 / math.sqrt(e)
        yield prefix + "mlp.up_proj.weight", (i, e), 0, 1 / math.sqrt(e)
        yield prefix + "mlp.down_proj.weight", (e, i), 0, 0.5 / math.sqrt(i)
    yield "model.norm.weight", (e,), 1, 0.2


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    header, end = {}, 0
    for name, shape, _, _ in tensors():
        begin, end = end, end + 2 * math.prod(shape)
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    random = np.random.Generator(np.random.SFC64(5))
    with open(folder / "model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for _, shape, centre, deviation in tensors():
            values = random.random(math.prod(shape), dtype=np.float32)  # in [0, 1): the deviation is 1 / sqrt(12)
            values -= 0.5
            values *= deviation * math.sqrt(12)
            values += centre
            file.write(values.view(np.uint16)[1::2].tobytes())  # the upper halves
    (folder / "config.json").write_text(json.dumps(CONFIG, indent=1) + "\n")
    shutil.copy(pathlib.Path(__file__).resolve().parents[2] / "model/weights/tokenizer.json", folder)


if __name__ == "__main__":
    main()
