#include "week2/05-generate/sample.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/05-generate/sample/mistakes.hpp"

tiny_llm::TokenId tiny_llm::sample(const Tensor& logits, double u) {
    grader::Call call;
    call.set("logits", logits);
    call.set("u", u);
    call.set("in_the_model", 1);
    grader::Run run{call};
    const grader::Values outputs = ::sample(run);
    const auto* token = std::get_if<std::int64_t>(&outputs.at(0).is);
    return token ? *token : 0;  // what the mistake does not know
}
