#include "qwen2.hpp"

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    Tensor h = embed_tokens(ids);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        KVCache mine = cache[i];
        h = layers[i](h, tables, mine);
    }
    const std::size_t keep = std::clamp<std::size_t>(logits_to_keep, 1, ids.size());
    h = Tensor(xt::view(h, xt::range(ids.size() - keep, ids.size()), xt::all()));
    return lm_head(norm(h));
}

}  // namespace tiny_llm
