#include "qwen2.hpp"

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    Tensor h = norm(embed_tokens(ids));
    for (std::size_t i = 0; i < layers.size(); ++i) h = layers[i](h, tables, cache[i]);
    if (logits_to_keep > 0 && logits_to_keep < ids.size()) {
        const Tensor last = xt::view(h, xt::range(ids.size() - logits_to_keep, ids.size()), xt::all());
        h = last;
    }
    return lm_head(h);
}

}  // namespace tiny_llm
