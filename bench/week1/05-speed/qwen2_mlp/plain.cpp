#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "week1/03-qwen2-mlp/qwen2_mlp.hpp"

namespace {

using namespace tiny_llm;

class Plain : public bench::Contender {
public:
    explicit Plain(const bench::Qwen2MLPInputs& inputs)
        : inputs_(inputs),
          mlp_(inputs.mlp.dim, inputs.mlp.hidden_dim, inputs.mlp.w_gate, inputs.mlp.w_up, inputs.mlp.w_down) {}
    void run() override { out_ = mlp_(inputs_.x); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::Qwen2MLPInputs& inputs_;
    Qwen2MLP mlp_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(Plain, tiny_llm::bench::Qwen2MLPInputs)
