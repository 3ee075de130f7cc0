// A step of the MLP that is a type of its own: the solution's, with weights of half the bytes.
#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace {

using namespace tiny_llm;

class BFloat16Weights : public bench::Contender {
public:
    explicit BFloat16Weights(const bench::Qwen2MLPInputs& inputs) : inputs_(inputs) {}
    void run() override { inputs_.mlp_bfloat16(inputs_.x, out_); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::Qwen2MLPInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(BFloat16Weights, tiny_llm::bench::Qwen2MLPInputs)
