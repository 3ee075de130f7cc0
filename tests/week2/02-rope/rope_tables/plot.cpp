#include "grader/plot.hpp"

/// The cosines of one pair at the first 65 positions, theta 10,000 and D = 8: each pair is ten times slower than the one before.
static grader::Panel pair(std::int64_t i) {
    grader::Panel panel{
        "cos " + std::to_string(i), {"", {{"head_dim", 8}, {"theta", 10000.0}, {"pair", i}, {"table", "cos"}}}, {}};
    panel.en = "the cosine of pair " + std::to_string(i) + " at positions 0 to 64; head_dim = 8, theta = 10,000";
    panel.zh = "第 " + std::to_string(i) + " 对在位置 0 到 64 的余弦；head_dim = 8，theta = 10000";
    for (int p = 0; p <= 64; ++p) panel.x.push_back(static_cast<float>(p));
    return panel;
}

GRADER_PANELS(pair(0), pair(1), pair(2))
