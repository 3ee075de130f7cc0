#include "week1/02-rms-norm/rms_norm.hpp"

#include "tools/plot/panel.hpp"

namespace tiny_llm::plot {

std::vector<Panel> panels() {
    // A mean that is not 0, a weight that is neither symmetric nor 1, and an eps that can be seen.
    const Tensor x = {0.5f, -1.0f, 2.0f, 1.5f, -0.25f, 0.75f, -1.75f, 1.0f};
    const Tensor weight = {1.0f, 0.5f, 1.25f, 1.0f, 2.0f, 0.75f, 1.0f, 1.5f};
    const auto norm = [weight](const Tensor& row) { return RMSNorm(8, weight, 0.5f)(row); };
    return {{"rms_norm", x, norm, true, "weight 0.5 to 2; eps = 0.5, so large that it shows",
             "weight 取 0.5 到 2；eps = 0.5，特意取大，好看出它的作用"}};
}

}  // namespace tiny_llm::plot
