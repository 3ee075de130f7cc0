"""A model in the format of llama2.c's run.c, for its speed alone: the biases of Qwen2 are left out, and RoPE's pairs are
those of Hugging Face, so that what it writes is no text."""

import json
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "checks/model"))


def write(folder, output, positions):
    import numpy
    import qwen2_reference

    config = json.loads((folder / "config.json").read_text())
    weights = qwen2_reference.open_folder(folder)
    layers = range(config["num_hidden_layers"])
    half = config["hidden_size"] // config["num_attention_heads"] // 2
    with open(output / "model.bin", "wb") as file:

        def add(name):
            weights[name].float().numpy().tofile(file)

        sizes = ["hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads"]
        file.write(struct.pack("<7i", *(config[size] for size in sizes), config["vocab_size"], positions))
        tied = "model.embed_tokens.weight" in weights
        add("model.embed_tokens.weight" if tied else "lm_head.weight")
        for part in ("input_layernorm", *(f"self_attn.{n}_proj" for n in "qkvo"), "post_attention_layernorm",
                     "mlp.gate_proj", "mlp.down_proj", "mlp.up_proj"):
            for layer in layers:
                add(f"model.layers.{layer}.{part}.weight")
        add("model.norm.weight")
        numpy.zeros(2 * positions * half, numpy.float32).tofile(file)  # once RoPE's table, now skipped
    with open(output / "tokenizer.bin", "wb") as file:
        file.write(struct.pack("<i", 8))
        for token in range(config["vocab_size"]):
            file.write(struct.pack("<fi", 0, 7) + f"{token:07}".encode())


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3]))
