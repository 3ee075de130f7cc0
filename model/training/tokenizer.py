"""Byte-level BPE as Qwen2 has it: learn the merges from stories, write tokenizer.json, encode and decode.

    python3 model/training/tokenizer.py --out model/weights
"""

import argparse
import collections
import json
import pathlib
import unicodedata

import regex  # Debian: python3-regex; the standard library's re knows no \p{L}

import stories

PATTERN = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
           r"|\s*[\r\n]+|\s+(?!\S)|\s+")
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
SPLIT = regex.compile(PATTERN)


def byte_alphabet():
    """GPT-2's printable character for each byte, in the order of the vocabulary's first 256 ids."""
    printable = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    return {**{byte: chr(byte) for byte in printable}, **{byte: chr(256 + i) for i, byte in enumerate(others)}}


ALPHABET = byte_alphabet()
BYTES = {character: byte for byte, character in ALPHABET.items()}


def words(text):
    """The text's pre-tokens, each spelled in the byte alphabet."""
    pieces = SPLIT.findall(unicodedata.normalize("NFC", text))
    return ["".join(ALPHABET[byte] for byte in piece.encode()) for piece in pieces]


def merge_pair(symbols, pair):
    merged, i = [], 0
    while i < len(symbols):
        if tuple(symbols[i:i + 2]) == pair:
            merged.append(symbols[i] + symbols[i + 1])
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return merged


def learn_merges(frequency, merges, count, least=1):
    """Append the most frequent pairs to merges, one after the other, until there are `count` of them or the next one
    is rarer than `least`; ties go to the pair that sorts last."""
    spelled = {word: list(word) for word in frequency}
    for word in spelled:
        for pair in merges:
            if pair[0] + pair[1] in word:
                spelled[word] = merge_pair(spelled[word], pair)
    pairs, where = collections.Counter(), collections.defaultdict(set)

    def add(word, sign):
        for pair in zip(spelled[word], spelled[word][1:]):
            pairs[pair] += sign * frequency[word]
            where[pair].add(word)

    for word in spelled:
        add(word, 1)
    while len(merges) < count:
        best = max(pairs, key=lambda pair: (pairs[pair], pair), default=None)
        if best is None or pairs[best] < least:
            break
        merges.append(best)
        for word in where.pop(best):
            add(word, -1)
            spelled[word] = merge_pair(spelled[word], best)
            add(word, 1)
        pairs = +pairs
    return merges


def learn(texts, count, least):
    """Whole characters first, as far as they are frequent: learnt by frequency alone, a small vocabulary would spend
    itself on phrases and leave half of the Chinese characters in three pieces."""
    characters = collections.Counter("".join(ALPHABET[byte] for byte in character.encode())
                                     for text in texts for character in text if ord(character) > 127)
    merges = learn_merges(characters, [], count, least)
    return learn_merges(collections.Counter(word for text in texts for word in words(text)), merges, count)


class Tokenizer:
    def __init__(self, path):
        description = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.vocab = description["model"]["vocab"]
        self.ranks = {tuple(merge.split(" ")): rank for rank, merge in enumerate(description["model"]["merges"])}
        self.special = {token["content"]: token["id"] for token in description["added_tokens"]}
        self.end = self.special[SPECIAL[0]]
        self.pieces = {i: bytes(BYTES[c] for c in token) for token, i in self.vocab.items()}
        self.pieces.update({i: token.encode() for token, i in self.special.items()})
        self.cache = {}

    def encode_word(self, word):
        if word not in self.cache:
            symbols = list(word)
            while len(symbols) > 1:
                best = min(zip(symbols, symbols[1:]), key=lambda pair: self.ranks.get(pair, len(self.ranks)))
                if best not in self.ranks:
                    break
                symbols = merge_pair(symbols, best)
            self.cache[word] = [self.vocab[symbol] for symbol in symbols]
        return self.cache[word]

    def encode(self, text):
        return [token for word in words(text) for token in self.encode_word(word)]

    def decode(self, tokens):
        return b"".join(self.pieces[token] for token in tokens).decode(errors="replace")


def write_tokenizer(folder, merges):
    tokens = list(ALPHABET.values()) + [left + right for left, right in merges]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    added = [{"id": len(tokens) + i, "content": content, "single_word": False, "lstrip": False, "rstrip": False,
              "normalized": False, "special": True} for i, content in enumerate(SPECIAL)]
    split = {"type": "Split", "pattern": {"Regex": PATTERN}, "behavior": "Isolated", "invert": False}
    description = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte_level]}, "post_processor": byte_level,
        "decoder": byte_level,
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
                  "end_of_word_suffix": "", "fuse_unk": False, "byte_fallback": False,
                  "vocab": {token: i for i, token in enumerate(tokens)},
                  "merges": [f"{left} {right}" for left, right in merges]}}
    config = {"add_prefix_space": False, "bos_token": None, "eos_token": SPECIAL[0], "pad_token": SPECIAL[0],
              "unk_token": None, "additional_special_tokens": SPECIAL[1:], "clean_up_tokenization_spaces": False,
              "errors": "replace", "model_max_length": 512, "split_special_tokens": False,
              "tokenizer_class": "Qwen2Tokenizer",
              "added_tokens_decoder": {str(token.pop("id")): token for token in json.loads(json.dumps(added))}}
    folder.mkdir(parents=True, exist_ok=True)
    compact = json.dumps(description, ensure_ascii=False, separators=(",", ":"))
    (folder / "tokenizer.json").write_text(compact + "\n", encoding="utf-8")
    (folder / "tokenizer_config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--vocab-size", type=int, default=2144)
    parser.add_argument("--count", type=int, default=15000, help="stories to learn from")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--least", type=int, default=190,
                        help="how often a character occurs that gets a token of its own")
    options = parser.parse_args()
    texts = [text for _, text in stories.stories(options.count, options.seed)]
    write_tokenizer(options.out, learn(texts, options.vocab_size - 256 - len(SPECIAL), options.least))


if __name__ == "__main__":
    main()
