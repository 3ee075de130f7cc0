#include "qwen2.hpp"

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    Tensor h = embed_tokens(ids);
    auto one = cache.begin();
    for (const Layer& layer : layers) h = layer(h, tables, *one++);
    const Tensor logits = lm_head(norm(h));
    const std::size_t L = ids.size(), keep = logits_to_keep == 0 ? L : std::min(L, logits_to_keep);
    auto last = xt::range(L - keep, L);
    return xt::view(logits, last, xt::all());
}

}  // namespace tiny_llm
