#include "week3/05-guess/accept_sampled.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/05-guess/accept_sampled/mistakes.hpp"

/// As often as the mistake asks for it, `uniform` is called, so that two stories that are compared draw the same.
tiny_llm::Ids tiny_llm::accept_sampled(const Ids& draft, const Tensor& draft_probabilities, const Tensor& probabilities,
    const std::function<double()>& uniform) {
    grader::questions = 0;
    try {
        return ::accepted(Slips(), draft, draft_probabilities.data(), probabilities.data(), probabilities.shape(1),
            [&]() -> grader::Real { return uniform(); });
    } catch (const Unknown&) {
        return {0};
    }
}
