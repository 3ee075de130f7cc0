// The bare calls of BLAS.
#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace {

using namespace tiny_llm;

class WithBLAS : public bench::Contender {
public:
    explicit WithBLAS(const bench::LinearInputs& inputs)
        : inputs_(inputs), out_(xt::zeros<float>({inputs.x.shape(0), inputs.weight.shape(0)})) {}
    void run() override {
        const Tensor &x = inputs_.x, &weight = inputs_.weight;
        const int rows = static_cast<int>(x.shape(0)), outs = static_cast<int>(weight.shape(0));
        const int in = static_cast<int>(weight.shape(1));
        if (rows == 1) {
            cblas_sgemv(CblasRowMajor, CblasNoTrans, outs, in, 1.0f, weight.data(), in, x.data(), 1, 0.0f, out_.data(),
                        1);
        } else {
            cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, outs, in, 1.0f, x.data(), in, weight.data(), in,
                        0.0f, out_.data(), outs);
        }
    }
    std::vector<Tensor> outputs() const override { return {out_}; }

private:
    const bench::LinearInputs& inputs_;
    Tensor out_;
};

}  // namespace

TINY_LLM_CONTENDER(WithBLAS, tiny_llm::bench::LinearInputs)
