from fixtures import integers


def cases():
    def listed(ids):
        return "{" + ", ".join(str(id) for id in ids) + "}"

    def reference(prompt, choices, max_new_tokens, stop, **rest):
        """The rule of transformers' generate, beside which streamer and stopping criteria are told of each token."""
        prompt, stop, happened, tokens = prompt.tolist(), stop.tolist(), [], []
        for n, token in enumerate(choices.tolist()[:max_new_tokens]):
            happened.append(f"next({listed(tokens[-1:] or prompt)})")
            happened.append(f"choose(logits {n + 1}, {listed(prompt + tokens)}) = {token}")
            tokens.append(token)
            if token in stop:
                break
            goes_on = rest.get("on_token_false_at") != n + 1
            happened.append(f"on_token({token}) = {'true' if goes_on else 'false'}")
            if not goes_on:
                break
        else:
            assert len(tokens) == max_new_tokens
        return {"what happened": happened, "tokens": tokens}

    def case(name, prompt, choices, max_new_tokens, stop=(), false_at=None):
        rest = {} if false_at is None else {"on_token_false_at": false_at}
        return name, reference, {
            "prompt": integers(prompt), "choices": integers(choices), "max_new_tokens": max_new_tokens,
            "stop": integers(stop)
        } | rest

    pi = [3, 1, 4, 1, 5, 9, 2, 6]
    yield case("by-hand", [5, 2, 7], pi, 3, [0])
    yield case("one-token-prompt", [8], pi, 4, [0])
    yield case("two-and-two", [8, 6], pi, 2, [0])
    yield case("long-prompt", [1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6], pi, 4, [0])
    yield case("long", [4, 2], pi, 8, [0])
    yield case("one", [5, 2, 7], pi, 1, [0])
    yield case("none", [5, 2, 7], pi, 0, [0])
    yield case("stopped", [5, 2, 7], pi, 6, [4])
    yield case("stopped-at-once", [5, 2, 7], pi, 6, [3])
    yield case("stopped-at-the-limit", [5, 2, 7], pi, 3, [4])
    yield case("stopped-at-one", [5, 2, 7], pi, 1, [3])
    yield case("second-of-stop", [5, 2], pi, 6, [7, 4])
    yield case("last-of-stop", [5, 2], pi, 7, [8, 7, 0, 5])
    yield case("first-of-stop", [5, 2], pi, 7, [5, 8, 0])
    # A binary search in these, which are in no order, finds 4 alone.
    anywhere = [7, 3, 4, 8, 6]
    yield case("stop-between", [5, 2], [1, 4, 2, 9, 1], 5, anywhere)
    yield case("stop-in-front", [5, 2], [1, 7, 2, 9, 1], 5, anywhere)
    yield case("stop-behind", [5, 2], [1, 6, 2, 9, 1], 5, anywhere)
    # In its lowest 32 bits this one is 1.
    yield case("large-id", [5, 2], [2**32 + 1, 3, 1, 2], 3, [1])
    yield case("large-id-in-the-prompt", [2**32 + 1, 2], [3, 1, 2], 2, [0])
    yield case("large-id-stops", [5, 2], [1, 2**32 + 1, 2, 3], 4, [2**32 + 1])
    yield case("no-stop", [5, 2, 7], pi, 3)
    yield case("stop-in-prompt", [0, 7, 0], pi, 3, [0, 7])
    yield case("alike", [6], [6, 6, 6, 6], 3, [0])
    yield case("token-zero", [0], [0, 0, 9, 0], 4, [1])
    yield case("ended", [5, 2, 7], pi, 6, [0], 2)
    yield case("ended-at-once", [5, 2, 7], pi, 6, [0], 1)
    yield case("ended-at-the-limit", [5, 2, 7], pi, 3, [0], 3)
    yield case("ended-before-stop", [5, 2, 7], pi, 6, [4], 2)
    yield case("stopped-before-end", [5, 2, 7], pi, 6, [4], 3)
