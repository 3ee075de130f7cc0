"""What came out: a file for each submission as soon as it is graded, and from all of them two tables."""

import csv
import fcntl
import hashlib
import io
import json
import os
import re
from collections import Counter
from pathlib import Path

from course import SetupError
from language import either

MARKS = {"passed": "✓", "failed": "✗", "compile_error": "C", "crashed": "!", "timed_out": "T", "blocked": "-",
         "unsolved": "·", "not_graded": "?"}


def _write(path, text):
    """All of it or nothing, whatever stops us."""
    new = path.with_name(path.name + ".new")
    with open(new, "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)


def mistakes(exercise):
    names = [d["id"] for d in exercise["diagnoses"]]
    return [name for name in names if re.fullmatch("[a-z0-9][a-z0-9-]*", name)]


def _plain(text, most=120):
    """One line that no table or spreadsheet takes for something else."""
    text = " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", text).split())[:most]
    return "'" + text if text.startswith(("=", "+", "-", "@")) else text


def _cell(text):
    return re.sub(r"([\\|`*_<>\[\]])", r"\\\1", _plain(text))


def _note(exercise):
    error = exercise.get("error")
    for text in (error.get("text") if isinstance(error, dict) else "", exercise.get("crash"), exercise.get("ended_in")):
        if isinstance(text, str) and text:
            return text
    blocked = exercise.get("blocked_by")
    return " ".join(map(str, blocked)) if isinstance(blocked, list) else ""


def _refuse_another_table(path, *beginnings):
    """A gradebook may have the name that a table here gets."""
    if not os.path.lexists(path):
        return
    text = b""
    if path.is_file() and not path.is_symlink():
        with open(path, "rb") as file:
            text = file.read(100)
    if not text.startswith(tuple(beginning.encode() for beginning in beginnings)):
        raise SetupError(either(f"{path} is there already and not of ours, so it was left as it is; give another --out",
                                f"{path} 已经存在，而且不是这个程序写的，没有覆盖；请换一个 --out"))


class Store:
    def __init__(self, folder):
        self.folder = folder
        _refuse_another_table(folder / "results.csv", "submission,exercise,status,")
        _refuse_another_table(folder / "results.md", "# Results\n", "# 结果\n")
        try:
            (folder / "submissions").mkdir(parents=True, exist_ok=True)
            self._lock = open(folder / ".lock", "a")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SetupError(either(f"{folder}: somebody else is grading into it", f"{folder}：另一个进程正在往里写结果"))
        except OSError as error:
            raise SetupError(str(error))

    def _path(self, name):
        plain = re.sub(r"[^\w.-]", "_", name, flags=re.ASCII)[:80]
        if plain != name or plain.startswith("."):
            plain += "-" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8]
        return self.folder / "submissions" / f"{plain}.json"

    def load(self, name):
        try:
            result = json.loads(self._path(name).read_text(encoding="utf-8"))
            return result if result["submission"] == name and result["exercises"] else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def save(self, result):
        _write(self._path(result["submission"]), json.dumps(result, ensure_ascii=False, indent=1) + "\n")

    def write_tables(self, results, course, everyone):
        results = sorted(results, key=lambda r: r["submission"])
        _write(self.folder / "results.csv", _csv(results))
        _write(self.folder / "results.md", _markdown(results, course, len(everyone)))


def _csv(results):
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["submission", "exercise", "status", "tests_passed", "tests", "mistakes", "note"])
    for result in results:
        for e in result["exercises"]:
            passed = sum(t["status"] == "passed" for t in e["tests"])
            note = "missing" if e["id"] in result["missing"] else _note(e)
            table.writerow([_plain(result["submission"]), e["id"], e["status"], passed, len(e["tests"]),
                            " ".join(mistakes(e)), _plain(note)])
    return text.getvalue()


def _markdown(results, course, total):
    lines = [f"# {either('Results', '结果')}", "",
             either(f"{len(results)} of {total} submissions are graded.", f"{total} 份作业，已批 {len(results)} 份。"), ""]
    legend = {"passed": ("passed", "通过"), "failed": ("failed", "未通过"), "compile_error": ("does not compile", "编译失败"),
              "crashed": ("crashed", "崩溃"), "timed_out": ("endless", "超时"), "blocked": ("an earlier one is missing", "被卡住"),
              "unsolved": ("unsolved", "未完成"), "not_graded": ("could not be graded", "没法批")}
    lines += [either(", ", "，").join(f"{MARKS[s]} {either(*words)}" for s, words in legend.items()), ""]
    lines += ["| | " + " | ".join(f"`{id}`" for id in course.ids) + f" | {either('passed', '通过')} |",
              "|---" * (len(course.ids) + 2) + "|"]
    named = Counter()
    who = {}
    for result in results:
        by_id = {e["id"]: e for e in result["exercises"]}
        cells = [MARKS[by_id[id]["status"]] if id in by_id else "" for id in course.ids]
        lines.append(f"| {_cell(result['submission'])} | " + " | ".join(cells) + f" | {cells.count('✓')} |")
        for id, e in by_id.items():
            for name in mistakes(e):
                named[f"{id}/{name}"] += 1
                who.setdefault(f"{id}/{name}", []).append(result["submission"])
    lines += ["", f"## {either('Mistakes', '错误')}", ""]
    if named:
        lines += [either("| mistake | how often | who |", "| 错误 | 次数 | 谁 |"), "|---|---|---|"]
        for name, count in sorted(named.items(), key=lambda item: (-item[1], item[0])):
            lines.append(f"| `{name}` | {count} | {', '.join(map(_cell, who[name]))} |")
    else:
        lines.append(either("None was recognized.", "没有认出任何错误。"))
    return "\n".join(lines) + "\n"
