#include "week2/05-generate/min_p.hpp"

#include "grader/as_part.hpp"
#include "tests/week2/05-generate/min_p/mistakes.hpp"

tiny_llm::Tensor tiny_llm::min_p(const Tensor& logits, float p) {
    return grader::as_part(&::min_p, "logits", logits, "p", p);
}
