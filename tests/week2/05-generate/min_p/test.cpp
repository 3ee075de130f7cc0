#include "setup.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("six logits worked by hand in the chapter", "章节里手算的六个 logit") { grade("by-hand"); }

QUESTION("another p: more or fewer stay", "换一个 p：留下的更少或更多") {
    grade("high");
    grade("low");
}

QUESTION("p of 0 changes nothing", "p 为 0 时全都不变") {
    grade("zero");
    grade("zero-hidden");
    grade("zero-far-apart");
}

QUESTION("p of 0: a probability of 1e-13, or of 1e-33, is enough", "p 为 0：概率只有 1e-13 或 1e-33 也留下") {
    const grader::Floats logits({3}, std::vector<float>{0, -30, -75});
    grade(with("zero", {{"logits", logits}}), {logits});
}

QUESTION("p of 1 keeps the likeliest", "p 为 1 时只留最可能的") { grade("one"); }

QUESTION("p of 1 keeps all that are as likely as the likeliest", "p 为 1 时，和最可能的相等的也都留下") {
    grade("one-of-equals");
}

QUESTION("equal logits all stay", "logit 都相等时全部留下") {
    grade("equal");
    grade("all-zero");
}

QUESTION("many similar logits: none has a large probability", "许多相近的：哪一个的概率都不大") { grade("many-alike"); }

QUESTION("logits near 200: exp of 200 overflows", "200 附近的 logit：exp(200) 会溢出") { grade("far-up"); }

QUESTION("logits near -300: exp of -300 is 0", "-300 附近的 logit：exp(-300) 是 0") { grade("far-down"); }

QUESTION("only negative logits, and only positive ones", "全是负的 logit；全是正的") {
    grade("negative");
    grade("positive");
}

QUESTION("logits below any number that a search could begin with", "比查找可能用的任何起始值都低的 logit") {
    const float hidden = -std::numeric_limits<float>::infinity();
    const auto gives = [](std::vector<float> logits, std::vector<float> y) {
        grade(with("by-hand", {{"logits", grader::Floats({4}, std::move(logits))}, {"p", 0.25}}),
            {grader::Floats({4}, std::move(y))});
    };
    for (const float low : {-2e4f, 2e4f}) gives({hidden, low - 1, low, low - 2}, {hidden, low - 1, low, hidden});
    for (const float low : {-1e5f, -1e10f, -2e38f})
        gives({hidden, 1.5f * low, low, 1.25f * low}, {hidden, hidden, low, hidden});
}

QUESTION("-inf stays -inf", "-inf 还是 -inf") { grade("hidden"); }

QUESTION("sorted either way", "从大到小，从小到大") {
    grade("descending");
    grade("ascending");
}

QUESTION("a single token stays", "只有一个 token 时留下") { grade("one-token"); }

QUESTION("four logits, p of a quarter; four hundred logits", "四个 logit，p 是四分之一；四百个 logit") {
    grade("square");
    grade("many");
}

QUESTION("a p of 0.0001, and of a millionth", "p 是 0.0001，以及百万分之一") {
    grade("small");
    grade("smaller");
}

QUESTION("a p of 1e-10, and of 1e-30", "p 是 1e-10，以及 1e-30") {
    const float hidden = -std::numeric_limits<float>::infinity();
    const auto gives = [](double p, std::vector<float> logits, std::vector<float> y) {
        const std::vector<std::size_t> shape{y.size()};
        grade(with("by-hand", {{"logits", grader::Floats(shape, std::move(logits))}, {"p", p}}),
            {grader::Floats(shape, std::move(y))});
    };
    // A logit between what two powers of 10 would keep, so that a p that was raised shows to which.
    gives(1e-10, {1, -3, -5, -7, -9.5, -12, -14, -20, -25}, {1, -3, -5, -7, -9.5, -12, -14, -20, hidden});
    gives(1e-30, {0, -66, -72}, {0, -66, hidden});
}

QUESTION("Qwen2's vocabulary of 151,936", "Qwen2 的词表，151936 个 token") {
    const grader::Floats logits = grader::counted({151936}, 3108, 12);
    const double largest = *std::max_element(logits.begin(), logits.end());
    grader::Floats y = logits;
    for (float& one : y.values) {
        // Rounding decides none: the nearest to the threshold is 3e-4 from it.
        if (one < largest + std::log(0.05)) one = -std::numeric_limits<float>::infinity();
    }
    grade(with("by-hand", {{"logits", logits}, {"p", 0.05}}), {y});
}

QUESTION("a p below 0 is refused", "p 小于 0 时拒绝") {
    refuses(with("by-hand", {{"p", -0.1}}));
    refuses(with("by-hand", {{"p", -std::numeric_limits<double>::infinity()}}));
}

QUESTION("a p above 1 is refused", "p 大于 1 时拒绝") {
    refuses(with("by-hand", {{"p", 1.5}}));
    refuses(with("by-hand", {{"p", 10}}));
    refuses(with("by-hand", {{"p", std::numeric_limits<double>::infinity()}}));
}

QUESTION("a p of NaN is refused", "p 为 NaN 时拒绝") {
    refuses(with("by-hand", {{"p", std::numeric_limits<double>::quiet_NaN()}}));
}

QUESTION("logits without exactly one axis are refused", "logits 不是一维时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{1, 6}, {6, 1}, {6, 6}, {}})
        refuses(with("by-hand", {{"logits", zeros(shape)}}));
}

QUESTION("an empty vocabulary is refused", "词表为空时拒绝") { refuses(with("by-hand", {{"logits", zeros({0})}})); }
