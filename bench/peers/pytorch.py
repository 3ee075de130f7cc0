"""PyTorch's turn in `./learn bench`: reads one JSON object a line, answers with one line.

    {}                                                      ready
    {"load": "silu", "tensors": {"x": {"file", "shape"}}}   the names of its ways
    {"outputs": "pytorch", "folder": …}                     files of float32
    {"time": "pytorch", "times": 20}                         seconds for that many runs

Each way gets the best that PyTorch's own functions allow: outputs that are kept where a function takes one, and
inference mode. rms_norm is PyTorch's own where it has one (2.4 and later), else the expression of Qwen2RMSNorm.
"""

import json
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F


def silu(x):
    out = torch.empty_like(x)
    return {"pytorch": lambda: [torch.ops.aten.silu.out(x, out=out)]}


def silu_and_mul(x):
    half = x.shape[-1] // 2
    out = torch.empty(x.shape[0], half)

    def run():
        torch.ops.aten.silu.out(x[:, :half], out=out)
        return [out.mul_(x[:, half:])]

    return {"pytorch": run}


def norm(x, weight):
    if hasattr(F, "rms_norm"):
        return F.rms_norm(x, (x.shape[-1],), weight, 1e-6)
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * weight


def rms_norm(x, weight):
    return {"pytorch": lambda: [norm(x, weight)],
            "pytorch:layer_norm": lambda: [F.layer_norm(x, (x.shape[-1],), weight, None, 1e-6)]}


def add_rms_norm(x, residual, weight):
    def run():
        total = x + residual
        return [norm(total, weight), total]

    return {"pytorch": run}


def linear(x, weight):
    out = torch.empty(x.shape[0], weight.shape[0])
    return {"pytorch": lambda: [torch.mm(x, weight.t(), out=out)]}


def qwen2_mlp(x, w_gate, w_up, w_down):
    def run():
        gate = F.linear(x, w_gate)
        return [F.linear(F.silu(gate, inplace=True).mul_(F.linear(x, w_up)), w_down)]

    return {"pytorch": run}


def main():
    operations = {f.__name__: f for f in (silu, silu_and_mul, rms_norm, add_rms_norm, linear, qwen2_mlp)}
    ways = {}
    answers = os.fdopen(os.dup(1), "w")  # nothing that a library prints may come between
    os.dup2(2, 1)
    for line in sys.stdin:
        asked = json.loads(line)
        if "load" in asked:
            tensors = {name: torch.from_numpy(np.fromfile(t["file"], np.float32).reshape(t["shape"]))
                       for name, t in asked["tensors"].items()}
            ways = operations[asked["load"]](**tensors)
            answer = json.dumps(list(ways))
        elif "outputs" in asked:
            files = []
            for i, output in enumerate(ways[asked["outputs"]]()):
                files.append(os.path.join(asked["folder"], f"output{i}"))
                output.numpy().astype(np.float32).tofile(files[-1])
            answer = json.dumps(files)
        elif "time" in asked:
            run = ways[asked["time"]]
            warm = time.perf_counter()
            for _ in range(3):  # not timed, as with the others
                if time.perf_counter() - warm < 0.02:
                    run()
            begin = time.perf_counter()
            for _ in range(asked["times"]):
                run()
            answer = repr(time.perf_counter() - begin)
        else:
            answer = "ready"
        print(answer, file=answers, flush=True)


if __name__ == "__main__":
    with torch.inference_mode():
        main()
