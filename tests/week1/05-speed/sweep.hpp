// What fast code gets wrong: widths around those of registers and unrolled loops, rows that threads cannot share
// evenly, outputs that were something else before. Expected values are plain formulas in double, which no answer
// shares.
#pragma once

#include "support/fixture.hpp"
#include "support/grade.hpp"

namespace sweep {

using grader::Call;
using grader::Tensor;
using Shape = std::vector<std::size_t>;

inline Tensor counted(const Shape& shape, std::uint32_t seed, float scale = 1) {
    Tensor tensor = xt::zeros<float>(shape);
    for (std::size_t i = 0; i < tensor.size(); ++i) {
        tensor.data()[i] = scale * grader::uniform(seed, static_cast<std::uint32_t>(i));
    }
    return tensor;
}

/// Every width to 70, so that each remainder of 4, 8, 16, 32 and 64 is there, and some around 128.
inline std::vector<std::size_t> widths() {
    std::vector<std::size_t> all;
    for (std::size_t width = 1; width <= 70; ++width) all.push_back(width);
    for (const std::size_t width : {127, 128, 129, 131}) all.push_back(width);
    return all;
}

/// The call, with each output before as it will be, larger, smaller, and of as many elements otherwise arranged. All
/// hold a number that is none of the answer's.
inline std::vector<Call> with_other_outputs(const Call& call, const std::vector<Tensor>& outputs) {
    std::vector<Call> calls;
    const auto add = [&](auto&& shape_for) {
        Call one = call;
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            const Shape shape = shape_for(outputs[k]);
            one.tensors.emplace_back(grader::output_before(k), 1000.0f * xt::ones<float>(shape));
        }
        calls.push_back(std::move(one));
    };
    add([](const Tensor& output) { return Shape(output.shape().begin(), output.shape().end()); });
    add([](const Tensor& output) { return Shape{7, output.size() + 1}; });
    add([](const Tensor&) { return Shape{1, 2}; });
    add([](const Tensor& output) { return Shape{output.size()}; });
    add([](const Tensor& output) { return Shape(output.shape().rbegin(), output.shape().rend()); });
    return calls;
}

inline void grade_other_outputs(const std::string& zh, const std::string& fixture_name) {
    const auto [call, outputs] = grader::fixture(fixture_name);
    for (const Call& one : with_other_outputs(call, outputs)) grader::grade(zh, one, outputs);
}

}  // namespace sweep
