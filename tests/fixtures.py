#!/usr/bin/env python3
"""Makes the fixtures of every exercise: fixtures/cases.json and, if PyTorch gives it floats, fixtures/outputs.npy.

    tests/fixtures.py               writes them
    tests/fixtures.py --check       remakes them in memory and compares; exit 1 on a difference

What an exercise is asked stands in its own fixtures.py: `cases` yields for each case a name, a function, and the arguments
that it takes by name. `given`, `counted` and the others below describe tensors, which the function gets as float64; `integers`
describes whole numbers; floats are float32 numbers, and int, str, bytes and lists are what they are. "function" says which
function is called, where an exercise has several; "outputs" of which type the outputs are, where not that of the inputs.

Outputs come from PyTorch in float64. Floats are stored as float32: outputs.npy has those of all cases, one after the other,
and cases.json says which shape an output has and at which element it starts.

Most inputs come from a counter-based formula, not from a library's random generator, so that any PyTorch makes the same
ones; the C++ side computes them again (grader/questions.hpp), so that no weight of a real size is stored.
"""

import argparse
import importlib.util
import json
import pathlib
import sys

import numpy as np
import torch

ROOT = pathlib.Path(__file__).resolve().parent


def uniform(seed, count):
    """float32 in [-1, 1), multiples of 2^-23: grader::uniform in grader/uniform.hpp."""
    h = np.arange(count, dtype=np.uint32) + np.uint32(seed * 0x9E3779B9 & 0xFFFFFFFF)
    h ^= h >> np.uint32(16)
    h *= np.uint32(0x85EBCA6B)
    h ^= h >> np.uint32(13)
    h *= np.uint32(0xC2B2AE35)
    h ^= h >> np.uint32(16)
    return ((h >> np.uint32(8)).astype(np.int32) - (1 << 23)).astype(np.float32) * np.float32(2.0**-23)


def exact(number):
    """A Python float that is exactly the float32 nearest to `number`, for JSON."""
    return float(np.float32(number))


def written(number):
    """The same, and "inf", "-inf" or "nan" for what JSON has no number for."""
    return exact(number) if np.isfinite(number) else str(float(number))


def given(*values, shape=None):
    """An input written out."""
    return {"shape": list(shape or [len(values)]), "values": [written(v) for v in values]}


def counted(shape, seed, scale=1.0, row_scales=None):
    """An input from the formula, times `scale`, and each row times its own of `row_scales`."""
    description = {"shape": list(shape), "seed": seed, "scale": exact(scale)}
    if row_scales is not None:
        description["row_scales"] = [exact(s) for s in row_scales]
    return description


def fan_in(shape, seed):
    """A weight of a real size: scaled so that a plain float32 loop stays within the tolerance."""
    return counted(shape, seed, np.sqrt(3.0 / shape[-1]))


def rounded(description, dtype):
    """The same input, rounded to what `dtype` ("float16" or "bfloat16") holds."""
    return description | {"dtype": dtype}


def round_to(values, dtype):
    """A float32 array with the values rounded as PyTorch rounds them."""
    return torch.from_numpy(values).to(getattr(torch, dtype)).float().numpy()


def tensor(description):
    """The described input as a float32 array."""
    shape = description["shape"]
    if "values" in description:
        x = np.array(description["values"], dtype=np.float32)
        return round_to(x.reshape(shape), description.get("dtype", "float32"))
    count = int(np.prod(shape))
    x = uniform(description["seed"], count) * np.float32(description["scale"])
    if "row_scales" in description:
        scales = np.array(description["row_scales"], dtype=np.float32)
        x = (x.reshape(len(scales), -1) * scales[:, None]).reshape(-1)
    return round_to(x.reshape(shape), description.get("dtype", "float32"))


def powers(count, seed):
    """A weight of ±2^k, k from -2 to 2: multiplying by it rounds nothing."""
    u = uniform(seed, count)
    return given(*(np.sign(u) * 2.0 ** np.floor(5 * np.abs(u) - 2)))


def integers(values, shape=None):
    """An argument of whole numbers."""
    return {"integers": [int(v) for v in values]} | ({"shape": list(shape)} if shape else {})


def argument(value):
    """An argument as cases.json has it."""
    if isinstance(value, float):
        return exact(value)
    if isinstance(value, int):
        return {"integer": value}
    if isinstance(value, bytes):
        return {"bytes": list(value)}
    if isinstance(value, (list, tuple)):
        return [argument(one) for one in value]
    return value  # a text, or described already


def passed(value):
    """The same for the reference function."""
    if isinstance(value, dict):
        if "integers" in value:
            return torch.tensor(value["integers"]).reshape(value.get("shape", [-1]))
        return torch.from_numpy(tensor(value)).double()
    return exact(value) if isinstance(value, float) else value


def make(folder, cases):
    """All files of one exercise, by path."""
    listing = {}
    stored = []
    start = 0
    for name, reference, arguments in cases():
        given_type = arguments.pop("outputs", None)
        function = arguments.pop("function", None)
        outputs = reference(**{k: passed(v) for k, v in arguments.items()})
        listing[name] = {"function": function} if function else {}
        listing[name] |= {"arguments": {k: argument(v) for k, v in arguments.items()}, "outputs": {}}
        described = [v for v in arguments.values() if isinstance(v, dict)]
        dtype = given_type or next((d["dtype"] for d in described if "dtype" in d), None)
        for output, value in outputs.items():
            if isinstance(value, torch.Tensor) and value.is_floating_point():
                low = value.to(getattr(torch, dtype)) if dtype else value
                stored.append(low.float().reshape(-1).numpy())
                value = {"shape": list(low.shape), "start": start}
                start += low.numel()
            elif isinstance(value, torch.Tensor):
                value = integers(value.reshape(-1).tolist(), value.shape)
            listing[name]["outputs"][output] = argument(value)
    files = {f"{folder}/cases.json": "{\n" + ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(case, ensure_ascii=False)}" for name, case in listing.items()
    ) + "\n}\n"}
    if stored:
        files[f"{folder}/outputs.npy"] = np.concatenate(stored)
    return files


def exercises():
    """The folder of each exercise's fixtures, and its cases."""
    for script in sorted(ROOT.glob("week*/*/*/fixtures.py")):
        spec = importlib.util.spec_from_file_location("fixtures_of_" + script.parent.name, script)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield script.parent.relative_to(ROOT).as_posix() + "/fixtures", module.cases


def difference(path, made):
    """Says how the file at `path` differs from what was made; empty when it does not."""
    if not path.exists():
        return "missing"
    if isinstance(made, str):
        return "" if path.read_text(encoding="utf-8") == made else "not what the script makes"
    stored = np.load(path)
    if stored.dtype != made.dtype or stored.shape != made.shape:
        return f"{stored.dtype} {stored.shape}, made {made.dtype} {made.shape}"
    # Another PyTorch or processor may round the last bit of a float64 the other way.
    same = (stored == made) | (np.isnan(stored) & np.isnan(made))  # infinities too
    apart = np.abs(np.where(same, 0, stored) - np.where(same, 0, made))
    wrong = ~(apart <= np.spacing(np.abs(np.where(same, 0, made))))
    if np.any(wrong):
        return f"differs by up to {np.max(apart):.3g}, first at element {np.argmax(wrong)}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    check = parser.parse_args().check
    torch.set_num_threads(1)
    made = {}
    for folder, cases in exercises():
        made.update(make(folder, cases))
    stored = {p.relative_to(ROOT).as_posix() for s in ("*.npy", "cases.json") for p in ROOT.glob(f"week*/*/*/fixtures/{s}")}
    if not check:
        for name in stored - made.keys():
            (ROOT / name).unlink()
        for name, content in made.items():
            (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                (ROOT / name).write_text(content, encoding="utf-8")
            else:
                np.save(ROOT / name, content)
        print(f"{len(made)} files written")
        return 0
    problems = [f"{name}: no case makes it" for name in sorted(stored - made.keys())]
    for name, content in made.items():
        if found := difference(ROOT / name, content):
            problems.append(f"{name}: {found}")
    print("\n".join(problems) or f"{len(made)} files are what PyTorch {torch.__version__} makes")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.modules["fixtures"] = sys.modules["__main__"]  # by which name the exercises' scripts know this one
    sys.exit(main())
