"""What students handed in. It is only read, and only the exercises' files: regular ones, of a sensible size."""

import hashlib
import os
import stat
from pathlib import Path

from course import SOURCE
from harmless import name_of

LARGEST = 1 << 20  # bytes of one answer


def _read(root, path):
    """The file's bytes; None for what is no regular file of that folder: a link out of it, a pipe, a device."""
    try:
        real = path.resolve(strict=True)
        if not real.is_relative_to(root.resolve()):
            return None
        handle = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            return None
        with os.fdopen(handle, "rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, RuntimeError):
        return None
    return content if len(content) <= LARGEST else None


class Submission:
    def __init__(self, folder):
        self.folder = folder
        self.name = name_of(os.fsencode(folder.name))
        self._fingerprint = None

    def _root(self, course):
        """The folder with most answers in it: the submission's own, one below it, or around its week1."""
        def count(base, cut):
            return sum(os.path.isfile(base / file[cut:]) for file in files)

        files = [e["file"] for e in course.exercises]
        week = files[0].split("/")[0] + "/"
        folders = [self.folder]
        for _ in range(2):
            below = []
            for folder in folders:
                try:
                    below += sorted(f for f in folder.iterdir() if f.is_dir() and not f.is_symlink())[:50]
                except OSError:
                    pass
            folders += [folder for folder in below if folder not in folders]
        choices = [(folder, cut) for folder in folders for cut in (0, len(week))]
        return max(choices, key=lambda choice: count(*choice))

    def answers(self, course):
        root, cut = self._root(course)
        read = {e["id"]: _read(self.folder, root / e["file"][cut:]) for e in course.exercises}
        return {id: content for id, content in read.items() if content is not None}

    def fingerprint(self, course):
        """Changes with the answers and with the course."""
        if not self._fingerprint:
            digest = hashlib.sha256(course.fingerprint.encode())
            for id, content in sorted(self.answers(course).items()):
                digest.update(f"\n{id} {len(content)}\n".encode() + content)
            self._fingerprint = digest.hexdigest()
        return self._fingerprint


def all_in(folder, course, besides):
    """One for each folder that holds an answer or nothing at all; hidden ones and the results are none."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: os.fsencode(entry.name)):
        if entry.is_dir() and not entry.is_symlink() and not entry.name.startswith(".") and \
                entry.resolve() not in (besides.resolve(), SOURCE):
            found.append(Submission(entry))
    return found
