"""Queries and keys of two heads of the shipped model, for attention.cpp to draw: docs/figures/attention.json.

    python3 docs/figures/attention.py

Needs what model/training needs: PyTorch and regex.
"""

import json
import pathlib
import sys

import torch

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "model/training"))

from model import load, rotate  # noqa: E402
from tokenizer import Tokenizer  # noqa: E402

TEXT = "One day, Lily got a drum. She played in the morning."
HEADS = [(2, 0), (3, 1)]  # layer and head, counted from 0


@torch.no_grad()
def main():
    weights = root / "model/weights"
    model, tokenizer = load(weights), Tokenizer(weights / "tokenizer.json")
    ids = tokenizer.encode(TEXT)
    seen = {}  # what reaches the attention of each layer: its normed input and the angles
    for number, layer in enumerate(model.model.layers):
        layer.self_attn.register_forward_pre_hook(lambda _, inputs, number=number: seen.update({number: inputs}))
    model(torch.tensor([ids]))

    heads = []
    for number, head in HEADS:
        attention, (x, rotation, _) = model.model.layers[number].self_attn, seen[number]

        def rows(projection, count, which):
            split = projection(x).view(1, len(ids), count, attention.width).transpose(1, 2)
            return [[float(f"{value:.5g}") for value in row] for row in rotate(split, rotation)[0, which].tolist()]

        group = attention.heads // attention.kv_heads
        heads.append({"layer": number, "head": head, "query": rows(attention.q_proj, attention.heads, head),
                      "key": rows(attention.k_proj, attention.kv_heads, head // group)})
    tokens = [tokenizer.decode([token]).strip() for token in ids]
    file = pathlib.Path(__file__).with_suffix(".json")
    file.write_text(json.dumps({"tokens": tokens, "heads": heads}, separators=(",", ":")) + "\n", encoding="utf-8")


main()
