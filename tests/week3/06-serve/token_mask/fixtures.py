import numpy as np
import torch

from fixtures import integers, uniform


def table(edges, accepting):
    """next[state][byte], None for nowhere. There are the states that are named."""
    parts = [edge.split(" ") for edge in edges]
    named = accepting + [int(end) for part in parts for end in (part[0], part[2])]
    next_state = [[None] * 256 for _ in range(max(named, default=-1) + 1)]
    for start, bytes_of_edge, end in parts:
        # In Latin-1 each character is a byte.
        span = bytes_of_edge[1:-1].encode("latin-1").decode("unicode_escape")
        for byte in range(ord(span[0]), ord(span[-1]) + 1):
            next_state[int(start)][byte] = int(end)
    return next_state


def reference(edges, accepting, state, vocabulary, stop):
    """Forwards and in sets: from where a token ends, is an accepting state among all that can be reached?"""
    next_state, accepting = table(edges, accepting.tolist()), set(accepting.tolist())

    def is_alive(start):
        seen, new = set(), {start}
        while new:
            seen |= new
            new = {end for one in new for end in next_state[one] if end is not None} - seen
        return bool(seen & accepting)

    alive = {one for one in range(len(next_state)) if is_alive(one)}

    def may_come(entry):
        now = state
        for byte in entry if isinstance(entry, bytes) else entry.encode():
            now = next_state[now][byte]
            if now is None:
                return False
        return len(entry) > 0 and now in alive

    mask = [state in accepting if id in stop.tolist() else may_come(entry) for id, entry in enumerate(vocabulary)]
    return {"allowed": torch.tensor([float(one) for one in mask], dtype=torch.float64)}


def cases():
    def case(name, edges, accepting, state, vocabulary, stop=()):
        return name, reference, {
            "edges": edges, "accepting": integers(accepting), "state": state,
            "vocabulary": list(vocabulary), "stop": integers(stop),
        }

    # A whole number below 100 without a 0 in front: 1 has one digit, 2 is complete, 3 is too long.
    below_100 = ["0 [0] 2", "0 [1-9] 1", "1 [0-9] 2", "2 [0-9] 3", "3 [0-9] 3"], [1, 2]
    tokens = ["7", "42", "0", "100", "4a", "", ""]
    yield case("by-hand", *below_100, 0, tokens, [6])
    yield case("after-one-digit", *below_100, 1, tokens, [6])
    yield case("complete", *below_100, 2, tokens, [6])
    yield case("too-long", *below_100, 3, tokens, [6])

    # Yes or no, with tokens that go on too far, or elsewhere.
    yes_no = ["0 [y] 1", "1 [e] 2", "2 [s] 3", "0 [n] 4", "4 [o] 3"], [3]
    words = ["y", "ye", "yes", "yess", "yesno", "yet", "n", "no", "not", "nope", "o", "es", "e", "s", "x", " yes"]
    for state in range(5):
        yield case(f"yes-or-no-{state}", *yes_no, state, words)

    # Dead in three ways: a trap, two that lead to each other, and a way that ends.
    dead = ["0 [a] 1", "0 [b] 2", "0 [c] 4", "0 [d] 6", "1 [a] 1", "2 [b] 3", "3 [b] 2", "4 [c] 5", "6 [d] 7"], [7]
    letters = ["a", "aa", "b", "bb", "bbb", "c", "cc", "d", "dd", "ddd"]
    for state in (0, 2, 4, 6):
        yield case(f"dead-ends-{state}", *dead, state, letters)
    # The trap accepts nothing, but is not the last state, and what is alive goes by it.
    yield case("trap-in-the-middle", ["0 [a] 2", "0 [b] 1", "1 [a-z] 1", "2 [a] 3", "2 [b] 1"], [3], 0, ["a", "b", "aa", "ab", "aaa"])
    # What can't be reached from state 0 is none the less alive.
    yield case("not-from-state-0", ["0 [a] 0", "1 [a] 2", "2 [b] 3"], [0, 3], 1, ["a", "ab", "b", "aba"])

    # Three ways that end in accepting states of their own.
    ends = ["0 [a] 1", "1 [b] 2", "0 [c] 3", "3 [d] 4", "0 [e] 5"], [2, 4, 5]
    for state in (0, 1, 3):
        yield case(f"several-ends-{state}", *ends, state, ["a", "ab", "b", "c", "cd", "d", "e", "ae", "ce"])

    # A long way to the only accepting state, with states numbered up and down and in leaps.
    def chain(name, order):
        states = len(order)
        edges = [f"{order[k]} [a] {order[k + 1]}" for k in range(states - 1)] + [f"{order[0]} [b] {states}", f"{states} [b] {states}"]
        return case(name, edges, [order[-1]], order[0], ["a", "aa", "a" * (states - 1), "a" * states, "b", "bb"])

    yield chain("way-up", list(range(9)))
    yield chain("way-down", list(range(8, -1, -1)))
    yield chain("way-in-leaps", [0, 5, 2, 7, 4, 1, 6, 3])
    yield chain("long-way-up", list(range(60)))
    yield chain("long-way-down", list(range(59, -1, -1)))
    yield chain("long-way-in-leaps", [11 * k % 60 for k in range(60)])

    yield chain("longer-way-up", list(range(300)))

    # More than 256 states: any two letters, and then one that depends on them.
    pairs = [f"{18 + 17 * first + second}" for first in range(17) for second in range(17)]
    wide = [f"0 [{chr(97 + first)}] {1 + first}" for first in range(17)]
    wide += [f"{1 + k // 17} [{chr(97 + k % 17)}] {state}" for k, state in enumerate(pairs)]
    wide += [f"{state} [{chr(97 + k % 26)}] 307" for k, state in enumerate(pairs)]
    three = ["aaa", "qqc", "qqd", "bab", "ab", "pq", "q", "r", "qqcc", "hhw", "hhx"]
    yield case("wide", wide, [307], 0, three)

    # Alive by the largest byte alone.
    yield case("by-the-last-byte", ["1 [a] 2", r"2 [\xFF] 3"], [3], 1, ["a", b"a\xff", "aa", b"\xff"])

    # Cycles with a way out, at the beginning of the alphabet and at its end.
    yield case("cycle-first", ["0 [a] 1", "1 [a] 2", "2 [a] 0", "2 [z] 3"], [3], 0, ["a", "aa", "aaa", "aaaa", "aaz", "az", "z"])
    yield case("cycle-last", ["0 [a] 1", "1 [a] 3", "1 [b] 2", "2 [z] 0"], [3], 2, ["z", "za", "zab", "zb", "zbz", "zaa"])
    yield case("cycles", ["0 [a] 1", "1 [a] 0", "1 [b] 2", "2 [a] 3", "3 [a] 2", "3 [b] 1", "3 [c] 4", "4 [a] 5", "5 [a] 4"], [0],
               1, ["a", "b", "ba", "bab", "bac", "baca", "aa", "ab", "c", "baa"])

    # Accepting, and yet one can go on; the first one accepts, too.
    digits = ["0 [0-9] 1", "1 [0-9] 1"], [0, 1]
    numbers = ["1", "12", "1234567890123456789012345678901234567890", "1x", "x", "", "1", "the end"]
    for state in (0, 1):
        yield case(f"may-go-on-{state}", *digits, state, numbers, [7])
    yield case("may-not-go-on", ["0 [a] 1"], [1], 1, ["a", "b", "", "the end"], [3])

    # Stop tokens: their entries fit, do not fit, or are empty.
    ab = ["0 [a] 1", "1 [b] 2", "2 [a] 1"], [2]
    entries = ["a", "b", "", "ab", "a", "x", "", "ba"]
    for state in range(3):
        yield case(f"one-stop-{state}", *ab, state, entries, [6])
        yield case(f"stops-{state}", *ab, state, entries, [5, 4, 2])
        yield case(f"stop-that-fits-{state}", *ab, state, entries, [0])
        yield case(f"no-stop-{state}", *ab, state, entries)
    yield case("stop-named-twice", *ab, 2, entries, [6, 6, 3])
    yield case("every-token-is-a-stop-0", *ab, 0, entries[:3], [0, 1, 2])
    yield case("every-token-is-a-stop-2", *ab, 2, entries[:3], [0, 1, 2])
    yield case("stop-in-a-dead-state", ["0 [a] 1", "1 [a] 1"], [0], 1, ["a", "b", ""], [2])
    yield case("stop-where-nothing-follows", ["0 [a] 1"], [1], 1, ["a", "", "b"], [1, 2])

    # The same bytes under several ids; and tokens that are the beginnings of others.
    doubles = ["a", "ab", "a", "b", "ab", "aba", "", "a", "abab", "ababa", "b"]
    for state in range(3):
        yield case(f"doubles-{state}", *ab, state, doubles, [6])

    # Characters of two, three and four bytes, whole and in parts. State 0 is not among those that are met.
    e, middle, fox = "é".encode(), "中".encode(), "🦊".encode()
    text = [r"1 [a-z] 1", r"1 [\xC3] 2", r"2 [\x80-\xBF] 1", r"1 [\xE4] 3", r"3 [\x80-\xBF] 2", r"1 [\xF0] 4", r"4 [\x90-\xBF] 3",
               r"1 [\xFF] 5", r"5 [\x80-\xFF] 5", r"0 [\x00-\xFF] 6", r"6 [\x00-\xFF] 6", r"7 [\x80-\xFF] 1"], [1]
    parts = ["é", "中", "🦊", "née", e[:1], e[1:], middle[:1], middle[:2], middle[1:], middle[2:], fox[:1], fox[:3], fox[2:], b"\xff", b"\xff\x80",
             b"a\xc3", b"\xa9a", b"\xa9\xc3", b"\xc3a", "É", "ab", "a1"]
    for state in (1, 2, 3, 4, 7):
        yield case(f"characters-{state}", *text, state, parts)

    # Every byte by itself. Of each second one the way is dead.
    every = [bytes([byte]) for byte in range(256)]
    halves = [rf"1 [\x{byte:02X}] 1" for byte in range(0, 256, 3)] + [rf"1 [\x{byte:02X}] 2" for byte in range(1, 256, 3)]
    yield case("every-byte", [r"0 [\x00-\xFF] 2", *halves], [1], 1, every)

    # Zero bytes.
    zeros = ["a\0", "\0", "\0a", "a\0b", "a", "\0\0", "a\0a"]
    for state in (0, 1):
        yield case(f"zeros-{state}", [r"0 [a] 1", r"1 [\x00] 2", r"2 [b] 1", r"0 [\x00] 0"], [2], state, zeros)

    # Long tokens, of which the last byte decides.
    long = ["ab" * n + end for n in (1, 2, 4, 8, 16, 32, 128) for end in ("", "a", "b", "c")]
    yield case("long-tokens", ["0 [a] 1", "1 [b] 0", "0 [b] 2", "2 [a-c] 2", "0 [c] 3"], [0, 3], 0, long)

    # Little of everything.
    yield case("one-state", ["0 [a] 0"], [0], 0, ["a", "b", "aaa", "aab", ""], [4])
    yield case("one-state-that-does-not-accept", ["0 [a] 0"], [], 0, ["a", "b", ""], [2])
    yield case("only-the-empty-text", [], [0], 0, ["a", "", "b"], [1])
    yield case("no-vocabulary", *below_100, 1, [])
    yield case("only-empty-entries", *below_100, 1, ["", "", ""], [1])
    yield case("no-token-fits", *below_100, 0, ["a", "b", "-"])

    # As large as one another, and alive in other states: for who keeps something from one automaton to the next.
    for name, end in (("one-of-two", "0"), ("other-of-two", "1")):
        yield case(name, ["0 [a] 0", "0 [b] 1", "1 [b] 1"], [int(end)], 0, ["a", "ab", "b", "bb"])

    # Automata and vocabularies by chance.
    for seed in range(1, 9):
        random = ((uniform(7000 + seed, 4000) + 1) / 2).tolist()

        def below(n):
            return int(random.pop() * n)

        states = 3 + below(8)
        edges = [f"{1 + start} [{letter}] {1 + below(states)}" for start in range(states) for letter in (r"\x80", "a", "b", r"\xE9", "z")
                 if below(10) < 5 + seed % 3]
        # A trap, and a state that leads to it alone.
        edges += [f"1 [z] {states + 1}", f"{states + 1} [a-z] {states + 2}", f"{states + 2} [a-z] {states + 2}", r"0 [\x00-\xFF] 0"]
        accepting = sorted({1 + below(states) for _ in range(1 + seed % 2)})
        vocabulary = [bytes(b"\x80ab\xe9z"[below(5)] for _ in range(below(5))) for _ in range(40)]
        for state in (1, 2):
            yield case(f"by-chance-{seed}-{state}", edges, accepting, state, vocabulary, [below(40), below(40)])

    # A vocabulary of 2,000 tokens and a list of numbers: -12.5e3, 7
    numbers = ["0 [-] 1", "0 [0] 2", "0 [1-9] 3", "1 [0] 2", "1 [1-9] 3", "2 [.] 4", "3 [0-9] 3", "3 [.] 4", "4 [0-9] 5", "5 [0-9] 5",
                   "2 [e] 6", "3 [e] 6", "5 [e] 6", "6 [-] 7", "6 [0-9] 8", "7 [0-9] 8", "8 [0-9] 8", *(f"{end} [,] 9" for end in (2, 3, 5, 8)),
                   r"9 [\x20] 0"], [2, 3, 5, 8]
    random = ((uniform(7100, 20000) + 1) / 2).tolist()
    many = ["".join("0123456789-.e, x"[int(random.pop() * 16)] for _ in range(1 + int(random.pop() * 5))) for _ in range(2000)]
    for state in (0, 3, 6):
        yield case(f"many-tokens-{state}", *numbers, state, many, [1234])
