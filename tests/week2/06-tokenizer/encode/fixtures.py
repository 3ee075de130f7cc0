import re
import unicodedata

from fixtures import integers

CHARACTERS = [chr(code) for code in range(33, 324) if not 126 < code < 161 and code != 173]
SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"


def words_of(text):
    """By Qwen2's own pattern. Python's re has no \\p{L}: the letters and numbers of this text take its place."""
    def of_category(category):
        found = {c for c in text if unicodedata.category(c)[0] == category}
        return "".join(re.escape(c) for c in sorted(found)) or "\ud800"  # which no text has

    letter, number, space = of_category("L"), of_category("N"), re.escape(SPACES)
    pattern = (rf"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n{letter}{number}]?[{letter}]+|[{number}]"
               rf"| ?[^{space}{letter}{number}]+[\r\n]*|[{space}]*[\r\n]+|[{space}]+(?![^{space}])|[{space}]+")
    words = re.findall(pattern, text)
    assert "".join(words) == text
    return words


def byte_level(text):
    own = [byte != 32 and chr(byte).isprintable() for byte in range(256)]
    return "".join(chr(b) if own[b] else chr(256 + own[:b].count(False)) for b in text.encode())


def joined(word, ranks):
    symbols = list(word)
    while ranked := [(ranks[pair], at) for at, pair in enumerate(zip(symbols, symbols[1:])) if pair in ranks]:
        at = min(ranked)[1]
        symbols[at : at + 2] = ["".join(symbols[at : at + 2])]
    return symbols


class Numbers:
    """The same in every Python."""
    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


PARTS = ["a", "b", "Z", "é", "中", "문", "e\u0301", "'s", "'LL", "'", "’", " ", " ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u3000", "1",
         "23", "½", ".", "!?", "(", "-", "_", "，", "👍🏽", "\u200d"]


def random_text(seed, parts):
    numbers = Numbers(seed)
    return "".join(PARTS[numbers.below(len(PARTS))] for _ in range(parts))


def cases():
    def pre_tokenize(text):
        return {"words": words_of(text)}

    def words(name, text):
        return "words-" + name, pre_tokenize, {"text": text, "function": "pre_tokenize"}

    yield words("by-hand", "It's  12 (big) cats!\n Oh\n")
    yield words("one-letter", "a")
    yield words("with-spaces", " Lily got a drum")
    yield words("contractions", "I'm it's don't we're they've I'd she'll")
    yield words("capitals", "'SMART I'MA DON'TS WE'REX THEY'VEX I'DX SHE'LLX IT'S")
    yield words("both-cases", "a'Llb a'rEb a'Veb")
    yield words("no-ending", "o'clock rock'n'roll a'l a'r")
    yield words("goes-on", "'smart a'thing 'draw x'mas 'red a'vex 'llama")
    yield words("quoted", "'s 'tis ' s a' ''d")
    yield words("long-s", "it'ſ a'ſb")
    yield words("curly", "it’so don’ts ’tis")
    yield words("leads", "(got \tgot -got /got _got #go .go \u00a0go")
    yield words("two-leads", "((got --got  got")
    yield words("not-after-line-end", "a\nb\rc\r\nd")
    yield words("numbers", "1234")
    yield words("number-after-space", "a 1 23")
    yield words("letters-and-numbers", "a1b2 x86")
    yield words("points", "3.14 -1 $5")
    yield words("other-numbers", "½½ Ⅷx ٣٤ x²")
    yield words("signs", "!? !!! a?! ...")
    yield words("sign-after-spaces", "a  ! b\t! c\u00a0!")
    yield words("signs-and-line-ends", "a!\nb ?!\r\n\r\n\nc.\n")
    yield words("signs-space-line-end", "a. \n b.\n\n  c")
    yield words("spaces-before-word", "a  b   c    d")
    yield words("spaces-before-number", "a  1   2")
    yield words("spaces-at-the-end", "a   ")
    yield words("space-at-the-end", "a ")
    yield words("only-spaces", "    ")
    yield words("only-space", " ")
    yield words("tabs", "\t\tx\t\t1\t.")
    yield words("line-ends", "a\n\nb\n\n\n")
    yield words("only-line-end", "\n")
    yield words("spaces-and-line-ends", "a \n b\n  c \n\n  1")
    yield words("spaces-between-line-ends", "  \n\t\n  x\r\n \r\n1\n \n")
    yield words("wide-spaces", "a\u3000\u3000b \u2003c\u20281\u0085d")
    yield words("no-spaces", "a\u200bb\u180ec")
    yield words("chinese", "从前，有一只小兔子。它很高兴！有3只")
    yield words("letters-of-others", "naïve Ünder лиса ქართული")
    yield words("marks", "e\u0301te\u0301 नमस्ते")
    yield words("emoji", "👍🏽ok 👍 👨‍👩‍👧 a")
    yield words("code", "int main() {\n    return f(x)[0] != 0x1F;  // done\n}\n")
    yield words("zero", "a\0b \0\0 c")
    for seed in range(1, 9):
        yield words(f"random-{seed}", random_text(seed, 30))
    yield words("long", random_text(99, 1500))

    def tokens(text, merges, **rest):
        added = dict(zip(rest["added tokens"], rest["ids of added tokens"].tolist()))
        ids = rest["ids of merges"].tolist() if "ids of merges" in rest else range(256, 256 + len(merges))
        vocab = {character: id for id, character in enumerate(CHARACTERS)}
        vocab |= {left + right: id for (left, right), id in zip(merges, ids)}
        if "other pieces" in rest:
            vocab |= dict(zip(rest["other pieces"], rest["ids of other pieces"].tolist()))
        ranks = {tuple(pair): rank for rank, pair in enumerate(merges)}
        specials = "|".join(re.escape(one) for one in sorted(added, key=len, reverse=True))
        made = []
        for piece in re.split(f"({specials})", text) if added else [text]:
            if piece in added:
                made.append(added[piece])
                continue
            for word in words_of(piece):
                made += [vocab[symbol] for symbol in joined(byte_level(word), ranks)]
        return {"ids": made}

    def case(name, text, merges="", added=(), **rest):
        merges = [pair.split("+") for pair in merges.split()]
        return name, tokens, {"text": text, "merges": merges, "added tokens": [one for one, _ in added],
                              "ids of added tokens": integers(id for _, id in added), "function": "encode"} | {
                                  key.replace("_", " "): value for key, value in rest.items()}

    banana = "a+n n+a an+an b+an"
    end, start = ("<|im_end|>", 2143), ("<|im_start|>", 2142)
    yield case("by-hand", "banana's<|im_end|>", banana, [("<|im_end|>", 260)])
    yield case("no-merges", "Hi you")
    yield case("one-word", "banana", banana)
    yield case("bytes", "é 中\n")
    yield case("space-merges", "an an  an", "a+n Ġ+an Ġ+Ġ")
    yield case("over-words", "a an's", "a+Ġ n+' Ġ+a a+n n+'s '+s")
    yield case("chinese-merges", "小兔小", "å+° å°+ı å+ħ åħ+Ķ å°ı+åħĶ", ids_of_merges=integers([900, 901, 902, 903, 904]))
    yield case("emoji-merges", "😀 😀", "ð+Ł ðŁ+ĺ Ġ+ðŁĺ ðŁĺ+Ģ")
    yield case("ids-in-another-order", "banana an", banana, ids_of_merges=integers([31000, 900, 257, 5]))
    yield case("large-ids", "banana", banana, [end], ids_of_merges=integers([1, 2, 2**40, 70000]))
    yield case("whole-word-known", "hello banana", banana, other_pieces=["hello", "banana", "Ġbanana"],
               ids_of_other_pieces=integers([700, 701, 702]))
    yield case("special-alone", "<|im_end|>", "", [end])
    yield case("specials-side-by-side", "<|im_end|><|im_end|><|im_start|>", "", [end, start])
    yield case("special-first", "<|im_start|>user", "", [end, start])
    yield case("special-between", "a<|im_end|>b", "", [end, start])
    yield case("several", "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n", "", [end, start])
    yield case("spaces-around", "a  <|im_end|>  b <|im_end|> ", "Ġ+Ġ Ġ+b", [end])
    yield case("line-ends-around", "a!\n<|im_end|>\n\nb", "!+Ċ Ċ+Ċ", [end])
    yield case("word-around", "don<|im_end|>'t an<|im_end|>an", "a+n an+an '+t", [end])
    yield case("part-of-one", "<|im_end| <|im_en|> im_end |><", "", [end])
    yield case("in-capitals", "<|IM_END|>", "", [end])
    yield case("longest", "<a>!<a>", "", [("<a>", 300), ("<a>!", 301)])
    yield case("longest-of-three", "xxxxx", "", [("x", 300), ("xxx", 302), ("xx", 301)])
    yield case("leftmost", "xab", "", [("ab", 300), ("xa", 301)])
    yield case("leftmost-and-short", "xabc", "", [("abc", 300), ("xa", 301)])
    yield case("special-of-letters", "banana bananas", "a+n", [("nan", 300)])
    yield case("special-with-a-space", "a b  a b", "Ġ+Ġ", [(" b", 300)])
    yield case("special-in-chinese", "小兔<结束>小", "", [("<结束>", 300)])
    yield case("not-used", "a<b>c", "", [end, start])
    yield case("special-in-the-vocabulary", "a<|im_end|>", "", [("<|im_end|>", 300)], other_pieces=["<|im_end|>"],
               ids_of_other_pieces=integers([300]))
    yield case("text", "Lily's drum was loud, 12 times louder!\n\nIt's hers.", "Ġ+w Ġ+t e+r i+l Ġ+d Ġ+l o+u Ċ+Ċ !+ĊĊ Ġd+r u+m")
    for seed in range(11, 15):
        text = random_text(seed, 25) + "<|im_end|>" + random_text(seed + 10, 25)
        yield case(f"random-{seed}", text, "Ġ+a a+b Ã+© Ġ+Ġ '+s Ċ+Ċ Ġa+b Ġ+( ä+¸ ä¸+Ń 2+3 !+?", [end])
