#pragma once

#include <functional>
#include <vector>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm::figures {

using Function = std::function<Tensor(const Tensor&)>;

/// `steps` + 1 numbers from `low` to `high`, both included, equally far apart.
std::vector<double> points(double low, double high, int steps);

/// What the function makes of each number.
std::vector<double> values(const Function& function, const std::vector<double>& xs);

/// The function's slope at each number: how much it rises from 1/64 to the left to 1/64 to the right.
std::vector<double> slopes(const Function& function, const std::vector<double>& xs);

/// `feed_forward` with one hidden number and weights of 1, so that nothing but its ReLU is left. x: N
Tensor relu(const Tensor& x);

/// RMSNorm and LayerNorm of each row with weights of 1, a bias of 0 and eps = 1e-5. x: N.. x D
Tensor rms_normed(const Tensor& x);
Tensor layer_normed(const Tensor& x);

}  // namespace tiny_llm::figures
