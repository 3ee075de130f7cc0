#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "week1/05-speed/fast_silu_and_mul.hpp"

namespace {

using namespace tiny_llm;

class Fast : public bench::Contender {
public:
    explicit Fast(const bench::SiluAndMulInputs& inputs) : inputs_(inputs) {}
    void run() override { fast_silu_and_mul(inputs_.x, out_); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::SiluAndMulInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(Fast, tiny_llm::bench::SiluAndMulInputs)
