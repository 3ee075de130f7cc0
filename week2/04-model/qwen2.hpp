#ifndef TINY_LLM_QWEN2_HPP
#define TINY_LLM_QWEN2_HPP

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tiny_llm/linear.hpp"
#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"
#include "week1/02-rms-norm/rms_norm.hpp"
#include "week2/04-model/decoder_layer.hpp"

namespace tiny_llm {

/// L tokens to L x E: `embedding`, wherever its table is.
using Embedding = std::function<Tensor(const std::vector<TokenId>& ids)>;

/// The whole of Qwen2: from tokens to logits.
///
///     h = embed_tokens(ids), then h = layer(h) for each layer, in order
///     logits = lm_head(norm(h))
///
/// Source: Hugging Face's Qwen2ForCausalLM.
struct Qwen2 {
    /// ids             L tokens, at least one, which follow those in the cache
    /// cache           one for each layer, all of the same length; each gets L positions
    /// logits_to_keep  how many of the last positions get logits; 0, or more than L, means all
    /// returns         min(L, logits_to_keep) x V, or L x V, float32, evaluated
    ///
    /// Throws std::invalid_argument when there are no ids, an id is not between 0 and V - 1, there are not as many caches
    /// as layers, they differ in length, or one of them, or the tables, has no room for L more. All caches are then
    /// unchanged.
    Tensor operator()(const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const;

    /// Given: throws std::invalid_argument as operator() has to, for all but the ids.
    void require_room(std::size_t L, const std::vector<KVCache>& cache) const {
        const auto refuse = [](const std::string& what) { throw std::invalid_argument("Qwen2: " + what); };
        if (L == 0) refuse("no tokens");
        if (cache.size() != layers.size()) {
            refuse(std::to_string(cache.size()) + " caches, " + std::to_string(layers.size()) + " layers");
        }
        for (const KVCache& one : cache) {
            const std::size_t length = one.length, most = std::min(one.keys.shape(0), tables.cos.shape(0));
            if (length != cache[0].length) refuse("the caches differ in length");
            if (length > most || L > most - length) {
                refuse(std::to_string(L) + " tokens after " + std::to_string(length) + ", room for " +
                       std::to_string(most));
            }
        }
    }

    Embedding embed_tokens;
    std::vector<Layer> layers;
    RMSNorm norm;
    Linear lm_head;  // L x E to L x V; where the head is tied, its weight is that of embed_tokens
    RopeTables tables;
};

}  // namespace tiny_llm

#endif
