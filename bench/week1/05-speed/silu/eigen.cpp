#include "bench/speed/eigen.hpp"

namespace {

using namespace tiny_llm::bench;

class WithEigen : public EigenContender<SiluInputs, Array> {
public:
    using EigenContender::EigenContender;

    void run() override {
        const auto x = matrix(inputs_.x).array();
        out_ = x / (1.0f + (-x).exp());
    }
};

}  // namespace

TINY_LLM_CONTENDER(WithEigen, SiluInputs)
