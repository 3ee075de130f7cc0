#include "qwen2.hpp"

namespace tiny_llm {

// ---- caches-copied

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

// ---- caches-copied+zero-keeps-the-last

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

// ---- last-norm-left-out+norm-before-the-layers

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

// ---- last-row-without-its-axis

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    Tensor h = embed_tokens(ids);
    for (std::size_t i = 0; i < layers.size(); ++i) h = layers[i](h, tables, cache[i]);
    if (logits_to_keep == 1) {
        h = Tensor(xt::view(h, ids.size() - 1, xt::all()));
    } else if (logits_to_keep > 0 && logits_to_keep < ids.size()) {
        h = Tensor(xt::view(h, xt::range(ids.size() - logits_to_keep, ids.size()), xt::all()));
    }
    return lm_head(norm(h));
}

// ---- last-tokens-alone-read

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    const std::size_t L = ids.size(), kept = logits_to_keep == 0 || logits_to_keep > L ? L : logits_to_keep;
    Tensor h = embed_tokens(ids);
    h = Tensor(xt::view(h, xt::range(L - kept, L), xt::all()));
    for (std::size_t i = 0; i < layers.size(); ++i) h = layers[i](h, tables, cache[i]);
    return lm_head(norm(h));
}

// ---- more-than-l-wraps

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    Tensor h = embed_tokens(ids);
    for (std::size_t i = 0; i < layers.size(); ++i) h = layers[i](h, tables, cache[i]);
    if (logits_to_keep != 0) {
        auto rows = xt::range(ids.size() - logits_to_keep, ids.size());
        h = Tensor(xt::view(h, rows, xt::all()));
    }
    return lm_head(norm(h));
}

// ---- norm-with-another-eps

Tensor Qwen2::operator()(
    const std::vector<TokenId>& ids, std::vector<KVCache>& cache, std::size_t logits_to_keep) const {
    require_room(ids.size(), cache);
    Tensor h = embed_tokens(ids);
    for (std::size_t i = 0; i < layers.size(); ++i) h = layers[i](h, tables, cache[i]);
    if (logits_to_keep > 0 && logits_to_keep < ids.size()) {
        const Tensor last = xt::view(h, xt::range(ids.size() - logits_to_keep, ids.size()), xt::all());
        h = last;
    }
    const RMSNorm last(norm.dim, norm.weight);
    return lm_head(last(h));
}

// ---- one-token-at-a-time

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
