#include "qwen2.hpp"

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    Tensor h = embed_tokens(ids);
    auto layer = layers.begin();
    for (auto one : cache) h = (*layer++)(h, tables, one);
    if (logits_to_keep > 0 && logits_to_keep < ids.size()) {
        const Tensor last = xt::view(h, xt::range(ids.size() - logits_to_keep, ids.size()), xt::all());
        h = last;
    }
    return lm_head(norm(h));
}

}  // namespace tiny_llm
