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

from course import SetupError, is_result
from harmless import harmless_json, harmless_line
from language import either, show

MARKS = {"passed": "✓", "failed": "✗", "compile_error": "C", "crashed": "!", "timed_out": "T", "blocked": "-",
         "unsolved": "·", "not_graded": "?"}
SHARD = "shard.json"


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
    return [name for name in names if re.fullmatch("[a-z0-9][a-z0-9-]{0,60}", name)][:8]


def _plain(text):
    """What no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(("=", "+", "-", "@")) else text


def _cell(text):
    return re.sub(r"([\\|`*_<>\[\]&$~])", r"\\\1", _plain(text))


def _note(exercise):
    error = exercise.get("error")
    texts = [error.get("text") if isinstance(error, dict) else "", exercise.get("crash"), exercise.get("ended_in")]
    blocked = exercise.get("blocked_by")
    texts.append(" ".join(map(str, blocked)) if isinstance(blocked, list) else "")
    text = next((text for text in texts if isinstance(text, str) and text), "")
    return _plain(harmless_line(" ".join(text[:1000].split()))[:120])


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

    def load(self, name):
        return load(self.folder, name)

    def save(self, result):
        _write(_path(self.folder, result["submission"]), _json(result))

    def write_tables(self, results, ids, total):
        results = sorted(results, key=lambda r: r["submission"])
        _write(self.folder / "results.csv", _csv(results))
        _write(self.folder / "results.md", _markdown(results, ids, total))

    def tell(self):
        show(self.folder / "results.csv", self.folder / "results.md")

    def write_shard(self, shard):
        """What the merge has to know of this part of a class; None for the whole."""
        if shard:
            _write(self.folder / SHARD, _json(shard))
        else:
            (self.folder / SHARD).unlink(missing_ok=True)


def _json(value):
    return harmless_json(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1)) + "\n"


def _path(folder, name):
    plain = re.sub(r"[^\w.-]", "_", name, flags=re.ASCII)[:80]
    if plain != name or plain.startswith("."):
        plain += "-" + hashlib.sha256(name.encode()).hexdigest()[:8]
    return folder / "submissions" / f"{plain}.json"


def load(folder, name):
    """What was kept of a submission, unless it is damaged."""
    try:
        result = json.loads(_path(folder, name).read_text(encoding="utf-8"))
        whole = result["submission"] == name and isinstance(result["fingerprint"], str) and \
            isinstance(result["missing"], list) and result["exercises"] and \
            all(is_result(e, MARKS) for e in result["exercises"])
        return result if whole else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def load_shard(folder):
    try:
        shard = json.loads((folder / SHARD).read_text(encoding="utf-8"))
        return shard if {"shard", "of", "course", "exercises", "class", "fingerprints"} <= set(shard) else None
    except (OSError, ValueError, TypeError, RecursionError):
        return None


def _csv(results):
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["submission", "exercise", "status", "tests_passed", "tests", "mistakes", "note"])
    for result in results:
        for e in result["exercises"]:
            passed = sum(t["status"] == "passed" for t in e["tests"])
            note = "missing" if e["id"] in result["missing"] else _note(e)
            table.writerow([_plain(result["submission"]), e["id"], e["status"], passed, len(e["tests"]),
                            " ".join(mistakes(e)), note])
    return text.getvalue()


def _markdown(results, ids, total):
    lines = [f"# {either('Results', '结果')}", "",
             either(f"{len(results)} of {total} submissions are graded.", f"{total} 份作业，已批 {len(results)} 份。"), ""]
    legend = {"passed": ("passed", "通过"), "failed": ("failed", "未通过"), "compile_error": ("does not compile", "编译失败"),
              "crashed": ("crashed", "崩溃"), "timed_out": ("endless", "超时"), "blocked": ("an earlier one is missing", "被卡住"),
              "unsolved": ("unsolved", "未完成"), "not_graded": ("could not be graded", "没法批")}
    lines += [either(", ", "，").join(f"{MARKS[s]} {either(*words)}" for s, words in legend.items()), ""]
    lines += ["| | " + " | ".join(f"`{id}`" for id in ids) + f" | {either('passed', '通过')} |",
              "|---" * (len(ids) + 2) + "|"]
    named = Counter()
    who = {}
    for result in results:
        by_id = {e["id"]: e for e in result["exercises"]}
        cells = [MARKS[by_id[id]["status"]] if id in by_id else "" for id in ids]
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
