#include "ngram_draft.hpp"

namespace tiny_llm {

Tensor ngram_draft(const Tensor& x) { return x / x; }

}  // namespace tiny_llm
