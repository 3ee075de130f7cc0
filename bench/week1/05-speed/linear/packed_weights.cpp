// A step of linear that is a type of its own: it keeps the weights, and in an order of its own.
#include "bench/week1/05-speed/packed_weights.hpp"
#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace {

using namespace tiny_llm;

class Packed : public bench::Contender {
public:
    explicit Packed(const bench::LinearInputs& inputs) : inputs_(inputs), weight_(inputs.weight) {}
    void run() override { weight_(inputs_.x, out_); }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::LinearInputs& inputs_;
    bench::PackedWeights weight_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(Packed, tiny_llm::bench::LinearInputs)
