#include "qwen2.hpp"

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    Tensor h = xt::zeros<float>({ids.size(), norm.dim});
    for (std::size_t t = 0; t < ids.size(); ++t) {
        Tensor row = embed_tokens({ids[t]});
        for (std::size_t i = 0; i < layers.size(); ++i) row = layers[i](row, tables, cache[i]);
        xt::view(h, t) = xt::view(row, 0);
    }
    if (logits_to_keep > 0 && logits_to_keep < ids.size()) {
        const Tensor last = xt::view(h, xt::range(ids.size() - logits_to_keep, ids.size()), xt::all());
        h = last;
    }
    return lm_head(norm(h));
}

}  // namespace tiny_llm
