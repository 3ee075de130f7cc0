#include "grader/plot.hpp"

// A mean that is not 0, a weight that is neither symmetric nor 1, and an eps that can be seen.
static const grader::Floats weight({8}, {1.0f, 0.5f, 1.25f, 1.0f, 2.0f, 0.75f, 1.0f, 1.5f});

GRADER_PANELS({"rms_norm", {"", {{"weight", weight}, {"eps", 0.5}}},
    {0.5f, -1.0f, 2.0f, 1.5f, -0.25f, 0.75f, -1.75f, 1.0f}, true, "weight 0.5 to 2; eps = 0.5, so large that it shows",
    "weight 取 0.5 到 2；eps = 0.5，特意取大，好看出它的作用"})
