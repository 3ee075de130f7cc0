import numpy as np
import torch

from fixtures import counted, given, uniform

F = np.float32


def scale_of(m):
    return F(m) / F(-8)


def inverse_of(d):
    with np.errstate(divide="ignore", over="ignore"):
        inverse = F(1) / d
    return np.where(np.isinf(inverse), F(0), inverse)


def to_value(product):
    return np.minimum(15, np.trunc(product + F(8.5)))


def quantized(weight):
    x = weight.numpy().astype(F)
    blocks = x.reshape(-1, 32)
    m = blocks[np.arange(len(blocks)), np.abs(blocks).argmax(-1)]  # the first of several
    m = np.where(m == 0, F(0), m)  # no -0: the scale is -0
    d = scale_of(m)
    values = to_value(blocks * inverse_of(d)[:, None])
    scales = d.astype(np.float16)
    rows, columns = x.shape
    return {
        "rows/columns/blocks": torch.tensor([rows, columns, len(blocks)]),
        "scales": torch.from_numpy(scales.astype(F).reshape(rows, columns // 32)),
        "values": torch.from_numpy(values.astype(np.int64).reshape(rows, columns)),
        "scale bits": torch.from_numpy(scales.view(np.uint16).astype(np.int64).reshape(rows, columns // 32)),
    }


# Other ways to come from a number and its block's m to what is cut off: each is right but for the last bit.
D = np.float64
OTHER_WAYS = [
    lambda x, m: x / scale_of(m) + F(8.5),
    lambda x, m: (D(x) * D(F(1) / scale_of(m)) + 8.5).astype(F),  # fused
    lambda x, m: D(x * (F(1) / scale_of(m))) + 8.5,
    lambda x, m: D(x) / D(scale_of(m)) + 8.5,
]


def telling_blocks(seed, count):
    """Blocks whose numbers lie so near to the middle of two values that each of the other ways gives some of them another one."""
    found = []
    for largest in 1 + (uniform(seed, count) + F(1)) / F(4):
        m = -largest if largest > 1.25 else largest
        d, near = scale_of(m), []
        for k in range(-8, 7):
            middle = F((k + 0.5) * D(d))
            for direction in (F(-9), F(9)):
                x = middle
                for _ in range(6):
                    near.append(x)
                    x = np.nextafter(x, direction)
        near = np.array(near, dtype=F)
        right = to_value(near * (F(1) / d))
        chosen = []
        for way in OTHER_WAYS:
            chosen += list(near[np.trunc(way(near, m)) != right][:7])
        found += block(m, *list(dict.fromkeys(chosen))[:31])
    return found


def block(*values, second_half=()):
    """These, then zeros; and so from number 16 on."""
    first = [*values, *[0.0] * (16 - len(values))]
    return [*first, *second_half, *[0.0] * (32 - len(first) - len(second_half))]


def cases():
    def case(name, description):
        return name, quantized, {"weight": description, "function": "quantize_q4_0"}

    def rows(name, *numbers):
        numbers = np.concatenate([np.asarray(n, dtype=F) for n in numbers])
        columns = 32 if len(numbers) % 64 else 64
        return case(name, given(*numbers, shape=[len(numbers) // columns, columns]))

    yield case("by-hand", given(*block(-2, 0.25, 0.125, -0.125, second_half=[1.75, 1.9]),
                                *block(1, 4, -3.5, second_half=[-1.1]), shape=[1, 64]))
    yield case("one-block", counted([1, 32], 7201, 0.2))
    yield case("one-row", counted([1, 160], 7202, 0.1))
    yield case("several-rows", counted([5, 96], 7203, 1, [0.02, 3, 0.5, 40, 0.001]))
    yield case("square", counted([32, 32], 7204, 0.3))
    # The largest at each place of a block, of either sign.
    places = np.array(uniform(7205, 32 * 32)).reshape(32, 32) * F(0.5)
    places[np.arange(32), np.arange(32)] = np.where(np.arange(32) % 3, F(-0.75), F(0.75)) + places.diagonal() / F(8)
    yield case("largest-at-each-place", given(*places.ravel(), shape=[16, 64]))
    yield case("all-negative", given(*-np.abs(uniform(7206, 64) + F(0.01)), shape=[1, 64]))
    yield case("all-positive", given(*np.abs(uniform(7207, 64) + F(0.01)), shape=[1, 64]))
    yield case("growing-and-shrinking", given(*np.concatenate([uniform(7208 + k, 32) * F(s) for k, s in enumerate(
        [1, 8, 0.25, 0.03125])]), shape=[2, 64]))

    small = uniform(7212, 28) * F(0.5)
    yield rows("ties", [0.1, -0.75, 0.75, 0.2, *small], [0.1, 0.75, -0.75, 0.2, *small], [*small, 0.75, 0.1, -0.75, -0.75],
               [-0.75, *small, 0.75, 0.75, 0.1])
    halves = (np.arange(-15, 16)) / 2  # -7.5, -7, -6.5, …
    yield rows("halves", [-8, *halves], [8, *halves])
    yield rows("near-halves", telling_blocks(7211, 8))

    yield rows("zeros", block(), block(-0.0, 0.0, -0.0), [-0.0] * 32, block(1, 2, 3))
    yield rows("zeros-between", block(2, -1), block(), block(-0.25, 0.125), block())
    # Scales that float16 keeps with fewer bits, with one, with none; 1 / d just finite, and infinite.
    yield case("small-scales", counted([7, 64], 7221, 1, [1e-2, 1e-4, 1e-5, 3e-6, 3e-8, 1e-9, 1e-30]))
    yield rows("scale-rounds-to-zero", block(1e-7, -5e-8, 1e-8), block(-8 * 2.0**-25, 2.0**-24), block(8 * 2.0**-24, -(2.0**-22)))
    least = np.nextafter(F(8) * F(2.0**-128), F(1))  # 1 / d is finite from here on
    while inverse_of(scale_of(least)) == 0:
        least = np.nextafter(least, F(1))
    yield rows("one-over-d-finite", block(least, -least / 2), block(-least, least / 4))
    yield rows("one-over-d-infinite", block(np.nextafter(least, F(0)), -least / 2), block(-1e-40, 1e-41), block(1e-45), block(1, 1e-45))

    greatest = np.nextafter(F(65520) * F(8), F(0))  # whose scale is just below 65520
    yield rows("large", block(400000, -1e5, 3), block(-70000, 30000.5))
    yield rows("largest-scales", block(-greatest, greatest / 2), block(65504 * 8, 1))
    yield case("qwen2", counted([4, 896], 7231, 1, [0.05, 0.02, 0.1, 0.04]))
