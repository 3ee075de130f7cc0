#include "bench/speed/eigen.hpp"

namespace {

using namespace tiny_llm::bench;

class WithEigen : public EigenContender<AddRMSNormInputs, Array> {
public:
    using EigenContender::EigenContender;

    void run() override {
        const auto x = matrix(inputs_.x).array();
        const auto residual = matrix(inputs_.residual).array();
        const auto weight = row(inputs_.weight);
        out_.resize(x.rows(), x.cols());
        sum_.resize(x.rows(), x.cols());
        for (Eigen::Index r = 0; r < x.rows(); ++r) {
            sum_.row(r) = x.row(r) + residual.row(r);
            const float scale = 1.0f / std::sqrt(sum_.row(r).square().mean() + inputs_.eps);
            out_.row(r) = sum_.row(r) * scale * weight;
        }
    }
    std::vector<tiny_llm::Tensor> outputs() const override { return {tensor(out_), tensor(sum_)}; }

private:
    Array sum_;
};

}  // namespace

TINY_LLM_CONTENDER(WithEigen, AddRMSNormInputs)
