"""What the runs have started, and its end. Without /proc (macOS) only the process groups are known."""

import ctypes
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import threading

if sys.platform == "linux":
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

_started = set()  # the first process of each run
_guard = threading.Lock()


def start(command, **settings):
    with _guard:
        process = subprocess.Popen(command, start_new_session=True, **settings)
        _started.add(process.pid)
        return process


def _parents():
    parents = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return parents
    for name in names:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    # "pid (name) state parent": the name may hold anything, brackets too.
                    state, parent = file.read().rpartition(b")")[2].split()[:2]
                    parents[int(name)] = int(parent) if state != b"Z" else 0
            except (OSError, ValueError, IndexError):
                pass
    return parents


def _below(top):
    """The process and all that descends from it."""
    children = {}
    for process, parent in _parents().items():
        children.setdefault(parent, []).append(process)
    family, i = [top], 0
    while i < len(family):
        family += children.get(family[i], [])
        i += 1
    return family


def memory_below(top):
    """Bytes of memory that it and its descendants hold for themselves; what they share is the system's and the sandbox's."""
    pages = 0
    for process in _below(top):
        try:
            with open(f"/proc/{process}/statm") as file:
                resident, shared = file.read().split()[1:3]
                pages += int(resident) - int(shared)
        except (OSError, ValueError, IndexError):
            pass
    return pages * os.sysconf("SC_PAGE_SIZE")


def _signal(process, number):
    try:
        os.kill(process, number)
    except OSError:
        pass


def end(process):
    """Ends a run with all that descends from it, and what has lost its parent and so become our own child."""
    if process.poll() is None:
        _signal(process.pid, signal.SIGSTOP)
        _kill_all(lambda: [p for p in _below(process.pid) if p != process.pid])
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass
    process.kill()
    process.wait()
    with _guard:
        _started.discard(process.pid)
        _kill_all(_strays)


def _strays():
    ours = [process for process, parent in _parents().items() if parent == os.getpid()]
    return [below for process in ours if process not in _started for below in _below(process)]


def _kill_all(find):
    for _ in range(100):  # those that fork meanwhile are found in the next round
        found = find()
        for process in found:
            _signal(process, signal.SIGKILL)
        for process in found:
            try:
                os.waitpid(process, os.WNOHANG)
            except OSError:
                pass  # not a child of ours
        if not found:
            return


class Users:
    """Numbers that no account has, one for each submission at a time, and for nobody else's run meanwhile."""

    FIRST, LAST = 64000, 64999

    def __init__(self):
        self._taken = []
        self._free = []
        self._guard = threading.Lock()

    def take(self):
        with self._guard:
            return self._free.pop() if self._free else self._another()

    def give_back(self, user):
        with self._guard:
            self._free.append(user)

    def _another(self):
        for user in range(self.FIRST, self.LAST):
            path = os.path.join(tempfile.gettempdir(), f".tiny-llm-class-{user}.lock")
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
                continue
            self._taken.append(file)  # held as long as this program runs
            return user
        raise OSError("no user is free for a submission")


def kill_user(user):
    """Kills all that this user runs, at once: what forks faster than one can look dies too."""
    killer = start(["bash", "-c", "kill -KILL -1"], user=user, group=user, extra_groups=[], stderr=subprocess.DEVNULL)
    killer.wait()
    with _guard:
        _started.discard(killer.pid)
