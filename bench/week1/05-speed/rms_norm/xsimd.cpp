// The registers named by hand: xsimd's batches, as wide as this processor's.
#include <xsimd/xsimd.hpp>

#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace {

using namespace tiny_llm;
using Batch = xsimd::batch<float>;

class WithXsimd : public bench::Contender {
public:
    explicit WithXsimd(const bench::RMSNormInputs& inputs) : inputs_(inputs) {}
    void run() override {
        const std::size_t dim = inputs_.norm.dim;
        out_.resize(inputs_.x.shape());
        for (std::size_t begin = 0; begin < inputs_.x.size(); begin += dim) {
            norm_row(inputs_.x.data() + begin, out_.data() + begin, dim);
        }
    }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    void norm_row(const float* x, float* out, std::size_t dim) const {
        constexpr std::size_t width = Batch::size;
        const float* weight = inputs_.norm.weight.data();
        Batch sums[4] = {Batch(0.0f), Batch(0.0f), Batch(0.0f), Batch(0.0f)};
        std::size_t i = 0;
        for (; i + 4 * width <= dim; i += 4 * width) {
            for (std::size_t r = 0; r < 4; ++r) {
                const Batch values = Batch::load_unaligned(x + i + r * width);
                sums[r] = xsimd::fma(values, values, sums[r]);
            }
        }
        float sum = xsimd::hadd((sums[0] + sums[1]) + (sums[2] + sums[3]));
        for (; i < dim; ++i) sum += x[i] * x[i];
        const float scale = 1.0f / std::sqrt(sum / static_cast<float>(dim) + inputs_.norm.eps);
        for (i = 0; i + width <= dim; i += width) {
            (Batch::load_unaligned(x + i) * scale * Batch::load_unaligned(weight + i)).store_unaligned(out + i);
        }
        for (; i < dim; ++i) out[i] = x[i] * scale * weight[i];
    }

    const bench::RMSNormInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(WithXsimd, tiny_llm::bench::RMSNormInputs)
