"""English or Chinese, as `./learn` chooses."""

import os
import sys

from harmless import harmless

_chinese = False


def choose(language):
    global _chinese
    variables = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    _chinese = (language or next(filter(None, variables), "")).startswith("zh")


def either(english, chinese):
    return chinese if _chinese else english


def code():
    return either("en", "zh")


def say(english, chinese):
    print(harmless(either(english, chinese)), file=sys.stderr, flush=True)


_not_shown = None


def show(*lines):
    """Lines of standard output, folders and files among them by their bytes. What becomes of them, `shown` tells at the end."""
    global _not_shown
    try:
        if sys.stdout is None:
            raise OSError(either("it is closed", "它已关闭"))
        for line in lines:
            sys.stdout.buffer.write(os.fsencode(line) + b"\n")
        sys.stdout.flush()
    except OSError as error:
        _not_shown = _not_shown or error


def shown(code):
    """The exit code `code`, or 2 where standard output could not be written; that nobody reads on (| head) is no error."""
    show()
    if _not_shown is None:
        return code
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python tries once more
    if isinstance(_not_shown, BrokenPipeError):
        return code
    why = _not_shown.strerror or _not_shown
    say(f"standard output could not be written: {why}", f"标准输出写不进去：{why}")
    return 2
