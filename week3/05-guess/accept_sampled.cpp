// Your turn.  Check: ./learn check accept_sampled
// Contract: accept_sampled.hpp, beside this file.  Lesson: docs/en/week3/05-guess.md (中文: docs/zh/week3/05-guess.md)

#include "accept_sampled.hpp"

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

Ids accept_sampled(const Ids& draft, const Tensor& draft_probabilities, const Tensor& probabilities,
                   const std::function<double()>& uniform) {
    const std::size_t k = draft.size();
    if (probabilities.dimension() != 2 || probabilities.shape(0) != k + 1 || probabilities.shape(1) == 0 ||
        draft_probabilities.dimension() != 2 || draft_probabilities.shape(0) != k ||
        draft_probabilities.shape(1) != probabilities.shape(1)) {
        throw std::invalid_argument("accept_sampled: probabilities of " + std::to_string(k) + " guesses are " +
                                    shape_string(draft_probabilities) + " and " + shape_string(probabilities) +
                                    ", expected (" + std::to_string(k) + ", V) and (" + std::to_string(k + 1) + ", V)");
    }
    todo();
}

}  // namespace tiny_llm
