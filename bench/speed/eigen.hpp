#pragma once

#include <Eigen/Core>

#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace tiny_llm::bench {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Array = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A tensor of two axes as Eigen sees it, where it lies.
inline Eigen::Map<const Matrix> matrix(const Tensor& t) {
    return {t.data(), static_cast<Eigen::Index>(t.shape(0)), static_cast<Eigen::Index>(t.shape(1))};
}

inline Eigen::Map<const Eigen::Array<float, 1, Eigen::Dynamic>> row(const Tensor& t) {
    return {t.data(), static_cast<Eigen::Index>(t.size())};
}

template <class T>
Tensor tensor(const T& t) {
    Tensor result = xt::empty<float>({static_cast<std::size_t>(t.rows()), static_cast<std::size_t>(t.cols())});
    std::copy(t.data(), t.data() + t.size(), result.data());
    return result;
}

/// A contender whose result is one Eigen array or matrix.
template <class Inputs, class Result>
class EigenContender : public Contender {
public:
    explicit EigenContender(const Inputs& inputs) : inputs_(inputs) {}
    std::vector<Tensor> outputs() const override { return {tensor(out_)}; }

protected:
    const Inputs& inputs_;
    Result out_;
};

}  // namespace tiny_llm::bench
