#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"

namespace {

using namespace tiny_llm;

class Plain : public bench::Contender {
public:
    explicit Plain(const bench::LinearInputs& inputs) : inputs_(inputs) {}
    void run() override { out_ = linear(inputs_.x, inputs_.weight); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::LinearInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(Plain, tiny_llm::bench::LinearInputs)
