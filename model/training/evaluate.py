"""Measure the shipped model: loss on stories it has not seen, samples, and how much of them is copied.

    python3 model/training/evaluate.py --model model/weights --text build/training.txt

The text is what training has read, a story on each line, as stories.py writes it.
"""

import argparse
import itertools
import json
import pathlib
import statistics

import torch

from model import load
from novelty import Corpus
from tokenizer import Tokenizer
from train import held_out, held_out_loss

PROMPTS = {"en": ["Once upon a time", "One day, a little", "Lily", "The", "Tom and his grandma"],
           "zh": ["从前", "有一天", "小明", "小兔子", "下雨了"]}
UNSEEN = ["The dragon opened the", "Marguerite had a spaceship.", "My brother likes",
          "宇航员", "小恐龙喜欢", "图书馆里"]


@torch.no_grad()
def continue_prompt(model, tokenizer, prompt, count, temperature=0.8, top_p=0.95, limit=300):
    """Sample `count` continuations side by side: [(tokens of prompt and story, whether it came to its end)]."""
    tokens = torch.tensor([tokenizer.encode(prompt)] * count)
    ended = torch.zeros(count, dtype=torch.bool)
    while tokens.shape[1] < limit and not ended.all():
        logits = model(tokens)[:, -1]
        if temperature == 0:
            chosen = logits.argmax(-1, keepdim=True)
        else:
            weight, order = (logits / temperature).softmax(-1).sort(descending=True)
            weight[weight.cumsum(-1) - weight >= top_p] = 0
            chosen = order.gather(1, torch.multinomial(weight, 1))
        tokens = torch.cat([tokens, chosen], 1)
        ended |= chosen[:, 0] == tokenizer.end
    told = []
    for row in tokens.tolist():
        end = row.index(tokenizer.end) if tokenizer.end in row else len(row)
        told.append((row[:end], end < len(row)))
    return told


def copied(corpus, texts, tokenizer):
    """Figures for a list of token lists."""
    runs = corpus.longest_runs(texts)
    known8 = list(itertools.chain.from_iterable(corpus.known(texts, 8)))
    length, start, text = max((length, start, i) for i, (length, start) in enumerate(runs))
    return {"stories": len(texts), "tokens_in_a_story": round(statistics.mean(map(len, texts)), 1),
            "new_8_grams": round(1 - sum(known8) / len(known8), 4),
            "longest_copied_run_tokens": {"median": statistics.median(run for run, _ in runs), "most": length,
                                          "text": tokenizer.decode(texts[text][start:start + length])},
            "copied_whole": sum(run == len(text) for (run, _), text in zip(runs, texts)),
            "copied_run_as_share_of_story":
                round(statistics.mean(run / len(text) for (run, _), text in zip(runs, texts)), 3)}


def write_samples(path, model, tokenizer, sampled):
    out = ["# Samples", "",
           "What the shipped model says, written by `evaluate.py`; nothing was picked. The prompt is bold.", ""]

    def show(prompt, told):
        for tokens, ended in told:
            text = tokenizer.decode(tokens)
            out.extend([f"- **{prompt}**{text[len(prompt):]}" + ("" if ended else " […]"), ""])

    out.extend(["## Greedy (temperature 0)", ""])
    for prompt in ("Once upon a time", "从前"):
        show(prompt, continue_prompt(model, tokenizer, prompt, 1, temperature=0))
    out.extend(["## Temperature 0.8, top-p 0.95", ""])
    for prompt, told in sampled:
        show(prompt, told[:4])
    out.extend(["## Topics that no training story has", ""])
    for prompt in UNSEEN:
        show(prompt, continue_prompt(model, tokenizer, prompt, 2))
    path.write_text("\n".join(out), encoding="utf-8")


def main():
    here = pathlib.Path(__file__).parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=pathlib.Path, default=here.parent / "stories")
    parser.add_argument("--text", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, default=here, help="gets samples.md and figures.json")
    parser.add_argument("--each", type=int, default=20, help="samples for each of the ten prompts")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(7)
    tokenizer, model = Tokenizer(options.model / "tokenizer.json"), load(options.model)

    sampled = [(prompt, continue_prompt(model, tokenizer, prompt, options.each))
               for prompts in PROMPTS.values() for prompt in prompts]
    write_samples(options.out / "samples.md", model, tokenizer, sampled)
    told = [story for _, batch in sampled for story in batch]

    texts = options.text.read_text(encoding="utf-8").splitlines()
    tokens = [token for text in texts for token in tokenizer.encode(text) + [tokenizer.end]]
    corpus = Corpus(tokens, model.config["vocab_size"])
    unseen, known = held_out(600, tokenizer), set(texts)
    losses = held_out_loss(model, unseen)
    figures = {
        "training": {"tokens": len(tokens), "stories": len(texts), "equal_stories": len(texts) - len(known)},
        "held_out": {"stories": len(unseen),
                     "also_in_training": sum(tokenizer.decode(story[:-1]) in known for _, story in unseen),
                     "loss_nats_per_token": {key: round(loss, 4) for key, loss in losses.items()}},
        "samples_that_end": sum(ended for _, ended in told) / len(told),
        "sampled": copied(corpus, [tokens for tokens, _ in told], tokenizer),
        "grammar_itself": copied(corpus, [tokens[:-1] for _, tokens in unseen[:len(told)]], tokenizer),
    }
    text = json.dumps(figures, ensure_ascii=False, indent=2)
    (options.out / "figures.json").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
