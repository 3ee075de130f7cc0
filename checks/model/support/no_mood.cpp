// A part of a story that throws, as a learner's may; NO_MOOD_… says which.

#include <stdexcept>

#include "week3/01-bytes/perplexity.hpp"
#include "week3/01-bytes/q8_0_linear.hpp"
#include "week3/01-bytes/quantize_q4_0.hpp"
#include "week3/01-bytes/quantize_q8_0.hpp"
#include "week3/02-long/flash_attention.hpp"
#include "week3/02-long/merge_attention.hpp"
#include "week3/05-guess/accept_greedy.hpp"
#include "week3/05-guess/accept_sampled.hpp"
#include "week3/05-guess/ngram_draft.hpp"
#include "week3/05-guess/speculative_generate.hpp"

namespace tiny_llm {

#if defined(NO_MOOD_ngram_draft)
Ids ngram_draft(const Ids&, std::size_t, std::size_t, const Ids&) {
#elif defined(NO_MOOD_accept_greedy)
Ids accept_greedy(const Ids&, const Tensor&) {
#elif defined(NO_MOOD_accept_sampled)
Ids accept_sampled(const Ids&, const Tensor&, const Tensor&, const std::function<double()>&) {
#elif defined(NO_MOOD_speculative_generate)
Ids speculative_generate(const Verify&, const Draft&, const Ids&, std::size_t, const Ids&, const OnToken&) {
#elif defined(NO_MOOD_quantize_q8_0)
Quantized<Q8Block> quantize_q8_0(const Tensor&) {
#elif defined(NO_MOOD_q8_0_linear)
Tensor q8_0_linear(const Tensor&, const Quantized<Q8Block>&, const std::optional<Tensor>&) {
#elif defined(NO_MOOD_quantize_q4_0)
Quantized<Q4Block> quantize_q4_0(const Tensor&) {
#elif defined(NO_MOOD_perplexity)
double perplexity(const std::function<Tensor(const Ids&)>&, const Ids&, std::size_t, std::size_t) {
#elif defined(NO_MOOD_merge_attention)
Partial merge_attention(const Partial&, const Partial&) {
#elif defined(NO_MOOD_flash_attention)
Partial flash_attention(const Tensor&, const Tensor&, const Tensor&, std::size_t, std::size_t, std::size_t,
                        std::size_t) {
#endif
    throw std::runtime_error("no mood to guess");
}

}  // namespace tiny_llm
