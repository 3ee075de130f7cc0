#include "bench/speed/eigen.hpp"

namespace {

using namespace tiny_llm::bench;

class WithEigen : public EigenContender<LinearInputs, Matrix> {
public:
    using EigenContender::EigenContender;

    void run() override { out_.noalias() = matrix(inputs_.x) * matrix(inputs_.weight).transpose(); }
};

}  // namespace

TINY_LLM_CONTENDER(WithEigen, LinearInputs)
