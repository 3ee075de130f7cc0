def cases():
    def reference(blocks, steps):
        """The pool's rules: a list of users for each block, and a queue."""
        references, free, happened = [0] * blocks, list(range(blocks)), []

        def note(what):
            happened.append(what + (f", references {{{', '.join(map(str, references))}}}" if blocks <= 8 else ""))

        note(f"BlockPool({blocks})")
        for step in steps:
            name, block = step[:-1].split("(")
            if name == "take":
                taken = free.pop(0) if free else None
                if taken is not None:
                    references[taken] = 1
                note(f"{step} = {'nothing' if taken is None else taken}")
            elif int(block) >= blocks or references[int(block)] == 0:
                note(f"{step} throws std::invalid_argument")
            else:
                references[int(block)] += 1 if name == "share" else -1
                if references[int(block)] == 0:
                    free.append(int(block))
                note(step)
        return {"what happened": happened, "references": references}

    def case(name, blocks, steps):
        """Steps such as "take share:0 release:1 take*3"."""
        all_steps = []
        for step in steps.split():
            step, _, times = step.partition("*")
            step, _, block = step.partition(":")
            all_steps += [f"{step}({block})"] * int(times or 1)
        return name, reference, {"blocks": blocks, "steps": all_steps}

    yield case("by-hand", 3, "take take share:0 release:1 take release:0 take take release:0 take")
    yield case("fresh", 5, "take*5")
    yield case("one-block", 1, "take take release:0 take share:0 release:0 take release:0 take")
    yield case("no-blocks", 0, "take")
    yield case("no-blocks-refused", 0, "take share:0 release:0")
    yield case("none-free", 2, "take take take take release:1 take take")
    yield case("freed-in-another-order", 4, "take*4 release:2 release:0 release:3 release:1 take*5")
    yield case("freed-while-others-are-fresh", 4, "take take release:1 release:0 take*4")
    yield case("freed-last-first", 3, "take*3 release:2 release:1 release:0 take*3")
    yield case("freed-again", 3, "take*3 release:1 take release:2 release:1 take release:0 take take take")
    yield case("queue", 3, "take release:0 take release:1 take release:2 take release:0 take take")
    yield case("shared", 3, "take take share:1 release:1 take take release:1 take")
    yield case("shared-three-times", 3,
               "take share:0*3 release:0 take*3 release:0 take release:0 take release:0 take")
    yield case("shared-and-freed-in-between", 3, "take*3 share:0 release:0 release:2 release:0 take take take")
    yield case("shared-later", 3,
               "take share:0 take share:0 share:1 release:0 share:0 release:1 release:0 release:0 release:0 release:1 take*3")
    yield case("one-reference-after-a-release", 3,
               "take share:0 share:0 release:0 release:0 release:0 take take take share:0 release:0 take")
    yield case("share-a-fresh-one", 3, "take share:1 take share:2 take take")
    yield case("share-one-that-was-freed", 3, "take take release:0 share:0 take take take release:0 release:1 take")
    yield case("release-a-fresh-one", 3, "take release:1 release:2 take take take")
    yield case("release-twice", 3, "take take release:0 release:0 take take take release:0 release:0 take")
    yield case("release-more-often-than-shared", 2, "take share:0 release:0 release:0 release:0 take take take")
    yield case("outside", 3, "take take share:4 share:5 release:4 release:100 take take")
    yield case("one-past-the-end", 3, "take take share:3 release:3 take release:3 take")
    yield case("one-past-the-end-of-five", 5, "take*5 share:5 release:5 take")
    huge = 2**64 - 1
    yield case("huge", 3,
               f"take share:{huge} release:{huge} take share:{2**63} release:{2**32} release:{2**32 + 1} take take")
    # A queue in a ring goes round many times.
    rounds = " ".join(f"release:{block}" + " take" for _ in range(4) for block in (2, 0, 4, 1, 3))
    yield case("rounds", 5, "take*5 " + rounds + " take")
    several = " ".join(" ".join(f"release:{block}" for block in order.split()) + " take*3" for order in
                       ("3 1 5", "3 1 5", "0 2 4", "5 0 3", "1 4 2"))
    yield case("rounds-of-several", 6, "take*6 " + several + " take")
    yield case("many-references", 2, "take " + "share:0 " * 259 + "take " + "release:0 " * 259 + "take release:0 take release:0 take")
    releases = " ".join(f"release:{7 * k % 100}" for k in range(100))
    yield case("many-blocks", 100, f"take*100 take {releases} take*101")
