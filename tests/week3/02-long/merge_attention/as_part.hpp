#include "week3/02-long/merge_attention.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/02-long/merge_attention/mistakes.hpp"

tiny_llm::Partial tiny_llm::merge_attention(const Partial& a, const Partial& b) {
    const auto both = grader::outputs_as_part(
        &::merge_attention, "a.output", a.output, "a.lse", a.lse, "b.output", b.output, "b.lse", b.lse);
    return {grader::tensor(std::get<grader::Floats>(both.at(0).is)),
        grader::tensor(std::get<grader::Floats>(both.at(1).is))};
}
