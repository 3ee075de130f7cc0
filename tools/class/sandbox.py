"""Runs the runner on one submission, shut in: what its code does costs itself alone.

The first of these that works here is taken:
  bubblewrap as another user   root only; nothing outside can be seen, written or reached, and processes are counted
  bubblewrap                   the same without the count where the teacher is root
  another user                 root only, where a container allows no namespaces: the tree can be read, not written
  nothing                      only with --unconfined: limits of time, memory, output and processes alone
"""

import dataclasses
import os
import selectors
import shutil
import subprocess
import tempfile
import threading
import time

import processes
import seccomp
from language import code, either, say

SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/etc/alternatives",
          "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"]
KEPT = ("PATH", "CONDA_PREFIX", "LD_LIBRARY_PATH", "OPENBLAS_CORETYPE")

# The limits are set inside, where they count what is inside. The tree comes as a tar archive on standard input.
SHUT_IN = """
ulimit -c 0 -f "$1" -u "$2" && { ulimit -v "$3" 2>/dev/null || true; } || exit 97
mkdir -p "$4" && cd "$4" && tar xf - || exit 97
shift 4
exec "$@" </dev/null
"""

_users = processes.Users()
stopping = threading.Event()  # set, it ends every run


@dataclasses.dataclass(frozen=True)
class Limits:
    seconds: float = 600
    memory: int = 4 << 30
    processes: int = 256
    file: int = 256 << 20
    disk: int = 512 << 20
    output: int = 4 << 20

    def for_one(self):
        return dataclasses.replace(self, seconds=min(120, self.seconds))


class Run:
    """One run and what came of it: its standard output, or the trouble that it made."""

    def __init__(self, command, environment, user, tree, limits, inherited=()):
        self.trouble = ""
        self.output = self.errors = b""
        account = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        self._limits = limits
        self._process = processes.start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment, cwd="/", pass_fds=inherited, **account)
        try:
            self._watch(memoryview(tree))
        finally:
            self._end()
        if not self.trouble and self._process.returncode not in (0, 1, 2):
            self.trouble = f"ended with {self._process.returncode}"

    def complaint(self):
        text = self.errors.decode("utf-8", "replace").strip().splitlines()
        return text[-1] if text else "no result"

    def _watch(self, tree):
        pipes = selectors.DefaultSelector()
        process = self._process
        for pipe in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(pipe.fileno(), False)
        pipes.register(process.stdin, selectors.EVENT_WRITE)
        pipes.register(process.stdout, selectors.EVENT_READ)
        pipes.register(process.stderr, selectors.EVENT_READ)
        started = looked = time.monotonic()
        while not self.trouble and (process.poll() is None or len(pipes.get_map()) > 0):
            ready = pipes.select(0.1)
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    tree = self._feed(pipes, tree)
                else:
                    self._take(pipes, key.fileobj)
            # Somebody that it left behind may hold the pipes open: what it said itself is there by now.
            if process.poll() is not None and not ready:
                return
            now = time.monotonic()
            if stopping.is_set():
                self.trouble = "stopped"
            elif now - started > self._limits.seconds:
                self.trouble = f"out of time after {self._limits.seconds:.0f} s"
            elif now - looked > 0.3:
                looked = now
                if processes.memory_below(process.pid) > self._limits.memory:
                    self.trouble = f"out of memory: more than {self._limits.memory / 2**30:.1f} GiB"

    def _feed(self, pipes, tree):
        try:
            tree = tree[os.write(self._process.stdin.fileno(), tree[:1 << 16]):]
        except OSError:
            tree = tree[:0]
        if not tree:
            pipes.unregister(self._process.stdin)
            self._process.stdin.close()
        return tree

    def _take(self, pipes, pipe):
        text = os.read(pipe.fileno(), 1 << 16)
        if not text:
            pipes.unregister(pipe)
        elif pipe is self._process.stdout:
            self.output += text
            if len(self.output) > self._limits.output:
                self.trouble = "too much output"
        else:
            self.errors = (self.errors + text)[-(1 << 14):]

    def _end(self):
        processes.end(self._process)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            pipe.close()


class Sandbox:
    def __init__(self, bubblewrap, own_user):
        self.bubblewrap, self.own_user = bubblewrap, own_user
        self.name = {(True, True): "bubblewrap as another user", (True, False): "bubblewrap",
                     (False, True): "another user", (False, False): "nothing"}[bubblewrap, own_user]

    def about(self):
        return either(f"confined by {self.name}", f"隔离方式：{self.name}")

    def run(self, course, answers, arguments, limits):
        user = _users.take() if self.own_user else None
        refused = None
        if self.bubblewrap:
            place, temporary = "/tmp/course", None
            refused = seccomp.opened()
            before = self._walls(course, limits, refused)
        else:
            temporary = tempfile.mkdtemp(prefix="tiny-llm-class-")
            place, before = temporary + "/course", []
            if user is not None:
                os.chown(temporary, user, user)
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment |= {"LC_ALL": "C.UTF-8", "HOME": place, "TMPDIR": temporary or "/tmp", "TINY_LLM_NO_INSTALL": "1",
                        "TINY_LLM_SOURCE_DIR": place, "TINY_LLM_BUILD_DIR": f"{place}/build"}
        shut_in = ["bash", "-c", SHUT_IN, "bash", str(limits.file >> 10), str(limits.processes), str(limits.memory >> 10),
                   place, str(course.runner), "--lang", code(), *arguments]
        try:
            return Run(before + shut_in, environment, user, course.tree(answers, place), limits,
                       () if refused is None else (refused,))
        finally:
            if refused is not None:
                os.close(refused)
            if user is not None:
                processes.kill_user(user)
                _users.give_back(user)
            if temporary:
                shutil.rmtree(temporary, ignore_errors=True)

    def _walls(self, course, limits, refused):
        """What a submission can see: the system's programs and libraries, and what it is compiled and linked with. The runner is
        the first process there: bubblewrap's own would hold its output too, and would not defend it."""
        walls = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--as-pid-1",
                 "--dev", "/dev", "--proc", "/proc", "--size", str(limits.disk), "--tmpfs", "/tmp"]
        for path in SYSTEM + [os.environ.get("CONDA_PREFIX", "")]:
            if path and os.path.islink(path):
                walls += ["--symlink", os.readlink(path), path]
            elif path:
                walls += ["--ro-bind-try", path, path]
        for path in course.shared():
            walls += ["--ro-bind", str(path), str(path)]
        if refused is not None:
            walls += ["--seccomp", str(refused)]
        return walls + ["--remount-ro", "/dev", "--remount-ro", "/"]

    def works(self, course):
        """Whether an untouched exercise is found unsolved in it. What went wrong otherwise is kept."""
        run = self.run(course, {}, ["check", course.ids[0], "--json"], Limits())
        graded = course.exercise_from(run.output, course.ids[0])
        self.fault = run.trouble + " " + run.complaint()
        return graded is not None and graded["status"] == "unsolved"


def find(course, unconfined):
    """The best one that works here; None, after having said why, when there is none."""
    root, bubblewrap = os.geteuid() == 0, shutil.which("bwrap") is not None
    faults = []
    for walls, user in ((True, True), (True, False), (False, True)):
        if (walls and not bubblewrap) or (user and not root):
            continue
        sandbox = Sandbox(walls, user)
        if sandbox.works(course):
            return sandbox
        faults.append(f"  {sandbox.name}: {sandbox.fault}")
    nothing = Sandbox(False, False)
    if unconfined:
        if nothing.works(course):
            return nothing
        faults.append(f"  {nothing.name}: {nothing.fault}")
    say("No sandbox works here:", "这里没有可用的沙箱：")
    say("\n".join(faults or ["  bubblewrap is not installed"]), "\n".join(faults or ["  没有安装 bubblewrap"]))
    say("Install bubblewrap (Debian: apt-get install bubblewrap), or grade in a container or virtual machine that holds "
        "nothing else, with --unconfined.",
        "请安装 bubblewrap（Debian：apt-get install bubblewrap），或者在不放别的东西的容器、虚拟机里加上 --unconfined 来批改。")
    return None
