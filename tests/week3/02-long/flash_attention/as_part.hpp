#include "week3/02-long/flash_attention.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/02-long/flash_attention/mistakes.hpp"

tiny_llm::Partial tiny_llm::flash_attention(const Tensor& query, const Tensor& key, const Tensor& value,
    std::size_t offset, std::size_t first, std::size_t last, std::size_t tile) {
    const auto part = grader::outputs_as_part(&::flash_attention, "query", query, "key", key, "value", value, "offset",
        offset, "first", first, "last", last, "tile", tile);
    return {grader::tensor(std::get<grader::Floats>(part.at(0).is)),
        grader::tensor(std::get<grader::Floats>(part.at(1).is))};
}
