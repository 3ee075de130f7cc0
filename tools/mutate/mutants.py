"""What is changed in a solution: a list of mutants, each one small change of its text.

Works on tokens and on the layout that .clang-format gives: an operator with spaces on both sides has two operands. What
it takes for something else by mistake does not compile, and costs nothing but that.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(r"""(?P<skip>\s+|//[^\n]*|^\#[^\n]*)
                      |(?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
                      |(?P<number>\d(?:[eEpP][+-]|[\w.])*)
                      |(?P<word>\w+)
                      |(?P<sign>->|\+\+|--|::|<=|>=|==|!=|&&|\|\||[-+*/%]=|.)""", re.X | re.M | re.S)
OPERATORS = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*", "/"], "<": ["<=", ">="], "<=": ["<", ">"],
             ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
             "+=": ["-=", "="], "-=": ["+=", "="], "*=": ["/=", "="], "/=": ["*=", "="]}
WORDS = {"back": "front", "front": "back", "min": "max", "max": "min", "maximum": "minimum", "minimum": "maximum",
         "rbegin": "begin", "true": "false", "false": "true", "CblasNoTrans": "CblasTrans",
         "CblasTrans": "CblasNoTrans", "CblasRowMajor": "CblasColMajor"}
NO_CALL = {"if", "for", "while", "switch", "return", "catch", "sizeof", "alignof", "operator", "if constexpr"}
# Their first arguments are tested; the others are the words of an error, which nobody grades.
CHECKS = {"require_shapes": 1, "require_shape": 0}
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int


@dataclass
class Mutant:
    begin: int  # of the text that is replaced
    end: int
    text: str
    kind: str

    def of(self, source):
        return source[: self.begin] + self.text + source[self.end :]


class Reader:
    """The tokens of a file, and which bracket closes which."""

    def __init__(self, source):
        self.source = source
        self.tokens = [Token(found.lastgroup, found.group(), found.start(), found.end())
                       for found in TOKEN.finditer(source) if found.lastgroup != "skip"]
        self.partner = {}
        still_open = []
        for i, token in enumerate(self.tokens):
            if token.kind == "sign" and token.text in CLOSING:
                still_open.append(i)
            elif token.kind == "sign" and token.text in CLOSING.values():
                self.partner[still_open.pop()] = i

    def text(self, first, last):
        return self.source[self.tokens[first].begin : self.tokens[last].end]

    def before(self, i):
        return self.tokens[i - 1].text if i else ""

    def spaced(self, i):
        token = self.tokens[i]
        return self.source[token.begin - 1].isspace() and self.source[token.end].isspace()

    def parts(self, opening):
        """What stands between the commas of a bracket: pairs of first and last token."""
        parts, first, i = [], opening + 1, opening + 1
        while i < self.partner[opening]:
            if i in self.partner:
                i = self.partner[i]
            elif self.tokens[i].text == ",":
                parts.append((first, i - 1))
                first = i + 1
            i += 1
        return [*parts, (first, i - 1)] if i > first else parts

    def is_list(self, i):
        """Whether the brace holds values and not statements."""
        return self.tokens[i].text == "{" and (self.before(i) in ("=", ",", "(", "{", "return", ":", ">") or
                                               self.tokens[i - 1].kind == "word" and self.before(i) not in
                                               ("else", "do", "const", "namespace", "tiny_llm", "noexcept"))


def mutants_of(source):
    reader = Reader(source)
    found = {}
    for make in (operators, signs, numbers, words, bounds, conditions, swaps, statements):
        for mutant in make(reader):
            found.setdefault(mutant.of(source), mutant)
    found.pop(source, None)
    return sorted(found.values(), key=lambda mutant: (mutant.begin, mutant.end))


def operators(reader):
    for i, token in enumerate(reader.tokens):
        if token.kind == "sign" and reader.spaced(i):
            for other in OPERATORS.get(token.text, []):
                yield Mutant(token.begin, token.end, other, "operator")
        if token.text in ("++", "--"):
            yield Mutant(token.begin, token.end, "--" if token.text == "++" else "++", "operator")


def signs(reader):
    """A minus or a not that stands before its only operand."""
    for i, token in enumerate(reader.tokens):
        alone = reader.before(i) in ("(", "[", "{", ",", "return", "=", "?", ":", "&&", "||", "*", "/", "+", "-")
        if token.text in ("-", "!") and token.kind == "sign" and alone and not reader.spaced(i):
            yield Mutant(token.begin, token.end, "", "sign")


def numbers(reader):
    for token in reader.tokens:
        if token.kind != "number":
            continue
        if token.text.isdigit():
            value = int(token.text)
            others = [str(other) for other in (value + 1, value - 1, 0, 2 * value)]
        else:
            digits = token.text.rstrip("f")
            value = float.fromhex(digits) if digits.startswith("0x") else float(digits)
            others = [value + 1, value - 1, 0.0, 2 * value]
            others = [f"{other!r}f" for other in (others if value == int(value) else [*others, value * 1.001])]
        for other in dict.fromkeys(others):
            yield Mutant(token.begin, token.end, other, "number")


def words(reader):
    for token in reader.tokens:
        if token.text in WORDS:
            yield Mutant(token.begin, token.end, WORDS[token.text], "word")


def bounds(reader):
    """Indices, axes and the ends of ranges, one more and one less."""
    for i in reader.partner:
        subscript = reader.tokens[i].text == "[" and reader.tokens[i - 1].kind == "word"
        axis = reader.is_list(i)
        given = reader.tokens[i].text == "(" and reader.before(i) in ("range", "shape")
        for first, last in reader.parts(i) if subscript or axis or given else []:
            plain = all(reader.tokens[k].kind == "word" or reader.tokens[k].text in "+-*/._" for k in range(first, last + 1))
            if plain:
                for change in (" + 1", " - 1"):
                    yield Mutant(reader.tokens[first].begin, reader.tokens[last].end, reader.text(first, last) + change,
                                 "bound")


def conditions(reader):
    for i in reader.partner:
        if reader.tokens[i].text == "(" and reader.before(i) == "if":
            first, last = i + 1, reader.partner[i] - 1
            yield Mutant(reader.tokens[first].begin, reader.tokens[last].end, f"!({reader.text(first, last)})", "condition")
    for i, token in enumerate(reader.tokens):
        if token.text == "?":
            yield Mutant(token.begin, token.end, "|| true ?", "condition")
            yield Mutant(token.begin, token.end, "&& false ?", "condition")


def swaps(reader):
    for i in reader.partner:
        token = reader.tokens[i]
        name = reader.before(i)
        called = token.text == "(" and (reader.tokens[i - 1].kind == "word" and name not in NO_CALL or name == ">")
        if not called and not reader.is_list(i):
            continue
        parts = reader.parts(i)
        if any(declares(reader, first, last) for first, last in parts):
            continue
        parts = parts[: CHECKS.get(name)] if name in CHECKS else parts
        for k, one in enumerate(parts):
            for other in parts[k + 1 :]:
                text = reader.text(*other) + reader.source[reader.tokens[one[1]].end : reader.tokens[other[0]].begin]
                yield Mutant(reader.tokens[one[0]].begin, reader.tokens[other[1]].end, text + reader.text(*one), "swap")


def declares(reader, first, last):
    """Two words side by side: a parameter, and not an argument."""
    tokens = reader.tokens[first : last + 1]
    return any(a.kind == b.kind == "word" for a, b in zip(tokens, tokens[1:]))


def statements(reader):
    """Each statement of a function left out; of one under an `if` or a `for`, the inner one too."""
    kinds, begin, i = [], 0, 0  # of the braces that are open: is it a namespace?
    while i < len(reader.tokens):
        token = reader.tokens[i]
        if token.text == "{" and not reader.is_list(i):
            kinds.append(reader.tokens[begin].text == "namespace")
            begin = i + 1
        elif token.text == "}":
            kinds.pop()
            begin = i + 1
        elif i in reader.partner and token.kind == "sign":
            i = reader.partner[i]
        elif token.text == ";":
            if i > begin and kinds and not kinds[-1]:
                yield Mutant(reader.tokens[begin].begin, token.begin, "", "statement")
                if reader.tokens[begin].text in ("if", "for") and begin + 1 in reader.partner:
                    yield Mutant(reader.tokens[reader.partner[begin + 1]].end, token.begin, "", "statement")
            begin = i + 1
        i += 1
