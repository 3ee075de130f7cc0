from fixtures import integers


def cases():
    def listed(ids):
        return "{" + ", ".join(str(id) for id in ids) + "}"

    def reference(prompt, writes, guesses, max_new_tokens, stop, vocabulary, **rest):
        """Algorithm 1 of Leviathan et al. at temperature 0, with what transformers' assisted generation does around it."""
        prompt, writes, guesses, stop = prompt.tolist(), writes.tolist(), guesses.tolist(), stop.tolist()
        happened, tokens, read, told = [], [], 0, 0
        while len(tokens) < max_new_tokens:
            n, left = len(tokens), max_new_tokens - len(tokens)
            guess = guesses[n:n + left - 1]
            guess = guess[:guess.index(-1)] if -1 in guess else guess
            if left > 1:
                happened.append(f"draft({listed(prompt + tokens)}, {left - 1}) = {listed(guess)}")
            happened.append(f"verify({read}, {listed((prompt + tokens)[read:] + guess)})")
            right = [i for i, token in enumerate(guess) if token != writes[n + i]]
            accepted = writes[n:n + (right[0] if right else len(guess)) + 1]
            read = len(prompt) + n + len(accepted) - 1
            for token in accepted:
                tokens.append(token)
                goes_on = token not in stop
                if goes_on:
                    told += 1
                    goes_on = rest.get("on_token_false_at") != told
                    happened.append(f"on_token({token}) = {'true' if goes_on else 'false'}")
                if not goes_on:
                    return {"what happened": happened, "tokens": tokens}
        return {"what happened": happened, "tokens": tokens}

    def case(name, prompt, writes, guesses, max_new_tokens, stop=(), false_at=None, vocabulary=12):
        rest = {} if false_at is None else {"on_token_false_at": false_at}
        return name, reference, {
            "prompt": integers(prompt), "writes": integers(writes), "guesses": integers(guesses),
            "max_new_tokens": max_new_tokens, "stop": integers(stop), "vocabulary": vocabulary
        } | rest

    pi = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7]
    e = [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5]
    nothing = [-1] * 30
    hand = [3, 1, -1, 1, 8, 9, 2, 6]
    yield case("by-hand", [5, 2, 7], pi, hand, 6, [0])
    yield case("one", [5, 2, 7], pi, pi, 1, [0])
    yield case("two", [5, 2, 7], pi, pi, 2, [0])
    yield case("none", [5, 2, 7], pi, pi, 0, [0])
    yield case("one-token-prompt", [8], pi, hand, 7, [0])
    yield case("all-right", [5, 2], pi, pi, 12, [0])
    yield case("all-right-in-pieces", [5, 2], pi, [3, 1, -1, 1, 5, 9, -1, 6, -1, 3, 5, -1, 9], 13, [0])
    yield case("first-wrong", [5, 2], pi, [7, 1, 4, 1, -1], 6, [0])
    yield case("all-wrong", [6, 4, 4], pi, [token + 1 for token in pi], 5, [0])
    yield case("right-after-wrong", [5, 2], pi, [3, 2, 4, 1, 5, 0, 2, 6, 4, 3], 10, [0])
    yield case("last-wrong", [5, 2], pi, [3, 1, 7, -1, 5, 9, 3, -1, 5, 2], 10, [0])
    yield case("no-guess", [5, 2, 7], pi, nothing, 5, [0])
    yield case("guess-then-none", [5, 2, 7], pi, [3, 1, -1, -1, -1, 9, 2, -1, -1], 9, [0])
    yield case("none-then-guess", [5, 2, 7], pi, [-1, -1, -1, 1, 5, 9, 2], 8, [0])
    yield case("long-prompt", [1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6], e, [2, 7, 2, 8, 2, -1, 1, 8], 8, [9])
    yield case("long", [4], e, [2, 7, 1, 8, 3, 8, -1, 8, 2, 9, 4, -1, 9, 0, -1], 15)
    yield case("stopped", [5, 2, 7], pi, [3, 1, -1], 9, [4])
    yield case("stopped-by-a-guess", [5, 2, 7], pi, [3, 1, 4, 1, 5, -1], 9, [4])
    yield case("stopped-by-the-first-guess", [5, 2, 7], pi, [3, 1, 4, -1], 9, [3])
    yield case("stopped-by-the-last-guess", [5, 2, 7], pi, [3, 1, 4, -1], 9, [4])
    yield case("stopped-by-a-later-guess", [5, 2, 7], pi, [3, 1, -1, 1, 5, 9, 2, 6, 5], 12, [9])
    yield case("stopped-at-once", [5, 2, 7], pi, [-1, 1, 4], 6, [3])
    yield case("stopped-at-the-limit", [5, 2, 7], pi, [3, 1, -1, 1, 5, -1], 6, [9])
    yield case("rejected-stop", [5, 2, 7], pi, [3, 6, 6, -1, 5, 6, -1], 7, [6])
    yield case("stop-instead-of-the-guess", [5, 2, 7], pi, [3, 6, 1, -1, 5, 6, -1], 7, [1])
    yield case("first-of-stop", [5, 2], pi, pi, 7, [5, 8, 0])
    yield case("second-of-stop", [5, 2], pi, pi, 9, [7, 9])
    yield case("last-of-stop", [5, 2], pi, pi, 9, [8, 7, 0, 2])
    # A binary search in these, which are in no order, finds 4 alone.
    yield case("stop-between", [5, 2], [1, 4, 2, 9, 1, 0], [1, 4, 2, -1], 5, [7, 3, 4, 8, 6])
    yield case("stop-in-front", [5, 2], [1, 7, 2, 9, 1, 0], [1, 7, 2, -1], 5, [7, 3, 4, 8, 6])
    yield case("stop-behind", [5, 2], [1, 6, 2, 9, 1, 0], [1, 6, 2, -1], 5, [7, 3, 4, 8, 6])
    yield case("no-stop", [5, 2, 7], pi, [3, 1, 4, -1], 6)
    yield case("stop-in-prompt", [0, 7, 0], pi, [3, -1], 3, [0, 7])
    yield case("alike", [6], [6] * 12, [6, 6, 6, 6, -1, 6, 6, 6], 8, [0])
    yield case("token-zero", [0], [0, 0, 9, 0, 0, 0, 9, 0], [0, 0, 0, -1, 0, 9], 6, [1])
    yield case("ended", [5, 2, 7], pi, [3, 1, 4, 1, -1], 9, [0], 2)
    yield case("ended-at-once", [5, 2, 7], pi, [3, 1, 4, 1, -1], 9, [0], 1)
    yield case("ended-at-the-own-token", [5, 2, 7], pi, [3, 1, -1, 1, 5], 9, [0], 3)
    yield case("ended-later", [5, 2, 7], pi, [3, 1, -1, 1, 5, 9, 2, 6], 12, [0], 5)
    yield case("ended-at-the-limit", [5, 2, 7], pi, [3, 1, -1, 1, 5], 6, [0], 6)
    yield case("ended-before-stop", [5, 2, 7], pi, pi, 9, [5], 3)
    yield case("stopped-before-end", [5, 2, 7], pi, pi, 9, [4], 3)
    yield case("large-id-in-the-prompt", [2**32 + 1, 2], pi, [3, 1, -1, 2], 6, [1])
    yield case("real-vocabulary", [151_643, 70_000], [151_935, 65_536, 0, 65_535, 151_642, 3, 99_999],
               [151_935, 65_536, 0, 65_536, 151_642, 3], 6, [9], vocabulary=151_936)
