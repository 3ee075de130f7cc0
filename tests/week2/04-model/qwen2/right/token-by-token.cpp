#include "qwen2.hpp"

#include <algorithm>

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    // All ids are looked up before the first layer, which is the last thing that can refuse.
    const Tensor embedded = embed_tokens(ids);
    const std::size_t L = ids.size(), E = embedded.shape(1);
    const std::size_t first = logits_to_keep == 0 || logits_to_keep > L ? 0 : L - logits_to_keep;
    std::vector<Tensor> rows;
    for (std::size_t t = 0; t < L; ++t) {
        Tensor h = xt::empty<float>({std::size_t{1}, E});
        std::copy_n(embedded.data() + t * E, E, h.data());
        for (std::size_t i = 0; i < layers.size(); ++i) h = layers[i](h, tables, cache[i]);
        if (t >= first) rows.push_back(lm_head(norm(h)));
    }
    const std::size_t V = rows[0].size();
    Tensor logits = xt::empty<float>({rows.size(), V});
    for (std::size_t r = 0; r < rows.size(); ++r) std::copy_n(rows[r].data(), V, logits.data() + r * V);
    return logits;
}

}  // namespace tiny_llm
