#include "qwen2.hpp"

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    Tensor h = embed_tokens(ids);
    for (std::size_t i = 0; i != layers.size(); ++i) {
        Tensor next = layers[i](h, tables, cache[i]);
        std::swap(h, next);
    }
    const std::size_t L = ids.size();
    std::size_t first = 0;
    if (logits_to_keep != 0 && logits_to_keep < L) first = L - logits_to_keep;
    Tensor logits;
    for (std::size_t t = first; t < L; ++t) {
        auto row = xt::range(t, t + 1);
        const Tensor one = lm_head(norm(Tensor(xt::view(h, row, xt::all()))));
        logits = t == first ? one : Tensor(xt::concatenate(xt::xtuple(logits, one), 0));
    }
    return logits;
}

}  // namespace tiny_llm
