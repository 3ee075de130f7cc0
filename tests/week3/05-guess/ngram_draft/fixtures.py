from fixtures import integers, uniform


def numbers(below, count, seed):
    return [int((u + 1) / 2 * below) for u in uniform(seed, count).tolist()]


def cases():
    def reference(so_far, max_ngram, max_tokens, stop):
        """As Hugging Face's candidate generator: windows of n tokens, and the first that is like the last one."""
        text, guess = so_far.tolist(), []
        for n in range(min(max_ngram, len(text) - 1), 0, -1) if max_tokens else []:
            windows = [text[at : at + n] for at in range(len(text) - n)]
            if text[-n:] in windows:
                begin = windows.index(text[-n:]) + n
                guess = text[begin : begin + max_tokens]
                break
        ends = [at for at, token in enumerate(guess) if token in stop.tolist()]
        return {"guess": guess[: ends[0]] if ends else guess}

    def case(name, text, max_ngram, max_tokens, stop=()):
        return name, reference, {"so_far": integers(text), "max_ngram": max_ngram, "max_tokens": max_tokens, "stop": integers(stop)}

    by_hand = [2, 3, 7, 2, 9, 5, 7, 2, 8, 1, 7, 2]
    yield case("by-hand", by_hand, 3, 3)
    yield case("by-hand-one", by_hand, 1, 3)
    yield case("by-hand-stop", by_hand, 3, 3, [5])
    yield case("longest-alone", [1, 2, 3, 4, 9, 3, 8, 2, 3, 1, 2, 3], 3, 2)
    yield case("longest-fits", [3, 8, 1, 2, 3, 4, 2, 3, 6, 1, 2, 3], 3, 4)
    yield case("shorter-comes-first", [3, 8, 2, 3, 7, 1, 2, 3, 4, 5, 1, 2, 3], 3, 4)
    yield case("longer-and-longer", [5, 91, 4, 5, 92, 3, 4, 5, 93, 2, 3, 4, 5, 94, 1, 2, 3, 4, 5, 95, 0, 1, 2, 3, 4, 5, 96, 9, 0, 1, 2, 3, 4, 5], 6, 2)
    yield case("numbers-that-add-up", [2, 1, 5, 6, 1, 2, 8, 3, 0, 7, 1, 32], 2, 3)
    yield case("begins-in-a-part", [1, 2, 9, 8, 1, 1, 1, 2, 5, 6, 1, 1, 2], 3, 2)
    yield case("down-to-two", [3, 8, 5, 2, 3, 4, 6, 7, 1, 2, 3], 4, 4)
    yield case("down-to-one", [4, 6, 3, 5, 8, 1, 2, 3], 4, 2)
    yield case("down-to-one-later", [4, 6, 8, 3, 5, 7, 1, 2, 3], 3, 2)
    yield case("three-places", [6, 1, 5, 6, 2, 5, 6, 3, 5, 6], 2, 2)
    yield case("first-place", [1, 2, 3, 4, 1, 2], 2, 2)
    yield case("first-token", [7, 3, 4, 7], 1, 2)
    yield case("before-the-last", [4, 5, 6, 8, 8], 3, 4)
    yield case("nothing", [1, 2, 3, 4, 5], 3, 4)
    yield case("one-token", [5], 3, 4)
    yield case("two-equal", [5, 5], 3, 4)
    yield case("two-others", [5, 6], 3, 4)
    yield case("overlap", [7, 7, 7, 7], 2, 4)
    yield case("overlap-long", [1, 2, 1, 2, 1], 3, 5)
    yield case("overlap-or-shorter", [2, 6, 1, 2, 1, 2, 1, 2], 4, 3)
    yield case("whole-text", [3, 3, 3], 10, 5)
    yield case("max-ngram-is-the-length", [1, 4, 1, 4], 4, 5)
    yield case("max-ngram-is-one-less", [9, 9, 9, 9], 3, 5)
    yield case("short-at-the-end", [8, 1, 2, 5, 6, 1, 2], 2, 10)
    yield case("one-of-many", [1, 2, 5, 6, 7, 8, 9, 1, 2], 2, 1)
    yield case("as-many", [1, 2, 5, 6, 7, 1, 2], 2, 5)
    yield case("thirty", [1, 2, *range(10, 50), 1, 2], 2, 30)
    yield case("limit-below-n", [1, 2, 3, 4, 5, 6, 7, 1, 2, 3], 3, 2)
    yield case("none-wanted", [1, 2, 3, 1, 2], 2, 0)
    yield case("no-ngram", [1, 2, 3, 1, 2], 0, 3)
    yield case("no-ngram-equal", [4, 4, 4], 0, 3)
    yield case("stop-in-the-middle", [1, 2, 5, 6, 7, 8, 1, 2], 2, 5, [7])
    yield case("stop-at-the-end", [1, 2, 5, 6, 7, 8, 1, 2], 2, 3, [7])
    yield case("stop-twice", [1, 2, 5, 7, 6, 7, 8, 1, 2], 2, 5, [7])
    yield case("stop-follows-later", [1, 2, 5, 6, 7, 8, 1, 2], 2, 2, [7])
    yield case("stop-at-once", [3, 1, 2, 7, 6, 1, 2, 8, 2, 9, 1, 2], 2, 3, [7])
    yield case("stop-at-once-shorter", [2, 5, 1, 2, 7, 6, 1, 2], 2, 3, [7])
    yield case("two-stops", [1, 2, 5, 6, 7, 8, 1, 2], 2, 5, [7, 5])
    yield case("second-stop", [1, 2, 5, 6, 7, 8, 1, 2], 2, 5, [9, 6])
    yield case("stops-not-sorted", [1, 2, 5, 6, 7, 8, 1, 2], 2, 5, [9, 6, 3, 30, 4])
    yield case("stop-in-the-ngram", [4, 9, 7, 5, 6, 3, 9, 7], 2, 3, [7])
    yield case("stop-before", [7, 1, 2, 5, 7, 1, 2], 2, 1, [7])
    yield case("large-ids", [1, 2**32 + 1, 5, 2**40, 6, 9, 1], 1, 2)
    yield case("ids-of-33-bits", [2**32 + 4, 8, 4, 6, 9, 4], 2, 2)
    yield case("stop-of-33-bits", [3, 6, 7, 8, 3], 2, 3, [2**32 + 7])
    yield case("negative", [-1, 4, 5, -1], 2, 2)
    for k in range(12):
        yield case(f"random-{k}", numbers(3 + k % 3, 14 + 3 * k, 3500 + k), 1 + k % 5, 1 + k % 7, [] if k % 2 else [2])
    phrase = numbers(50000, 12, 3520)
    yield case("long", numbers(100, 400, 3521) + phrase + numbers(100, 300, 3522) + phrase[:7], 8, 5)
