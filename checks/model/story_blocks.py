#!/usr/bin/env python3
"""Writes what story_blocks_test compares with: the norms and MLPs of a trained model, as PyTorch computes them.

    story_blocks.py MODEL_FOLDER OUTPUT_FOLDER

Attention is left out (given as identity); hidden states come from the model's own embeddings. Writes .npy files and
layers.txt, the number of layers, into OUTPUT_FOLDER.
"""

import json
import pathlib
import struct
import sys

import numpy as np
import torch
import torch.nn.functional as F


def safetensors(path):
    """The float32 tensors of a safetensors file, by name."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if name == "__metadata__":
            continue
        if entry["dtype"] != "F32":
            raise SystemExit(f"{path}: {name} is {entry['dtype']}, only F32 is read here")
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        tensors[name] = np.frombuffer(data[begin:end], dtype=np.float32).reshape(entry["shape"]).copy()
    return tensors


def main():
    model, output = map(pathlib.Path, sys.argv[1:])
    config = json.loads((model / "config.json").read_text())
    weights = safetensors(model / "model.safetensors")
    eps = config["rms_norm_eps"]
    x = weights["lm_head.weight"][5:2000:133]  # rows of the tied embedding, of 15 tokens
    np.save(output / "x.npy", x)
    h = torch.from_numpy(x).double()

    def norm(t, weight):
        return t * torch.rsqrt(t.pow(2).mean(-1, keepdim=True) + eps) * weight

    for layer in range(config["num_hidden_layers"]):
        prefix = f"model.layers.{layer}."
        names = {
            "norm1": "input_layernorm", "norm2": "post_attention_layernorm", "gate": "mlp.gate_proj",
            "up": "mlp.up_proj", "down": "mlp.down_proj"
        }
        w = {}
        for short, name in names.items():
            array = weights[prefix + name + ".weight"]
            np.save(output / f"{short}{layer}.npy", array)
            w[short] = torch.from_numpy(array).double()
        h = h + norm(h, w["norm1"])
        n = norm(h, w["norm2"])
        h = h + F.linear(F.silu(F.linear(n, w["gate"])) * F.linear(n, w["up"]), w["down"])
        np.save(output / f"y{layer}.npy", h.float().numpy())
    (output / "eps.txt").write_text(f"{eps!r}\n")
    (output / "layers.txt").write_text(f"{config['num_hidden_layers']}\n")


if __name__ == "__main__":
    main()
