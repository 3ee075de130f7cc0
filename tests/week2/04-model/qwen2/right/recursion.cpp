#include "qwen2.hpp"

#include <functional>

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    // What leaves layer i - 1: of layer -1 the embedding.
    const std::function<Tensor(std::size_t)> before = [&](std::size_t i) -> Tensor {
        if (i == 0) return embed_tokens(ids);
        const Tensor h = before(i - 1);
        return layers[i - 1](h, tables, cache[i - 1]);
    };
    Tensor h = norm(before(layers.size()));
    const std::size_t L = ids.size(), E = h.shape(1);
    if (logits_to_keep == 0 || logits_to_keep >= L) return lm_head(h);
    const std::vector<float> last(h.data() + (L - logits_to_keep) * E, h.data() + L * E);
    return lm_head(xt::adapt(last, std::vector<std::size_t>{logits_to_keep, E}));
}

}  // namespace tiny_llm
