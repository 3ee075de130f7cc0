"""bench.json out of several runs of ./learn bench --json.

    python3 docs/figures/bench.py run*.json >docs/figures/bench.json

Others may share the machine. So each time is the median, over the runs, of its multiple of the same run's limit, times the
median of the limits. Left out are the learner's own rows, and who was refused, since that names files of the machine.
"""
import json
import sys
from statistics import median


def key(row):
    return row["op"], row["shape"], row["impl"], row["threads"]


runs = [json.load(open(path)) for path in sys.argv[1:]]
times = [{key(row): row for row in run["rows"]} for run in runs]
rows = []
for first in runs[0]["rows"]:
    if first["impl"] == "yours":
        continue
    row = dict(first)
    one = row["op"], row["shape"], "limit", 1
    row["ratio_to_limit"] = median(run[key(row)]["median_ms"] / run[one]["median_ms"] for run in times)
    row["median_ms"] = row["ratio_to_limit"] * median(run[one]["median_ms"] for run in times)
    for name in ("memory_ms", "arithmetic_ms"):
        if name in row:
            row[name] = median(run[key(row)][name] for run in times)
    rows.append(row)

head = {name: runs[0][name] for name in ("cpu", "cores", "blas")} | {"refused": []}
print(json.dumps(head)[:-1] + ', "rows": [')
print(",\n".join(json.dumps(row) for row in rows))
print("]}")
