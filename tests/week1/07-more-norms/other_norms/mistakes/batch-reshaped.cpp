#include "other_norms.hpp"

#include <stdexcept>

#include "week1/02-rms-norm/layer_norm.hpp"
namespace tiny_llm {

static Tensor standardized(const Tensor& rows, float eps) {
    if (rows.size() == 0) return rows;
    return layer_norm(rows, xt::ones<float>({rows.shape(1)}), xt::zeros<float>({rows.shape(1)}), eps);
}

Tensor batch_norm(const Tensor& x, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("batch_norm: x is " + shape_string(x) + ", expected (N, C, L)");
    Tensor rows = x;
    rows.reshape({x.shape(1), x.shape(0) * x.shape(2)});
    Tensor y = standardized(rows, eps);
    y.reshape(x.shape());
    return y;
}

Tensor group_norm(const Tensor& x, std::size_t groups, float eps) {
    if (x.dimension() != 3) throw std::invalid_argument("group_norm: x is " + shape_string(x) + ", expected (N, C, L)");
    if (groups == 0 || x.shape(1) % groups != 0) {
        throw std::invalid_argument("group_norm: x " + shape_string(x) + " cannot be cut into " +
                                    std::to_string(groups) + " groups of channels");
    }
    Tensor rows = x;
    rows.reshape({x.shape(0) * groups, x.shape(1) / groups * x.shape(2)});
    Tensor y = standardized(rows, eps);
    y.reshape(x.shape());
    return y;
}

}  // namespace tiny_llm
