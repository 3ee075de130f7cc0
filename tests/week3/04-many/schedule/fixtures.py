import random


def cases():
    class Server:
        def __init__(self):
            self.running, self.waiting = [], []  # of [id, tokens, computed]

        def schedule(self, budget, most, pages, page):
            """The rules, one after the other; every count is made anew."""

            def needs(tokens):
                return -(-tokens // page)

            def free():
                return pages - sum(needs(computed) for _, _, computed in self.running)

            everybody = self.running + self.waiting
            if (page == 0 or free() < 0 or any(computed > tokens for _, tokens, computed in everybody) or
                    any(computed == tokens for _, tokens, computed in self.waiting)):
                return None
            refused = [text for text in everybody if needs(text[1]) > pages]
            self.running = [text for text in self.running if text not in refused]
            self.waiting = [text for text in self.waiting if text not in refused]
            computes, back = [], []

            def compute(text, share):
                nonlocal budget
                text[2] += share
                budget -= share
                computes.append((text[0], share))

            for text in list(self.running):
                share = min(text[1] - text[2], budget)
                if share == 0:
                    continue
                while text in self.running and needs(text[2] + share) - needs(text[2]) > free():
                    back.append(self.running.pop())
                    back[-1][2] = 0
                    self.waiting.insert(0, back[-1])
                if text not in self.running:
                    break
                compute(text, share)
            while not back and self.waiting and budget and len(self.running) < most and needs(self.waiting[0][1]) <= free():
                text = self.waiting.pop(0)
                self.running.append(text)
                compute(text, min(text[1] - text[2], budget))
            return computes, [text[0] for text in back], [text[0] for text in refused]

    def reference(steps):
        servers, which, limits, events, calls = {}, 1, None, [], 0
        for step in steps:
            server = servers.setdefault(which, Server())
            name, numbers = step[:-1].split("(")
            given = [int(number) for number in numbers.split(",") if number]
            if name == "arrives":
                server.waiting.append([*given, 0])
            elif name == "known":
                next(text for text in server.waiting if text[0] == given[0])[2] = given[1]
            elif name == "runs":
                server.running.append(given)
            elif name == "pass":
                for text in server.running:
                    text[1] += text[1] == text[2]
            elif name == "ends":
                server.running = [text for text in server.running if text[0] != given[0]]
                server.waiting = [text for text in server.waiting if text[0] != given[0]]
            elif name == "limits":
                limits = given
            elif name == "server":
                which = given[0]
            else:
                happened = server.schedule(*limits)
                calls += 1
                step = f"step {calls}"
                if happened is None:
                    step += " throws std::invalid_argument"
                else:
                    computes, back, refused = happened
                    shares = [f"{text} +{share}" for text, share in computes]
                    if len(shares) > 12:
                        shares = [f"{sum(share for _, share in computes)} tokens of {len(computes)} requests"]
                    parts = [f"{title} {', '.join(map(str, texts))}" for title, texts in
                             (("computes", shares), ("sent back", back), ("refused", refused)) if texts]
                    step += ": " + "; ".join(parts) if parts else ""
                events += [step, *(f"step {calls}: {line}" for line in state(server))]
                continue
            events.append(step)
        last = servers[which]
        return {"what happened": events,
                "the requests at the end": [f"running {words(text)}" for text in last.running] +
                [f"waiting {words(text)}" for text in last.waiting]}

    def words(text):
        return f"{text[0]} {text[2]}/{text[1]}"

    def state(server):
        running, waiting = server.running, server.waiting
        if len(running) + len(waiting) > 12:
            return [f"{len(running)} running, {len(waiting)} waiting"]
        return [f"{title} {', '.join(map(words, texts))}" for title, texts in
                (("running", running), ("waiting", waiting)) if texts]

    def case(name, *steps):
        """Steps such as "limits 8,3,6,4", "arrives 1,20", "schedule", "pass"; "step" is a schedule and a pass."""
        written = []
        for step in " ".join(steps).replace("step", "schedule pass").split():
            if step[0].isdigit():
                written[-1] = f"{written[-1][:-2]}({', '.join(step.split(','))})"
            else:
                written.append(f"{step}()")
        return name, reference, {"steps": written}

    def busy(name, seed, texts, lengths, limits, every):
        """Texts that arrive a few at a time, and end when they have generated what they were to. Some are known in part."""
        draw, server, steps, ends = random.Random(seed), Server(), [f"limits {','.join(map(str, limits))}"], {}
        names = draw.sample(range(10 * texts), texts)
        time = 0
        while names or server.running or server.waiting:
            while names and (time % every == 0 or draw.random() < 0.4):
                text = [names.pop(), draw.choice(lengths), 0]
                ends[text[0]] = text[1] + draw.choice(lengths)
                server.waiting.append(text)
                steps.append(f"arrives {text[0]},{text[1]}")
                if draw.random() < 0.2 and text[1] > limits[3]:
                    text[2] = (text[1] - 1) // limits[3] * limits[3]
                    steps.append(f"known {text[0]},{text[2]}")
            server.schedule(*limits)
            steps.append("step")
            for text in server.running:
                text[1] += text[1] == text[2]
            for text in [text for text in server.running if text[1] >= ends[text[0]]]:
                server.running.remove(text)
                steps.append(f"ends {text[0]}")
            time += 1
        return case(name, *steps)

    largest = 2**64 - 1
    yield case("by-hand", "limits 8,3,6,4 arrives 1,5 arrives 2,14 arrives 3,3 step arrives 4,30 step step step step step ends 1",
               "step step step")
    yield case("nobody", "limits 8,3,6,4 schedule")
    yield case("one-text", "limits 16,4,8,4 arrives 0,6 step step step step")
    yield case("order", "limits 16,4,20,4 arrives 7,2 arrives 2,3 arrives 5,2 step step arrives 1,1 step")
    yield case("pieces", "limits 3,4,10,4 arrives 1,10 step step step step step")
    yield case("pieces-of-two", "limits 7,4,20,4 arrives 3,12 arrives 1,6 step step step step")
    yield case("rest-of-the-budget", "limits 6,4,20,4 runs 4,9,8 runs 2,7,6 arrives 3,9 step step step")
    yield case("budget-used-up", "limits 8,4,20,4 runs 1,20,8 runs 2,5,4 arrives 3,2 step step step")
    yield case("budget-is-just-enough", "limits 4,4,20,4 arrives 1,4 arrives 2,4 step step step")
    yield case("budget-of-1", "limits 1,4,20,4 arrives 1,2 arrives 2,1 step step step step")
    yield case("budget-of-0", "limits 0,4,20,4 runs 1,6,5 arrives 2,3 arrives 3,81 step")
    yield case("no-budget", f"limits {largest},4,20,4 runs 1,12,3 arrives 2,30 step step")
    yield case("nothing-to-do", "limits 8,4,20,4 runs 1,5,5 runs 2,6,5 arrives 3,3 schedule schedule")
    yield case("nobody-has-anything-to-do", "limits 8,4,20,4 runs 1,5,5 runs 2,6,6 schedule")
    yield case("nothing-to-do-and-no-pages", "limits 8,4,3,4 runs 1,9,8 runs 2,4,4 schedule schedule")
    yield case("sent-back", "limits 8,4,4,4 runs 1,9,8 runs 2,6,5 arrives 3,2 step step step ends 1 step step")
    yield case("sent-back-but-pages-are-left", "limits 8,4,4,4 runs 1,5,4 runs 2,12,11 arrives 3,2 step step")
    yield case("two-sent-back", "limits 20,5,7,4 runs 5,17,8 runs 8,9,8 runs 6,3,2 runs 9,3,2 arrives 7,2 step step")
    yield case("three-sent-back", "limits 20,5,8,4 runs 5,29,16 runs 8,3,2 runs 6,3,2 runs 9,3,2 arrives 7,1 step ends 5 step step")
    yield case("sent-back-itself", "limits 8,4,4,4 runs 1,7,6 runs 2,9,8 arrives 3,2 step ends 1 step")
    yield case("sent-back-itself-and-nobody-else", "limits 20,4,3,4 runs 1,8,7 runs 2,12,4 step step")
    yield case("all-but-the-first-sent-back", "limits 40,5,8,4 runs 1,29,8 runs 2,9,8 runs 3,7,6 arrives 4,1 step step ends 1 step")
    yield case("sent-back-after-another", "limits 20,5,5,4 runs 1,9,8 runs 2,9,8 runs 3,4,3 step step ends 1 step")
    yield case("others-computed-before", "limits 20,5,6,4 runs 4,7,6 runs 1,3,2 runs 2,9,8 runs 3,3,2 step")
    yield case("pieces-and-no-pages", "limits 8,4,5,4 runs 1,16,4 runs 2,12,11 runs 3,2,1 step step")
    yield case("budget-ends-before-the-pages", "limits 5,4,4,4 runs 1,9,4 runs 2,9,8 step step step")
    yield case("sent-back-in-two-steps", "limits 8,5,6,4 runs 1,9,8 runs 2,12,11 runs 3,4,3 arrives 4,5 step step step step step ends 1 step step")
    yield case("last-page", "limits 8,4,5,4 runs 1,9,8 runs 2,5,4 step step")
    yield case("page-has-room", "limits 8,4,4,4 runs 1,8,7 runs 2,7,6 step step")
    yield case("whole-text-must-fit", "limits 4,4,6,4 runs 1,9,9 arrives 2,13 step step ends 1 step step")
    yield case("just-fits", "limits 20,4,6,4 runs 1,9,9 arrives 2,12 step")
    yield case("one-page-short", "limits 20,4,6,4 runs 1,13,13 arrives 2,9 step ends 1 step")
    yield case("no-overtaking", "limits 30,4,6,4 runs 1,9,9 arrives 2,13 arrives 3,2 step ends 1 step step")
    yield case("pages-of-those-admitted-before", "limits 30,6,6,4 arrives 1,9 arrives 2,9 arrives 3,4 step step ends 2 step")
    yield case("pages-of-those-that-grew", "limits 30,6,6,4 runs 1,9,8 arrives 2,12 arrives 3,16 step ends 2 step")
    yield case("running-grow-into-the-last-pages", "limits 30,6,6,4 runs 1,13,8 arrives 2,10 arrives 3,8 step step")
    yield case("many-admitted", "limits 30,9,30,4 arrives 6,2 arrives 1,3 arrives 4,1 arrives 2,2 step step")
    yield case("limit", "limits 30,3,30,4 runs 9,5,4 arrives 1,2 arrives 4,3 arrives 2,1 step step ends 9 step")
    yield case("limit-counts-those-with-nothing-to-do", "limits 30,2,30,4 runs 9,5,5 runs 8,4,4 arrives 1,2 schedule")
    yield case("limit-of-0", "limits 30,0,30,4 arrives 1,2 step")
    yield case("more-run-than-may", "limits 30,1,30,4 runs 1,5,4 runs 2,4,3 arrives 3,2 step ends 1 step ends 2 step")
    yield case("largest-limit", f"limits 30,{largest},30,4 arrives 1,2 arrives 2,2 step")
    yield case("never-fits", "limits 8,4,6,4 arrives 1,25 step")
    yield case("fits-with-all-pages", "limits 8,4,6,4 arrives 1,24 step step step arrives 2,24 step")
    yield case("never-fits-in-the-middle", "limits 6,4,6,4 arrives 1,10 arrives 2,40 arrives 3,4 arrives 4,25 arrives 5,24 step step")
    yield case("never-fits-and-no-budget-is-left", "limits 2,1,6,4 runs 1,9,4 arrives 2,3 arrives 3,25 step")
    yield case("never-fits-while-others-are-sent-back", "limits 8,4,4,4 runs 1,9,8 runs 2,6,5 arrives 3,17 step")
    yield case("grown-too-long", "limits 8,4,3,4 runs 1,12,11 arrives 2,3 step step step")
    yield case("grown-too-long-beside-others", "limits 8,4,4,4 runs 2,17,8 runs 3,5,4 arrives 4,18 arrives 5,2 schedule schedule")
    yield case("grown-too-long-at-the-end", "limits 8,3,5,4 runs 3,5,4 runs 4,3,2 runs 2,21,12 arrives 5,2 arrives 6,40 schedule schedule")
    yield case("refused-pages-are-free", "limits 20,4,6,4 runs 2,25,16 runs 3,9,8 arrives 4,12 arrives 5,3 schedule")
    yield case("neighbours-grown-too-long", "limits 8,4,5,4 runs 1,21,8 runs 2,22,7 runs 3,5,4 arrives 4,3 schedule schedule")
    yield case("neighbours-never-fit", "limits 8,4,4,4 arrives 1,18 arrives 2,17 arrives 3,19 arrives 4,6 schedule schedule")
    yield case("no-pages", "limits 8,4,0,4 arrives 2,1 arrives 1,3 step")
    yield case("too-long-to-count", f"limits 8,4,6,16 arrives 2,{largest} arrives 1,{largest - 14} arrives 3,5 step")
    yield case("very-many-pages", f"limits 8,4,{2**60},16 arrives 1,20 arrives 2,{2**62} step step")
    yield case("known", "limits 6,4,6,4 arrives 1,10 known 1,8 arrives 2,9 known 2,4 step step")
    yield case("known-pages-count", "limits 20,4,6,4 runs 1,9,9 arrives 2,13 known 2,12 step ends 1 step step")
    yield case("known-pages-are-held", "limits 20,4,6,4 arrives 1,10 known 1,8 arrives 2,16 known 2,12 step arrives 3,12 step ends 1 step")
    yield case("known-and-sent-back", "limits 8,4,4,4 runs 1,8,7 arrives 2,8 known 2,4 step step step")
    yield case("page-of-1", "limits 5,3,9,1 arrives 1,4 arrives 2,3 arrives 3,2 step step step ends 1 step step")
    yield case("page-of-16", "limits 40,5,4,16 arrives 1,17 arrives 2,16 arrives 3,15 arrives 4,1 step step step step")
    yield case("ids", f"limits 9,4,5,4 arrives {largest},5 arrives 0,3 arrives {2**32},2 step arrives {2**32 + 1},30 step step step step step")
    yield case("large-numbers", f"limits {2**33},4,{2**34},1 runs 1,{2**33 + 5},{2**32} arrives 2,{2**32 + 7} arrives 3,{2**34 + 1} step step")
    yield case("limits-change", "limits 8,4,6,4 arrives 1,9 arrives 2,8 step limits 2,4,9,4 step limits 9,1,9,4 arrives 3,1 step limits 9,4,9,4 step")
    yield case("two-servers", "limits 8,4,4,4 arrives 1,9 arrives 2,6 step server 2 arrives 3,12 step server 1 step server 2 arrives 4,3",
               "step server 1 step server 2 step")
    yield case("page-of-0", "limits 8,4,6,0 schedule")
    yield case("computed-beyond-the-end", "limits 8,4,6,4 runs 1,5,4 runs 2,5,6 arrives 3,30 arrives 4,2 schedule")
    yield case("waits-for-nothing", "limits 8,4,6,4 runs 1,5,4 arrives 3,30 arrives 2,5 known 2,5 schedule")
    yield case("waits-without-tokens", "limits 8,4,6,4 arrives 2,0 schedule")
    yield case("waits-beyond-the-end", "limits 8,4,6,4 arrives 1,2 arrives 2,5 known 2,6 schedule")
    yield case("more-pages-than-there-are", "limits 8,4,6,4 arrives 7,30 runs 1,9,8 runs 2,12,11 runs 3,6,5 schedule")
    yield case("all-pages-are-held", "limits 8,4,6,4 runs 1,8,7 runs 2,16,15 schedule")
    yield busy("busy", 1, 12, [1, 2, 3, 5, 8], (6, 3, 6, 3), 3)
    yield busy("busy-with-long-texts", 2, 14, [1, 4, 9, 27], (7, 4, 12, 4), 4)
    yield busy("busy-with-single-tokens-to-a-page", 3, 12, [1, 2, 3, 4], (5, 4, 11, 1), 2)
    yield busy("busy-and-real", 4, 45, [20, 60, 120, 200], (512, 24, 200, 16), 9)
