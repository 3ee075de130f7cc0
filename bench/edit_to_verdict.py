#!/usr/bin/env python3
"""Edit to verdict: how long a learner waits here, beside pytest with one comparison that imports PyTorch.

    bench/edit_to_verdict.py [--edits 10] [ID ...]      the four core exercises, or those that are named

Works on a copy of the tree in a temporary folder, with the solutions in place of the stubs. Edits one line of code
in each exercise by turns, runs `./learn check`, and runs pytest in between, so that both see the same machine.
Needs Debian's python3-pytest and python3-torch. Prints medians and their ratio to pytest.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

PYTEST = """
import torch

def silu(x):
    return x / (1 + torch.exp(-x))

def test_silu():
    x = torch.randn(3, 5)
    torch.testing.assert_close(silu(x), torch.nn.functional.silu(x))
"""


def timed(command, folder, expected=0):
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if done.returncode != expected:
        sys.exit(f"{command} in {folder}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return seconds


def edited(solution, number):
    """The solution with one more line of code in its last function."""
    head, brace, tail = solution.rpartition(") {\n") if ") const {\n" not in solution else solution.rpartition(") const {\n")
    return f"{head}{brace}    [[maybe_unused]] volatile int edit = {number};\n{tail}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=10, help="edits of each exercise")
    parser.add_argument("ids", nargs="*", default=["silu", "rms_norm", "linear", "qwen2_mlp"], help="exercises")
    options = parser.parse_args()
    edits = options.edits
    # The first `python3` may be one without PyTorch; Debian's packages are for this one.
    python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch) / "course"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns("build", ".git", ".learn", "node_modules"))
        (pathlib.Path(scratch) / "test_one.py").write_text(PYTEST)
        for file in tree.glob("week*/*/*.cpp"):
            shutil.copy(tree / "solutions" / file.relative_to(tree), file)
        print("building once ...", file=sys.stderr)
        for name in options.ids:
            timed(["./learn", "check", name], tree)
        course = json.loads((tree / "build/learn/course.json").read_text())["exercises"]
        course = [e for e in course if e["id"] in options.ids]
        pytest = [python, "-m", "pytest", "-q", "test_one.py"]
        timed(pytest, scratch)
        seconds = {"pytest": []} | {e["id"]: [] for e in course}
        for number in range(edits):
            for exercise in course:
                solution = (tree / exercise["solution"]).read_text()
                (tree / exercise["file"]).write_text(edited(solution, number))
                seconds[exercise["id"]].append(timed(["./learn", "check", exercise["id"]], tree))
                seconds["pytest"].append(timed(pytest, scratch))
    base = statistics.median(seconds["pytest"])
    medians = {name: statistics.median(s) for name, s in seconds.items()}
    for name, median in medians.items():
        print(f"{name:24} {median:6.2f} s   {median / base:5.2f} x pytest   ({len(seconds[name])} runs)")
    ours = [m for name, m in medians.items() if name != "pytest"]
    print(f"median of the {len(ours)}       {statistics.median(ours):6.2f} s   {statistics.median(ours) / base:5.2f} x pytest")
    print(f"slowest                  {max(ours):6.2f} s   {max(ours) / base:5.2f} x pytest")


if __name__ == "__main__":
    main()
