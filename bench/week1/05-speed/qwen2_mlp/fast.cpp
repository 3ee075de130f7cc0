#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace {

using namespace tiny_llm;

class Fast : public bench::Contender {
public:
    explicit Fast(const bench::Qwen2MLPInputs& inputs) : inputs_(inputs) {}
    void run() override { inputs_.mlp(inputs_.x, out_); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::Qwen2MLPInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(Fast, tiny_llm::bench::Qwen2MLPInputs)
