"""What docs/en/myths.md says of PyTorch."""

import contextlib
import io

import torch
from torch.nn.functional import layer_norm, silu


def near(a, b, tolerance=1e-4):
    return torch.allclose(torch.as_tensor(a), torch.as_tensor(b), atol=tolerance)


printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    # region slope
    x = torch.tensor([-1.278465, 2.3994], requires_grad=True)
    silu(x).sum().backward()
    print(x.grad)
    # endregion
assert near(x.grad, [0, 1.0998]) and printed.getvalue().endswith("1.0998e+00])\n"), printed.getvalue()

x = torch.arange(-40, 40, 0.001, dtype=torch.float64, requires_grad=True)
silu(x).sum().backward()
assert near(x.grad.max(), torch.tensor(1.0998, dtype=torch.float64)) and near(x[x.grad.argmax()].item(), 2.3994, 1e-3)
assert near(x.grad[30000].item(), -0.0004)  # at -10

x = torch.tensor([[1.0, 2, 3, 4], [5, 5, 5, 5], [-2, 0, 1, 7]])
with contextlib.redirect_stdout(printed):
    # region centred
    centred = x - x.mean(dim=-1, keepdim=True)
    root = centred.pow(2).mean(dim=-1, keepdim=True).add(1e-5).sqrt()
    print(centred / root - layer_norm(x, (4,)))
    # endregion
assert near(centred / root, layer_norm(x, (4,)), 1e-6)


def rms_norm(x, eps, axes=(-1,)):
    return x / x.pow(2).mean(dim=axes, keepdim=True).add(eps).sqrt()


square = torch.tensor([[1.0, 2], [3, 4]])
assert near(rms_norm(square, 1e-5, (-2, -1))[0, 0], 0.3651) and near(rms_norm(square, 1e-5)[0, 0], 0.6325)
assert near(rms_norm(0.001 * torch.arange(1.0, 5), 1e-5)[0], 0.2390)
assert near(torch.tensor(7.5e-6 / 1.75e-5).sqrt(), 0.65, 0.01)

# The default eps of nn.RMSNorm in bfloat16: as it once was, and as it is.
small = torch.full((4,), 0.05)
assert torch.finfo(torch.bfloat16).eps == 0.0078125
assert near(rms_norm(small, torch.finfo(torch.bfloat16).eps), 0.49, 0.01)
assert near(rms_norm(small, torch.finfo(torch.float32).eps), 1.0, 1e-3)
