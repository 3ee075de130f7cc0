#include "bench/speed/verify.hpp"

#include <sstream>

#include "tiny_llm/shape.hpp"

namespace tiny_llm::bench {

std::string first_wrong(const std::vector<Tensor>& outputs, const Workload& work) {
    std::ostringstream text;
    for (std::size_t k = 0; k < work.expected.size(); ++k) {
        const Tensor& y = outputs.at(k);
        const Tensor& expected = work.expected[k];
        if (y.shape() != expected.shape()) {
            text << shape_string(y) << " != " << shape_string(expected);
            return text.str();
        }
        for (std::size_t i = 0; i < y.size(); ++i) {
            const double value = y.data()[i], right = expected.data()[i];
            // Not "> allowed": that would let NaN pass.
            if (std::abs(value - right) <= work.atol + work.rtol * std::abs(right)) continue;
            const std::size_t width = y.shape().back();
            text << "[" << i / width << ", " << i % width << "]  " << value << " != " << right;
            return text.str();
        }
    }
    return "";
}

}  // namespace tiny_llm::bench
