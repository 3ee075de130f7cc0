#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "week1/05-speed/fast_add_rms_norm.hpp"

namespace {

using namespace tiny_llm;

class Fast : public bench::Contender {
public:
    explicit Fast(const bench::AddRMSNormInputs& inputs) : inputs_(inputs) {}
    void run() override { fast_add_rms_norm(inputs_.x, inputs_.residual, inputs_.weight, inputs_.eps, out_); }
    std::vector<Tensor> outputs() const override { return {out_.normalized, out_.residual}; }

private:
    const bench::AddRMSNormInputs& inputs_;
    AddRMSNormResult out_;
};

}  // namespace

TINY_LLM_CONTENDER(Fast, tiny_llm::bench::AddRMSNormInputs)
