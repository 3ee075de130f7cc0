"""The course, compiled once: what a submission's own build folder takes over, and what it compiles itself."""

import fcntl
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import tarfile
import tempfile
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


def _commands(build, targets):
    """The words of the command that makes each of these files; asked at once, as each asking costs reading all of build.ninja."""
    text = _run("ninja", "-C", str(build), "-t", "commands", "-s", *targets)
    return [_command(line) for line in text.splitlines() if not line.startswith("ninja: ")]


def _command(line):
    parts = [[]]
    for word in shlex.split(line):
        parts.append([]) if word == "&&" else parts[-1].append(word)
    [command] = [part for part in parts if part and part != [":"]]
    return command


def _library(exercise):
    return f"answers/yours/{exercise['id']}.so"


def _compiled(link):
    """The one object file of a library."""
    [object] = [word for word in link if word.endswith(".o")]
    return object


def _step(output, command, needed):
    return (f"build {_ninja_path(output)}: run {' '.join(map(_ninja_path, needed))}\n"
            f"  command = {command.replace('$', '$$')}\n")


def _ninja_path(path):
    return path.replace("$", "$$").replace(" ", "$ ").replace(":", "$:")


class Answer:
    """How the library of one exercise's answer is made."""

    def __init__(self, build, exercise, link, compile):
        self.id, self.file = exercise["id"], exercise["file"]
        self.library = _library(exercise)
        self.object = _compiled(link)
        self.inputs = {word for word in link if word.endswith(".a") and not os.path.isabs(word)}  # files of `build`
        self.link = [str(build / word) if word in self.inputs else word for word in link]
        words, rest = [], iter(compile)
        for word in rest:
            if word in ("-MD", "-MMD"):
                continue
            if word in ("-MT", "-MF", "-MQ"):
                next(rest)
                continue
            if word == self.object:
                word = f"{TREE}/build/{word}"
            if word == str(build / "answers" / "text" / self.id / self.file):  # in a course that is learnt: the runner's copy
                word = f"{TREE}/{self.file}"
            if word.endswith("cmake_pch.hxx"):
                self.inputs |= {os.path.relpath(word, build), os.path.relpath(word + ".gch", build)}
            elif word.endswith(".pch"):  # clang wants the file that it was made from, too
                source = word.removesuffix(".pch") + ".cxx"
                self.inputs |= {os.path.relpath(word, build), os.path.relpath(source, build)}
            words.append(word)
        # A stub's library serves in every tree: so no tree's name may be in it.
        words.append(f"-ffile-prefix-map={TREE}/=")
        if os.path.basename(words[0]) == "ccache":
            del words[0]
        # In the folder where the precompiled header was made, and ended where the compiler finds no end.
        limit = f"timeout -k 1 {COMPILE_SECONDS} " if shutil.which("timeout") else ""
        self.compile = f"cd {shlex.quote(str(build))} && {limit}{shlex.join(words)}"

    def steps(self):
        return (_step(self.object, self.compile, [f"{TREE}/{self.file}"]) +
                _step(self.library, shlex.join(self.link), [self.object]))


class Course:
    def __init__(self, build):
        self.build = build
        self.json = json.loads((build / "course.json").read_text())
        self.exercises = self.json["exercises"]
        self.ids = [e["id"] for e in self.exercises]
        self.runner = build / "bin" / "learn"
        links = _commands(build, map(_library, self.exercises))
        compiles = _commands(build, map(_compiled, links))
        self._answers = [Answer(build, *each) for each in zip(self.exercises, links, compiles)]
        self._inputs = set().union(*(answer.inputs for answer in self._answers))
        self._stubs = {e["id"]: (SOURCE / e["tests"] / "stub.cpp").read_bytes() for e in self.exercises}
        self._stub_libraries = {}

    def compile(self):
        """Brings all that is shared up to date."""
        # g++'s precompiled header lies beside the header that the command names; clang's is named itself.
        text = _run("ninja", "-C", str(self.build), "-t", "targets", "all")
        known = {os.path.relpath(self.build / line.rpartition(": ")[0], self.build) for line in text.splitlines()}
        self._inputs = {path for path in self._inputs if path in known or not path.endswith(".gch")}
        graders = [f"{id}_{kind}" for id in self.ids for kind in ("test", "call", "mistakes", "given")]
        _run("cmake", "--build", str(self.build), "--target", "learn", *graders, *sorted(self._inputs & known))
        digest = hashlib.sha256("".join(answer.steps() for answer in self._answers).encode())
        for content in self._stubs.values():
            digest.update(content)
        for path in self._shared_files() + [self.build / "grader/explaining.so"]:
            digest.update(path.read_bytes())
        for id in self.ids:
            for file in (f"bin/{id}_test", f"calls/{id}.so", f"mistakes/{id}.so"):
                digest.update((self.build / file).read_bytes())
        self.fingerprint = digest.hexdigest()
        self._compile_stubs()

    def _compile_stubs(self):
        """Most of what comes in unsolved is an untouched stub: those are compiled once for all."""
        kept = self.build / "class" / self.fingerprint[:16]
        libraries = {answer.id: kept / f"{answer.id}.so" for answer in self._answers}
        if not all(file.exists() for file in libraries.values()):
            shutil.rmtree(kept.parent, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=self.build) as tree:
                with tarfile.open(fileobj=io.BytesIO(self.tree({}, tree))) as tar:
                    tar.extractall(tree)
                _run("ninja", "-C", f"{tree}/build")
                kept.mkdir(parents=True)
                for answer in self._answers:
                    shutil.copyfile(f"{tree}/build/{answer.library}", libraries[answer.id])
        self._stub_libraries = libraries

    def _shared_files(self):
        return [self.runner] + sorted(self.build / path for path in self._inputs) + self.headers()

    def shared(self):
        """All that grading reads of the course: what is compiled with, what grades, the given answers of what is called,
        and the inputs and outputs of the tests. No solution's text, no mistake's, no answer of yours."""
        folders = [self.build / name for name in ("bin", "calls", "grader", "mistakes", "answers/given", "class")]
        return self._shared_files() + folders + [SOURCE / e["tests"] / "fixtures" for e in self.exercises]

    def headers(self):
        folders = [SOURCE / "include"] + sorted({SOURCE / e["chapter"] for e in self.exercises})
        return [file for folder in folders for file in sorted(folder.rglob("*.hpp"))]

    def is_stub(self, id, answer):
        return answer is None or answer == self._stubs[id]

    def tree(self, answers, place):
        """The folder for one submission, as a tar archive; untouched stubs stand in for what is missing."""
        answers = {**self._stubs, **answers}
        ninja = "ninja_required_version = 1.5\npool one\n  depth = 1\n"
        if self._stub_libraries:  # the stubs themselves are compiled side by side
            ninja += "rule run\n  command = $command\n  pool = one\n"
        else:
            ninja += "rule run\n  command = $command\n"
        for answer in self._answers:
            if self._stub_libraries and self.is_stub(answer.id, answers[answer.id]):
                stub = shlex.quote(str(self._stub_libraries[answer.id]))
                ninja += _step(answer.library, f"cp {stub} {answer.library}", [f"{TREE}/{answer.file}"])
            else:
                ninja += answer.steps()
            ninja += f"build {answer.id}_yours: phony {answer.library}\n"
        settings = {**self.json, "source_dir": place, "build_dir": f"{place}/build", "graders_dir": str(self.build)}
        files = {"build/course.json": json.dumps(settings), "build/build.ninja": ninja.replace(TREE, place)}
        files |= {answer.file: answers[answer.id] for answer in self._answers}
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

    def source(self):
        """The same on every machine that has the same course, whatever compiles it there."""
        files = [SOURCE / e["tests"] for e in self.exercises] + [SOURCE / "grader", SOURCE / "tools/learn"]
        digest = hashlib.sha256()
        for file in self.headers() + [file for folder in files for file in sorted(folder.rglob("*"))]:
            if file.is_file():
                digest.update(f"{file.relative_to(SOURCE)} {file.stat().st_size}\n".encode() + file.read_bytes())
        return digest.hexdigest()


def _object(text):
    try:
        value = json.loads(text.decode("utf-8", "replace"), parse_int=_whole, parse_float=_finite,
                           parse_constant=lambda _: None)  # NaN and Infinity, which JSON has not
        return _tame(value) if isinstance(value, dict) else {}
    except (ValueError, RecursionError):
        return {}


def _whole(digits):
    return int(digits) if len(digits) < 16 else None


def _finite(digits):
    value = float(digits)
    return value if abs(value) < 1e15 else None


def _tame(value, depth=0):
    """No deeper, longer or larger than any result is, and no text that is none."""
    if isinstance(value, str):
        return re.sub("[\ud800-\udfff]", "\ufffd", value[:20000])
    if isinstance(value, list):
        return [_tame(inner, depth + 1) for inner in value[:1000]] if depth < 8 else None
    if isinstance(value, dict):
        inner = list(value.items())[:1000] if depth < 8 else []
        return {_tame(key): _tame(item, depth + 1) for key, item in inner}
    return value


def _checked(value, id):
    """The exercise's result, when it has the form of one."""
    return value if is_result(value, STATUSES) and value["id"] == id else None


def is_result(value, statuses):
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        return False
    if not isinstance(value.get("status"), str) or value["status"] not in statuses:
        return False
    for key, inner in (("tests", "status"), ("diagnoses", "id")):
        items = value.get(key)
        if not isinstance(items, list):
            return False
        if not all(isinstance(item, dict) and isinstance(item.get(inner), str) for item in items):
            return False
    return True


def prepare(build):
    build = (build or Path(os.environ.get("TINY_LLM_BUILD_DIR") or SOURCE / "build" / "learn")).resolve()
    try:
        build.mkdir(parents=True, exist_ok=True)
        lock = open(build / ".lock", "a")
    except OSError as error:
        raise SetupError(str(error))
    with lock:  # as ./learn does; of several shards one compiles
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _prepare(build)


def _prepare(build):
    if not (build / "course.json").exists() or not (build / "build.ninja").exists():
        _run("cmake", "-S", str(SOURCE), "--preset", "learn", "-B", str(build))
    say("compiling what all submissions share …", "正在编译所有作业共用的部分……")
    course = Course(build)
    if Path(course.json["source_dir"]).resolve() != SOURCE:
        raise SetupError(either(f"{build} was configured for {course.json['source_dir']}",
                                f"{build} 是为 {course.json['source_dir']} 配置的"))
    course.compile()
    return course
