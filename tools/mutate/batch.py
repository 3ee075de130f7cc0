"""Many mutants of one solution as one program, which is told by a variable which of them answers.

Each has a namespace of its own, as the catalogue of wrong answers has them (cmake/catalogue.cpp.in): one compiler run
for forty costs as much as three alone. The test reaches its answer through tiny_llm::call, an inline function and so
a weak symbol; the one given here is strong.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

SECONDS = 15  # as the runner; the grader ends itself after 10
NAMED = re.compile(r"mutant_(\d+)\.cpp:\d+:\d+: (?:fatal )?error|mutant_(\d+)\.cpp:\d+:\d+:\s+required from"
                   r"|undefined reference to .mutant_(\d+)::")

# Once for each mutant is enough: what is changed is the text, and not its versions for other processors.
FILE = """{preamble}
#undef TINY_LLM_CLONES
#define TINY_LLM_CLONES
{mutants}
#include <cstdlib>
namespace tiny_llm {{
std::vector<Tensor> call(grader::Call& arguments) {{
    switch (std::atoi(std::getenv("TINY_LLM_MUTANT"))) {{
{cases}        default: std::abort();
    }}
}}
}}
namespace grader {{  // what refuses a mutant does not matter here, and naming it takes time
{mistakes}}}
"""
NOBODY = """const std::vector<Mistake>& mistakes_of_{id}();
const std::vector<Mistake>& mistakes_of_{id}() {{ static const std::vector<Mistake> none; return none; }}
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
        self.id, self.chapter = entry["id"], entry["chapter"]
        self.build = Path(build)
        self.source = Path(course["source_dir"])
        self.solution = self.source / entry["solution"]
        self.target = entry["given_test_target"] or entry["test_target"]
        self.needs = entry["needs"]
        self.catalogues = [i for i in (self.id, entry["twin"]) if i]
        self.call = self.source / "tests" / self.chapter / f"{self.id}_call.hpp"

    def prepare(self):
        """Builds what judges it, and learns from ninja how."""
        targets = [f"{self.id}_grader", "tiny_llm_support_code", "tiny_llm_listener"]
        targets += [f"{i}_solution" for i in (self.id, *self.needs)]
        done = subprocess.run(["ninja", "-C", self.build, "-j1", *targets], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"mutate: what grades {self.id} does not build\n{done.stdout[-3000:]}")
        file = next(self.build.glob(f"CMakeFiles/{self.id}_solution.dir/**/{self.id}.cpp.o"))
        self.object = str(file.relative_to(self.build))
        self.compile = self._command(self.object)
        self.compile = self.compile[: self.compile.index("-MD")]
        self.link = [word for word in self._command("bin/" + self.target) if "_mistakes.dir/" not in word]
        catalogue = (self.build / "catalogue" / f"{self.id}.cpp").read_text()
        self.preamble = catalogue[: catalogue.index("\nnamespace ")].replace("#define TINY_LLM_CATALOGUE\n", "")

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
                outcomes[n] = _run(folder, n)
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
    cases = "".join(f"        case {n}: return mutant_{n}::call(arguments);\n" for n in numbers)
    file, binary = folder / "batch.cpp", folder / "program"
    nobody = "".join(NOBODY.format(id=i) for i in exercise.catalogues)
    file.write_text(FILE.format(preamble=exercise.preamble, mutants=mutants, cases=cases, mistakes=nobody))
    obj = folder / "batch.o"
    done = _tool(exercise, [*exercise.compile, "-w", f"-I{exercise.source}/tests", "-o", str(obj), "-c", str(file)])
    if done.returncode == 0:
        # What the weak function would call is linked, too.
        answer = f"CMakeFiles/{exercise.id}_answer.dir"
        link = [str(obj) if word.startswith(answer) else word for word in exercise.link]
        link[link.index("-o") + 1] = str(binary)
        done = _tool(exercise, [*link, exercise.object])
        if done.returncode == 0:
            return None
    return {int(next(filter(None, found))) for found in NAMED.findall(done.stdout)}


def _tool(exercise, command):
    return subprocess.run(command, cwd=exercise.build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", env={**os.environ, "LC_ALL": "C"})


def _run(folder, n):
    environment = {**os.environ, "TINY_LLM_MUTANT": str(n), "OPENBLAS_NUM_THREADS": "1",
                   "OMP_WAIT_POLICY": "passive"}  # as the runner
    environment.pop("TINY_LLM_RUNNER", None)
    process = subprocess.Popen([folder / "program", "--order", "decl", "--abort"], cwd=folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True, env=environment)
    try:
        code = process.wait(SECONDS)
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
