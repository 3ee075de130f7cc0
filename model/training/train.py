"""Train the story model on one CPU thread; README.md says how long that takes.

    python3 model/training/train.py --out build/stories --steps 5500
"""

import argparse
import csv
import ctypes
import math
import os
import pathlib
import random
import shutil
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # torch.set_num_threads does not reach OpenBLAS's own pool

import torch
import torch.nn.functional as F

import stories
from loss_plot import draw
from model import Qwen2, load, save
from tokenizer import Tokenizer

LENGTH = 256  # tokens in a row
HELD_OUT_SEED = 1_000_003  # the training stories come from --seed; evaluate.py counts how many are in both


def rows(texts, tokenizer):
    """Pack stories into rows of LENGTH + 1 tokens. Each row begins with a story, as a prompt does; a story that does
    not fit is cut, and begins the next row again."""
    row = []
    for text in texts:
        tokens = tokenizer.encode(text) + [tokenizer.end]
        row += tokens
        if len(row) > LENGTH:
            yield row[:LENGTH + 1]
            row = tokens


def batches(options, tokenizer):
    rng = random.Random(options.seed)
    packed = rows((stories.make_story(rng, options.english)[1] for _ in iter(int, 1)), tokenizer)
    while True:
        batch = torch.tensor([next(packed) for _ in range(options.batch)])
        yield batch[:, :-1], batch[:, 1:]


def held_out(count, tokenizer):
    return [(language, tokenizer.encode(text) + [tokenizer.end])
            for language, text in stories.stories(count, HELD_OUT_SEED)]


@torch.no_grad()
def held_out_loss(model, examples):
    """Mean cross-entropy in nats per token, each story by itself from its second token on: {language: loss}."""
    total, count = {}, {}
    for language, tokens in examples:
        logits = model(torch.tensor([tokens[:-1]]))[0]
        for key in (language, "all"):
            total[key] = total.get(key, 0) + F.cross_entropy(logits, torch.tensor(tokens[1:]), reduction="sum").item()
            count[key] = count.get(key, 0) + len(tokens) - 1
    return {key: total[key] / count[key] for key in sorted(total)}


def learning_rate(step, options):
    if step < options.warm_up:
        return options.rate * (step + 1) / options.warm_up
    progress = (step - options.warm_up) / max(1, options.steps - options.warm_up)
    return options.rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))


def keep_memory():
    """Have glibc keep what is freed: to give large tensors back and fetch them again cost a fifth of the time."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        for option, value in ((-4, 0), (-1, 2**31 - 1), (-2, 2**26)):  # M_MMAP_MAX, M_TRIM_THRESHOLD, M_TOP_PAD
            libc.mallopt(option, value)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True,
                        help="gets the model's files and loss.csv, loss.svg")
    parser.add_argument("--tokenizer", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent / "stories")
    parser.add_argument("--start", type=pathlib.Path, help="go on from the model in this folder (default: from noise)")
    parser.add_argument("--english", type=float, default=0.5, help="share of the stories")
    parser.add_argument("--steps", type=int, default=5500)
    parser.add_argument("--batch", type=int, default=8, help="rows of 256 tokens")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--warm-up", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--every", type=int, default=250, help="steps between checkpoints")
    options = parser.parse_args()
    keep_memory()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        if options.out.resolve() != options.tokenizer.resolve():
            shutil.copy(options.tokenizer / name, options.out / name)
    tokenizer = Tokenizer(options.out / "tokenizer.json")
    examples = held_out(100, tokenizer)

    model = load(options.start).train() if options.start else Qwen2()
    matrices = [weight for weight in model.parameters() if weight.dim() == 2]
    vectors = [weight for weight in model.parameters() if weight.dim() == 1]
    groups = [{"params": matrices, "weight_decay": 0.1}, {"params": vectors, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), foreach=True)
    print(f"{sum(weight.numel() for weight in model.parameters()):,} parameters, "
          f"{options.batch * LENGTH:,} tokens a step, {options.steps:,} steps, "
          f"rate {options.rate}, seed {options.seed}", flush=True)
    start, running = time.time(), None
    with open(options.out / "loss.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["step", "tokens", "train_loss", "held_out_loss", "held_out_en", "held_out_zh"])
        for step, (inputs, targets) in zip(range(options.steps), batches(options, tokenizer)):
            for group in optimizer.param_groups:
                group["lr"] = learning_rate(step, options)
            loss = F.cross_entropy(model(inputs).flatten(0, 1), targets.flatten())
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            running = loss.item() if running is None else 0.95 * running + 0.05 * loss.item()
            done = step + 1
            if done % options.every == 0 or done == options.steps:
                save(model, options.out)
                measured = held_out_loss(load(options.out), examples)  # of the weights as they are shipped: rounded
                table.writerow([done, done * options.batch * LENGTH, f"{running:.4f}",
                                *(f"{measured[key]:.4f}" for key in ("all", "en", "zh"))])
                file.flush()
                print(f"step {done:5}  train {running:.4f}  held out {measured['all']:.4f}  en {measured['en']:.4f}  "
                      f"zh {measured['zh']:.4f}  {time.time() - start:.0f} s", flush=True)
    draw(options.out / "loss.csv", options.out / "loss.svg")


if __name__ == "__main__":
    main()
