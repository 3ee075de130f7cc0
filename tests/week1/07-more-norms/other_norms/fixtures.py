import torch.nn.functional as F

from fixtures import counted, given


def cases():
    def batch(x, eps):
        return {"y": F.batch_norm(x, None, None, training=True, eps=eps)}

    def group(x, groups, eps):
        return {"y": F.group_norm(x, groups, eps=eps)}

    def batch_case(name, x, eps):
        return f"batch-{name}", batch, {"x": x, "eps": eps, "function": "batch_norm"}

    def group_case(name, x, groups, eps):
        return f"group-{name}", group, {"x": x, "groups": groups, "eps": eps, "function": "group_norm"}

    by_hand = given(1, 3, 0, 4, 5, 7, 2, 10, shape=[2, 2, 2])
    yield batch_case("by-hand", by_hand, 1e-5)
    yield group_case("by-hand", by_hand, 1, 1e-5)
    yield batch_case("odd", counted([3, 5, 7], 461, 2, [1, 3, 0.1, 2, 0.5] * 3), 1e-5)
    yield batch_case("cube", counted([3, 3, 3], 462, 2, [1, 3, 0.1, 2, 0.5, 5, 4, 0.2, 1.5]), 1e-5)
    yield batch_case("tiny", counted([2, 3, 4], 463, 1, [1, 1e-3, 1e-4] * 2), 1e-6)
    yield batch_case("large-eps", counted([2, 3, 4], 464, 1, [1, 0.5, 0.01] * 2), 0.25)
    yield batch_case("shifted", given(*(10000 * c + n + i for n in (1, 5) for c in (1, -2, 3) for i in (0, 2)),
                                      shape=[2, 3, 2]), 1e-5)
    yield batch_case("constant-channel", given(3, 3, 1, 2, 3, 3, 5, 7, shape=[2, 2, 2]), 1e-5)
    yield batch_case("one-sample", counted([1, 3, 5], 466, 2, [1, 3, 0.1]), 1e-5)
    yield batch_case("length-one", counted([4, 3, 1], 467, 2, [1, 3, 0.1, 2]), 1e-5)
    yield group_case("odd", counted([3, 6, 5], 468, 2, [1, 3, 0.1, 2, 0.5, 5] * 3), 3, 1e-5)
    yield group_case("two-of-three", counted([2, 6, 3], 469, 2, [1, 3, 0.1, 2, 0.5, 5] * 2), 2, 1e-5)
    yield group_case("cube", counted([4, 4, 4], 470, 2, [1, 3, 0.1, 2] * 4), 2, 1e-5)
    yield group_case("one-group", counted([2, 4, 3], 471, 2, [1, 3, 0.1, 2] * 2), 1, 1e-5)
    yield group_case("channels-alone", counted([2, 4, 3], 472, 2, [1, 3, 0.1, 2] * 2), 4, 1e-5)
    yield group_case("tiny", counted([2, 4, 3], 473, 1, [1, 1, 1e-3, 1e-3, 1e-4, 1e-4, 1, 1]), 2, 1e-6)
    yield group_case("large-eps", counted([2, 4, 3], 474, 1, [1, 0.5, 0.1, 0.01] * 2), 2, 0.25)
    yield group_case("shifted", given(*(10000 * c + n + i for n in (1, 5) for c in (1, 1, -2, -2) for i in (0, 2)),
                                      shape=[2, 4, 2]), 2, 1e-5)
    yield group_case("constant-group", given(3, 3, 3, 3, 1, 2, 5, 7, shape=[1, 4, 2]), 2, 1e-5)
