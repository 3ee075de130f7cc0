import numpy as np
import torch

from fixtures import counted, given, uniform

F = np.float32


def to_nearest(p):
    """Halves away from zero, as std::round."""
    p = np.asarray(p, dtype=np.float64)
    return np.copysign(np.floor(np.abs(p) + 0.5), p)


def scale_of(largest):
    return F(largest) / F(127)


def inverse_of(d):
    with np.errstate(divide="ignore", over="ignore"):
        inverse = F(1) / d
    return np.where(np.isinf(inverse), F(0), inverse)


def quantized(weight):
    x = weight.numpy().astype(F)
    blocks = x.reshape(-1, 32)
    d = scale_of(np.abs(blocks).max(-1, initial=0))
    values = to_nearest(blocks * inverse_of(d)[:, None])
    scales = d.astype(np.float16)
    rows, columns = x.shape
    return {
        "rows/columns/blocks": torch.tensor([rows, columns, len(blocks)]),
        "scales": torch.from_numpy(scales.astype(F).reshape(rows, columns // 32)),
        "values": torch.from_numpy(values.astype(np.int64).reshape(rows, columns)),
        "scale bits": torch.from_numpy(scales.view(np.uint16).astype(np.int64).reshape(rows, columns // 32)),
    }


# Other ways to come from a number and its block's largest to what is rounded: each is right but for the last bit.
OTHER_WAYS = {
    "x / d": lambda x, a: x / scale_of(a),
    "x · (127 / largest)": lambda x, a: x * (F(127) / F(a)),
    "x · 127 / largest": lambda x, a: x * F(127) / F(a),
    "1 / d in double": lambda x, a: x.astype(np.float64) * (1 / np.float64(scale_of(a))),
    "all in double": lambda x, a: x.astype(np.float64) * 127 / np.float64(a),
}


def telling_blocks(seed, count):
    """Blocks whose numbers lie so near to halves that each of the other ways rounds some of them to another number, and no two
    of the ways the same ones."""
    found = []
    for largest in 1 + (uniform(seed, count) + F(1)) / F(4):
        d, near = scale_of(largest), []
        for k in range(64, 127):
            middle = F((k + 0.5) * np.float64(d))
            near += [middle]
            for direction in (F(0), F(9)):
                x = middle
                for _ in range(3):
                    x = np.nextafter(x, direction)
                    near.append(x)
        near = np.array(near, dtype=F)
        ways = [near * (F(1) / d)] + [way(near, largest) for way in OTHER_WAYS.values()]
        differ = (np.array([to_nearest(way) for way in ways]) != to_nearest(ways[0])).any(0)
        chosen = near[differ][:31]
        if len(chosen) < 31:
            chosen = np.concatenate([chosen, np.zeros(31 - len(chosen), dtype=F)])
        found += [largest, *(chosen * np.where(np.arange(31) % 2, F(-1), F(1)))]
    return found


def just_below_a_half():
    """The largest float32 below a half, as a product: adding a half to it gives 1."""
    below = np.nextafter(F(0.5), F(0))
    for largest in 1 + (uniform(9001, 4096) + F(1)) / F(4):
        d = scale_of(largest)
        x = F(np.float64(below) * np.float64(d))
        for number in (x, np.nextafter(x, F(1)), np.nextafter(x, F(0))):
            if number * (F(1) / d) == below:
                return largest, number
    raise AssertionError("no such numbers")


def block(*values):
    """These, and then zeros."""
    return [*values, *[0.0] * (32 - len(values))]


def cases():
    def case(name, description):
        return name, quantized, {"weight": description, "function": "quantize_q8_0"}

    def rows(name, *numbers):
        numbers = np.concatenate([np.asarray(n, dtype=F) for n in numbers])
        columns = 32 if len(numbers) % 64 else 64
        return case(name, given(*numbers, shape=[len(numbers) // columns, columns]))

    first, second = [31.75, -16, 0.125, -0.125, 0.375, 0.1], [-0.0625, 0.1240234375, 0.01]
    yield case("by-hand", given(*block(*first), *block(*second), shape=[1, 64]))
    yield case("one-block", counted([1, 32], 7101, 0.2))
    yield case("one-row", counted([1, 160], 7102, 0.1))
    yield case("several-rows", counted([5, 96], 7103, 1, [0.02, 3, 0.5, 40, 0.001]))
    yield case("square", counted([32, 32], 7104, 0.3))
    # The largest at each place of a block, of either sign.
    places = np.array(uniform(7105, 32 * 32)).reshape(32, 32) * F(0.5)
    places[np.arange(32), np.arange(32)] = np.where(np.arange(32) % 3, F(-0.75), F(0.75)) + places.diagonal() / F(8)
    yield case("largest-at-each-place", given(*places.ravel(), shape=[16, 64]))
    yield case("all-negative", given(*-np.abs(uniform(7106, 64) + F(0.01)), shape=[1, 64]))
    yield case("growing-and-shrinking", given(*np.concatenate([uniform(7107 + k, 32) * F(s) for k, s in enumerate(
        [1, 8, 0.25, 0.03125])]), shape=[2, 64]))

    halves = (np.arange(-31, 31) // 2 * 2 + 1) / 2  # -15.5, -15.5, -14.5, …
    yield rows("halves", [127, *halves[:31]], [-127, *halves[31:]])
    yield rows("other-halves", [15.875, *(np.arange(31) * 8 + 1) / 16 / 1], [0.49609375, *-(np.arange(31) + 0.5) / 256])
    yield rows("near-halves", telling_blocks(7111, 8))
    largest, number = just_below_a_half()
    yield rows("just-below-a-half", block(largest, number, -number), uniform(7112, 32) * F(0.7))

    yield rows("zeros", block(), block(-0.0, 0.0, -0.0), [-0.0] * 32, block(1, 2, 3))
    yield rows("zeros-between", block(2, -1), block(), block(-0.25, 0.125), block())
    # Scales that float16 keeps with fewer bits, with one, with none; 1 / d just finite, and infinite.
    yield case("small-scales", counted([7, 64], 7121, 1, [1e-2, 1e-4, 1e-5, 3e-6, 3e-8, 1e-9, 1e-30]))
    yield rows("scale-rounds-to-zero", block(1e-6, -5e-7, 1e-8), block(127 * 2.0**-25, 2.0**-20), block(127 * 2.0**-24, 2.0**-19))
    least = F(127) * F(2.0**-128)  # 1 / d is finite beyond it
    while inverse_of(scale_of(least)) == 0:
        least = np.nextafter(least, F(1))
    yield rows("one-over-d-finite", block(least, -least / 2), block(np.nextafter(least, F(1)), least / 4))
    yield rows("one-over-d-infinite", block(np.nextafter(least, F(0)), -least / 2), block(1e-40, -1e-41), block(1e-45), block(1, 1e-45))

    greatest = np.nextafter(F(65520) * F(127), F(0))  # whose scale is just below 65520
    yield rows("large", block(7e6, -1e5, 3), block(70000, -30000.5))
    yield rows("largest-scales", block(-greatest, greatest / 2), block(65504 * 127, 1))
    yield case("qwen2", counted([4, 896], 7131, 1, [0.05, 0.02, 0.1, 0.04]))
