#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

/// The logits of "by-hand", V = 6, with these tokens seen.
static grader::Call having_seen(const std::vector<std::int64_t>& ids) {
    return with("by-hand", {{"seen", grader::Integers({ids.size()}, ids)}});
}

QUESTION("six logits worked by hand in the chapter", "章节里手算的六个 logit") { grade("by-hand"); }

QUESTION("a positive logit is divided", "正的 logit 要除") { grade("positive"); }

QUESTION("a negative logit is multiplied", "负的 logit 要乘") { grade("negative"); }

QUESTION("a logit of zero stays zero", "logit 为 0 时还是 0") { grade("zero"); }

QUESTION("a token that comes several times counts once", "出现几次的 token 只算一次") {
    grade("often");
    grade("more-than-v");
}

QUESTION("256 times are once, too", "256 次也只算一次") {
    grade(with("by-hand", {{"logits", grader::Floats({3}, std::vector<float>{1, 3, 2})},
                              {"seen", grader::Integers({256}, 1)}, {"penalty", 2}}),
        {grader::Floats({3}, std::vector<float>{1, 1.5f, 2})});
}

QUESTION("all tokens seen, in any order", "所有 token 都出现过，次序任意") {
    grade("all");
    grade("square");
}

QUESTION("the first token and the last", "第一个 token 和最后一个") {
    grade("first-and-last");
    grade("one-token");
}

QUESTION("no token seen: all stay as they are", "一个也没出现过：全都不变") { grade("none-seen"); }

QUESTION("a penalty of 1 changes nothing", "penalty 为 1 时全都不变") { grade("one"); }

QUESTION("a penalty below 1 makes them likelier", "penalty 小于 1 时它们反而更可能") { grade("below-one"); }

QUESTION("-inf stays -inf", "-inf 还是 -inf") {
    grade("hidden");
    grade("all-hidden");
}

QUESTION("large logits, and many of them", "很大的 logit；很多个 logit") {
    grade("large");
    grade("many");
}

QUESTION("a penalty of 1,000, and logits up to 100,000", "penalty 为 1000；大到 ±100000 的 logit") {
    const auto gives = [](std::vector<float> logits, double penalty, std::vector<float> y) {
        grade(with("by-hand",
                  {{"logits", grader::Floats({3}, std::move(logits))},
                      {"seen", grader::Integers({2}, std::vector<std::int64_t>{0, 1})}, {"penalty", penalty}}),
            {grader::Floats({3}, std::move(y))});
    };
    gives({5e3f, -3, 7}, 1000, {5, -3000, 7});
    gives({1e5f, -1e5f, 1e6f}, 0.5, {2e5f, -5e4f, 1e6f});
    gives({1e5f, -1e5f, -1e6f}, 2, {5e4f, -2e5f, -1e6f});
}

QUESTION("ids up to the last of Qwen2's 151,936, and a text of 2,000 tokens",
    "id 一直到 Qwen2 的 151936 个中的最后一个；2000 个 token 的文字") {
    grader::Floats logits = grader::counted({151'936}, 3691, 12), y = logits;
    const std::vector<std::int64_t> ids = {151'935, 70'000, 65'536, 300, 32'768, 131'072};
    for (const std::int64_t id : ids) {
        float& logit = y.values[static_cast<std::size_t>(id)];
        logit = logit > 0 ? logit / 2 : logit * 2;
    }
    grade(with("by-hand", {{"logits", logits}, {"seen", grader::Integers({ids.size()}, ids)}, {"penalty", 2}}), {y});
    grader::Integers seen({2000}, 0);
    seen.values[0] = 1;
    grade(
        with("by-hand", {{"logits", grader::Floats({3}, std::vector<float>{4, 4, 4})}, {"seen", seen}, {"penalty", 2}}),
        {grader::Floats({3}, std::vector<float>{2, 2, 4})});
}

/// Whether there is something to punish or not.
static void refuses_penalty(double penalty) {
    refuses(with("by-hand", {{"penalty", penalty}}));
    refuses(with("none-seen", {{"penalty", penalty}}));
}

QUESTION("a penalty of 0 is refused", "penalty 为 0 时拒绝") { refuses_penalty(0); }

QUESTION("a negative penalty is refused", "penalty 为负数时拒绝") {
    refuses_penalty(-1.5);
    refuses_penalty(-0.25);
}

QUESTION("a penalty that is NaN or infinite is refused", "penalty 是 NaN 或无穷大时拒绝") {
    refuses_penalty(std::numeric_limits<double>::quiet_NaN());
    refuses_penalty(std::numeric_limits<double>::infinity());
    refuses_penalty(-std::numeric_limits<double>::infinity());
}

QUESTION("logits without exactly one axis, or no logits at all, are refused", "logits 不是一维，或一个也没有时，拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{}, {0}, {1, 6}, {6, 1}, {6, 6}}) {
        refuses(with("by-hand", {{"logits", zeros(shape)}}));
        refuses(with("none-seen", {{"logits", zeros(shape)}}));
    }
}

// These last: whoever does not check ids writes into memory that is not the logits', which may end the process later.
QUESTION("after a refusal, the next call is answered as usual", "拒绝过一次之后，再调用照样能算对") {
    refuses(having_seen({1, 99}));
    grade("none-seen");
    grade("by-hand");
}

QUESTION("a negative id is refused, wherever it is", "id 为负数时拒绝，不论在哪个位置") {
    for (const auto& ids : {std::vector<std::int64_t>{-2}, {-1}, {-2, 2}, {2, -1}, {2, -5, 0}})
        refuses(having_seen(ids));
}

QUESTION("an id that is V or more is refused, wherever it is", "id 大于或等于 V 时拒绝，不论在哪个位置") {
    for (const auto& ids : {std::vector<std::int64_t>{6}, {6, 2}, {2, 6}, {0, 7, 1}}) refuses(having_seen(ids));
}

QUESTION("an id that 32 bits cannot hold is refused", "id 超出 32 位时拒绝") {
    // In its lowest 32 bits this one is 1.
    refuses(having_seen({(std::int64_t{1} << 32) + 1}));
}

QUESTION("an id that is not a token is refused even with a penalty of 1", "penalty 为 1 时，不是 token 的 id 也拒绝") {
    for (const auto& ids : {std::vector<std::int64_t>{6}, {-1}, {2, 6}}) {
        refuses(with("by-hand", {{"seen", grader::Integers({ids.size()}, ids)}, {"penalty", 1}}));
    }
}
