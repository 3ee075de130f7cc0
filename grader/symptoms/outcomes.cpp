// What is true of calls that gave nothing that can be compared: exceptions, wrong shapes, inputs changed.

#include <set>

#include "grader/symptoms/seen.hpp"
#include "grader/texts.hpp"

namespace grader {
namespace {

using Kind = Outcome::Kind;
using Shape = std::vector<std::size_t>;

/// An output whose shape is wrong.
struct Misshapen {
    const Floats& yours;
    const Floats& expected;
    const Call& call;
    Tolerance tolerance;
    std::string name;  // where there are several
};

std::vector<Misshapen> misshapen(const Records& records) {
    std::vector<Misshapen> all;
    for (const Record* r : records) {
        if (!r->failed || r->learner.kind != Kind::returned || r->expected.invalid_argument) continue;
        const auto pairs = float_outputs(*r);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const auto& [yours, expected] = pairs[k];
            if (!yours || yours->shape == expected->shape) continue;
            const auto& names = r->expected.names;
            all.push_back({*yours, *expected, r->call, r->expected.tolerance,
                           names.size() > 1 && k < names.size() ? names[k] : ""});
        }
    }
    return all;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

bool differ_in_one_axis(const Shape& a, const Shape& b, bool last) {
    if (a.size() != b.size() || a.size() < 2) return false;
    return last ? std::equal(a.begin(), a.end() - 1, b.begin()) : std::equal(a.begin() + 1, a.end(), b.begin() + 1);
}

std::optional<Symptom> of_shapes(const std::vector<Misshapen>& all) {
    if (all.empty()) return std::nullopt;
    const auto each = [&](const std::function<bool(const Misshapen&)>& holds) {
        return std::all_of(all.begin(), all.end(), holds);
    };
    if (each([](const Misshapen& m) { return m.yours.size() == 0 && m.expected.size() == 0; })) {
        return symptom(
            "shape-of-nothing",
            "Where the shape is wrong, the result is empty, as it should be; but an empty result has a shape, too, and each axis its length.",
            "凡是形状不对的结果都是空的，这没有错；但空的结果也有形状，轴数和每个轴的长度都要对。");
    }
    if (each([](const Misshapen& m) {
            return m.yours.size() == m.expected.size() && compare(m.yours, m.expected, m.tolerance).wrong.empty();
        })) {
        return symptom("only-shape-wrong", "Where the shape is wrong, the numbers and their order are right.",
                       "凡是形状不对的结果，数值和次序都是对的。");
    }
    if (each([](const Misshapen& m) {
            return m.yours.shape == Shape(m.expected.shape.rbegin(), m.expected.shape.rend());
        })) {
        return symptom("axes-reversed", "Where the shape is wrong, it is the expected one with its axes reversed.",
                       "凡是形状不对的结果，形状都是应有的那个，只是轴的次序颠倒了。");
    }
    for (const std::string& name : arrays(all, [](const Misshapen& m) -> const Call& { return m.call; })) {
        if (each([&](const Misshapen& m) { return m.yours.shape == array(m.call, name)->shape; })) {
            return symptom("shape-of-input", "Where the shape is wrong, it is that of the input " + name + ".",
                           "凡是形状不对的结果，形状都和输入 " + name + " 一样。");
        }
    }
    if (each([](const Misshapen& m) { return m.yours.shape.size() < m.expected.shape.size(); })) {
        return symptom("axes-lost", "Where the shape is wrong, it has fewer axes than the expected one.",
                       "凡是形状不对的结果，轴都比应有的少。");
    }
    if (each([](const Misshapen& m) { return m.yours.shape.size() > m.expected.shape.size(); })) {
        return symptom("axes-added", "Where the shape is wrong, it has more axes than the expected one.",
                       "凡是形状不对的结果，轴都比应有的多。");
    }
    for (const bool last : {true, false}) {
        if (!each([last](const Misshapen& m) { return differ_in_one_axis(m.yours.shape, m.expected.shape, last); }))
            continue;
        return last ? symptom("last-axis", "Where the shape is wrong, only the last axis has a wrong size.",
                              "凡是形状不对的结果，都只有最后一个轴的大小不对。")
                    : symptom("first-axis", "Where the shape is wrong, only the first axis has a wrong size.",
                              "凡是形状不对的结果，都只有第一个轴的大小不对。");
    }
    for (const std::string& name : arrays(all, [](const Misshapen& m) -> const Call& { return m.call; })) {
        if (each([&](const Misshapen& m) {
                const Shape &yours = m.yours.shape, &input = array(m.call, name)->shape;
                return yours != input && differ_in_one_axis(yours, input, false);
            })) {
            return symptom("first-axis-of-input",
                           "Where the shape is wrong, it is that of the input " + name + " except for the first axis.",
                           "凡是形状不对的结果，形状都和输入 " + name + " 一样，只有第一个轴除外。");
        }
    }
    const std::string yours = shape_text(all[0].yours.shape), expected = shape_text(all[0].expected.shape);
    return symptom("shape", "Some results have the wrong shape: " + yours + " where " + expected + " is expected.",
                   "有的结果形状不对：应为 " + expected + " 的地方得到的是 " + yours + "。");
}

/// What turns.hpp says of a call: 2 where it was made again with one thread and gave something else, 3 where threads share
/// what a compiler keeps in a register.
bool in_turns_gave(const Record& r, std::int64_t what) {
    const auto* differ = r.learner.outputs.empty() ? nullptr : std::get_if<Integers>(&r.learner.outputs.back().is);
    return r.call.find("threads") && differ && differ->size() == 1 && differ->values[0] == what;
}

}  // namespace

std::optional<Symptom> of_outcomes(const Records& records) {
    std::set<std::string> changed, thrown;
    std::size_t repeats = 0, shared = 0, failed = 0, refusals = 0, unrefused = 0, refused_otherwise = 0, threw = 0;
    for (const Record* r : records) {
        if (!r->failed) continue;
        const Outcome& yours = r->learner;
        changed.insert(yours.modified.begin(), yours.modified.end());
        repeats += in_turns_gave(*r, 2);
        shared += in_turns_gave(*r, 3);
        ++failed;
        if (r->expected.invalid_argument) {
            ++refusals;
            unrefused += yours.kind == Kind::returned;
            refused_otherwise += yours.kind == Kind::other_exception;
        } else if (yours.kind == Kind::invalid_argument || yours.kind == Kind::other_exception) {
            ++threw;
            thrown.insert(yours.what);
        }
    }
    const std::string what = thrown.size() == 1 ? first_line(*thrown.begin()) : "";  // all the same
    if (!changed.empty()) {
        std::string names;
        for (const std::string& name : changed) names += (names.empty() ? "" : ", ") + name;
        return symptom("input-changed", "Yours changes inputs that it must leave unchanged: " + names + ".",
                       "你的代码改动了传进来、应当保持原样的东西：" + names + "。");
    }
    if (repeats == failed) {
        return symptom(
            "not-repeatable",
            "The same call, made again, gives something else, although OpenMP had only one thread. Perhaps something "
            "survives from call to call or was never set, or threads that you start yourself write to the same place.",
            "同样的调用再来一次，结果就不一样了，而 OpenMP 只用了一个线程。可能有东西从上一次调用留了下来，或者从来没有赋过值，"
            "也可能是你自己启动的几个线程在写同一处。");
    }
    if (shared == failed) {
        return symptom(
            "shared-by-threads",
            "Several threads write to the same variable at the same time: it is static, or declared outside the parallel loop. "
            "The numbers are right only because this compiler happens to keep a copy of it for each thread; nothing in the "
            "language says that it has to. Declare it inside the loop, without static.",
            "几个线程同时在写同一个变量：它声明在并行循环的外面，或者是 static。现在结果是对的，只因为这个编译器恰好给每个线程各留了一份，"
            "语言并不保证这一点。把它声明到循环里面，也不要用 static。");
    }
    if (unrefused == failed) {
        return symptom("unrefused", "Only calls that have to be refused fail: yours accepts them.",
                       "失败的都是本应拒绝的调用：你的代码接受了它们。");
    }
    if (threw == failed) {
        return symptom("throws",
                       what.empty()
                           ? "Every call that fails throws an exception, although its inputs are valid."
                           : "Every call that fails throws the same exception, although its inputs are valid: " + what,
                       what.empty() ? "失败的调用都抛出了异常，而传进来的参数都是合法的。"
                                    : "失败的调用都抛出同一个异常，而传进来的参数都是合法的：" + what);
    }
    const auto all = misshapen(records);
    if (auto found = of_shapes(all)) {
        std::set<std::string> outputs;
        for (const Misshapen& one : all) outputs.insert(one.name);
        outputs.erase("");
        std::string about;
        for (const std::string& name : outputs) about += (about.empty() ? "" : either(", ", "、")) + name;
        if (!about.empty())
            found->text += either(" (This is about the output ", "（说的是输出 ") + about + either(".)", "。）");
        return found;
    }
    if (threw > 0) {
        return symptom(
            "throws-in-some",
            "Some calls throw an exception, although their inputs are valid" + (what.empty() ? "." : ": " + what),
            "有的调用抛出了异常，而传进来的参数是合法的" + (what.empty() ? "。" : "：" + what));
    }
    if (refusals > 0 && refused_otherwise == refusals) {
        return symptom("another-exception",
                       "Some calls that have to be refused throw an exception, but not std::invalid_argument.",
                       "有的调用应当拒绝，它们抛出了异常，但抛出的不是 std::invalid_argument。");
    }
    return std::nullopt;
}

}  // namespace grader
