#include "qwen2.hpp"

#include <numeric>

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    KVCache* next = cache.data();
    const Tensor h = norm(std::accumulate(layers.begin(), layers.end(), embed_tokens(ids),
        [&](const Tensor& stream, const Layer& layer) { return layer(stream, tables, *next++); }));
    const std::size_t rows = h.shape(0), kept = std::min(logits_to_keep - 1, rows - 1) + 1;  // 0 - 1 is huge
    auto last = xt::range(rows - kept, rows);
    return lm_head(xt::view(h, last, xt::all()));
}

}  // namespace tiny_llm
