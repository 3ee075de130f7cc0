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
        servers, which, limits, events = {}, 1, None, []
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
                if happened is None:
                    step += " throws std::invalid_argument"
                else:
                    computes, back, refused = happened
                    for title, texts in (("computes", [f"{text} +{share}" for text, share in computes]),
                                         ("sent back", map(str, back)), ("refused", map(str, refused))):
                        listed = ", ".join(texts)
                        step += f"; {title} {listed}" if listed else ""
                step += state(server)
            events.append(step)
        last = servers[which]
        return {"what happened": events,
                "the texts at the end": [f"running {words(text)}" for text in last.running] +
                [f"waiting {words(text)}" for text in last.waiting]}

    def words(text):
        return f"{text[0]} {text[2]}/{text[1]}"

    def state(server):
        running, waiting = server.running, server.waiting
        if len(running) + len(waiting) > 12:
            return f"; {len(running)} running, {len(waiting)} waiting"
        return "".join(f"; {title} {', '.join(map(words, texts))}" for title, texts in
                       (("running", running), ("waiting", waiting)) if texts)

    def case(name, *steps):
        """Steps such as "limits 8,3,6,4", "arrives 1,20", "schedule", "pass"; "step" is a schedule and a pass."""
        written = []
        for step in " ".join(steps).replace("step", "schedule pass").split():
            if step[0].isdigit():
                written[-1] = f"{written[-1][:-2]}({', '.join(step.split(','))})"
            else:
                written.append(f"{step}()")
        return name, reference, {"steps": written}

    yield case("by-hand", "limits 8,3,6,4 arrives 1,5 arrives 2,14 arrives 3,3 step arrives 4,30 step step step step step ends 1",
               "step step step")
