#include "setup.hpp"

#include "grader/questions.hpp"

using grader::grade;
using grader::refuses;
using grader::with;
using grader::zeros;

static grader::Call asked(std::int64_t head_dim, std::int64_t positions) {
    return with("by-hand", {{"head_dim", head_dim}, {"positions", positions}});
}

static void no_numbers(std::int64_t head_dim, std::int64_t positions) {
    const auto nothing = zeros({static_cast<std::size_t>(positions), static_cast<std::size_t>(head_dim / 2)});
    grade(asked(head_dim, positions), {nothing, nothing});
}

QUESTION("two pairs at three positions, worked by hand in the chapter", "章节里手算的两对、三个位置") {
    grade("by-hand");
}

QUESTION("one pair: the angle is the position", "只有一对：角度就是位置") { grade("one-pair"); }

QUESTION("four pairs, each ten times slower than the one before", "四对，每一对都比前一对慢十倍") {
    grade("four-pairs");
}

QUESTION("as many pairs as positions", "对的个数等于位置数") { grade("square"); }

QUESTION("three pairs and Llama 3's theta, 500,000", "三对，theta 取 Llama 3 的 500000") { grade("three-pairs"); }

QUESTION("a theta of 1: all pairs turn alike", "theta 为 1：每一对都转得一样快") { grade("theta-of-one"); }

QUESTION("a theta that is not a whole number", "theta 不是整数") { grade("theta-not-whole"); }

QUESTION("position 0 alone: nothing is turned", "只有位置 0：都不转") { grade("one-position"); }

QUESTION("two positions and Qwen2's theta, 1,000,000", "两个位置，theta 取 Qwen2 的 1000000") {
    grade("two-positions");
}

QUESTION("no positions, no rows", "没有位置就没有行") {
    no_numbers(4, 0);
    no_numbers(6, 0);
}

QUESTION("a head_dim of 0: rows without numbers", "head_dim 为 0：每行没有数") {
    no_numbers(0, 3);
    no_numbers(0, 0);
}

QUESTION("an odd head_dim is refused", "head_dim 是奇数时拒绝") {
    for (const std::int64_t head_dim : {1, 3, 7, 65}) refuses(asked(head_dim, 3));
    refuses(asked(5, 0));
}

QUESTION("Qwen2-0.5B's heads: 32 pairs", "Qwen2-0.5B 的头：32 对") { grade("qwen2"); }

QUESTION("the last rows of 32,768 positions: what is computed in float is too far off here",
    "32768 个位置的最后几行：用 float 计算，到这里误差就太大了") {
    grade("long");
}

QUESTION("the same for Qwen2-0.5B's heads", "Qwen2-0.5B 的头，同样的最后几行") { grade("long-qwen2"); }

QUESTION("the last rows of 131,072 positions, as many as Qwen2 can read",
    "131072 个位置的最后几行：Qwen2 能读的最多的位置") {
    const std::size_t positions = 131'072, from = positions - 5;
    grader::Floats cos({5, 2}, 0.0f), sin = cos;
    for (std::size_t k = 0; k < cos.size(); ++k) {
        const double angle = static_cast<double>(from + k / 2) * std::pow(1e6, -0.5 * static_cast<double>(k % 2));
        cos.values[k] = static_cast<float>(std::cos(angle));
        sin.values[k] = static_cast<float>(std::sin(angle));
    }
    grade(with("by-hand", {{"head_dim", 4}, {"positions", positions}, {"theta", 1e6}, {"compared_from", from}}),
        {cos, sin});
}
