import numpy as np

from fixtures import uniform


def table():
    """A character for each byte: its own where Python calls it printable, a space aside; else U+0100 and following."""
    own = [byte != 32 and chr(byte).isprintable() for byte in range(256)]
    return [chr(byte) if own[byte] else chr(256 + own[:byte].count(False)) for byte in range(256)]


def cases():
    characters = table()

    def there(bytes):
        return {"text": "".join(characters[byte] for byte in bytes)}

    def back(text):
        return {"bytes": bytes(characters.index(character) for character in text)}

    many = (uniform(3001, 700) * np.float32(128) + 128).astype(np.uint8)
    inputs = {
        "by-hand": "é 中\n".encode(),
        "visible-ascii": bytes(range(33, 127)),
        "to-the-space": bytes(range(33)),
        "from-127": bytes(range(127, 161)),
        "latin-1": bytes(range(161, 256)),
        "every-byte": bytes(range(256)),
        "backwards": bytes(range(255, -1, -1)),
        "text": "The fox: 狐狸, лиса, 🦊!\tNaïve\r\n\r\n  else:\u00a0\u00ad".encode(),
        "not-utf-8": b"\xff\xfe \x80\xc3(\xe4\xb8\xc0\xaf\xed\xa0\x80",
        "zeros": b"a\0b\0\0",
        "one-byte": b"~",
        "many": bytes(many.tolist()),
    }
    for name, given in inputs.items():
        yield name, there, {"bytes": given, "function": "to_byte_level"}
        yield f"from-{name}", back, {"text": there(given)["text"], "function": "from_byte_level"}
