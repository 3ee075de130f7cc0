#include "week2/02-rope/rope_tables.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/02-rope/rope_tables/mistakes.hpp"

tiny_llm::RopeTables tiny_llm::rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    grader::Call call;
    grader::add_arguments(call, "head_dim", head_dim, "positions", positions, "theta", theta);
    grader::Run run{call};
    const grader::Values tables = ::rope_tables(run);
    return {
        grader::tensor(std::get<grader::Floats>(tables[0].is)), grader::tensor(std::get<grader::Floats>(tables[1].is))};
}
