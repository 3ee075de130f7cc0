"""What the shipped model loses when RoPE pairs the wrong numbers, for chapter 2 of week 2.

    python3 checks/pages/code/week2/pairings.py

Needs what model/training needs: PyTorch and regex. Takes about a minute.
"""

import pathlib
import sys

import torch

root = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(root / "model/training"))

import model  # noqa: E402
from tokenizer import Tokenizer  # noqa: E402
from train import held_out, held_out_loss  # noqa: E402

halves = model.rotate


def neighbours(x, rotation):
    cos, sin = (table[:, :x.shape[-1] // 2] for table in rotation)
    first, second = x[..., 0::2], x[..., 1::2]
    return torch.stack((first * cos - second * sin, second * cos + first * sin), -1).flatten(-2)


def nothing_turned(x, rotation):
    return x


@torch.no_grad()
def put_into_order(network):
    """The rows of w_q and w_k and their biases, so that partners become neighbours."""
    for layer in network.model.layers:
        width = layer.self_attn.width
        for projection in (layer.self_attn.q_proj, layer.self_attn.k_proj):
            order = torch.arange(len(projection.bias)).view(-1, 2, width // 2).transpose(1, 2).flatten()
            projection.weight.copy_(projection.weight[order])
            projection.bias.copy_(projection.bias[order])


def loss(network, stories, rotation):
    model.rotate = rotation
    return round(held_out_loss(network, stories)["all"], 4)


def main():
    weights = root / "model/weights"
    network, stories = model.load(weights), held_out(600, Tokenizer(weights / "tokenizer.json"))
    for name, rotation in (("halves", halves), ("neighbours", neighbours), ("nothing turned", nothing_turned)):
        print(f"{name}: {loss(network, stories, rotation)}", flush=True)
    put_into_order(network)
    print(f"neighbours, rows in order: {loss(network, stories, neighbours)}")


main()
