import torch

from fixtures import exact, given, integers

NAN = float("nan")


def first_above(weights, u):
    sums = torch.cumsum(weights, 0)
    above = (sums > u).nonzero()
    return int(above[0]) if len(above) else int((weights > 0).nonzero()[-1])


def cases():
    def reference(draft, draft_probabilities, probabilities, us):
        """Leviathan et al., algorithm 1, in float64."""
        numbers, tokens = iter(us), []
        for guess, q, p in zip(draft.tolist(), draft_probabilities, probabilities):
            u = next(numbers)
            if q[guess] > 0 and u < p[guess] / q[guess]:
                tokens.append(guess)
                continue
            rest = torch.clamp(p - q, min=0)
            tokens.append(first_above(rest / rest.sum() if rest.sum() > 0 else p, next(numbers)))
            break
        else:
            tokens.append(first_above(probabilities[-1], next(numbers)))
        return {"tokens": tokens, "draws": len(tokens) + (len(tokens) <= len(draft))}

    def case(name, draft, q, p, us):
        V = len(p[0])
        us = [exact(u) for u in us]
        return name, reference, {
            "draft": integers(draft),
            "draft_probabilities": given(*sum(q, []), shape=[len(q), V]),
            "probabilities": given(*sum(p, []), shape=[len(p), V]),
            "us": us
        }

    q, p, then = [0.25, 0.5, 0.125, 0.125], [0.5, 0.25, 0.25, 0], [0.125, 0.125, 0.25, 0.5]
    unread = [NAN] * 4
    yield case("by-hand", [1], [q], [p, then], [0.7, 0.8])
    yield case("by-hand-other", [1], [q], [p, then], [0.7, 0.5])
    yield case("by-hand-kept", [1], [q], [p, then], [0.3, 0.6])
    yield case("likelier", [0], [q], [p, then], [0.96875, 0.1])
    yield case("impossible", [3], [q], [p, then], [0.25, 0.25])
    yield case("as-likely", [1], [[0.5, 0.5]], [[0.5, 0.5], [0.25, 0.75]], [0.96875, 0.5])
    yield case("at-the-ratio", [1], [q], [p, then], [0.5, 0.25])
    yield case("at-the-ratio-quarter", [0], [[1, 0]], [[0.25, 0.75], [0.25, 0.75]], [0.25, 0.5])
    yield case("below-the-ratio", [1], [q], [p, then], [0.4999999, 0.9])
    yield case("zero", [1], [q], [p, then], [0, 0])
    yield case("zero-impossible", [3], [q], [p, then], [0, 0])
    yield case("zero-impossible-first", [0], [[0.5, 0.25, 0.25]], [[0, 0.25, 0.75], [0.125, 0.25, 0.625]], [0, 0])
    yield case("not-drawn", [2], [[0.5, 0.5, 0]], [[0.25, 0.25, 0.5], [0.125, 0.25, 0.625]], [0.5, 0.5])
    yield case("not-drawn-zero", [1], [[0.5, 0, 0.5]], [[0.25, 0.25, 0.5], [0.125, 0.25, 0.625]], [0, 0.25])
    yield case("neither", [1], [[0.5, 0, 0.5]], [[0.75, 0, 0.25], [0.125, 0.25, 0.625]], [0, 0.25])
    yield case("certain-kept", [1], [[0, 1, 0]], [[0.25, 0.5, 0.25], [0, 0.25, 0.75]], [0.375, 0.125])
    yield case("certain-rejected", [1], [[0, 1, 0]], [[0.25, 0.5, 0.25], [0.125, 0.25, 0.625]], [0.625, 0.75])
    yield case("rest-boundary", [1], [[0, 1, 0, 0]], [[0.25, 0.5, 0.125, 0.125], then], [0.75, 0.5])
    yield case("rest-in-between", [0], [[0.5, 0.125, 0.25, 0.125]], [[0.125, 0.25, 0.25, 0.375], then], [0.5, 0.3])
    yield case("rest-last", [0], [[0.5, 0.125, 0.25, 0.125]], [[0.125, 0.25, 0.25, 0.375], then], [0.5, 0.4])
    yield case("rest-zero", [0], [[0.5, 0.125, 0.25, 0.125]], [[0.125, 0.125, 0.25, 0.5], then], [0.5, 0])
    yield case("rest-small", [0], [[0.75, 0.125, 0.125]], [[0.734375, 0.140625, 0.125], [0.125, 0.25, 0.625]], [0.984375, 0.96875])
    yield case("last-boundary", [0], [q], [p, [0.25, 0.25, 0, 0.5]], [0.5, 0.5])
    yield case("last-zero-first", [0], [q], [p, [0, 0, 0.5, 0.5]], [0.5, 0])
    yield case("last-zero-between", [0], [q], [p, [0.5, 0, 0, 0.5]], [0.5, 0.5])
    yield case("sum-below-one", [0], [q], [p, [0.5, 0.25, 0.1875, 0]], [0.5, 0.96875])
    yield case("sum-below-one-not-last", [0], [q], [p, [0.5, 0.25, 0, 0]], [0.5, 0.96875])
    yield case("sum-below-one-at-once", [], [], [[0, 0.5, 0.25, 0]], [0.75])
    yield case("rest-tiny", [0], [[0.5 + 2**-23, 0.5 - 2**-23]], [[0.5, 0.5], [0.25, 0.75]], [1 - 2**-23, 0.25])
    yield case("nothing-left", [1], [[0.25, 0.25, 0.5, 0.25, 0.25]], [[0.125, 0.125, 0.5, 0.125, 0.125], [0.125, 0.25, 0.125, 0.25, 0.25]], [0.75, 0.625])
    yield case("nothing-left-after-the-guess", [0], [[0.5, 0.5, 0.5]], [[0.25, 0.25, 0.5], [0.125, 0.25, 0.625]], [0.5, 0.375])
    yield case("nothing-left-last", [0], [[0.5, 0.5, 0.5]], [[0.25, 0.25, 0.5], [0.125, 0.25, 0.625]], [0.75, 0.75])
    yield case("nothing-left-first", [1], [[0.5, 0.5, 0.5]], [[0.5, 0.25, 0.25], [0.125, 0.25, 0.625]], [0.75, 0.125])
    yield case("nothing-left-guess", [1], [[0.5, 0.625]], [[0.5, 0.5], [0.25, 0.75]], [0.875, 0.625])
    yield case("more-than-one", [0], [[0.75, 0.5, 0.25]], [[0.25, 0.25, 0.5], [0.125, 0.25, 0.625]], [0.5, 0.9])
    yield case("more-than-one-kept", [1], [[0.75, 0.5, 0.25]], [[0.25, 0.25, 0.5], [0.25, 0.5, 0.25]], [0.375, 0.5])
    yield case("no-guess", [], [], [[0.25, 0.5, 0.25]], [0.25])
    yield case("no-guess-first", [], [], [[0, 0.5, 0.5]], [0])
    yield case("one-token", [0, 0], [[1], [1]], [[1], [1], [1]], [0.5, 0.96875, 0.5])

    r, s = [0.5, 0.25, 0.25, 0], [0.125, 0.5, 0.125, 0.25]
    yield case("rejected-unread", [1], [q], [p, unread], [0.75, 0.125])
    yield case("first-of-three", [1, 0, 2], [q, unread, unread], [p, unread, unread, unread], [0.75, 0.875, 0.1])
    yield case("second-of-three", [0, 0, 2], [q, r, unread], [p, s, unread, unread], [0.875, 0.25, 0.5])
    yield case("last-of-three", [0, 1, 2], [q, r, s], [p, s, [0.5, 0.25, 0.0625, 0.1875], unread], [0.875, 0.75, 0.96875, 0.5])
    yield case("last-of-three-gone", [0, 1, 1], [q, r, s], [p, s, [0.25, 0.125, 0.5, 0.125], unread], [0.875, 0.75, 0.25, 0.5])
    yield case("all-three", [0, 1, 2], [q, r, s], [p, s, [0.25, 0.125, 0.5, 0.125], then], [0.875, 0.75, 0.125, 0.25])
    yield case("own-draw-each", [1, 1, 0], [q, q, q], [p, p, p, then], [0.375, 0.25, 0.875, 0.75])
    yield case("own-draw-rejected", [1, 1, 1], [q, q, q], [p, p, then, then], [0.25, 0.625, 0.75, 0.125])
    yield case("product-of-ratios", [1, 1, 1], [q, q, q], [p, p, p, then], [0.375, 0.375, 0.375, 0.375])
    yield case("likely-then-unlikely", [0, 1], [q, q], [p, p, then], [0.5, 0.375, 0.75])
    yield case("same-row-elsewhere", [2, 0], [q, s], [p, r, then], [0.5, 0.5, 0.4375])
