import random

import numpy as np

from fixtures import given, tensor


def cases():
    def reference(traces, slo, since):
        traces = [(since + tensor(trace).astype(np.float64)).tolist() for trace in traces if trace["shape"][0] > 1]
        limits = slo.tolist()
        ttft = [trace[1] - trace[0] for trace in traces]
        itl = [list(np.diff(trace[1:])) for trace in traces]
        tpot = [np.mean(times) for times in itl if times]
        outputs = {}
        for name, times in (("ttft", ttft), ("tpot", tpot), ("itl", sum(itl, []))):
            outputs[f"{name}.mean"] = float(np.mean(times)) if times else 0.0
            outputs[f"{name}.median"] = float(np.median(times)) if times else 0.0
            outputs[f"{name}.p99"] = float(np.percentile(times, 99)) if times else 0.0
        duration = max(trace[-1] for trace in traces) - min(trace[0] for trace in traces) if traces else 0
        tokens = sum(len(trace) - 1 for trace in traces)
        within = sum(first <= limits[0] and (np.mean(times) if times else 0) <= limits[1]
                     for first, times in zip(ttft, itl))
        outputs["tokens_per_second"] = tokens / duration if duration else 0.0
        outputs["goodput"] = float(within / duration) if duration else 0.0
        return outputs

    def case(name, traces, slo=(2, 1), since=0):
        return name, reference, {"traces": [given(*trace) for trace in traces], "slo": given(*slo), "since": since}

    inf, nan = float("inf"), float("nan")
    four = [(1, 2, 3, 4, 6), (2, 4), (3, 7, 7.5, 8), (0,)]
    yield case("by-hand", four, (2, 1.5))
    yield case("nobody", [])
    yield case("nobody-has-an-answer", [(3,), (5,)])
    yield case("one-request", [(3, 5, 6, 8.5, 9)], (2, 2))
    yield case("one-token", [(3, 4.5)], (2, 1))
    yield case("single-tokens", [(3, 4.5), (2, 6), (5, 5.25)], (3, 1))
    yield case("two-tokens", [(3, 4.5, 8), (2, 6, 7)], (5, 2))
    yield case("single-tokens-among-others", [(0, 1), (0.5, 2, 5, 6), (1, 3), (1.5, 4, 4.5)], (2, 2))
    yield case("another-order", [(6, 9, 10, 10.5), (2, 4, 12, 20), (4, 5, 6), (3, 3.5, 14)], (2, 5))
    yield case("the-first-began-last", [(9, 10, 11), (4, 5, 30, 31), (1, 12, 13)], (4, 9))
    yield case("arrived-first-without-an-answer", [(0,), (4, 5, 7), (5, 6, 6.5)], (2, 1))
    yield case("arrived-last-without-an-answer", [(4, 5, 7), (5, 6, 6.5), (40,)], (2, 1))
    yield case("no-time-passed", [(3, 3)], (1, 1))
    yield case("no-time-passed-with-several-tokens", [(3, 3, 3, 3), (3, 3)], (1, 1))
    yield case("tokens-at-once", [(1, 2, 2, 2, 5), (1.5, 5, 5)], (1, 1))
    yield case("first-token-at-once", [(2, 2, 4), (3, 3.5)], (0, 2))
    yield case("just-at-the-limits", [(0, 2, 2.5), (1, 3, 3.25, 4), (2, 4, 4.25, 4.5, 4.75)], (2, 0.5))
    yield case("just-beyond-a-limit", [(-2**-24, 2, 2.5), (1, 3, 3.25, 4)], (2, 1))
    yield case("within-a-second", [(0.25, 0.3125, 0.375, 0.40625), (0.28125, 0.5), (0.375, 0.4375, 0.625)], (0.125, 0.125))
    yield case("beyond-one-limit", [(0, 1, 4), (1, 4, 4.5), (2, 3, 3.5), (3, 9, 19)], (2, 1))
    yield case("a-pause-in-the-middle", [(0, 1, 1.25, 1.5, 3.5, 3.75), (1, 2, 2.25, 2.5)], (2, 1))
    yield case("no-limit-on-the-first", [(0, 1, 4), (1, 40, 40.5), (2, 3)], (inf, 1))
    yield case("no-limit-on-the-others", [(0, 1, 4), (1, 40, 40.5), (2, 3)], (2, inf))
    yield case("limits-of-0", [(0, 0, 0), (1, 1, 3), (2, 2), (4, 5, 5)], (0, 0))
    yield case("before-0", [(-9, -8, -7.5), (-10, -6, -3, -2)], (3, 1))
    yield case("since-1970", four + [(3.25, 7.125, 7.25, 7.75)], (2, 1.5), 1_764_000_000)
    yield case("percentiles-of-two", [(0, 1, 2, 6), (0, 5)], (9, 9))
    yield case("percentiles-of-three", [(0, 7, 8), (0, 1, 4), (0, 3, 5)], (9, 9))
    yield case("percentiles-of-four", [(0, 7, 8), (0, 1, 4), (0, 3, 5), (0, 4, 9)], (4, 2))
    draw = random.Random(4)
    for count in (99, 100, 101, 400):
        traces = []
        for _ in range(count):
            time = draw.randrange(4096) / 64
            trace = [time, time + draw.randrange(1, 300) / 64]
            while draw.random() < 0.8:
                trace.append(trace[-1] + draw.randrange(1, draw.choice([4, 4, 4, 90])) / 64)
            traces.append(trace[:1] if draw.random() < 0.1 else trace)
        yield case(f"{count}-requests", traces, (3, 0.125))
    # A float that holds the sum of the pauses has no room for their quarters. All are equal, so that their order is all the same.
    yield case("long-pauses", [[0, 1] + [1 + 16385.25 * k for k in range(1, 200)]] * 8, (2, 20000))
    yield case("not-looked-at", [(nan,), (inf,), (0, 1, 2)], (2, 1))
