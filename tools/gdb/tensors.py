# For gdb, in a terminal and behind an editor: a tensor is its type, its shape and its first elements, in row-major order; what
# xtensor has not computed yet is only called that. ./learn check --debug has gdb read this.
import re
import struct

import gdb

SHOWN = 24


def number(element):
    name = element.type.strip_typedefs().name or ""
    if name.endswith("bfloat16"):
        return struct.unpack("<f", struct.pack("<I", int(element["bits"]) << 16))[0]
    if name.endswith("half"):
        return struct.unpack("<e", struct.pack("<H", int(element["data_"])))[0]
    return float(element) if element.type.strip_typedefs().code == gdb.TYPE_CODE_FLT else int(element)


def text(value):
    return "%.6g" % value if isinstance(value, float) else str(value)


class Tensor:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        try:
            axes, storage = self.value["m_shape"], self.value["m_storage"]
            count, elements = int(axes["m_end"] - axes["m_begin"]), int(storage["p_end"] - storage["p_begin"])
            if not 0 <= count <= 8 or elements < 0:
                return "not made yet"
            shape = [int(axes["m_begin"][i]) for i in range(count)]
            values = [text(number(storage["p_begin"][i])) for i in range(min(elements, SHOWN))]
        except gdb.MemoryError:
            return "not made yet"
        more = ", …" if elements > SHOWN else ""
        return "%s (%s) {%s%s}" % (self.value.type.strip_typedefs().template_argument(0).template_argument(0),
                                   ", ".join(map(str, shape)), ", ".join(values), more)


class Expression:
    def __init__(self, value):
        pass

    def to_string(self):
        return "an expression that is not computed yet; xt::eval(…) computes it"


def printer(value):
    name = value.type.strip_typedefs().name or ""
    if name.startswith("xt::xarray_container<"):
        return Tensor(value)
    if re.match("xt::x(function|reducer|broadcast|view|strided_view|generator)<", name):
        return Expression(value)
    return None


gdb.pretty_printers.append(printer)
