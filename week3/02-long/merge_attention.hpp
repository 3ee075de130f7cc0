#ifndef TINY_LLM_MERGE_ATTENTION_HPP
#define TINY_LLM_MERGE_ATTENTION_HPP

#include "tiny_llm/partial.hpp"
#include "tiny_llm/shape.hpp"

namespace tiny_llm {

/// Attention over two sets of keys that have none in common becomes attention over both. For each token and head:
///
///     lse    = log(exp(a.lse) + exp(b.lse))
///     output = (exp(a.lse) a.output + exp(b.lse) b.output) / (exp(a.lse) + exp(b.lse))
///
/// a, b        output L x H x D and lse L x H, float32; L may be 0
///             lse is the natural logarithm of the sum of exp(score) over a side's keys, the scores already divided by
///             sqrt(D). It is -infinity where a side saw no key, and never +infinity or NaN.
/// returns     the same shapes, float32, evaluated; the inputs are not modified
///
/// Where a side saw no key its output is not read: it may be NaN. Where neither saw one, the output is 0 and lse is
/// -infinity. Sums that float32 does not hold, such as exp(10000), do no harm, nor do sums that it takes for 0.
/// An lse near 10,000 is itself rounded by float32, to steps of 0.001, and the output may be off by that share.
///
/// Throws std::invalid_argument unless a.output has three axes, a.lse has the first two of them, and b has the shapes of a.
///
/// Source: Dao et al. 2022, arXiv:2205.14135, section 3.1; vLLM's merge_attn_states, FlashInfer's merge_state.
Partial merge_attention(const Partial& a, const Partial& b);

}  // namespace tiny_llm

#endif
