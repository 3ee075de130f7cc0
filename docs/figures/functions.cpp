#include "functions.hpp"

#include "week1/02-rms-norm/layer_norm.hpp"
#include "week1/02-rms-norm/rms_norm.hpp"
#include "week1/03-qwen2-mlp/feed_forward.hpp"

namespace tiny_llm::figures {

std::vector<double> points(double low, double high, int steps) {
    std::vector<double> xs;
    for (int i = 0; i <= steps; ++i) xs.push_back(low + (high - low) * i / steps);
    return xs;
}

std::vector<double> values(const Function& function, const std::vector<double>& xs) {
    Tensor x = Tensor::from_shape({xs.size()});
    for (std::size_t i = 0; i < xs.size(); ++i) x(i) = static_cast<float>(xs[i]);
    const Tensor y = function(x);
    return {y.begin(), y.end()};
}

std::vector<double> slopes(const Function& function, const std::vector<double>& xs) {
    constexpr double step = 1.0 / 64;  // a float holds it, and x + step for the x that we draw
    std::vector<double> left = xs;
    std::vector<double> right = xs;
    for (double& x : left) x -= step;
    for (double& x : right) x += step;
    const std::vector<double> low = values(function, left);
    std::vector<double> result = values(function, right);
    for (std::size_t i = 0; i < xs.size(); ++i) result[i] = (result[i] - low[i]) / (2 * step);
    return result;
}

Tensor relu(const Tensor& x) {
    Tensor column = x;
    column.reshape({x.size(), 1});
    const Tensor one = xt::ones<float>({1, 1});
    const Tensor zero = xt::zeros<float>({1});
    Tensor y = feed_forward(column, one, zero, one, zero);
    y.reshape({x.size()});
    return y;
}

Tensor rms_normed(const Tensor& x) {
    const Tensor ones = xt::ones<float>({x.shape().back()});
    return RMSNorm(x.shape().back(), ones, 1e-5f)(x);
}

Tensor layer_normed(const Tensor& x) {
    const Tensor ones = xt::ones<float>({x.shape().back()});
    const Tensor zeros = xt::zeros<float>({x.shape().back()});
    return layer_norm(x, ones, zeros, 1e-5f);
}

}  // namespace tiny_llm::figures
