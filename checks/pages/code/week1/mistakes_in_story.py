"""Count which planted mistakes of week 1's parts a story shows, for chapter 6: tells the same story with each of them.

    python3 checks/pages/code/week1/mistakes_in_story.py en

Or zh, where the story begins with another prompt. Compiles about 200 small libraries.
"""

import collections
import json
import pathlib
import subprocess
import sys

PARTS = ["week1/01-silu/silu", "week1/03-qwen2-mlp/linear", "week1/02-rms-norm/rms_norm", "week1/03-qwen2-mlp/qwen2_mlp",
         "week1/04-fusion/pre_norm_block"]
root = pathlib.Path(__file__).resolve().parents[4]


def outcome(mistake):
    command = ["./learn", "story", "--lang", sys.argv[1], "--temperature", "0", "--json", "--mistake", mistake]
    right = json.loads(subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True).stdout)
    wrong = right["mistake"]
    if wrong["error"]:
        return "error", wrong["error"]
    if wrong["tokens"] == right["tokens"]:
        return "same", ""
    return ("first" if wrong["agreeing_tokens"] == 0 else "later"), f"{wrong['agreeing_tokens']} agree:{wrong['story'][:100]}"


count = collections.Counter()
for part in PARTS:
    folder = root / "tests" / part
    known = json.loads(subprocess.check_output(["./learn", "story", "--json", "--mistake", folder.name], cwd=root))
    for mistake in known["mistakes"]:
        name = f"{folder.name}/{mistake['id']}"
        kind, note = outcome(name)
        count[kind] += 1
        print(f"{name}: {kind} {note}", flush=True)
print(dict(count))
