"""Chapter 3: which of * and @ is right can be told from shapes that are all different, and not from square ones."""

import torch
from torch.nn.functional import silu


def right(x, w_gate, w_up, w_down):
    return (
        # region right
        (silu(x @ w_gate.T) * (x @ w_up.T)) @ w_down.T
        # endregion
    )


def exchanged(x, w_gate, w_up, w_down):
    return (silu(x * w_gate.T) @ (x * w_up.T)) * w_down.T


def weights(e, i):
    return torch.rand(i, e), torch.rand(i, e), torch.rand(e, i)


def refused(compute):
    try:
        compute()
    except RuntimeError:
        return True
    return False


x, different = torch.rand(2, 3), weights(3, 4)
assert right(x, *different).shape == (2, 3)
assert refused(lambda: x * different[0].T)
assert refused(lambda: torch.rand(2, 4) @ torch.rand(2, 4))
x, square = torch.rand(2, 2), weights(2, 2)
assert not torch.allclose(right(x, *square), exchanged(x, *square))
