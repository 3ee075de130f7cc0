#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "week1/04-fusion/add_rms_norm.hpp"

namespace {

using namespace tiny_llm;

class Plain : public bench::Contender {
public:
    explicit Plain(const bench::AddRMSNormInputs& inputs) : inputs_(inputs) {}
    void run() override { out_ = add_rms_norm(inputs_.x, inputs_.residual, inputs_.weight, inputs_.eps); }
    std::vector<Tensor> outputs() const override { return {out_.normalized, out_.residual}; }

private:
    const bench::AddRMSNormInputs& inputs_;
    AddRMSNormResult out_;
};

}  // namespace

TINY_LLM_CONTENDER(Plain, tiny_llm::bench::AddRMSNormInputs)
