"""The course, compiled once: what a submission's own build folder takes over, and what it compiles itself."""

import hashlib
import io
import json
import os
import shlex
import shutil
import subprocess
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from language import code, either, say

SOURCE = Path(__file__).resolve().parents[2]
TREE = "@TREE@"  # in the texts below: the folder in which a submission is graded
COMPILE_SECONDS = 60
STATUSES = {"passed", "failed", "compile_error", "crashed", "timed_out", "blocked", "unsolved"}


class SetupError(Exception):
    pass


def _run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, "LC_ALL": "C"})
    if done.returncode != 0:
        raise SetupError(f"{shlex.join(command)[:200]}\n" + "\n".join(done.stdout.splitlines()[-25:]))
    return done.stdout


def _commands(build, target):
    """The words of the commands that make one file."""
    text = _run("ninja", "-C", str(build), "-t", "commands", "-s", target)
    lines = [line for line in text.splitlines() if not line.startswith("ninja: ")]
    parts = [[]]
    for word in shlex.split(lines[-1]):
        parts.append([]) if word == "&&" else parts[-1].append(word)
    return [part for part in parts if part and part != [":"]]


def _step(output, command, needed):
    return (f"build {_ninja_path(output)}: run {' '.join(map(_ninja_path, needed))}\n"
            f"  command = {command.replace('$', '$$')}\n")


def _ninja_path(path):
    return path.replace("$", "$$").replace(" ", "$ ").replace(":", "$:")


class Course:
    def __init__(self, build):
        self.build = build
        self.json = json.loads((build / "course.json").read_text())
        self.exercises = self.json["exercises"]
        self.ids = [e["id"] for e in self.exercises]
        self.runner = build / "bin" / "learn"
        self._inputs = set()  # files of `build` that are linked or included as they are
        self._objects = {}    # of answers: the file's path in the build folder, and its exercise
        self._programs = ""
        for exercise in self.exercises:
            for key in ("test", "given_test"):
                if exercise.get(key):
                    self._add_program(exercise[f"{key}_target"], exercise[key])
        self._compilations = {path: self._compilation(path, e) for path, e in self._objects.items()}

    def _answer_of(self, word):
        return next((e for e in self.exercises if f"/{e['answer_target']}.dir/" in word), None)

    def _add_program(self, target, program):
        commands, needed = [], []
        for command in _commands(self.build, program):
            words = []
            for word in command:
                exercise = self._answer_of(word)
                if exercise and word.endswith(".o"):
                    self._objects[word] = exercise
                    needed.append(word)
                elif word.endswith((".o", ".a")) and not os.path.isabs(word):
                    word = os.path.normpath(word)
                    self._inputs.add(word)
                    word = str(self.build / word)
                words.append(word)
            commands.append(shlex.join(words))
        self._programs += _step(program, " && ".join(commands), needed)
        self._programs += f"build {target}: phony {_ninja_path(program)}\n"

    def _compilation(self, path, exercise):
        [command] = _commands(self.build, path)
        words, rest = [], iter(command)
        for word in rest:
            if word in ("-MD", "-MMD"):
                continue
            if word in ("-MT", "-MF", "-MQ"):
                next(rest)
                continue
            if word == path:
                word = f"{TREE}/build/{path}"
            if word == str(SOURCE / exercise["file"]):
                word = f"{TREE}/{exercise['file']}"
            if word.endswith("cmake_pch.hxx"):
                self._inputs |= {os.path.relpath(word, self.build), os.path.relpath(word + ".gch", self.build)}
            elif word.endswith(".pch"):  # clang wants the file that it was made from, too
                source = word.removesuffix(".pch") + ".cxx"
                self._inputs |= {os.path.relpath(word, self.build), os.path.relpath(source, self.build)}
            words.append(word)
        # A stub's object serves in every tree: so no tree's name may be in it.
        words.append(f"-ffile-prefix-map={TREE}/=")
        if os.path.basename(words[0]) == "ccache":
            del words[0]
        # In the folder where the precompiled header was made, and ended where the compiler finds no end.
        limit = f"timeout -k 1 {COMPILE_SECONDS} " if shutil.which("timeout") else ""
        return f"cd {shlex.quote(str(self.build))} && {limit}{shlex.join(words)}"

    def compile(self):
        """Brings all that is shared up to date."""
        # g++'s precompiled header lies beside the header that the command names; clang's is named itself.
        text = _run("ninja", "-C", str(self.build), "-t", "targets", "all")
        known = {os.path.relpath(self.build / line.rpartition(": ")[0], self.build) for line in text.splitlines()}
        self._inputs = {path for path in self._inputs if path in known or not path.endswith(".gch")}
        made = self._inputs & known
        _run("cmake", "--build", str(self.build), "--target", "learn", *sorted(made))
        digest = hashlib.sha256((self._programs + str(self._compilations)).encode())
        self._stubs = {e["id"]: (SOURCE / e["stub"]).read_bytes() for e in self.exercises}
        for content in self._stubs.values():
            digest.update(content)
        self._stub_objects = {}
        for path in self.shared_files():
            digest.update(path.read_bytes())
        self.fingerprint = digest.hexdigest()
        self._compile_stubs()

    def _compile_stubs(self):
        """Most of what comes in unsolved is an untouched stub: those are compiled once for all."""
        kept = self.build / "class" / self.fingerprint[:16]
        objects = {path: kept / f"{e['id']}.o" for path, e in self._objects.items()}
        if not all(file.exists() for file in objects.values()):
            shutil.rmtree(kept.parent, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=self.build) as tree, ThreadPoolExecutor(os.cpu_count()) as pool:
                with tarfile.open(fileobj=io.BytesIO(self.tree({}, tree))) as tar:
                    tar.extractall(tree)
                for path in objects:
                    os.makedirs(os.path.dirname(f"{tree}/build/{path}"), exist_ok=True)
                commands = [command.replace(TREE, tree) for command in self._compilations.values()]
                list(pool.map(lambda command: _run("bash", "-c", command), commands))
                kept.mkdir(parents=True)
                for path, file in objects.items():
                    shutil.copyfile(f"{tree}/build/{path}", file)
        self._stub_objects = objects

    def shared_files(self):
        """All that grading reads of the course, but for the fixtures: no solution, no mistake, no answer of yours."""
        return ([self.runner] + sorted(self.build / path for path in self._inputs) + self.headers() +
                sorted(self._stub_objects.values()))

    def headers(self):
        folders = [SOURCE / "include"] + sorted({SOURCE / e["chapter"] for e in self.exercises})
        return [file for folder in folders for file in sorted(folder.rglob("*.hpp"))]

    def is_stub(self, id, answer):
        return answer is None or answer == self._stubs[id]

    def tree(self, answers, place):
        """The folder for one submission, as a tar archive; untouched stubs stand in for what is missing."""
        answers = {**self._stubs, **answers}
        ninja = "ninja_required_version = 1.5\npool one\n  depth = 1\n"
        ninja += "rule run\n  command = $command\n  pool = one\n" + self._programs
        for path, command in self._compilations.items():
            exercise = self._objects[path]
            if path in self._stub_objects and self.is_stub(exercise["id"], answers[exercise["id"]]):
                command = f"cp {shlex.quote(str(self._stub_objects[path]))} {shlex.quote(path)}"
            ninja += _step(path, command, [f"{TREE}/{exercise['file']}"])
        settings = {**self.json, "source_dir": place, "build_dir": f"{place}/build"}
        files = {"build/course.json": json.dumps(settings), "build/build.ninja": ninja.replace(TREE, place)}
        files |= {e["file"]: answers[e["id"]] for e in self.exercises}
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for name, content in files.items():
                content = content.encode() if isinstance(content, str) else content
                info = tarfile.TarInfo(name)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
        return archive.getvalue()

    # What a run printed came through the hands of a stranger's code: nothing of it is taken on trust.

    def exercises_from(self, output):
        graded = _object(output).get("exercises")
        if not isinstance(graded, list) or len(graded) != len(self.ids):
            return None
        checked = [_checked(value, id) for value, id in zip(graded, self.ids)]
        return checked if all(checked) else None

    def exercise_from(self, output, id):
        return _checked(_object(output), id)


def _object(text):
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _checked(value, id):
    """The exercise's result, when it has the form of one."""
    if not isinstance(value, dict) or value.get("id") != id or value.get("status") not in STATUSES:
        return None
    for key, inner in (("tests", "status"), ("diagnoses", "id")):
        items = value.get(key)
        if not isinstance(items, list):
            return None
        if not all(isinstance(item, dict) and isinstance(item.get(inner), str) for item in items):
            return None
    return value


def prepare(build):
    build = (build or Path(os.environ.get("TINY_LLM_BUILD_DIR") or SOURCE / "build" / "learn")).resolve()
    if not (build / "course.json").exists() or not (build / "build.ninja").exists():
        _run("cmake", "-S", str(SOURCE), "--preset", "learn", "-B", str(build))
    say("compiling what all submissions share …", "正在编译所有作业共用的部分……")
    course = Course(build)
    if Path(course.json["source_dir"]).resolve() != SOURCE:
        raise SetupError(either(f"{build} was configured for {course.json['source_dir']}",
                                f"{build} 是为 {course.json['source_dir']} 配置的"))
    course.compile()
    return course
