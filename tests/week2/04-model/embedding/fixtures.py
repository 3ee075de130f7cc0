import torch.nn.functional as F

from fixtures import counted, given, integers


def cases():
    def reference(ids, weight):
        return {"y": F.embedding(ids, weight)}

    def case(name, ids, shape, seed):
        return name, reference, {"ids": integers(ids), "weight": counted(shape, seed, 3)}

    yield "by-hand", reference, {"ids": integers([2, 0, 2]), "weight": given(6, 1, 2, -8, 1, 0, shape=[3, 2])}
    yield case("one-token", [4], [6, 3], 2001)
    yield case("two", [1, 3], [5, 4], 2002)
    yield case("in-order", [0, 1, 2, 3, 4], [5, 3], 2003)
    yield case("descending", [6, 5, 3, 1], [7, 2], 2004)
    yield case("repeated", [3, 3, 3, 3], [5, 2], 2005)
    yield case("square", [1, 3, 0, 2], [4, 4], 2006)
    yield case("one-column", [2, 0, 3], [4, 1], 2007)
    yield case("one-row", [0, 0], [1, 5], 2008)
    yield case("wide", [1, 0, 2], [3, 40], 2009)
    yield case("many-tokens", [2, 0, 1, 1, 2, 0, 0, 2, 1, 2, 0], [3, 2], 2010)
    yield case("qwen2", [2047, 0, 1023, 7], [2048, 896], 2011)
