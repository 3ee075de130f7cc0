#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "week1/05-speed/fast_linear.hpp"

namespace {

using namespace tiny_llm;

class Fast : public bench::Contender {
public:
    explicit Fast(const bench::LinearInputs& inputs) : inputs_(inputs) {}
    void run() override { fast_linear(inputs_.x, inputs_.weight, std::nullopt, out_); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::LinearInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(Fast, tiny_llm::bench::LinearInputs)
