"""Many mutants of one solution as one library, which the grader loads and is told which of them to ask.

Each has a namespace of its own, as the wrong answers have (grader/plant.cpp): one compiler run for forty costs as
much as three alone.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

SECONDS = 15  # as the runner; the grader ends itself after 10
# Where a `return` was left out the next function would follow, and that may be another mutant, which is right.
FLAGS = ["-w", "-fsanitize=return", "-fsanitize-undefined-trap-on-error"]
NAMED = re.compile(r"mutant_(\d+)\.cpp:\d+:\d+: (?:fatal )?error|mutant_(\d+)\.cpp:\d+:\d+:\s+required from"
                   r"|undefined reference to .mutant_(\d+)::")

# Once for each mutant is enough: what is changed is the text, and not its versions for other processors.
FILE = """{preamble}
#undef TINY_LLM_CLONES
#define TINY_LLM_CLONES
{mutants}
GRADER_MODULE({id},
{answers})
"""
MUTANT = """
namespace mutant_{n} {{
using namespace tiny_llm;
}}
#undef TINY_LLM_{upper}_HPP
#define tiny_llm mutant_{n}
#include "mutant_{n}.cpp"
#include "{call}"
#undef tiny_llm
"""


class Exercise:
    """An exercise in a build folder of the preset `learn`."""

    def __init__(self, build, course, entry):
        self.id = entry["id"]
        self.build = Path(build)
        self.source = Path(course["source_dir"])
        self.solution = self.source / entry["solution"]
        self.needs = entry["needs"]
        self.given = [str(self.build / f"answers/given/{need}.so") for need in self.needs]
        self.call = self.source / entry["tests"] / "call.hpp"

    def prepare(self):
        """Builds what judges it, and learns from ninja how an answer is made."""
        targets = [f"{self.id}_test", f"{self.id}_planted_files", "tiny_llm_pch", "tiny_llm_fast_pch", "tiny_llm_json_pch",
                   "tiny_llm_json_once", f"{self.id}_call"]
        targets += [f"{need}_given" for need in self.needs]
        done = subprocess.run(["ninja", "-C", self.build, "-j1", *targets], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"mutate: what grades {self.id} does not build\n{done.stdout[-3000:]}")
        self.link = self._command(f"answers/yours/{self.id}.so")
        [self.object] = [word for word in self.link if word.endswith(".o")]
        self.archives = [word for word in self._command(f"calls/{self.id}.so") if word.endswith(".a")]
        self.compile = self._command(self.object)
        self.compile = self.compile[: self.compile.index("-MD")]
        planted = (self.build / "planted" / self.id / "planted.cpp").read_text()
        self.preamble = planted[: planted.index("\nnamespace ")]

    def _command(self, output):
        text = subprocess.run(["ninja", "-C", self.build, "-t", "commands", "-s", output], capture_output=True, text=True)
        words = shlex.split(text.stdout.splitlines()[-1])
        return [word for word in words if word not in ("&&", ":")]


def run_batch(exercise, texts):
    """What becomes of each text of the solution: a list of outcomes, "survived" among them."""
    folder = Path(tempfile.mkdtemp(prefix="mutate-"))
    try:
        outcomes = ["does not compile"] * len(texts)
        for n, text in enumerate(texts):
            (folder / f"mutant_{n}.cpp").write_text(text)
        _build_and_run(exercise, folder, list(range(len(texts))), outcomes)
        return outcomes
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _build_and_run(exercise, folder, numbers, outcomes):
    while numbers:
        bad = _build(exercise, folder, numbers)
        if bad is None:
            for n in numbers:
                outcomes[n] = _run(exercise, folder, n)
            return
        if not bad:  # nobody in particular is to blame
            if len(numbers) > 1:
                half = len(numbers) // 2
                _build_and_run(exercise, folder, numbers[:half], outcomes)
                _build_and_run(exercise, folder, numbers[half:], outcomes)
            return
        numbers = [n for n in numbers if n not in bad]


def _build(exercise, folder, numbers):
    """None when it was built; else the mutants that the compiler and the linker speak of."""
    mutants = "".join(MUTANT.format(n=n, upper=exercise.id.upper(), call=exercise.call) for n in numbers)
    answers = "".join(f'    {{"{n}", &mutant_{n}::call}},\n' for n in numbers)
    file, obj = folder / "batch.cpp", folder / "batch.o"
    file.write_text(FILE.format(preamble=exercise.preamble, id=exercise.id, mutants=mutants, answers=answers))
    done = _tool(exercise, [*exercise.compile, *FLAGS, f"-I{exercise.source}", "-o", str(obj), "-c", str(file)])
    if done.returncode == 0:
        link = [str(obj) if word == exercise.object else word for word in exercise.link]
        link[link.index("-o") + 1] = str(folder / "batch.so")
        # The grader's own functions are found when it loads the library; a mutant's that is missing is named below.
        done = _tool(exercise, [*link, "-Wl,--no-undefined", "-Wl,--warn-unresolved-symbols",
                                *exercise.archives, *exercise.given])
        if done.returncode == 0 and not NAMED.search(done.stdout):
            return None
    return {int(next(filter(None, found))) for found in NAMED.findall(done.stdout)}


def _tool(exercise, command):
    return subprocess.run(command, cwd=exercise.build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", env={**os.environ, "LC_ALL": "C"})


def _run(exercise, folder, n):
    environment = {**os.environ, "TINY_LLM_RUNNER": "1", "OPENBLAS_NUM_THREADS": "1",
                   "OMP_WAIT_POLICY": "passive"}  # as the runner
    process = subprocess.Popen([exercise.build / f"bin/{exercise.id}_test", "--order", "decl", "--abort"], cwd=folder,
                               stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True, env=environment)
    told = {"with": exercise.given, "answer": {"library": str(folder / "batch.so"), "id": str(n)}}
    try:
        process.communicate(json.dumps(told).encode(), SECONDS)
        code = process.returncode
    except subprocess.TimeoutExpired:
        code = 124
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    if code == 124:
        return "timed out"
    return "survived" if code == 0 else "crashed" if code < 0 else "failed"
