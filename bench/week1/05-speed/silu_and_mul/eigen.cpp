#include "bench/speed/eigen.hpp"

namespace {

using namespace tiny_llm::bench;

class WithEigen : public EigenContender<SiluAndMulInputs, Array> {
public:
    using EigenContender::EigenContender;

    void run() override {
        const auto x = matrix(inputs_.x).array();
        const auto gate = x.leftCols(x.cols() / 2);
        out_ = gate / (1.0f + (-gate).exp()) * x.rightCols(x.cols() / 2);
    }
};

}  // namespace

TINY_LLM_CONTENDER(WithEigen, SiluAndMulInputs)
