"""What others wrote, for a terminal, a table or a file: the rule of tools/utf8/utf8.cpp, in Python."""

import re

_HARMFUL = ("\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff"
            "\ud800-\udfff")


def _escaped(match):
    code = ord(match.group())
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8, as Python holds it (surrogateescape)
        code -= 0xDC00
        return f"\\x{code:02X}"
    return f"\\x{code:02X}" if code < 0x80 else f"\\u{{{code:04X}}}"


def harmless(text):
    return re.sub(rf"(?![\n\t])[{_HARMFUL}]", _escaped, text)


def harmless_line(text):
    return re.sub(f"[{_HARMFUL}]", _escaped, text)


def harmless_json(text):
    """The same JSON: what is harmful is written as \\u202e, which every reader takes for the same."""
    return re.sub(rf"(?!\n)[{_HARMFUL}]", lambda match: f"\\u{ord(match.group()):04x}", text)


def name_of(raw):
    """A file's name, of any bytes, as one line. Two names never become one: so a backslash is doubled, and a space is escaped where
    a table would lose it."""
    text = raw.decode("utf-8", "surrogateescape").replace("\\", "\\\\")
    return harmless_line(re.sub(r"^ | $|(?<= ) ", r"\\x20", text))
