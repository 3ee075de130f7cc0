// The registers named by hand: xsimd's batches, as wide as this processor's, and its exp.
#include <xsimd/xsimd.hpp>

#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace {

using namespace tiny_llm;
using Batch = xsimd::batch<float>;

class WithXsimd : public bench::Contender {
public:
    explicit WithXsimd(const bench::SiluInputs& inputs) : inputs_(inputs) {}
    void run() override {
        const Tensor& x = inputs_.x;
        out_.resize(x.shape());
        std::size_t i = 0;
        for (; i + Batch::size <= x.size(); i += Batch::size) {
            const Batch values = Batch::load_unaligned(x.data() + i);
            (values / (1.0f + xsimd::exp(-values))).store_unaligned(out_.data() + i);
        }
        for (; i < x.size(); ++i) out_.data()[i] = x.data()[i] / (1.0f + std::exp(-x.data()[i]));
    }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::SiluInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(WithXsimd, tiny_llm::bench::SiluInputs)
