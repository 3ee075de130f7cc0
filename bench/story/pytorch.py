#!/usr/bin/env python3
"""Tokens a second of PyTorch, eager, with a cache, one thread: greedy, of those after the first, by CPU time.

    pytorch.py MODEL TOKENS float32|bfloat16 ID,ID,…
"""

import json
import pathlib
import sys
import time

import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "checks/model"))
import qwen2_reference  # noqa: E402


def main():
    folder, count, dtype, prompt = pathlib.Path(sys.argv[1]), int(sys.argv[2]), getattr(torch, sys.argv[3]), sys.argv[4]
    torch.set_num_threads(1)
    model = qwen2_reference.Model(folder, dtype)
    ids, cache, tokens, start = [int(n) for n in prompt.split(",")], None, [], None
    with torch.inference_mode():
        model([ids[0]] * 2)  # every weight has been looked at
        for _ in range(count):
            logits, cache = model(ids, cache, last=True)
            ids = [int(logits[-1].argmax())]
            tokens += ids
            start = start or time.process_time()
    print(json.dumps({"tokens": tokens, "tokens_per_second": (count - 1) / (time.process_time() - start)}))


if __name__ == "__main__":
    main()
