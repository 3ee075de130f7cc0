#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

QUESTION("four values worked by hand in the chapter, as two by two", "章节里手算的四个值，排成二乘二") {
    grade("by-hand");
}

QUESTION("no weight", "没有 weight") { grade("no-weight"); }

QUESTION("one axis: the RMSNorm that you know", "一个轴：熟悉的 RMSNorm") { grade("one-axis"); }

QUESTION("two axes share one mean square", "两个轴共用一个均方") { grade("two-axes"); }

QUESTION("three axes share one mean square", "三个轴共用一个均方") { grade("three-axes"); }

QUESTION("two leading axes and no weight", "两个前置轴，没有 weight") { grade("two-leading-axes"); }

QUESTION("as many rows as columns", "行数等于列数") { grade("square"); }

QUESTION("tiny samples: eps decides", "很小的样本：eps 起决定作用") { grade("tiny-samples"); }

QUESTION("a large eps counts too", "很大的 eps 也要算进去") { grade("large-eps"); }

QUESTION("samples far from zero: the mean is not subtracted", "远离零的样本：不减均值") { grade("far-from-zero"); }

QUESTION("a sample of zeros gives zeros", "全零的样本得到零") { grade("zero-sample"); }

QUESTION("a sample of one", "只有一个元素的样本") { grade("one-by-one"); }

QUESTION("rank 1, no leading axis at all", "一维，没有前置轴") { grade("rank-1"); }

QUESTION("zero samples give zero samples", "零个样本得到零个样本") {
    for (const auto& shape : {std::vector<std::size_t>{0, 2, 2}, {3, 0, 2, 2}}) {
        for (const char* name : {"by-hand", "no-weight"}) {
            grade(with(name, {{"x", zeros(shape)}}), {zeros(shape)});
        }
    }
}

QUESTION("last axes other than normalized_shape are refused", "末尾各轴不等于 normalized_shape 时拒绝") {
    // The first two have as many elements as two samples of (2, 3).
    for (const auto& shape :
        {std::vector<std::size_t>{2, 3, 2}, {2, 6}, {3}, {2, 2, 4}, {2, 3, 3}, {2, 2, 1}, {2, 1, 3}}) {
        refuses(with("two-axes", {{"x", zeros(shape)}}));
    }
}

QUESTION("a weight other than normalized_shape is refused", "weight 的形状不是 normalized_shape 时拒绝") {
    // (3), (1), (1, 3), (2, 1) and (1, 2, 3) would broadcast; (6) and (3, 2) have as many elements.
    for (const auto& shape : {std::vector<std::size_t>{3}, {1}, {1, 3}, {2, 1}, {1, 2, 3}, {6}, {3, 2}, {2}}) {
        refuses(with("two-axes", {{"weight", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's 896 as 14 heads of 64", "把 Qwen2-0.5B 的 896 看成 14 个头，每个 64 个元素") { grade("heads"); }

QUESTION("a sample of 64 x 32, and 70,000 samples", "一个 64 x 32 的样本；70000 个样本") {
    // Half of the squares are 1, and half are 49: no sum is rounded, and their mean is 25.
    grader::Floats x({64, 32}, 1.0f), y({64, 32}, 0.2f);
    std::fill(x.begin() + 1024, x.end(), -7.0f);
    std::fill(y.begin() + 1024, y.end(), -1.4f);
    const auto shape = [](std::vector<std::int64_t> axes) { return grader::Integers({axes.size()}, axes); };
    grade(with("no-weight", {{"x", x}, {"normalized_shape", shape({64, 32})}, {"eps", 1e-6f}}), {y});
    const grader::Floats twos({70'000, 1, 1, 1}, 2.0f);
    grade(with("no-weight", {{"x", twos}, {"normalized_shape", shape({1, 1, 1})}, {"eps", 1e-6f}}),
        {grader::Floats(twos.shape, 1.0f)});
}

QUESTION("an eps of 1e-14, which is smaller than most", "eps 为 1e-14，比常见的小得多") {
    // The mean square is 7.5e-14.
    const double root = std::sqrt(8.5e-14);
    std::vector<float> y;
    for (const double one : {1e-7, 2e-7, -3e-7, 4e-7}) y.push_back(static_cast<float>(one / root));
    grade(with("by-hand", {{"x", grader::Floats({2, 2}, std::vector<float>{1e-7f, 2e-7f, -3e-7f, 4e-7f})},
                              {"weight", grader::Floats({2, 2}, 1.0f)}, {"eps", 1e-14f}}),
        {grader::Floats({2, 2}, y)});
    grade(with("no-weight",
              {{"x", grader::Floats({2, 2}, std::vector<float>{1e-7f, 2e-7f, -3e-7f, 4e-7f})}, {"eps", 1e-14f}}),
        {grader::Floats({2, 2}, y)});
}
