#include "week2/05-generate/greedy.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/05-generate/greedy/mistakes.hpp"

tiny_llm::TokenId tiny_llm::greedy(const Tensor& logits) {
    grader::Call call;
    call.set("logits", logits);
    grader::Run run{call};
    const grader::Values outputs = ::greedy(run);
    grader::write_back(run, "logits", logits);
    const auto* token = std::get_if<std::int64_t>(&outputs.at(0).is);
    return token ? *token : 0;  // what the mistake does not know
}
