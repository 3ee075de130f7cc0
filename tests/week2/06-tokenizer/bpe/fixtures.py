from fixtures import integers, uniform


def one_by_one(word, ranks):
    symbols = list(word)
    while ranked := [(ranks[pair], at) for at, pair in enumerate(zip(symbols, symbols[1:])) if pair in ranks]:
        at = min(ranked)[1]
        symbols[at : at + 2] = ["".join(symbols[at : at + 2])]
    return symbols


def merge_by_merge(word, ranks):
    """The same in another way: each merge in the order of the ranks, once, wherever it stands."""
    symbols = list(word)
    for left, right in sorted(ranks, key=ranks.get):
        rest, symbols = symbols, []
        while rest:
            taken = 2 if rest[:2] == [left, right] else 1
            symbols.append("".join(rest[:taken]))
            rest = rest[taken:]
    return symbols


def grown(alphabet, merges, seed):
    """Merges of what there was before them, none of which makes a symbol a second time."""
    numbers = iter(((uniform(seed, 4000) + 1) / 2).tolist())
    symbols, pairs = list(alphabet), []
    while len(pairs) < merges:
        left, right = (symbols[int(next(numbers) * len(symbols))] for _ in range(2))
        if left + right not in symbols and len(left + right) <= 6:
            symbols.append(left + right)
            pairs.append((left, right))
    return pairs


def random_word(pairs, symbols, seed):
    """Of symbols that some merge makes, beside each other."""
    return "".join("".join(pairs[int((u + 1) / 2 * len(pairs))]) for u in uniform(seed, symbols).tolist())


def cases():
    def reference(word, pairs, ranks):
        numbered = {tuple(pair): int(rank) for pair, rank in zip(pairs, ranks)}
        symbols = one_by_one(word, numbered)
        assert symbols == merge_by_merge(word, numbered), word
        return {"symbols": symbols}

    def case(name, word, pairs, ranks=None):
        pairs = [pair.split("+") if isinstance(pair, str) else list(pair) for pair in pairs]
        ranks = integers(range(len(pairs)) if ranks is None else ranks)
        return name, reference, {"word": word, "pairs": pairs, "ranks": ranks}

    yield case("by-hand", "banana", ["a+n", "n+a", "an+an", "b+an"])
    yield case("one-pair", "ab", ["a+b"])
    yield case("no-merges", "abc", [])
    yield case("no-pair-known", "abc", ["b+a", "c+b", "a+c", "ab+c"])
    yield case("one-character", "a", ["a+a", "a+b"])
    yield case("one-wide-character", "Ġ", ["Ġ+a"])
    yield case("two-as", "aa", ["a+a"])
    yield case("three-as", "aaa", ["a+a"])
    yield case("four-as", "aaaa", ["a+a"])
    yield case("seven-as", "aaaaaaa", ["a+a", "aa+aa", "aa+a"])
    yield case("three-and-joined", "aaab", ["a+a", "a+b"])
    yield case("right-first", "abc", ["b+c", "a+b"])
    yield case("left-first", "abc", ["a+b", "b+c"])
    yield case("middle-first", "abcd", ["b+c", "a+b", "c+d", "a+bc"])
    yield case("chain", "abcdef", ["a+b", "ab+c", "abc+d", "abcd+e"])
    yield case("chain-from-the-right", "abcdef", ["e+f", "d+ef", "c+def", "b+cdef"])
    yield case("joined-with-joined", "abcdabcd", ["a+b", "c+d", "ab+cd", "abcd+abcd"])
    yield case("twice-apart", "xabyabz", ["a+b", "x+ab", "ab+z"])
    yield case("gap-then-known", "xyab", ["a+b"])
    yield case("falling-in-the-map", "zyx", ["z+y", "y+x"])
    yield case("given-in-another-order", "banana", ["b+an", "an+an", "n+a", "a+n"], [3, 2, 1, 0])
    yield case("gaps", "banana", ["a+n", "n+a", "an+an", "b+an"], [17, 400, 401, 90000])
    yield case("from-one", "abab", ["a+b", "ab+ab"], [1, 2])
    yield case("large-ranks", "abcb", ["b+c", "a+b"], [(5 << 32) + 7, (6 << 32) + 1])
    yield case("another-pair-of-the-same-text", "abcabc", ["a+b", "a+bc", "b+ca"])
    yield case("zero-bytes", "a\0b\0c", ["a+\0", "\0+c"])
    yield case("spaces", "a b", ["a+ ", "a+ b"])
    yield case("two-bytes", "ĠéĠé", ["Ġ+é", "Ġé+Ġé"])
    yield case("neighbours-of-two-bytes", "ä¸ŃæĸĩãĢĤ", ["¸+Ń", "æ+ĸ", "ä+¸Ń", "ã+Ģ", "ãĢ+Ĥ"])
    # At the end, so that F0 to F4 taken for three bytes leave the same rest, whatever a lone 80 to BF is taken for.
    yield case("four-bytes-at-the-end", "中文文🦊", ["文+🦊", "中+文"])
    yield case("three-and-four-bytes", "中文🦊🦊文", ["🦊+🦊", "中+文"])
    yield case("longest-is-not-made", "Ġunkind", ["Ġ+u", "n+k", "Ġu+n", "Ġun+k", "i+n", "in+d", "k+ind"])
    small, large = grown("abc", 12, 3011), grown("Ġabcdeé", 60, 3012)
    yield case("random", random_word(small, 8, 3013), small)
    yield case("random-ranks", random_word(small, 8, 3014), small, [7 * k * k + 3 for k in range(12)])
    yield case("long", random_word(large, 25, 3015), large)
    yield case("very-long", random_word(large, 120, 3016)[:400], large)
