#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "week1/04-fusion/silu_and_mul.hpp"

namespace {

using namespace tiny_llm;

class Plain : public bench::Contender {
public:
    explicit Plain(const bench::SiluAndMulInputs& inputs) : inputs_(inputs) {}
    void run() override { out_ = silu_and_mul(inputs_.x); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::SiluAndMulInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(Plain, tiny_llm::bench::SiluAndMulInputs)
