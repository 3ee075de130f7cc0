#include "qwen2.hpp"

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    const std::size_t L = ids.size(), kept = logits_to_keep == 0 || logits_to_keep > L ? L : logits_to_keep;
    Tensor h = embed_tokens(ids);
    h = Tensor(xt::view(h, xt::range(L - kept, L), xt::all()));
    for (std::size_t i = 0; i < layers.size(); ++i) h = layers[i](h, tables, cache[i]);
    return lm_head(norm(h));
}

}  // namespace tiny_llm
