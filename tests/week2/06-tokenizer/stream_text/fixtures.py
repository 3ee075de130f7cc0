import random

# What characters begin with: every 64th has all beginnings but of itself. None is a surrogate.
BEGINNINGS = {chr(c).encode()[:k] for c in range(0x80, 0x110000, 64) if not 0xD800 <= c < 0xE000 for k in (1, 2, 3)
              if k < len(chr(c).encode())}


def kept_of(data):
    """The beginning of a character that the bytes end in."""
    return next((data[-k:] for k in (1, 2, 3) if data[-k:] in BEGINNINGS), b"")


def of_one_stream(pieces):
    """What each piece and the end give, and what is kept each time. bytes.decode says what is right of the text so far.
    Not Python's incremental decoder: that keeps ED A0, which can become nothing."""
    data, given, texts, kept = b"", "", [], []
    for piece in pieces:
        data += piece
        kept.append(kept_of(data))
        decided = data[:len(data) - len(kept[-1])].decode("utf-8", "replace")
        assert decided.startswith(given)
        texts.append(decided[len(given):])
        given = decided
    return texts + [data.decode("utf-8", "replace")[len(given):]], kept + [b""]


def cases():
    def reference(**arguments):
        texts, _ = of_one_stream(arguments["pushed"])
        if "then pushed" in arguments:
            texts += of_one_stream(arguments["then pushed"])[0]
        outputs = {"texts": texts}
        if "to another" in arguments:
            outputs["texts of the other"] = of_one_stream(arguments["to another"])[0]
        return outputs

    def pending(pushed, **_):
        texts, kept = of_one_stream(pushed)
        return {"texts": texts, "pending": kept}

    def case(name, *pieces, **more):
        pushed = [bytes.fromhex(p) if isinstance(p, str) else p for p in pieces]
        calls = ["push"] * len(pushed) + ["end"]
        if "then pushed" in more:
            calls += ["push"] * len(more["then pushed"]) + ["end"]
        return name, reference, {"function": "push", "called": calls, "pushed": pushed} | more

    def after_end(name, first, second):
        return case(name, *first, **{"then pushed": [bytes.fromhex(p) for p in second]})

    def text(words):
        return words.encode()

    yield case("by-hand", b"a\xe4\xb8", b"\xad!")
    yield case("ascii", b"Once upon", b" a time", b".\n\t\x00\x7f ~")
    yield case("ascii-all", bytes(range(128)))
    yield case("whole", text("é"), text("中"), text("😀"), text("aé中😀"))
    yield case("byte-by-byte", *(bytes([b]) for b in text("aé中😀z")))
    for at in range(1, 10):
        cut = text("é中😀z")
        yield case(f"cut-{at}", cut[:at], cut[at:])
    yield case("one-byte-each", "c3", "e4", "f0")
    yield case("four-in-pieces", "f0", "9f98", "80", "f09f", "9880", "f0", "9f9880")
    yield case("edges", "00", "7f", "c280", "dfbf", "e0a080", "e0bfbf", "e18080", "ecbfbf", "ed8080", "ed9fbf",
               "ee8080", "efbfbf", "f0908080", "f0bfbfbf", "f1808080", "f3bfbfbf", "f4808080", "f48fbfbf")
    yield case("edges-cut", "e0", "a080", "ed", "9fbf", "f0", "908080", "f4", "8fbfbf", "e0a0", "80", "f48f", "bfbf")
    yield case("marks", "efbfbd", "efbb", "bf61", "efbf", "bd")
    yield case("empty", "", "e4", "", "b8", "", "ad", "")
    yield case("nothing")
    yield case("nothing-pushed", "", "")

    yield case("broken-by-hand", "e4b841")
    yield case("broken-by-ascii", "e4b8", "41", "e4", "41", "c3", "41", "f0", "41", "f09f", "41", "f09f98", "41")
    yield case("broken-at-once", "e44142", "c341", "f09f984142", "f041")
    yield case("broken-by-lead", "e4b8", "e4b8ad", "c3", "c3a9", "f09f98", "f09f9880", "e4", "c3a9", "c3", "e4", "b8ad")
    yield case("broken-by-7f-or-c0", "c37f", "e47f", "e4b87f", "f17f", "f1907f", "c3c0", "e4b8c0", "f19080c0")
    yield case("broken-by-bad", "e4b8ff41", "e4", "ff", "c3c041", "f09ff5")
    for end in ("c3", "e4", "e4b8", "f0", "f09f", "f09f98"):
        yield case(f"ends-in-{end}", "61" + end)
    yield case("ends-in-pieces", "f0", "9f", "98")
    yield case("lone", "80", "61bf62", "808080", "e4b8ad80", "a980")
    yield case("never", "c0", "c1", "f5", "f6", "f7", "f8", "fb", "fc", "fe", "ff", "61ff62fffe63")
    yield case("overlong-two", "c08061", "c1bf", "c1", "81")
    yield case("overlong", "e080af", "f08080af")
    yield case("overlong-three", "e0808061", "e09fbf", "e0", "9f", "80")
    yield case("overlong-four", "f080808061", "f08fbfbf", "f0", "8f", "bf", "bf")
    yield case("surrogates", "eda08061", "edbfbf", "ed", "a0", "80", "eda0bdedb880")
    yield case("above", "f490808061", "f4bfbfbf", "f4", "90", "80", "80")
    yield case("far-above", "f580808061", "f7bfbfbf", "f888808080", "f5", "80")

    yield after_end("again", ["61e4b8"], ["ad62"])
    yield after_end("again-whole", ["e4b8", "ad"], ["e4b8", "ad"])
    yield after_end("end-twice", ["f09f"], [])
    yield case("two-streams", "e4", "b8", "ad", "61", **{"to another": [b"\xf0", b"\x9f", b"\x98", b"\x80"]})
    yield case("two-streams-one-waits", "e4b8", "", "ad", **{"to another": [b"a", b"b\xc3", b"\xa9"]})
    _, _, pushed = case("", "61e4", "b8", "adf09f98", "80c3", "a9", "e4b8", "41f0", "90", "e0", "80", "e4", "41",
                        "62c3")
    yield "pending", pending, pushed | {"function": "pending"}

    random.seed(6)
    sentence = text("Der Käse: 中文 and 日本語, naïve 😀😃!\n")
    pieces = []
    while sentence:
        n = random.choice([1, 1, 2, 3, 5])
        pieces.append(sentence[:n])
        sentence = sentence[n:]
    yield case("sentence", *pieces)
    # Bytes that often begin a character and often break it.
    some = [0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC3, 0xE0, 0xE4, 0xED, 0xF0, 0xF4, 0xFF]
    for n in range(4):
        yield case(f"random-{n}", *(bytes(random.choices(some, k=random.randint(0, 4))) for _ in range(40)))
