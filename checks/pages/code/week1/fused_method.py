"""Chapter 4: nano-vllm's fused method run eagerly, what it overwrites, and how many operations it is."""

import contextlib
import io

import torch
from torch.utils._python_dispatch import TorchDispatchMode


# region count
class Count(TorchDispatchMode):
    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        print(op)
        return op(*args, **(kwargs or {}))
# endregion


class Norm:
    eps = 1e-6

    def fused(self, x, residual, weight):
        orig_dtype = x.dtype
        # region in-place
        x = x.float().add_(residual.float())
        residual = x.to(orig_dtype)
        var = x.pow(2).mean(dim=-1, keepdim=True)
        x.mul_(torch.rsqrt(var + self.eps))
        # endregion
        return x.to(orig_dtype).mul_(weight), residual

    def plain(self, x, weight):
        orig_dtype = x.dtype
        x = x.float()
        var = x.pow(2).mean(dim=-1, keepdim=True)
        x.mul_(torch.rsqrt(var + self.eps))
        return x.to(orig_dtype).mul_(weight)


def row(values, dtype):
    return torch.tensor(values, dtype=dtype)


def overwritten(dtype):
    """Whether the normalized row stands where the stream and the caller's x should."""
    x, residual = row([1, 2, 3, 4], dtype), row([1, 1, 1, 1], dtype)
    y, stream = Norm().fused(x, residual, torch.ones(4, dtype=dtype))
    if torch.equal(stream, y) and torch.equal(x, y):
        assert torch.allclose(y, torch.tensor([0.5443, 0.8165, 1.0887, 1.3608]), atol=1e-4)
        return True
    assert stream.tolist() == [2, 3, 4, 5] and x.tolist() == [1, 2, 3, 4]
    return False


def operations(method, rows, dtype):
    arguments = [torch.ones(4, dtype=dtype) for _ in range(rows)]
    with contextlib.redirect_stdout(io.StringIO()) as printed, Count():
        method(*arguments)
    return len(printed.getvalue().splitlines())


assert overwritten(torch.float32) and not overwritten(torch.bfloat16)
assert [operations(Norm().plain, 2, dtype) for dtype in (torch.bfloat16, torch.float32)] == [8, 6]
assert [operations(Norm().fused, 3, dtype) for dtype in (torch.bfloat16, torch.float32)] == [11, 7]
