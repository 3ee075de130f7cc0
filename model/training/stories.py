"""Write the training text: stories in English and Chinese, one per line, the same for the same seed.

    python3 model/training/stories.py --count 10 --seed 1
"""

import argparse
import random

import chinese
import english

FRAGMENTS = 0.08  # share of stories that begin in the middle, so that the model can go on from any prompt


def make_story(rng, share_english=0.5):
    """One story: (language, text)."""
    language, source, gap = ("en", english, " ") if rng.random() < share_english else ("zh", chinese, "")
    sentences = source.story(rng)
    if rng.random() < FRAGMENTS:
        sentences = sentences[rng.randrange(1, len(sentences) // 2):]
    return language, gap.join(sentences)


def stories(count, seed, share_english=0.5):
    rng = random.Random(seed)
    for _ in range(count):
        yield make_story(rng, share_english)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--english", type=float, default=0.5, help="share of the stories")
    options = parser.parse_args()
    for _, text in stories(options.count, options.seed, options.english):
        print(text)


if __name__ == "__main__":
    main()
