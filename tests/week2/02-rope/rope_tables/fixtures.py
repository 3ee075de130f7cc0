import torch


def cases():
    def reference(head_dim, positions, theta, compared_from=0):
        # As Hugging Face's Qwen2RotaryEmbedding does it, in float64 instead of float32.
        frequencies = theta ** -(torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
        angles = torch.outer(torch.arange(compared_from, positions, dtype=torch.float64), frequencies)
        return {"cos": angles.cos(), "sin": angles.sin()}

    def case(name, head_dim, positions, theta, **more):
        return name, reference, {"head_dim": head_dim, "positions": positions, "theta": float(theta), **more}

    yield case("by-hand", 4, 3, 100)
    yield case("one-pair", 2, 5, 10000)
    yield case("four-pairs", 8, 6, 10000)
    yield case("square", 8, 4, 10000)
    yield case("three-pairs", 6, 4, 500000)
    yield case("theta-of-one", 6, 4, 1)
    yield case("theta-not-whole", 10, 7, 2.5)
    yield case("one-position", 6, 1, 10000)
    yield case("two-positions", 12, 2, 1000000)
    yield case("qwen2", 64, 24, 1000000)
    # 2i/80 is no float, so an exponent in float shows; 2i/16 and 2i/64 are.
    yield case("long", 80, 32768, 10000, compared_from=32764)
    yield case("long-qwen2", 64, 32768, 1000000, compared_from=32764)
