#!/usr/bin/env python3
"""Qwen2, Qwen3 and Llama in PyTorch, eager and short: what model/ is compared with. Writes what PyTorch says of some prompts.

    qwen2_reference.py MODEL OUTPUT [--prompt TEXT ...] [--tokens 200] [--rows 0] [--large] [--check]

MODEL is a folder as Hugging Face keeps it. OUTPUT gets reference.json and, for each prompt, logits-<n>.npy. Tokens are
PyTorch's greedy choice in float32 with a cache; an end-of-text token is a token like any other. Logits are those of
float64, of `--rows` positions spread over the text (0: of all), with the error that PyTorch's own float32 has there,
one by one or all at once.
A text in which two tokens are so close that rounding decides between them is refused: it would test nothing.

Source: transformers' modeling_qwen2.py, modeling_qwen3.py and modeling_llama.py, for the definition; the code is our own.
"""

import argparse
import json
import math
import mmap
import pathlib
import struct
import sys

import numpy as np
import torch
import torch.nn.functional as F

DTYPES = {"F32": (np.float32, torch.float32), "F16": (np.float16, torch.float16), "BF16": (np.int16, torch.bfloat16)}


def open_safetensors(path):
    """The tensors of one file, by name; they stay in the file until they are looked at."""
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    (length,) = struct.unpack("<Q", data[:8])
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if name == "__metadata__":
            continue
        stored, dtype = DTYPES[entry["dtype"]]
        count = math.prod(entry["shape"])
        array = np.frombuffer(data, stored, count, 8 + length + entry["data_offsets"][0]).reshape(entry["shape"])
        tensors[name] = torch.from_numpy(array).view(dtype)
    return tensors


def open_folder(folder):
    if (folder / "model.safetensors").exists():
        return open_safetensors(folder / "model.safetensors")
    index = json.loads((folder / "model.safetensors.index.json").read_text())["weight_map"]
    shards = {file: open_safetensors(folder / file) for file in set(index.values())}
    return {name: shards[file][name] for name, file in index.items()}


class Model:
    """`dtype` is what is computed in. Without `keep` a weight is converted each time that it is used."""

    def __init__(self, folder, dtype=torch.float32, keep=True):
        self.config = json.loads((folder / "config.json").read_text())
        self.stored, self.dtype, self.keep, self.kept = open_folder(folder), dtype, keep, {}
        self.heads = self.config["num_attention_heads"]
        self.kv_heads = self.config.get("num_key_value_heads") or self.heads
        self.head_dim = self.config.get("head_dim") or self.config["hidden_size"] // self.heads
        tied = self.config.get("tie_word_embeddings", False)
        in_file = "model.embed_tokens.weight" in self.stored
        self.embed_tokens = "model.embed_tokens.weight" if in_file else "lm_head.weight"
        self.lm_head = self.embed_tokens if tied else "lm_head.weight"
        half = torch.arange(0, self.head_dim, 2, dtype=torch.int64).float() / self.head_dim
        parameters = self.config.get("rope_parameters") or {}
        self.inv_freq = 1.0 / (parameters.get("rope_theta") or self.config.get("rope_theta", 10000.0)) ** half

    def weight(self, name):
        if name in self.kept:
            return self.kept[name]
        weight = self.stored[name].to(self.dtype)
        if self.keep:
            self.kept[name] = weight
        return weight

    def linear(self, x, name):
        bias = self.weight(name + ".bias") if name + ".bias" in self.stored else None
        return F.linear(x, self.weight(name + ".weight"), bias)

    def norm(self, x, name):
        # Hugging Face computes the norm in float32 whatever the dtype; in float64 that would spoil the reference.
        wide = x if x.dtype == torch.float64 else x.float()
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + self.config["rms_norm_eps"])
        return self.weight(name + ".weight") * wide.to(x.dtype)

    def attention(self, x, prefix, cos, sin, past):
        def split(name, heads):
            return self.linear(x, prefix + name).view(x.shape[0], heads, self.head_dim).transpose(0, 1)

        def rotate_half(t):
            first, second = t.chunk(2, dim=-1)
            return torch.cat((-second, first), dim=-1)

        q, k, v = split("q_proj", self.heads), split("k_proj", self.kv_heads), split("v_proj", self.kv_heads)
        if prefix + "q_norm.weight" in self.stored:  # Qwen3
            q, k = self.norm(q, prefix + "q_norm"), self.norm(k, prefix + "k_norm")
        q, k = q * cos + rotate_half(q) * sin, k * cos + rotate_half(k) * sin
        if past is not None:
            k, v = torch.cat((past[0], k), dim=1), torch.cat((past[1], v), dim=1)
        groups = self.heads // self.kv_heads
        keys, values = k.repeat_interleave(groups, dim=0), v.repeat_interleave(groups, dim=0)
        scores = torch.matmul(q, keys.transpose(1, 2)) / math.sqrt(self.head_dim)
        length, total = q.shape[1], k.shape[1]
        if length > 1:
            later = torch.ones(length, total, dtype=torch.bool).triu(total - length + 1)
            scores = scores.masked_fill(later, -math.inf)
        y = torch.matmul(torch.softmax(scores, dim=-1), values)
        return self.linear(y.transpose(0, 1).reshape(length, -1), prefix + "o_proj"), (k, v)

    def __call__(self, ids, cache=None, last=False):
        """Logits of all positions, or of the last, and the cache, which is a list of keys and values by layer."""
        past = [None] * self.config["num_hidden_layers"] if cache is None else cache
        offset = 0 if past[0] is None else past[0][0].shape[1]
        angles = torch.arange(offset, offset + len(ids)).float()[:, None] * self.inv_freq
        angles = torch.cat((angles, angles), dim=-1)
        cos, sin = angles.cos().to(self.dtype), angles.sin().to(self.dtype)
        h = F.embedding(torch.tensor(ids), self.stored[self.embed_tokens]).to(self.dtype)
        now = []
        for layer in range(self.config["num_hidden_layers"]):
            prefix = f"model.layers.{layer}."
            y, pair = self.attention(self.norm(h, prefix + "input_layernorm"), prefix + "self_attn.", cos, sin, past[layer])
            now.append(pair)
            h = h + y
            x = self.norm(h, prefix + "post_attention_layernorm")
            gated = F.silu(self.linear(x, prefix + "mlp.gate_proj")) * self.linear(x, prefix + "mlp.up_proj")
            h = h + self.linear(gated, prefix + "mlp.down_proj")
        return F.linear(self.norm(h[-1:] if last else h, "model.norm"), self.weight(self.lm_head)), now


def greedy(model, prompt, count):
    """`count` tokens, and the logits that chose them."""
    tokens, rows, ids, cache = [], [], prompt, None
    for _ in range(count):
        logits, cache = model(ids, cache, last=True)
        tokens.append(int(logits[-1].argmax()))
        rows.append(logits[-1])
        ids = tokens[-1:]
    return tokens, torch.stack(rows)


def longest_matches(text, tokenizer):
    """Some ids that spell the text; not always those that a tokenizer chooses, which is another test's concern."""
    vocab = tokenizer["model"]["vocab"]
    if "Ġ" in vocab:  # bytes as characters
        plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
        others = [b for b in range(256) if b not in plain]
        spelled = dict(zip(plain, map(chr, plain))) | {b: chr(256 + n) for n, b in enumerate(others)}
        text = "".join(spelled[b] for b in text.encode())
    else:
        text = "▁" + text.replace(" ", "▁")
    ids = []
    added = {token["content"]: token["id"] for token in tokenizer["added_tokens"]}
    for part in (tokenizer["post_processor"] or {}).get("single", []):  # such as Llama's <s>
        if "SpecialToken" not in part:
            break
        ids.append(added[part["SpecialToken"]["id"]])
    while text:
        size = next(n for n in range(len(text), 0, -1) if text[:n] in vocab)
        ids.append(vocab[text[:size]])
        text = text[size:]
    return ids


def cases(folder, texts, count, rows, keep):
    """For each text: what reference.json says of it, and the logits in float64."""
    tokenizer = json.loads((folder / "tokenizer.json").read_text())
    single = Model(folder, torch.float32, keep)
    prompts = [longest_matches(text, tokenizer) for text in texts]
    chosen = [greedy(single, prompt, count) for prompt in prompts]
    exact = Model(folder, torch.float64, keep)
    for text, prompt, (tokens, float32_logits) in zip(texts, prompts, chosen):
        logits = exact(prompt + tokens[:-1])[0][len(prompt) - 1 :]
        at_once = single(prompt + tokens[:-1])[0][len(prompt) - 1 :]
        error = torch.maximum((float32_logits - logits).abs(), (at_once - logits).abs()).amax(dim=-1)
        best = logits.topk(2, dim=-1).values
        gap = float((best[:, 0] - best[:, 1]).min())
        if logits.argmax(dim=-1).tolist() != tokens or gap < 8 * float(error.max()):
            print(f'"{text}" is left out: two tokens are only {gap:.1e} apart', file=sys.stderr)
            continue
        at = np.linspace(0, count - 1, rows or count).round().astype(int).tolist()
        yield {
            "text": text,
            "prompt": prompt,
            "tokens": tokens,
            "smallest_gap": gap,
            "rows": at,  # row n is the logits that chose tokens[n]
            "float32_error": float(error[at].max()),
        }, logits[at].float().numpy()


def check(output, found):
    """The stored reference is what PyTorch says here, up to rounding."""
    stored = json.loads((output / "reference.json").read_text())["cases"]
    assert len(stored) == len(found), f"{len(stored)} texts stored, {len(found)} made"
    for number, (old, (new, logits)) in enumerate(zip(stored, found)):
        for key in ("text", "prompt", "tokens", "rows"):
            assert old[key] == new[key], f"text {number}: {key} is {old[key]} and was made as {new[key]}"
        np.testing.assert_allclose(np.load(output / f"logits-{number}.npy"), logits, rtol=1e-6, atol=1e-6)
        assert new["float32_error"] / 4 < old["float32_error"] < new["float32_error"] * 4, f"text {number}: float32_error"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--prompt", action="append", help="how a text begins; may be repeated")
    parser.add_argument("--tokens", type=int, default=200)
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--large", action="store_true", help="hold one converted weight at a time")
    parser.add_argument("--check", action="store_true", help="write nothing; compare with what OUTPUT has")
    options = parser.parse_args()
    prompts = options.prompt or ["Once upon a time", "One day, a little girl named Lily", "The big dog"]
    with torch.no_grad():
        found = [*cases(options.model, prompts, options.tokens, options.rows, not options.large)]
    if len(found) < (len(prompts) + 1) // 2:
        sys.exit(f"{options.model}: too few texts are left of {len(prompts)}; try other prompts")
    if options.check:
        return check(options.output, found)
    options.output.mkdir(parents=True, exist_ok=True)
    for number, (_, logits) in enumerate(found):
        np.save(options.output / f"logits-{number}.npy", logits)
    described = json.dumps({"cases": [case for case, _ in found]}, ensure_ascii=False)
    (options.output / "reference.json").write_text(described + "\n")


if __name__ == "__main__":
    main()
