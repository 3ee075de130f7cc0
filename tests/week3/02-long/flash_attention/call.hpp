// How the grader calls flash_attention. Included for the learner's answer and again for each wrong one: no include guard.
#include "grader/memory.hpp"

namespace tiny_llm {

inline grader::Values call(grader::Arguments& arguments) {
    const Tensor &query = arguments["query"], &key = arguments["key"], &value = arguments["value"];
    const auto number = [&](const char* name) { return arguments.number<std::size_t>(name); };
    const std::size_t offset = number("offset"), first = number("first"), last = number("last"), tile = number("tile");
    grader_begin_memory();
    Partial part = flash_attention(query, key, value, offset, first, last, tile);
    const bool is_small = grader_most_memory() < 500'000;
    if (arguments.has("compared_rows")) {
        const auto compared = [rows = number("compared_rows")](Tensor& all) {
            if (all.dimension() == 0 || all.shape(0) < rows) return;
            const Tensor first_rows = xt::view(all, xt::range(std::size_t{0}, rows));
            all = first_rows;
        };
        compared(part.output);
        compared(part.lse);
    }
    grader::Values outputs{part.output, part.lse};
    if (arguments.has("compared_memory")) outputs.emplace_back(is_small ? "below 0.5 MB" : "0.5 MB or more");
    return outputs;
}

}  // namespace tiny_llm
