#include "qwen2.hpp"

namespace tiny_llm {

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    const auto refuse_if = [](bool bad, const char* what) {
        if (bad) throw std::invalid_argument(std::string("Qwen2: ") + what);
    };
    refuse_if(ids.empty(), "no ids");
    refuse_if(cache.size() != layers.size(), "not one cache for each layer");
    for (const KVCache& one : cache) {
        const std::size_t needed = one.length + ids.size();
        refuse_if(one.length != cache.front().length, "the caches differ");
        refuse_if(needed > one.keys.shape(0), "no room in a cache");
        refuse_if(needed > tables.cos.shape(0), "the tables are too short");
    }
    std::vector<Tensor> streams{embed_tokens(ids)};
    for (std::size_t i = 0; i < layers.size(); ++i) streams.push_back(layers[i](streams.back(), tables, cache[i]));
    Tensor h = streams.back();
    if (logits_to_keep > 0) {
        const auto first = -static_cast<std::ptrdiff_t>(std::min(logits_to_keep, ids.size()));
        const Tensor last = xt::view(h, xt::range(first, xt::placeholders::_), xt::all());
        h = last;
    }
    return lm_head(norm(h));
}

}  // namespace tiny_llm
