#include "bench/speed/onednn.hpp"

namespace {

using namespace tiny_llm;

class WithOneDNN : public bench::Contender {
public:
    explicit WithOneDNN(const bench::Qwen2MLPInputs& inputs) {
        const Tensor& x = inputs.x;
        out_ = xt::zeros_like(x);
        gate_ = up_ = xt::zeros<float>({x.shape(0), inputs.mlp.hidden_dim});
        onednn_.linear(onednn_.rows(x), inputs.mlp.w_gate, onednn_.rows(gate_));
        onednn_.linear(onednn_.rows(x), inputs.mlp.w_up, onednn_.rows(up_));
        onednn_.swish(onednn_.rows(gate_), onednn_.rows(gate_));
        onednn_.multiply(onednn_.rows(gate_), onednn_.rows(up_));
        onednn_.linear(onednn_.rows(gate_), inputs.mlp.w_down, onednn_.rows(out_));
    }
    void run() override { onednn_.run(); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    bench::OneDNN onednn_;
    Tensor out_, gate_, up_;
};

}  // namespace

TINY_LLM_CONTENDER(WithOneDNN, tiny_llm::bench::Qwen2MLPInputs)
