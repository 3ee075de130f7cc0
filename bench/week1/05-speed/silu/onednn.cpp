#include "bench/speed/onednn.hpp"

namespace {

using namespace tiny_llm;

class WithOneDNN : public bench::Contender {
public:
    explicit WithOneDNN(const bench::SiluInputs& inputs) {
        out_ = xt::zeros_like(inputs.x);
        onednn_.swish(onednn_.rows(inputs.x), onednn_.rows(out_));
    }
    void run() override { onednn_.run(); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    bench::OneDNN onednn_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(WithOneDNN, tiny_llm::bench::SiluInputs)
