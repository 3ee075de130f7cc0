import itertools

import torch

from fixtures import counted, given


class OutOfPages(Exception):
    pass


class Pages:
    """Texts whose pages are objects, each with the number of its users: no table, no pool, no order of free pages."""

    def __init__(self, page, pages):
        self.page, self.pages, self.named, self.texts, self.others, self.given_out = page, pages, [], {}, [], 0

    def free(self):
        return self.pages - sum(p["users"] > 0 for p in self.named)

    def take(self):
        page = {"users": 1, "name": None}
        self.named.append(page)
        return page

    def step(self, step):
        """What it throws, or None."""
        who, what = step[:step.index("(")].split(".")
        inside = step[step.index("(") + 1:-1]
        if who == "others":
            for _ in range(int(inside)):
                if what == "take" and self.free():
                    self.others.append(self.take())
                elif what == "release" and self.others:
                    self.others.pop(0)["users"] -= 1
                self.name()
            return None
        if what == "fork":
            first, _, length = inside.partition(", ")
            first = self.texts[first]
            length = int(length) if length else first["length"]
            shared = first["pages"][:-(-length // self.page)]
            for page in shared:
                page["users"] += 1
            self.texts[who] = dict(length=length, pages=shared, rows=first["rows"][:length], reserved=range(0))
            return None
        text = self.texts.setdefault(who, dict(length=0, pages=[], rows=[], reserved=range(0)))
        if what == "end":
            self.leave(self.texts.pop(who), 0)
        elif what == "write" and inside.count("("):
            return "std::invalid_argument"
        elif what == "write" and int(inside) >= self.layers:
            return "std::invalid_argument"
        elif what in ("reserve", "append"):
            n = int(inside)
            end = -(-(text["length"] + n) // self.page)
            first = text["length"] // self.page
            copies = n > 0 and first < len(text["pages"]) and text["pages"][first]["users"] > 1
            missing = max(0, end - len(text["pages"])) + copies
            if missing > self.free():
                return "OutOfPages"
            if copies:
                text["pages"][first]["users"] -= 1
                text["pages"][first] = self.take()
            while len(text["pages"]) < end:
                text["pages"].append(self.take())
            text["reserved"] = range(self.given_out, self.given_out + n)
            self.given_out += n
        if what == "truncate":
            if int(inside) > text["length"]:
                return "std::invalid_argument"
            text.update(length=int(inside), rows=text["rows"][:int(inside)], reserved=range(0))
            self.leave(text, -(-text["length"] // self.page))
        if what in ("commit", "append"):
            text["rows"] = text["rows"] + list(text["reserved"])
            text.update(length=len(text["rows"]), reserved=range(0))
        return None

    def leave(self, text, kept):
        for page in text["pages"][kept:]:
            page["users"] -= 1
        text["pages"] = text["pages"][:kept]

    def name(self):
        self.named = [page for page in self.named if page["users"]]
        for page in itertools.chain(self.others, *(self.texts[who]["pages"] for who in sorted(self.texts))):
            if page["name"] is None:
                known = [other["name"] for other in self.named]
                page["name"] = next(chr(c) for c in range(ord("a"), ord("z") + 1) if chr(c) not in known)

    def state(self):
        parts = [", ".join(f"{who} {text['length']}: {''.join(page['name'] for page in text['pages']) or '-'}"
                           for who, text in sorted(self.texts.items()))]
        parts.append(" ".join(f"{p['name']}{p['users']}" for p in sorted(self.named, key=lambda p: p["name"])))
        return "; ".join(part for part in parts + [f"{self.free()} free"] if part)


def cases():
    def reference(keys, values, page, pages, steps, **_):
        world, happened = Pages(page, pages), []
        world.layers = keys.shape[0]
        for step in steps:
            thrown = world.step(step)
            world.name()
            happened.append(step + (f" throws {thrown}" if thrown else "") + " -> " + world.state())
        rows = {}
        for who, text in sorted(world.texts.items()):
            for name, of in (("keys", keys), ("values", values)):
                which = torch.tensor(text["rows"], dtype=torch.long) % of.shape[1]
                rows[f"{name} of {who}"] = of[:, which].flatten(start_dim=2)
            world.leave(text, 0)
        happened.append(f"all texts end: {world.free()} free")
        return {"what happened": happened} | rows

    def case(name, page, pages, steps, layers=2, heads=2, dim=3, rows=40, seed=7201):
        shape = [layers, rows, heads, dim]
        return name, reference, {
            "steps": steps.split("; "), "page": page, "pages": pages, "keys": counted(shape, seed, 4),
            "values": counted(shape, seed + 1, 4)
        }

    # The chapter's: pages of two, two texts with a common beginning of three, one layer, a number to a row.
    keys, values = given(1, 2, 3, 4, 5, 6, shape=[1, 6, 1, 1]), given(10, 20, 30, 40, 50, 60, shape=[1, 6, 1, 1])
    yield "by-hand", reference, {
        "steps": ["A.append(3)", "B.fork(A)", "B.reserve(2)", "B.write(0)", "B.commit()", "A.append(1)", "B.truncate(2)",
                  "A.end()"],
        "page": 2, "pages": 5, "keys": keys, "values": values
    }

    # One text.
    yield case("one-page", 4, 3, "A.append(3)")
    yield case("several-pages", 2, 5, "A.append(5)")
    yield case("token-by-token", 3, 4,
               "A.append(1); A.append(1); A.append(1); A.append(1); A.append(1); A.append(1); A.append(1)")
    yield case("prompt-and-tokens", 4, 4, "A.append(6); A.append(1); A.append(1); A.append(1)")
    yield case("to-the-end-of-a-page", 3, 4, "A.append(3); A.append(3)")
    yield case("into-the-next-page", 3, 4, "A.append(2); A.append(3); A.append(4)")
    yield case("nothing", 3, 2,
               "A.reserve(0); A.write(0); A.write(1); A.commit(); A.append(3); A.append(0); A.append(2); A.append(0)")
    yield case("pages-of-one", 1, 5, "A.append(2); A.append(1); A.append(2)")
    yield case("one-large-page", 40, 1, "A.append(7); A.append(1); A.append(32)", layers=1)
    yield case("one-layer-one-number", 2, 3, "A.append(3); A.append(2)", layers=1, heads=1, dim=1)
    yield case("alike", 3, 3, "A.append(3); A.append(3)", layers=3, heads=3, dim=3)
    yield case("more-heads-than-numbers", 2, 3, "A.append(3); A.append(1)", heads=4, dim=1)
    yield case("steps", 2, 4,
               "A.reserve(3); A.write(1); A.write(0); A.commit(); A.reserve(1); A.write(0); A.write(1); A.commit()")
    yield case("written-twice", 2, 4, "A.append(1); A.reserve(3); A.write(0); A.write(1); A.write(0); A.commit()")
    yield case("only-reserved", 2, 4, "A.append(1); A.reserve(4)")
    yield case("committed-twice", 2, 4, "A.append(3); A.commit(); A.commit()")
    yield case("reserved-again", 2, 6, "A.append(3); A.reserve(2); A.reserve(2); A.write(0); A.write(1); A.commit()")
    yield case("reserved-again-none-free", 2, 3,
               "A.append(1); A.reserve(5); A.reserve(5); A.reserve(3); A.write(0); A.write(1); A.commit()")
    yield case("reserved-more", 2, 6, "A.append(3); A.reserve(2); A.reserve(5); A.write(0); A.write(1); A.commit()")

    # Pages that are not 0, 1, 2 ...
    yield case("scattered", 2, 7,
               "others.take(3); A.append(3); others.take(1); others.release(2); A.append(2); A.append(3)")
    yield case("backwards", 2, 6, "A.append(4); B.append(4); A.truncate(2); B.truncate(2); A.end(); C.append(7)")
    yield case("two-texts", 3, 6, "A.append(2); B.append(4); A.append(3); B.append(1); A.append(1)")
    yield case("two-texts-in-turns", 2, 6,
               "A.reserve(3); B.reserve(2); B.write(0); A.write(1); A.write(0); B.write(1); A.commit(); "
               "B.commit(); B.append(1)")

    # No free page.
    yield case("just-enough", 2, 3, "A.append(3); A.append(3)")
    yield case("one-too-many", 2, 3, "A.append(3); A.append(4); A.append(3)")
    yield case("none-free", 2, 3, "others.take(2); A.append(2); A.append(1); others.release(1); A.append(1)")
    yield case("some-free", 2, 4, "others.take(1); A.append(1); A.append(6); A.append(4)")
    yield case("no-page-at-all", 2, 0, "A.append(0); A.append(1)")
    yield case("refused-at-once", 2, 3, "A.append(9); A.append(2)")
    yield case("room-in-the-last-page", 3, 1, "A.append(1); A.append(2); A.append(1)")
    yield case("none-needed", 2, 2, "A.append(2); others.take(1); A.append(0); A.append(1)")
    yield case("refused-while-reserved", 2, 3,
               "A.append(1); A.reserve(2); A.reserve(9); A.write(0); A.write(1); A.commit()")
    yield case("copy-and-none-free", 2, 2, "A.append(3); B.fork(A); B.append(1); A.append(1); B.end(); A.append(1)")
    yield case("copy-and-too-few", 2, 4,
               "A.append(3); B.fork(A); others.take(1); B.append(2); others.release(1); B.append(2)")
    yield case("copy-just-enough", 2, 4, "A.append(3); B.fork(A); B.append(3)")
    yield case("copy-of-several-too-few", 2, 6, "A.append(5); B.fork(A); B.append(6); B.append(5)")

    # Shared pages.
    yield case("fork", 4, 4, "A.append(3); B.fork(A); B.append(1)")
    yield case("fork-then-the-first", 4, 4, "A.append(3); B.fork(A); A.append(1)")
    yield case("fork-then-both", 4, 5, "A.append(6); B.fork(A); A.append(1); B.append(1); A.append(1); B.append(2)")
    yield case("fork-at-the-end-of-a-page", 3, 5, "A.append(6); B.fork(A); B.append(1); A.append(1)")
    yield case("fork-one-page", 3, 5, "A.append(5); B.fork(A, 3); B.append(2); A.append(1)")
    yield case("fork-shorter", 4, 5, "A.append(7); B.fork(A, 5); B.append(2); A.append(1)")
    yield case("fork-into-a-full-page", 4, 5, "A.append(8); B.fork(A, 6); B.append(3)")
    yield case("fork-nothing-more", 3, 4, "A.append(4); B.fork(A); B.append(0); B.reserve(0)")
    yield case("three-texts", 3, 7, "A.append(5); B.fork(A); C.fork(A); B.append(1); C.append(1); A.append(1)")
    yield case("three-texts-in-a-row", 3, 8,
               "A.append(4); B.fork(A); B.append(1); C.fork(B); C.append(2); B.append(1); A.append(1)")
    yield case("fork-of-three-layers", 2, 5, "A.append(3); B.fork(A); B.append(2); A.append(1)", layers=3)
    yield case("fork-of-one-layer", 2, 5, "A.append(3); B.fork(A); B.append(2); A.append(1)", layers=1)
    yield case("fork-after-others", 2, 8,
               "others.take(2); A.append(3); others.release(1); B.fork(A); A.append(1); B.append(2)")
    yield case("copied-once", 3, 5, "A.append(4); B.fork(A); B.append(1); B.append(1); B.append(1); A.append(1)")
    yield case("alone-again", 3, 4, "A.append(4); B.fork(A); B.end(); A.append(1)")
    yield case("fork-reserved-only", 2, 5,
               "A.append(3); B.fork(A); B.reserve(1); B.reserve(2); B.write(1); B.write(0); B.commit()")
    yield case("first-ends", 2, 5, "A.append(3); B.fork(A); A.end(); B.append(2)")
    yield case("fork-of-what-reserves", 2, 6,
               "A.append(3); A.reserve(4); B.fork(A); A.reserve(2); A.write(0); A.write(1); A.commit(); B.append(1)")

    # Shorter.
    yield case("truncate", 3, 4, "A.append(8); A.truncate(4); A.append(1)")
    yield case("truncate-in-the-page", 4, 3, "A.append(7); A.truncate(5); A.append(2)")
    yield case("truncate-to-a-whole-page", 3, 4, "A.append(8); A.truncate(6); A.append(1)")
    yield case("truncate-one-page", 3, 4, "A.append(4); A.truncate(3); A.append(2)")
    yield case("truncate-to-nothing", 3, 4, "A.append(4); A.truncate(0); A.append(5)")
    yield case("truncate-nothing", 3, 4, "A.append(4); A.truncate(4); A.append(1)")
    yield case("truncate-empty", 3, 4, "A.append(0); A.truncate(0)")
    yield case("truncate-beyond", 3, 4, "A.append(4); A.truncate(5); A.append(1)")
    yield case("truncate-beyond-the-table", 3, 4, "A.append(4); A.truncate(9); A.append(1)")
    yield case("truncate-shared", 4, 5, "A.append(7); B.fork(A); B.truncate(5); B.append(2); A.append(1)")
    yield case("truncate-shared-page-away", 3, 5, "A.append(7); B.fork(A); B.truncate(3); A.append(1); B.append(2)")
    yield case("truncate-shared-first", 3, 5, "A.append(5); B.fork(A); A.truncate(1); A.append(1)")
    yield case("truncate-reserved", 2, 5, "A.append(3); A.reserve(4); A.truncate(3); A.commit(); A.append(1)")
    yield case("truncate-reserved-shorter", 2, 5,
               "A.append(3); A.reserve(2); A.truncate(1); A.write(0); A.commit(); A.append(2)")
    yield case("truncate-beyond-what-is-reserved", 2, 5,
               "A.append(3); A.reserve(3); A.truncate(5); A.write(0); A.write(1); A.commit()")

    # The end.
    yield case("end", 2, 5, "A.append(5); B.append(2); A.end(); B.append(3)")
    yield case("end-of-a-fork", 2, 5, "A.append(5); B.fork(A); B.end(); A.append(1)")
    yield case("end-of-reserved", 2, 5, "A.append(3); A.reserve(4); A.end(); B.append(3)")
    yield case("end-of-all", 2, 6,
               "A.append(3); B.fork(A); B.append(2); C.fork(A, 2); A.end(); C.end(); B.end(); D.append(10)")

    # Refused shapes, of two reserved rows.
    for name, steps in {
        "layer": ["write(2)", "write(3)", "write(18446744073709551615)"],
        "rows": ["write(0, (1, 2, 3), (1, 2, 3))", "write(0, (3, 2, 3), (3, 2, 3))", "write(0, (0, 2, 3), (0, 2, 3))"],
        "heads": ["write(0, (2, 1, 3), (2, 1, 3))", "write(0, (2, 4, 3), (2, 4, 3))", "write(0, (2, 2, 1), (2, 2, 1))",
                  "write(0, (2, 3, 2), (2, 3, 2))", "write(0, (2, 2, 4), (2, 2, 4))", "write(0, (2, 0, 3), (2, 0, 3))"],
        "axes": ["write(0, (2, 6), (2, 6))", "write(0, (12), (12))", "write(0, (2, 3), (2, 3))",
                 "write(0, (1, 2, 2, 3), (1, 2, 2, 3))", "write(0, (2, 2, 3, 1), (2, 2, 3, 1))"],
        "value": ["write(0, (2, 2, 3), (1, 2, 3))", "write(0, (2, 2, 3), (2, 1, 3))", "write(0, (2, 2, 3), (2, 2, 1))",
                  "write(0, (2, 2, 3), (2, 6))", "write(0, (2, 2, 3), (3, 2, 3))", "write(0, (2, 2, 3), (1, 2, 2, 3))",
                  "write(0, (2, 2, 3), (2, 3, 2))", "write(0, (1, 2, 3), (2, 2, 3))"],
    }.items():
        for k, step in enumerate(steps):
            yield case(f"refused-{name}-{k}", 2, 4,
                       f"A.append(1); A.reserve(2); A.{step}; A.write(0); A.write(1); A.commit()")
    yield case("refused-without-room", 2, 4, "A.append(1); A.write(0, (1, 2, 3), (1, 2, 3)); A.append(1)")
    yield case("refused-after-commit", 2, 4, "A.append(2); A.write(0, (2, 2, 3), (2, 2, 3)); A.append(1)")

    # NaN and infinity are rows like others.
    nan = given(float("nan"), 1, float("inf"), float("-inf"), 2, float("nan"), shape=[1, 3, 1, 2])
    yield "nan", reference, {
        "steps": ["A.append(3)", "B.fork(A)", "B.append(1)"], "page": 2, "pages": 4, "keys": nan, "values": nan
    }

    # Qwen2-0.5B's 2 heads of 64 in pages of 16, of one layer.
    yield case("qwen2", 16, 4, "A.append(18); B.fork(A); A.append(1); B.append(1); B.append(1)", layers=1, dim=64)
