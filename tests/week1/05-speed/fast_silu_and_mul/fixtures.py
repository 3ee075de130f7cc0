import numpy as np
import torch.nn.functional as F

from fixtures import counted, given


def cases():
    def reference(x):
        gate, up = x.chunk(2, -1)
        return {"y": F.silu(gate) * up}

    def four_rows(gates):
        rows = [np.concatenate([np.roll(gates, 11 * row), np.linspace(-3, 3, len(gates))]) for row in range(4)]
        return given(*np.reshape(rows, -1), shape=[4, 2 * len(gates)])

    yield "far", reference, {"x": four_rows([s * v for v in (
        104, 100, 90, 88.5, 87, 80, 60, 40, 30, 25, 20, 17.5, 15, 12.5, 11, 10.5, 10, 9, 8, 7, 6, 5) for s in (1, -1)])}
    yield "near", reference, {"x": four_rows(np.arange(-3, 3, 1 / 12))}
    yield "out-before", reference, {"x": counted([3, 38], 611, 5)}
