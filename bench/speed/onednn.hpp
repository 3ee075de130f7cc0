#pragma once

#include <dnnl.hpp>

#include "bench/speed/contender.hpp"
#include "bench/week1/05-speed/inputs.hpp"

namespace tiny_llm::bench {

/// oneDNN's primitives on float32 matrices of two axes.
class OneDNN {
public:
    using Dims = dnnl::memory::dims;

    dnnl::memory rows(std::size_t rows, std::size_t columns, float* data) {
        return {description({rows, columns}, dnnl::memory::format_tag::ab), engine_, data};
    }
    dnnl::memory rows(const Tensor& t) { return rows(t.shape(0), t.shape(1), const_cast<float*>(t.data())); }

    /// y = swish(x) = x sigmoid(x), where x lies or elsewhere.
    void swish(dnnl::memory x, dnnl::memory y) {
        const dnnl::eltwise_forward::desc desc(dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_swish,
                                               x.get_desc(), 1.0f);
        steps_.push_back({dnnl::eltwise_forward({desc, engine_}), {{DNNL_ARG_SRC, x}, {DNNL_ARG_DST, y}}});
    }

    /// x = x * y
    void multiply(dnnl::memory x, dnnl::memory y) {
        const dnnl::binary::desc desc(dnnl::algorithm::binary_mul, x.get_desc(), y.get_desc(), x.get_desc());
        steps_.push_back(
            {dnnl::binary({desc, engine_}), {{DNNL_ARG_SRC_0, x}, {DNNL_ARG_SRC_1, y}, {DNNL_ARG_DST, x}}});
    }

    /// y = x weight^T, with the weight in whatever order oneDNN likes best; it is put into that order before the timing.
    void linear(dnnl::memory x, const Tensor& weight, dnnl::memory y) {
        const std::vector<std::size_t> shape{weight.shape(0), weight.shape(1)};
        const dnnl::inner_product_forward::desc desc(dnnl::prop_kind::forward_inference, x.get_desc(),
                                                     description(shape, dnnl::memory::format_tag::any), y.get_desc());
        const dnnl::inner_product_forward::primitive_desc chosen(desc, engine_);
        dnnl::memory given = rows(weight), packed = given;
        if (chosen.weights_desc() != given.get_desc()) {
            packed = dnnl::memory(chosen.weights_desc(), engine_);
            dnnl::reorder(given, packed).execute(stream_, given, packed);
            stream_.wait();
        }
        steps_.push_back(
            {dnnl::inner_product_forward(chosen), {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, packed}, {DNNL_ARG_DST, y}}});
    }

    void run() {
        for (const Step& step : steps_) step.primitive.execute(stream_, step.arguments);
        stream_.wait();
    }

private:
    struct Step {
        dnnl::primitive primitive;
        std::unordered_map<int, dnnl::memory> arguments;
    };

    static dnnl::memory::desc description(const std::vector<std::size_t>& shape, dnnl::memory::format_tag tag) {
        return {Dims(shape.begin(), shape.end()), dnnl::memory::data_type::f32, tag};
    }

    dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream_{engine_};
    std::vector<Step> steps_;
};

}  // namespace tiny_llm::bench
