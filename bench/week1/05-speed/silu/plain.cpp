#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"
#include "week1/01-silu/silu.hpp"

namespace {

using namespace tiny_llm;

class Plain : public bench::Contender {
public:
    explicit Plain(const bench::SiluInputs& inputs) : inputs_(inputs) {}
    void run() override { out_ = silu(inputs_.x); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::SiluInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(Plain, tiny_llm::bench::SiluInputs)
