// A step of the MLP that is a type of its own: it keeps the weights, and in an order of its own.
#include "bench/week1/05-speed/packed_weights.hpp"
#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"

namespace {

using namespace tiny_llm;

TINY_LLM_CLONES
void gate_row(float* __restrict gate, const float* __restrict up, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) gate[i] = gate[i] / (1.0f + fast_exp(-gate[i])) * up[i];
}

class Packed : public bench::Contender {
public:
    explicit Packed(const bench::Qwen2MLPInputs& inputs)
        : inputs_(inputs), w_gate_(inputs.mlp.w_gate), w_up_(inputs.mlp.w_up), w_down_(inputs.mlp.w_down) {}
    void run() override {
        w_gate_(inputs_.x, gate_);
        w_up_(inputs_.x, up_);
        gate_row(gate_.data(), up_.data(), gate_.size());
        w_down_(gate_, out_);
    }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::Qwen2MLPInputs& inputs_;
    bench::PackedWeights w_gate_, w_up_, w_down_;
    Tensor gate_, up_, out_;
};

}  // namespace

TINY_LLM_CONTENDER(Packed, tiny_llm::bench::Qwen2MLPInputs)
