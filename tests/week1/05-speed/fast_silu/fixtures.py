import numpy as np
import torch.nn.functional as F

from fixtures import counted, given


def cases():
    """What the fast twin is asked besides; the rest is silu's own."""
    def reference(x):
        return {"y": F.silu(x)}

    yield "far", reference, {"x": given(*(s * v for v in (104, 100, 90, 88.5, 87, 80, 60, 40, 30, 25, 20, 17.5, 15, 12.5,
                                                         11, 10.5, 10, 9, 8, 7, 6, 5) for s in (1, -1)), shape=[4, 11])}
    yield "near", reference, {"x": given(*np.arange(-3, 3, 1 / 24), shape=[4, 36])}
    yield "out-before", reference, {"x": counted([3, 19], 601, 5)}
