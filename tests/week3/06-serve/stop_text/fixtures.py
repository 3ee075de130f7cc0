import random


def shown(stops, data):
    """What is shown of a text that goes on, from its front: (bytes, whether a stop ends it). By all ends, not byte by byte."""
    ends = [(data.find(stop) + len(stop), number) for number, stop in enumerate(stops) if stop in data]
    if ends:
        end, number = min(ends)
        return data[:end - len(stops[number])], True
    kept = [n for n in range(1, len(data) + 1) if any(stop.startswith(data[-n:]) for stop in stops)]
    return data[:len(data) - max(kept, default=0)], False


def as_text(data):
    """bytes only where they are no UTF-8, so that a report shows text."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def of_one(stops, pieces):
    given, texts, stopped = b"", [], []
    for n in range(len(pieces)):
        now, is_over = shown(stops, b"".join(pieces[:n + 1]))
        assert now.startswith(given)
        texts.append(as_text(now[len(given):]))
        stopped.append(int(is_over))
        given = now
    data = b"".join(pieces)
    rest = b"" if stopped and stopped[-1] else data[len(given):]
    return texts + [as_text(rest)], stopped + (stopped or [0])[-1:]


def to_bytes(text):
    return text.encode() if isinstance(text, str) else text


def cases():
    def reference(stops, pushed, called, **more):
        stops = [to_bytes(stop) for stop in stops]
        texts, stopped = of_one(stops, [to_bytes(piece) for piece in pushed])
        outputs = {"texts": texts + ([""] if "ends twice" in more else []), "stopped": stopped}
        if "to another" in more:
            outputs["texts of the other"] = of_one(stops, [to_bytes(piece) for piece in more["to another"]])[0]
        return outputs

    def case(name, stops, *pieces, **more):
        pieces = [as_text(to_bytes(piece)) for piece in pieces]
        calls = ["push"] * len(pieces) + ["end"] * (2 if "ends twice" in more else 1)
        return name, reference, {"stops": stops, "called": calls, "pushed": pieces} | more

    def each_byte(name, stops, text):
        return case(name, stops, *(bytes([byte]) for byte in to_bytes(text)))

    yield case("by-hand", ["\nUser:", "##"], "Hi!", "\nUs", "e #", " 1.\n", "User", ": Bye")
    yield case("no-stops", [], "Hi", "", " there", "\n\n")
    yield case("none-comes", ["END"], "Hello", ", you", ".")
    yield case("whole", ["END"], "The END of it")
    yield case("at-the-front", ["END"], "END and more")
    yield case("stop-alone", ["END"], "END")
    yield case("at-the-back", ["END"], "The END", "more", "")
    yield case("one-byte", ["\n"], "one line", "\nanother\n", "third")
    yield case("one-byte-late", [".", "\n"], "a", "b", "c.d\n")
    yield case("twice", ["END"], "aENDbENDc", "dENDe")
    yield case("in-two", ["END"], "The E", "ND of it")
    yield case("in-three", ["END"], "The E", "N", "D of it")
    yield each_byte("byte-by-byte", ["END"], "an END!")
    yield case("many-pieces", ["</answer>"], "4", "2<", "/", "an", "", "swer", ">", "<b>")
    yield case("token-across", ["DE"], "ABC", "DEF", "GHI")
    yield case("not-after-all", ["END"], "The E", "N", "gine")
    yield case("not-after-all-at-once", ["END"], "EEN ENE E", "x")
    yield case("held-is-enough", ["\nUser:"], "Line\n", "another\nU", "ser\n", "\nUse")
    yield case("nothing-held", ["END", "STOP"], "abc", "The last word", "S", "T", "x")
    yield case("longer-than-the-text", ["abcdefghijklmnop"], "abcdefgh", "ijklmno")
    yield case("longer-of-two", ["xy", "abcdefgh"], "wx", "ab", "y", "abcdef", "!")
    yield case("shorter-of-two", ["abcdefgh", "xy"], "a", "bcx", "y", "!")
    # A beginning that breaks off may have another beginning inside.
    yield case("again-inside", ["aab"], "aa", "a", "b", "c")
    yield each_byte("again-inside-longer", ["ababac"], "abababac!")
    yield case("again-inside-at-once", ["aab"], "aaaaab.")
    yield case("again-inside-of-another", ["abcd", "bcx"], "abc", "xyz")
    yield each_byte("abacab", ["abacabad"], "abacabacabad-")
    yield case("breaking-byte", ["END", "--"], "E", "END", "a-")
    yield case("line-ends", ["\n\n\n"], "a\n", "\n", "b\n\n", "\n", "c")
    yield case("held-longest", ["aab", "ab"], "a", "a", "c", "ca", "a", "b")
    # Several stops.
    yield case("second", ["###", "END"], "The E", "ND")
    yield case("first-complete", ["abcd", "bc"], "xa", "bcd")
    yield case("first-complete-at-once", ["abcd", "bc"], "xabcd")
    yield case("first-complete-turned", ["bc", "abcd"], "xabcd")
    yield case("later-in-the-list", ["END", "###"], "a###b END c")
    yield case("begins-first-ends-last", ["abcdef", "cd", "de"], "ab", "c", "def")
    yield case("tie-long-first", ["abc", "bc"], "xab", "cd")
    yield case("tie-short-first", ["bc", "abc"], "xab", "cd")
    yield case("tie-of-three", ["c", "abc", "bc"], "xabcd")
    yield case("tie-of-three-turned", ["bc", "abc", "c"], "xabcd")
    yield case("tie-not-by-alphabet", ["zbc", "bc"], "xzb", "cd")
    yield case("tie-not-by-alphabet-turned", ["bc", "zbc"], "xzb", "cd")
    yield case("line-end-inside", ["a\nb"], "xa\nca", "\n", "b.")
    yield case("space-inside", ["a b", ". ."], "xa ca", " b.")
    yield case("beginning-of-another", ["ab", "abc"], "xabcd")
    yield case("beginning-of-another-turned", ["abc", "ab"], "xa", "bcd")
    yield case("twice-in-the-list", ["END", "END"], "an E", "NDx")
    yield case("four", ["\n", "User:", "Assistant:", "###"], "Us", "As", "User", "sistant", "Assistant", ":", "x")
    yield case("ten", [f"<{n}>" for n in range(10)], "<1", "2><9", "x <", "9", "> <1>")
    # After the stop, and the end.
    yield case("after-the-stop", ["END"], "aEND", "b", "END", "", "E")
    yield case("begins-after-the-stop", ["END"], "aENDE", "N")
    yield case("end-shows-it", ["END"], "The E")
    yield case("end-shows-it-all", ["\nUser:"], "a", "\n", "User")
    yield case("ends-twice", ["END"], "The EN", **{"ends twice": 1})
    yield case("stopped-ends-twice", ["END"], "The EN", "Dx", **{"ends twice": 1})
    yield case("nothing", ["END"])
    yield case("nothing-pushed", ["END"], "", "")
    yield case("empty-pieces", ["END"], "", "E", "", "", "N", "", "D", "")
    # Bytes.
    yield case("zero", ["a\0b"], "xa\0", "c\0a", "\0b.")
    yield case("zero-in-text", ["END"], "a\0E", "ND", "b")
    yield case("after-the-zero", ["\0b"], "a\0", "cb\0b")
    yield case("right-after-the-zero", ["\0b"], "a\0", "c", "d")
    yield case("characters", ["。", "！"], "你好", "，世界", "。再见")
    yield each_byte("characters-cut", ["结束"], "结果：结束。")
    yield case("half-a-character", ["END"], b"\xe4", b"\xb8\xad\xf0\x9f", b"\x98", b"\x80E")
    yield case("any-bytes", [b"\xff\xfe", b"\x80\x80"], b"\xff\x80", b"\xff\xff", b"\xfe!")
    yield case("case", ["End"], "END", " end", " E", "nd")
    yield case("spaces", [" x "], "a x", "b  x", " c")
    yield case("two-in-turn", ["END"], "aE", "b", "EN", "D", **{"to another": ["ND", "cE", "N", "d"]})
    yield case("two-in-turn-one-stops", ["END"], "aEND", "b", **{"to another": ["b", "cE"]})

    random.seed(36)
    for n in range(12):
        letters = "ab" if n % 2 == 0 else "abc"
        stops = ["".join(random.choices(letters, k=random.randint(2, 6))) for _ in range(random.randint(1, 4))]
        pieces = ["".join(random.choices(letters, k=random.randint(0, 4))) for _ in range(12)]
        # One of them is sure to come, near the end.
        yield case(f"random-{n}", stops, *pieces, random.choice(stops)[:2], random.choice(stops), "ba")
    for n in range(6):
        text = "".join(random.choices("ab", k=30))
        stops = ["".join(random.choices("ab", k=5)) + "c", "bbab" + "ab" * (n % 3) + "aa"]
        yield each_byte(f"each-byte-{n}", stops, text + stops[n % 2])
