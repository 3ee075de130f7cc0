#include "grader/plot.hpp"

/// The cosines of one pair at the first 65 positions, theta 10,000 and D = 8: each pair is ten times slower than the one before.
static grader::Panel pair(std::int64_t i, const std::string& name) {
    grader::Panel panel{name, {"", {{"head_dim", 8}, {"theta", 10000.0}, {"pair", i}, {"table", "cos"}}}, {}};
    for (int p = 0; p <= 64; ++p) panel.x.push_back(static_cast<float>(p));
    return panel;
}

GRADER_PANELS(pair(0, "pair 0"), pair(1, "pair 1"), pair(2, "pair 2"))
