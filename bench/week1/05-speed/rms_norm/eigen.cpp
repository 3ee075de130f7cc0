#include "bench/speed/eigen.hpp"

namespace {

using namespace tiny_llm::bench;

class WithEigen : public EigenContender<RMSNormInputs, Array> {
public:
    using EigenContender::EigenContender;

    void run() override {
        const auto x = matrix(inputs_.x).array();
        const auto weight = row(inputs_.norm.weight);
        out_.resize(x.rows(), x.cols());
        // Row by row, so that a row is read again while it is in the cache.
        for (Eigen::Index r = 0; r < x.rows(); ++r) {
            const float scale = 1.0f / std::sqrt(x.row(r).square().mean() + inputs_.norm.eps);
            out_.row(r) = x.row(r) * scale * weight;
        }
    }
};

}  // namespace

TINY_LLM_CONTENDER(WithEigen, RMSNormInputs)
