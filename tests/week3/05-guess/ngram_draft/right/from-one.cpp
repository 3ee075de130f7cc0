#include "ngram_draft.hpp"

namespace tiny_llm {

Tensor ngram_draft(const Tensor& x) { return xt::sign(x) * (1.0f - 1.0f / (1.0f + xt::abs(x))); }

}  // namespace tiny_llm
