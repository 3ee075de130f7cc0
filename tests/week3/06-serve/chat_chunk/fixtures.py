from fixtures import integers


def told(value, path=""):
    """A line for each value that has none inside, with the way to it."""
    if isinstance(value, dict) and value:
        for name in sorted(value):
            yield from told(value[name], f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value:
        for k, one in enumerate(value):
            yield from told(one, f"{path}[{k}]")
    else:
        yield f"{path}: " + (f'"{value}"' if isinstance(value, str) else "null" if value is None else str(value))


def reference(id, created, model, events, text, finish_reason=None, include_usage=None, usage=None):
    text = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    fields = {"id": id, "object": "chat.completion.chunk", "created": created, "model": model, "choices": []}
    if include_usage:
        fields["usage"] = None
    if usage is None:
        delta = {"role": "assistant"} if events == 0 else {}
        if finish_reason is None:
            delta["content"] = text
        fields["choices"].append({"index": 0, "delta": delta, "finish_reason": finish_reason})
    else:
        prompt, completion = (int(n) for n in usage)
        fields["usage"] = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    return {"event": list(told(fields))}


def cases():
    def case(name, text="", **more):
        return name, reference, {"id": "chatcmpl-7", "created": 1764180000, "model": "tiny-llm", "events": 1, "text": text} | more

    yield case("by-hand", "Hi!", events=0)
    yield case("first", "", events=0)
    yield case("second", " there")
    yield case("later", " there", events=2)
    yield case("much-later", "!", events=4711)
    yield case("empty", "")
    yield case("stop", finish_reason="stop", events=3)
    yield case("length", finish_reason="length", events=3)
    yield case("ends-at-once", finish_reason="stop", events=0)
    yield case("asked-first", "Hi", events=0, include_usage=1)
    yield case("asked-later", "Hi", events=5, include_usage=1)
    yield case("asked-stop", finish_reason="stop", events=6, include_usage=1)
    yield case("usage", events=7, include_usage=1, usage=integers([24, 5]))
    yield case("usage-of-much", events=900, include_usage=1, usage=integers([4_000_000_000, 3_000_000_000]))
    yield case("usage-of-nothing", events=1, include_usage=1, usage=integers([0, 0]))
    yield case("usage-at-once", events=0, include_usage=1, usage=integers([9, 0]))
    yield case("another-reply", "Hi", id="chatcmpl-8f0a \"x\"", created=2_000_000_000_000, model="a/model \\ of 我们")
    yield case("quotes", 'She said "Hi" \\ and /left/.')
    yield case("line-ends", "one\ntwo\r\n\n")
    yield case("line-end", "\n")
    yield case("two-line-ends", "\n\n", events=0)
    yield case("data", "\n\ndata: [DONE]\n\n")
    yield case("controls", "".join(map(chr, range(32))) + "\x7f")
    yield case("zero", "a\0b")
    yield case("unicode", "Käse 中文 😀 \u2028\ufeff\uffff")
    yield case("spaces", "  two  ")
    yield case("json", '{"role": "user"}')
    yield case("escapes", r"\u0041 \n \"")
    yield case("no-utf8", b"a\xffb")
    yield case("no-utf8-alone", b"\xff")
    yield case("no-utf8-many", b"\xc3\xa9\xff\xfe\x80 ok")
