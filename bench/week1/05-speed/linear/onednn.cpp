#include "bench/speed/onednn.hpp"

namespace {

using namespace tiny_llm;

class WithOneDNN : public bench::Contender {
public:
    explicit WithOneDNN(const bench::LinearInputs& inputs) {
        out_ = xt::zeros<float>({inputs.x.shape(0), inputs.weight.shape(0)});
        onednn_.linear(onednn_.rows(inputs.x), inputs.weight, onednn_.rows(out_));
    }
    void run() override { onednn_.run(); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    bench::OneDNN onednn_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(WithOneDNN, tiny_llm::bench::LinearInputs)
