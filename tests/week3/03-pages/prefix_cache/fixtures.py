import random


def listed(numbers):
    return "{" + ", ".join(map(str, numbers)) + "}"


class Pool:
    def __init__(self, blocks):
        self.references, self.free = [0] * blocks, list(range(blocks))

    def take(self):
        if not self.free:
            return None
        self.references[self.free[0]] = 1
        return self.free.pop(0)

    def release(self, number):
        self.references[number] -= 1
        if self.references[number] == 0:
            self.free.append(number)


class Cache:
    """The rules, with nothing but a dictionary: a page is known by its parent and its ids."""

    def __init__(self, pool, page):
        self.pool, self.page, self.known, self.touched, self.time = pool, page, {}, {}, 0

    def path(self, ids, most):
        parent = None
        for begin in range(0, most * self.page, self.page):
            place = parent, tuple(ids[begin:begin + self.page])
            yield place
            if place not in self.known:
                return
            parent = self.known[place]
            self.time += 1
            self.touched[parent] = self.time

    def match(self, ids):
        found = [self.known[p] for p in self.path(ids, max(len(ids) - 1, 0) // self.page) if p in self.known]
        for number in found:
            self.pool.references[number] += 1
        return found

    def insert(self, ids, pages):
        whole = len(ids) // self.page
        if len(pages) < whole:
            return False
        for place, number in zip(self.path(ids, whole), pages):
            if place not in self.known:
                self.known[place] = number
                self.pool.references[number] += 1
        return True

    def evict(self):
        parents = {parent for parent, _ in self.known}
        free = [p for p, number in self.known.items() if self.pool.references[number] == 1 and number not in parents]
        if not free:
            return False
        oldest = min(free, key=lambda p: self.touched[self.known[p]])
        self.pool.release(self.known.pop(oldest))
        return True


def reference(blocks, page, hash, steps):
    pool, events = Pool(blocks), []
    cache = Cache(pool, page)
    for step in steps:
        name, _, rest = step.partition("(")
        lists = [[int(n) for n in part.split("}")[0].split(",") if n.strip()] for part in rest.split("{")[1:]]
        if name == "take":
            taken = [pool.take() for _ in range(int(rest[:-1]))]
            event = f"{step} = {listed(n for n in taken if n is not None)}"
        elif name == "match":
            event = f"{step} = {listed(cache.match(lists[0]))}"
        elif name == "insert":
            event = step if cache.insert(*lists) else f"{step} throws std::invalid_argument"
        elif name == "release":
            for number in lists[0]:
                pool.release(number)
            event = step
        elif name == "evict":
            event = f"{step} = {'true' if cache.evict() else 'false'}"
        else:
            for number in cache.known.values():
                pool.release(number)
            event = step
        events.append(event + (f", references {listed(pool.references)}" if blocks <= 10 else ""))
    return {"what happened": events}


def written(steps):
    """ "take 2; insert 5 6 7 : 0 1; evict" as calls; "end" is the destructor."""
    for step in steps.split(";"):
        name, *rest = step.split()
        rest = " ".join(rest)
        if name in ("match", "insert", "release"):
            yield f"{name}({', '.join(listed(part.split()) for part in rest.split(':'))})"
        else:
            yield "~PrefixCache()" if name == "end" else f"{name}({rest})"


def played(seed, rounds, ids, blocks, page, longest):
    """An engine that serves random texts of few different ids, so that many begin alike and many hashes are equal."""
    chance, pool = random.Random(seed), Pool(blocks)
    cache, running, steps = Cache(pool, page), [], []
    for _ in range(rounds):
        if len(running) == 3 or (running and chance.random() < 0.4):
            text, pages = running.pop(chance.randrange(len(running)))
            steps += [f"insert({listed(text)}, {listed(pages)})", f"release({listed(pages)})"]
            cache.insert(text, pages)
            for number in pages:
                pool.release(number)
            continue
        text = [chance.choice(ids) for _ in range(chance.randint(1, longest))]
        pages = cache.match(text)
        steps.append(f"match({listed(text)})")
        wanted = -(-len(text) // page) - len(pages)
        while len(pool.free) < wanted and cache.evict():
            steps.append("evict()")
        if len(pool.free) < wanted:
            steps += ["evict()", f"release({listed(pages)})"]
            for number in pages:
                pool.release(number)
            continue
        steps.append(f"take({wanted})")
        pages += [pool.take() for _ in range(wanted)]
        running.append((text, pages))
    return steps


def cases():
    good = "good"

    def case(name, steps, page=2, blocks=6, hash=good):
        return name, reference, {"blocks": blocks, "page": page, "hash": hash, "steps": list(written(steps))}

    yield case("by-hand", "take 3; insert 5 6 7 8 9 : 0 1 2; match 5 6 7 9 1; take 2; insert 5 6 7 9 1 : 0 3 4;"
                          "release 0 1 2; release 0 3 4; match 5 6 7 8; release 0; evict; evict; evict; evict")
    yield case("nothing-known", "match 1 2 3; match 1; match 5 6 7 8 9; evict")
    yield case("no-ids", "match; insert :; take 1; insert 1 2 : 0; match; insert : 0; insert : ; match 1 2 3")
    yield case("one-page", "take 1; insert 1 2 : 0; match 1 2 3; match 1 2 3 4; match 2 1 3; match 1 1 3; match 3 4 5")
    yield case("one-left", "take 2; insert 1 2 3 4 : 0 1; match 1 2 3 4; match 1 2 3 4 5; match 1 2 3; match 1 2; match 1")
    yield case("shorter-than-a-page", "take 1; insert 1 2 3 : 0; match 1 2; match 1 2 3; match 1 2 3 4", page=4)
    yield case("pages-of-one", "take 3; insert 4 5 6 : 0 1 2; match 4 5 6; match 4 5 6 7; match 5 6 7; match 4", page=1)
    yield case("pages-of-three", "take 3; insert 1 2 3 4 5 6 7 8 : 0 1 2; match 1 2 3 4 5 6; match 1 2 3 4 5 6 7;"
                                 "match 1 2 3 9 5 6 7", page=3)
    yield case("longest-beginning", "take 3; insert 1 2 3 4 5 6 : 0 1 2; match 1 2 3 4 9 9 9; match 1 2 9 9 5 6 7;"
                                    "match 9 9 3 4 5; match 1 2 3 4 5 6 7 8 9")
    yield case("not-full", "take 2; insert 1 2 3 : 0 1; match 1 2 3 4 5; match 1 2 3")
    yield case("grown", "take 2; insert 1 2 3 : 0 1; take 1; insert 1 2 3 4 5 : 0 1 2; match 1 2 3 4 5;"
                        "insert 1 2 3 4 5 6 : 0 1 2; match 1 2 3 4 5 6 7")
    yield case("pages-left-over", "take 4; insert 1 2 3 : 0 1 2 3; match 1 2 3 4 5; insert 1 2 3 4 : 0 1 2 3; match 1 2 3 4 5")
    yield case("two-answers", "take 2; insert 1 2 3 4 : 0 1; match 1 2 5 6 7; take 2; insert 1 2 5 6 7 : 0 2 3;"
                              "match 1 2 3 4 5; match 1 2 5 6 9; match 1 2 7 8 9")
    yield case("same-page-after-another", "take 4; insert 1 2 7 8 : 0 1; insert 3 4 7 8 : 2 3; match 1 2 7 8 9;"
                                          "match 3 4 7 8 9; match 7 8 9")
    yield case("same-page-again-and-again", "take 3; insert 1 1 1 1 1 1 : 0 1 2; match 1 1 1 1 1 1 1; match 1 1 1 1 1; match 1 1 1")
    yield case("page-0-first", "take 2; insert 1 2 3 4 : 0 1; match 3 4 5; match 3 4 3 4 5; match 1 2 3 4 5")
    for kind in ("always 7", "always 0", "of the page alone", "in one bit"):
        name = kind.replace(" ", "-")
        yield case("two-texts-" + name, "take 2; insert 1 2 : 0; insert 3 4 : 1; match 1 2 9; match 3 4 9; match 5 6 9;"
                                        "insert 3 4 : 1; insert 1 2 : 0", hash=kind)
        yield case("same-page-" + name, "take 4; insert 1 2 7 8 : 0 1; insert 3 4 7 8 : 2 3; match 3 4 7 8 9;"
                                        "match 1 2 7 8 9; match 7 8 9; match 7 8 7 8 9", hash=kind)
        yield case("evicted-" + name, "take 2; insert 1 2 : 0; insert 3 4 : 1; release 0 1; match 1 2 9; release 0; evict;"
                                      "match 3 4 9; match 1 2 9", hash=kind)
    yield case("known-under-another", "take 4; insert 1 2 3 4 : 0 1; insert 1 2 3 4 : 2 3; match 1 2 3 4 5; release 0 1; release 2 3;"
                                      "take 2; match 1 2 3 4 5")
    yield case("follows-another", "take 2; insert 1 2 3 4 : 0 1; take 3; insert 1 2 3 4 5 6 7 : 2 3 4; match 1 2 3 4 5 6 7;"
                                  "release 2 3 4; match 1 2 3 4 5 6 7")
    yield case("inserted-again", "take 2; insert 1 2 3 4 : 0 1; insert 1 2 3 4 : 0 1; insert 1 2 : 0; match 1 2 3 4 5;"
                                 "insert 1 2 3 4 : 0 1")
    yield case("matched-again", "take 2; insert 1 2 3 4 : 0 1; match 1 2 3 4 5; match 1 2 3 4 5; match 1 2 3; release 0 1; release 0")
    yield case("kept-after-release", "take 2; insert 1 2 3 4 : 0 1; release 0 1; take 4; take 1; match 1 2 3 4 5")
    yield case("too-few", "take 3; insert 1 2 3 4 : 0; match 1 2 3; insert 1 2 3 4 5 6 : 0 1; match 1 2 3 4 5; insert 1 2 :;"
                          "match 1 2 3; insert 1 2 3 4 5 6 : 0 1 2; match 1 2 3 4 5 6 7")
    yield case("just-enough", "take 2; insert 1 2 3 : 0; insert 1 2 3 4 5 : 0 1; match 1 2 3 4 5; insert 1 :; match 1 2 3")
    yield case("nothing-to-evict", "evict; take 2; insert 1 2 3 4 : 0 1; evict; release 0; evict; evict; match 1 2 3 4 5")
    yield case("evict-in-use", "take 2; insert 1 2 3 4 : 0 1; match 1 2 3 4 5; release 0 1; evict; release 1; evict; evict; release 0;"
                               "evict; evict")
    yield case("leaves-first", "take 3; insert 1 2 3 4 5 6 : 0 1 2; release 0 1 2; evict; match 1 2 3 4 5 6 7; release 0 1; evict;"
                               "evict; evict; match 1 2 3")
    yield case("oldest-first", "take 3; insert 1 2 : 0; insert 3 4 : 1; insert 5 6 : 2; release 0 1 2; evict; match 1 2 3;"
                               "evict; match 3 4 5; evict; evict")
    yield case("remembered-in-another-order", "take 3; insert 5 6 : 2; insert 1 2 : 1; insert 3 4 : 0; release 0 1 2; evict; evict;"
                                              "evict")
    yield case("touched-by-match", "take 3; insert 1 2 : 0; insert 3 4 : 1; insert 5 6 : 2; release 0 1 2; match 1 2 9; release 0;"
                                   "evict; evict; evict")
    yield case("touched-by-insert", "take 3; insert 1 2 : 0; insert 3 4 : 1; insert 5 6 : 2; insert 1 2 : 0; release 0 1 2;"
                                    "evict; evict; evict")
    yield case("touched-under-another-page", "take 4; insert 1 2 : 0; insert 3 4 : 1; insert 5 6 : 2; insert 1 2 : 3; release 0 1 2 3;"
                                             "evict; evict; evict")
    yield case("path-touched-by-match", "take 3; insert 1 2 3 4 : 0 1; insert 5 6 : 2; match 1 2 3 4 9; release 0 1; release 0 1;"
                                        "evict; release 2; evict; evict")
    yield case("path-touched-by-insert", "take 4; insert 1 2 : 0; insert 5 6 : 2; insert 1 2 3 4 : 0 1; release 0 1; evict;"
                                         "release 2; evict; evict")
    yield case("leaf-in-use", "take 3; insert 1 2 3 4 : 0 1; insert 5 6 : 2; release 0 2; evict; evict; release 1; evict; evict")
    yield case("another-leaf", "take 4; insert 1 2 3 4 : 0 1; insert 1 2 5 6 : 0 2; insert 7 8 : 3; release 0 1 2; evict; evict; evict;"
                               "release 3; evict; evict")
    yield case("evicted-and-taken", "take 2; insert 1 2 3 4 : 0 1; release 0 1; evict; match 1 2 3 4 5; take 5; match 1 2 3 4 5;"
                                    "insert 9 9 : 2; match 9 9 9")
    yield case("evicted-and-another-text", "take 1; insert 1 2 : 0; release 0; evict; take 1; insert 3 4 : 0; match 1 2 5; match 3 4 5",
               blocks=1)
    yield case("evicted-and-known-again", "take 1; insert 1 2 : 0; release 0; evict; take 2; insert 1 2 : 1; match 1 2 5; release 1;"
                                          "release 1; evict; match 1 2 5", blocks=2)
    yield case("freed-in-order", "take 3; insert 1 2 3 4 5 6 : 0 1 2; release 0 1 2; evict; evict; evict; take 3", blocks=3)
    yield case("full-pool", "take 2; insert 1 2 3 4 : 0 1; release 0 1; take 1; evict; take 1; evict; take 1", blocks=2)
    # All known pages are the engine's, too: whoever has too few references would end the process there.
    yield case("end", "take 4; insert 1 2 3 4 : 0 1; insert 1 2 5 6 : 0 2; match 1 2 3 4 9; end; release 0 1; release 0 1 2 3; take 3")
    yield case("end-of-none", "take 2; end; release 0 1; take 1")
    yield case("end-after-evict", "take 2; insert 1 2 3 4 : 0 1; release 1; evict; take 1; end; release 0 1; take 2", blocks=2)
    # Page 2 is nobody's but the cache's, pages 0 and 1 are a text's.
    yield case("end-of-some-in-use", "take 3; insert 1 2 3 4 : 0 1; insert 5 6 : 2; release 2; end; release 0 1; take 3", blocks=3)
    for bits in (8, 16, 32):
        far = 2**bits
        yield case(f"ids-beyond-{bits}-bits", f"take 2; insert 1 2 : 0; match {1 + far} 2 3; match 1 {2 + far} 3; insert {1 + far} 2 : 1;"
                                             f"match 1 2 3; match {1 + far} 2 3", hash="always 7")
    yield case("ids-below-0", "take 2; insert -1 -2 : 0; insert 1 2 : 1; match -1 -2 -3; match 1 2 3; match -2 -1 3", hash="always 0")
    for n, (kind, ids, page) in enumerate([("always 7", (1, 2), 1), ("of the page alone", (1, 2), 2), ("in one bit", (1, 2, 3), 2),
                                           (good, (1, 2), 2)]):
        yield f"played-{n + 1}", reference, {
            "blocks": 10, "page": page, "hash": kind, "steps": played(n + 1, 40, ids, 10, page, 4 * page + 1)
        }
    text = [(7 * n * n + n // 3) % 10 for n in range(1100)]
    first, second = list(range(69)), list(range(62)) + list(range(69, 76))
    yield "long", reference, {
        "blocks": 200, "page": 16, "hash": good, "steps": [
            "take(69)", f"insert({listed(text)}, {listed(first)})", f"match({listed(text[:1000] + [1, 2, 3])})", "take(7)",
            f"insert({listed(text[:1000] + text[:100])}, {listed(second)})", f"match({listed(text)})",
            f"match({listed(text[:1000] + text[:101])})", f"match({listed(text[1:])})", f"release({listed(first)})", "evict()"
        ]
    }
