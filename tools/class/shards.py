"""A class in parts, one for each machine, and one table of them all again."""

import re

import results as tables
from harmless import harmless_line
from language import either, say


def parse(text):
    """(K, N) of "K/N"; None, after having said why, where it is none."""
    parts = re.fullmatch("([0-9]{1,6})/([0-9]{1,6})", text)
    number, of = map(int, parts.groups()) if parts else (0, 0)
    if 1 <= number <= of:
        return number, of
    text = harmless_line(text)
    return say(f"--shard {text}: what is meant is K/N, with K from 1 to N: 2/4",
               f"--shard {text}：格式是 K/N，K 从 1 到 N，例如 2/4")


def described(part, course, everyone, mine):
    """What is kept beside the results of a part."""
    return {"shard": part[0], "of": part[1], "course": course.source(), "exercises": course.ids,
            "class": [s.name for s in everyone], "fingerprints": {s.name: s.fingerprint(course) for s in mine}}


def merge(folders, out):
    """The exit code. Nothing is written where the parts are not one class's."""
    parts = {}
    for folder in folders:
        part = tables.load_shard(folder)
        if not part:
            return say(f"{folder}: no results of a --shard", f"{folder}：里面没有 --shard 的结果") or 2
        if folder.resolve() == out.resolve():
            return say(f"{out}: this is a part; --out is where the whole goes",
                       f"{out}：这是其中一份；--out 要另给一个目录放合并结果") or 2
        first, first_folder = next(iter(parts.values()), (part, folder))
        for key, english, chinese in (("of", "another number of shards", "份数"), ("course", "another course", "课程"),
                                      ("exercises", "another course", "课程"), ("class", "another class", "班级")):
            if part[key] != first[key]:
                return say(f"{folder}: of {english} than {first_folder}", f"{folder}：{chinese}和 {first_folder} 不一样") or 2
        number = part["shard"]
        if number in parts:
            return say(f"{folder}: shard {number}/{part['of']} again, as {parts[number][1]}",
                       f"{folder}：第 {number}/{part['of']} 份重复了，{parts[number][1]} 也是它") or 2
        parts[number] = part, folder
    found = []
    whole = True
    for number in range(1, first["of"] + 1):
        if number not in parts:
            whole = say(f"shard {number}/{first['of']} is missing", f"缺第 {number}/{first['of']} 份")
            continue
        part, folder = parts[number]
        kept = {name: tables.load(folder, name) for name in part["fingerprints"]}
        done = [r for name, r in kept.items() if r and r["fingerprint"] == part["fingerprints"][name]]
        found += done
        if len(done) < len(kept):
            whole = say(f"{folder}: {len(kept) - len(done)} of {len(kept)} are not graded yet",
                        f"{folder}：{len(kept)} 份里还有 {len(kept) - len(done)} 份没批完")
    store = tables.Store(out)
    for result in found:
        store.save(result)
    store.write_shard(None)
    store.write_tables(found, first["exercises"], len(first["class"]))
    store.tell()
    return 0 if whole else 1
