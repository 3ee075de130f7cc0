"""A small random grammar: choices, rules, and variables that stay the same through one story.

    (a|b|c)   one of them, nested as deep as one likes; (a|) is "a or nothing"
    <rule>    one production of a rule, expanded in turn
    {name}    a variable of the story
    ^x        x as a capital letter, where sentence starts cannot tell

A plot is a text block: a sentence group per line, and a line that begins with `?` is left out every other time.
"""

import random
import re

ALTERNATIVES = re.compile(r"\(([^()]*)\)")
RULE = re.compile(r"<([a-z_]+)>")
VARIABLE = re.compile(r"\{([A-Za-z_0-9]+)\}")


def lines(block):
    """The lines of a text block, stripped, without the empty ones."""
    return [line.strip() for line in block.strip().splitlines() if line.strip()]


def rules(block):
    """Parse `rule: production` lines; a line that has no rule of its own continues the list of the one above."""
    parsed, current = {}, None
    for line in lines(block):
        head, colon, rest = line.partition(": ")
        if colon and re.fullmatch(r"[a-z_]+", head):
            current = parsed.setdefault(head, [])
            line = rest
        current.append(line)
    return parsed


def plots(block):
    """Parse `# name` headings and the lines under them: {name: [line, …]}."""
    parsed, current = {}, None
    for line in lines(block):
        if line.startswith("# "):
            current = parsed.setdefault(line[2:], [])
        else:
            current.append(line)
    return parsed


class Grammar:
    def __init__(self, rule_table, variables, rng: random.Random):
        self.rules, self.variables, self.rng = rule_table, variables, rng

    def expand(self, text):
        """Make every choice in text, innermost first."""
        count = 1
        while count:
            text, count = ALTERNATIVES.subn(lambda match: self.rng.choice(match[1].split("|")), text)
        text = RULE.sub(lambda match: self.expand(self.rng.choice(self.rules[match[1]])), text)
        return VARIABLE.sub(lambda match: self.variables[match[1]], text)

    def tell(self, plot_lines):
        """Expand a plot's lines; those that begin with `?` appear every other time."""
        kept = [line.lstrip("?") for line in plot_lines if not line.startswith("?") or self.rng.random() < 0.5]
        return [self.expand(line).strip() for line in kept]
