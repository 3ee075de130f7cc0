#include "ngram_draft.hpp"

namespace tiny_llm {

Tensor ngram_draft(const Tensor& x) { return x / (1.0f + xt::square(x)); }

}  // namespace tiny_llm
