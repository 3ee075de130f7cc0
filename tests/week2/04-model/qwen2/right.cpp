#include "qwen2.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tiny_llm {

// ---- folded

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    KVCache* next = cache.data();
    const Tensor h = norm(std::accumulate(layers.begin(), layers.end(), embed_tokens(ids),
        [&](const Tensor& stream, const Layer& layer) { return layer(stream, tables, *next++); }));
    const std::size_t rows = h.shape(0), kept = std::min(logits_to_keep - 1, rows - 1) + 1;  // 0 - 1 is huge
    auto last = xt::range(rows - kept, rows);
    return lm_head(xt::view(h, last, xt::all()));
}

// ---- own-checks

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

// ---- recursion

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

// ---- rows-cut-at-the-end

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

// ---- rows-of-the-head-one-by-one

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

// ---- token-by-token

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
