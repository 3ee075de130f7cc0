#include "bench/speed/eigen.hpp"

namespace {

using namespace tiny_llm::bench;

class WithEigen : public EigenContender<Qwen2MLPInputs, Matrix> {
public:
    using EigenContender::EigenContender;

    void run() override {
        const auto x = matrix(inputs_.x);
        gate_.noalias() = x * matrix(inputs_.mlp.w_gate).transpose();
        up_.noalias() = x * matrix(inputs_.mlp.w_up).transpose();
        gate_.array() = gate_.array() / (1.0f + (-gate_.array()).exp()) * up_.array();
        out_.noalias() = gate_ * matrix(inputs_.mlp.w_down).transpose();
    }

private:
    Matrix gate_, up_;
};

}  // namespace

TINY_LLM_CONTENDER(WithEigen, Qwen2MLPInputs)
