import json
import math


class Refused(Exception):
    pass


def refuse(param):
    raise Refused(param)


def in_range(text):
    number = float(text)
    return number if math.isfinite(number) else refuse(None)


def parsed(body):
    try:
        value = json.loads(body.decode() if isinstance(body, bytes) else body, parse_float=in_range,
                           parse_constant=lambda _: refuse(None))
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate is no UTF-8
        return value
    except ValueError:
        refuse(None)


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def a_string(value, param):
    return value if isinstance(value, str) else refuse(param)


def content_of(value, param):
    if not isinstance(value, list):
        return "" if value is None else a_string(value, param)
    texts = []
    for k, part in enumerate(value):
        place = f"{param}[{k}]"
        if not isinstance(part, dict):
            refuse(place)
        if part.get("type") != "text":
            refuse(place + ".type")
        texts.append(a_string(part.get("text"), place + ".text"))
    return "\n".join(texts)


def flag(value, param):
    return bool(value) if value is None or isinstance(value, bool) else refuse(param)


def read(body):
    b = parsed(body)
    if not isinstance(b, dict):
        refuse(None)
    lines = ["model: " + a_string(b.get("model"), "model")]
    messages = b.get("messages")
    if not isinstance(messages, list) or not messages:
        refuse("messages")
    for i, message in enumerate(messages):
        param = f"messages[{i}]"
        if not isinstance(message, dict):
            refuse(param)
        role = message.get("role")
        if role not in ("system", "developer", "user", "assistant"):
            refuse(param + ".role")
        role = "system" if role == "developer" else role
        lines.append(role + ": " + content_of(message.get("content"), param + ".content"))
    most = None
    for name in ("max_tokens", "max_completion_tokens"):
        if (value := b.get(name)) is not None:
            other = name == "max_tokens" and b.get("max_completion_tokens") is not None
            if not other and (not whole(value) or not 1 <= value < 2**64):
                refuse(name)
            most = value
    lines.append(f"max_tokens: {'none' if most is None else most}")
    stop = b.get("stop")
    stop = [] if stop is None else stop if isinstance(stop, list) else [stop]
    if len(stop) > 4 or not all(isinstance(one, str) and one for one in stop):
        refuse("stop")
    lines += ["stop: " + one for one in stop]
    numbers = []
    for name, largest in (("temperature", 2), ("top_p", 1)):
        value = b.get(name)
        value = 1 if value is None else value
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= largest:
            refuse(name)
        numbers.append(f"{name}: {repr(float(value)).removesuffix('.0')}")
    lines.append(", ".join(numbers))
    seed = b.get("seed")
    if seed is not None and (not whole(seed) or not -2**63 <= seed < 2**63):
        refuse("seed")
    lines.append(f"seed: {'none' if seed is None else seed}")
    stream, options = flag(b.get("stream"), "stream"), b.get("stream_options")
    usage = False
    if options is not None:
        if not stream or not isinstance(options, dict):
            refuse("stream_options")
        usage = flag(options.get("include_usage"), "stream_options.include_usage")
    lines.append(f"stream: {'yes' if stream else 'no'}, include_usage: {'yes' if usage else 'no'}")
    if b.get("n") is not None and (not whole(b["n"]) or b["n"] != 1):
        refuse("n")
    for name in ("tools", "functions"):
        if b.get(name) not in (None, []):
            refuse(name)
    if flag(b.get("logprobs"), "logprobs"):
        refuse("logprobs")
    return lines


def reference(body, **more):
    try:
        return {"request": read(body)}
    except Refused as refused:
        param, = refused.args
        lines = ["refused with 400, invalid_request_error"]
        if "compared_without_param" not in more:
            lines.append("no param" if param is None else "param: " + param)
        return {"request": lines}


def cases():
    def raw(name, body, **more):
        return name, reference, {"body": body} | more

    def case(name, more=(), without=(), **fields):
        # What it is about comes first, where a report shows it.
        first = {"messages": [{"role": "user", "content": "Hi"}], "model": "m"}
        body = dict(more) | fields | {k: v for k, v in first.items() if k not in fields}
        return raw(name, json.dumps({k: v for k, v in body.items() if k not in without}, ensure_ascii=False))

    def said(name, *messages):
        return case(name, messages=list(messages))

    def content(name, value):
        return said(name, {"role": "user", "content": value})

    hi = {"role": "user", "content": "Hi"}
    yield raw("by-hand", """{"model": "tiny-llm", "stream": true, "max_tokens": 16,
 "temperature": 0.7, "stop": "\\nUser:", "user": "lily",
 "messages": [{"role": "developer", "content": "Be brief."},
              {"role": "user", "content": "Hi"}]}""")
    yield case("least")
    yield case("two-messages", messages=[{"role": "system", "content": "Be brief."}, hi])
    yield said("conversation", {"role": "system", "content": "Be brief."}, hi, {"role": "assistant", "content": "Hello!"},
               {"role": "user", "content": "Who are you?"})
    yield said("developer", {"role": "developer", "content": "Be brief."}, hi)
    yield said("developer-later", hi, {"role": "developer", "content": "Be kind."}, hi)
    yield content("text", "Käse 中文 😀 \"quoted\" \\ \n\t/")
    yield raw("escapes", r'{"model":"m","messages":[{"role":"user","content":"\u4e2d\ud83d\ude00\u0000\n\/\u00e9"}]}')
    yield raw("raw-bytes", '{"model":"m","messages":[{"role":"user","content":"中é😀"}]}')
    yield content("empty-text", "")
    yield content("spaces-around", "  two in front, a line end behind \n")
    yield content("spaces-around-parts", [{"type": "text", "text": " one "}, {"type": "text", "text": "\ntwo\n"}])
    yield case("stop-of-spaces", stop=[" ", " a ", "\n"])
    yield content("one-part", [{"type": "text", "text": "Hi"}])
    yield content("parts", [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}, {"type": "text", "text": ""},
                            {"type": "text", "text": "four"}])
    for k, texts in enumerate((["", "two"], ["", ""], ["", "", "three", ""])):
        yield content(f"empty-parts-{k + 1}", [{"type": "text", "text": one} for one in texts])
    yield content("no-parts", [])
    yield content("null-content", None)
    yield said("no-content", hi, {"role": "assistant"}, hi)
    yield said("more-in-a-message", {"role": "user", "content": "Hi", "name": "lily", "tool_calls": [1]})
    yield content("more-in-a-part", [{"type": "text", "text": "Hi", "cache_control": {"type": "ephemeral"}}])

    for field, good, bad in (
        ("max_tokens", (1, 16, 4096, 2**31, 2**32, 2**53 + 1, 2**63, 2**64 - 1), (0, -1, -2**63, 2**64, 10.5, "16", True, [16])),
        ("temperature", (0, 0.7, 1, 2, 2.0, 1.9999999, 0.0), (-0.1, -1, 2.1, 3, "0.7", True, [0.7], {})),
        ("top_p", (0, 0.9, 1, 0.1, 1.0), (-0.1, 1.1, 2, "0.9", False)),
        ("seed", (0, 42, -7, 2**31, 2**32 + 5, 2**53 + 1, 2**63 - 1, -2**63), (2**63, 2**64, -2**63 - 1, 0.5, "42", True)),
        ("stream", (True, False), ("true", 1, 0, [], "yes")),
        ("stop", ("\n", "END", "中", [], ["END"], ["\n\n", "User:"], ["a", "b", "c", "d"], ["a", "a"]),
         ("", [""], ["a", ""], 5, ["a", 5], ["a", None], [["a"]], {}, True, ["a", "b", "c", "d", "e"], [True])),
        ("n", (1,), (0, 2, 128, -1, 1.5, "1", True)),
        ("tools", ([],), ([{"type": "function", "function": {"name": "f"}}], {}, "f", 1, False)),
        ("functions", ([],), ([{"name": "f"}], {}, "f")),
        ("logprobs", (False,), (True, 1, "true", 0)),
        ("model", ("", "a model / of ours"), (5, [], {}, True)),
    ):
        yield case(f"{field}-null", **{field: None})
        for k, value in enumerate(good):
            yield case(f"{field}-{k + 1}", **{field: value})
        for k, value in enumerate(bad):
            yield case(f"{field}-bad-{k + 1}", **{field: value})
    yield case("all-null", **{name: None for name in ("max_tokens", "max_completion_tokens", "temperature", "top_p", "seed", "stop",
                                                      "stream", "stream_options", "n", "tools", "functions", "logprobs")})
    yield case("completion", max_completion_tokens=5)
    yield case("completion-first", max_completion_tokens=5, max_tokens=7)
    yield case("completion-first-turned", max_tokens=5, max_completion_tokens=7)
    yield case("completion-null", max_completion_tokens=None, max_tokens=7)
    yield case("completion-alone-counts", max_completion_tokens=5, max_tokens=None)
    for k, value in enumerate((0, -5, "5", 2.5)):
        yield case(f"completion-bad-{k + 1}", max_completion_tokens=value)
        yield case(f"completion-and-a-bad-one-{k + 1}", max_completion_tokens=7, max_tokens=value)
    yield case("usage", stream=True, stream_options={"include_usage": True})
    yield case("usage-not", stream=True, stream_options={"include_usage": False})
    yield case("usage-null", stream=True, stream_options={"include_usage": None})
    yield case("options-empty", stream=True, stream_options={})
    yield case("options-null", stream=True, stream_options=None)
    yield case("options-null-without-stream", stream_options=None)
    yield case("options-more", stream=True, stream_options={"include_obfuscation": False, "include_usage": True})
    yield case("options-without-stream", stream_options={"include_usage": True})
    yield case("options-with-stream-false", stream=False, stream_options={"include_usage": False})
    yield case("options-with-stream-null", stream=None, stream_options={})
    for k, value in enumerate((True, [], "usage", 1)):
        yield case(f"options-bad-{k + 1}", stream=True, stream_options=value)
    for k, value in enumerate(("true", 1, {})):
        yield case(f"usage-bad-{k + 1}", stream=True, stream_options={"include_usage": value})
    yield case("stop-four-and-more", stop=["a", "b", "c", "d"], temperature=0, top_p=0.5, seed=1, max_tokens=3, stream=True)
    yield case("unknown", user="lily", response_format={"type": "json_object"}, top_logprobs=None, tool_choice="none",
               presence_penalty=0, logit_bias={}, store=False, metadata={"messages": 5}, top_k=40, N=5)
    yield case("unknown-of-other-names", Temperature=5, maxTokens=0, stops=5, **{"": 1, "messages[0]": 2})

    yield case("no-model", without=["model"])
    yield case("no-messages", without=["messages"])
    for k, value in enumerate((None, [], {}, "Hi", 5, hi)):
        yield case(f"messages-bad-{k + 1}", messages=value)
    for k, value in enumerate((None, "Hi", 5, [], [hi])):
        yield case(f"message-bad-{k + 1}", messages=[value])
        yield case(f"message-bad-later-{k + 1}", messages=[hi, value])
    for k, value in enumerate((None, "", "robot", "User", "tool", "function", 5, ["user"])):
        yield said(f"role-bad-{k + 1}", {"role": value, "content": "Hi"})
        yield said(f"role-bad-later-{k + 1}", hi, hi, {"role": value, "content": "Hi"})
    yield said("no-role", {"content": "Hi"})
    for k, value in enumerate((5, True, {}, {"type": "text", "text": "Hi"}, 0.5)):
        yield content(f"content-bad-{k + 1}", value)
        yield said(f"content-bad-later-{k + 1}", hi, {"role": "assistant", "content": value})
    text = {"type": "text", "text": "Hi"}
    for k, value in enumerate(("Hi", None, 5, [])):
        yield content(f"part-bad-{k + 1}", [value])
        yield content(f"part-bad-later-{k + 1}", [text, value])
    image = {"type": "image_url", "image_url": {"url": "data:,"}}
    yield content("image", [image])
    yield content("image-later", [text, text, image])
    yield said("image-in-a-later-message", hi, {"role": "user", "content": [text, image]})
    yield content("audio", [{"type": "input_audio", "input_audio": {}}])
    yield content("type-missing", [{"text": "Hi"}])
    yield content("type-null", [{"type": None, "text": "Hi"}])
    yield content("type-number", [text, {"type": 5, "text": "Hi"}])
    yield content("text-missing", [{"type": "text"}])
    yield content("text-null", [text, {"type": "text", "text": None}])
    yield content("text-number", [{"type": "text", "text": 5}])

    good = '{"model": "m", "messages": [{"role": "user", "content": "Hi"}]}'
    for k, body in enumerate(("", " ", "Hi", good[:-1], good + "}", good + good, good + " x", good.replace('"', "'"),
                              good.replace(":", "="), good.replace("]}", ",]}"), "// note\n" + good)):
        yield raw(f"no-json-{k + 1}", body)
    for k, value in enumerate(("NaN", "Infinity", "01", "+1", "0x10", ".5", "1.", "nul", "True")):
        yield raw(f"no-number-{k + 1}", good[:-1] + f', "temperature": {value}}}')
    yield raw("beyond-double", good[:-1] + ', "temperature": 1e999}', **{"compared_without_param": 1})
    yield raw("beyond-double-unknown", good[:-1] + ', "weight": -1e999}', **{"compared_without_param": 1})
    for k, body in enumerate((b"\xff", good.encode()[:-1] + b', "user": "\xff"}', b'{"model": "\xe4\xb8"}',
                              good.encode().replace(b"Hi", b"\xc0\xaf"), good.encode().replace(b"Hi", b"\xed\xa0\x80"))):
        yield raw(f"no-utf8-{k + 1}", body)
    for k, value in enumerate((r"\ud800", r"\udc00", r"\ud800x", r"\x41", "line\nend", "\u0000")):
        yield raw(f"bad-string-{k + 1}", good.replace("Hi", value))
    for k, body in enumerate(("[]", "null", "5", '"Hi"', "true", f"[{good}]")):
        yield raw(f"no-object-{k + 1}", body)
    yield raw("spaces", " \n\t" + good.replace(",", " ,\r\n").replace(":", " : ") + "\n\n")
