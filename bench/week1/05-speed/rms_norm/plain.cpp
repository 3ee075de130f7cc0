#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "week1/02-rms-norm/rms_norm.hpp"

namespace {

using namespace tiny_llm;

class Plain : public bench::Contender {
public:
    explicit Plain(const bench::RMSNormInputs& inputs)
        : inputs_(inputs), norm_(inputs.norm.dim, inputs.norm.weight, inputs.norm.eps) {}
    void run() override { out_ = norm_(inputs_.x); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::RMSNormInputs& inputs_;
    RMSNorm norm_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(Plain, tiny_llm::bench::RMSNormInputs)
