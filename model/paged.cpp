#include "model/paged.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tiny_llm {
namespace {

/// Not filled: the system gives memory for the pages that are used.
std::vector<Tensor> layers_of_pages(const Config& config, const Pages& pages) {
    std::vector<Tensor> layers(config.num_hidden_layers);
    for (Tensor& layer : layers) layer.resize({pages.pages, pages.rows, config.num_key_value_heads, config.head_dim});
    return layers;
}

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("PagedModel: " + what); }

}  // namespace

std::uint64_t page_hash(std::uint64_t parent, const Ids& page) {
    std::uint64_t hash = parent ^ 0xcbf29ce484222325;
    for (const TokenId id : page) hash = (hash ^ static_cast<std::uint64_t>(id)) * 0x100000001b3;  // FNV-1a
    return hash;
}

PagedModel::PagedModel(const Config& config, const StoredTensors& tensors, Weights weights, std::size_t positions,
                       Pages pages, By by, std::optional<DType> kept_as)
    : pages_(pages),
      store{layers_of_pages(config, pages), layers_of_pages(config, pages)},
      pool(pages.pages),
      model_(load_model(config, tensors, weights, positions, batched(std::move(by)), kept_as)) {}

By PagedModel::batched(By by) const {
    by.batched = [this](std::size_t layer, const Qwen2Attention& attention) -> Layer {
        return [this, layer, attention](const Tensor& x, const RopeTables& tables, KVCache&) {
            return batched_attention(x, batch_, layer, attention, tables);
        };
    };
    return by;
}

Tensor PagedModel::operator()(const std::vector<Portion>& portions) {
    std::vector<TokenId> ids;
    std::vector<std::size_t> asked;  // rows of the pass
    for (const Portion& portion : portions) {
        const std::size_t length = portion.cache->length, rows = portion.ids.size();
        if (rows == 0) refuse("a portion without ids");
        if (portion.logits > rows)
            refuse(std::to_string(portion.logits) + " logits of " + std::to_string(rows) + " ids");
        if (length > positions() || rows > positions() - length)
            refuse(std::to_string(rows) + " tokens after " + std::to_string(length) + ", room for " +
                   std::to_string(positions()));
        ids.insert(ids.end(), portion.ids.begin(), portion.ids.end());
        for (std::size_t row = ids.size() - portion.logits; row < ids.size(); ++row) asked.push_back(row);
    }
    batch_.clear();
    for (const Portion& portion : portions) {
        portion.cache->reserve(portion.ids.size());
        batch_.push_back({portion.cache, portion.ids.size()});
    }

    const Qwen2& qwen2 = model_.qwen2;
    const std::size_t e = config().hidden_size;
    KVCache none(0, 0, 0);  // the layers of week 2 are handed one
    Tensor h = qwen2.embed_tokens(ids);
    for (const Layer& layer : qwen2.layers) h = layer(h, qwen2.tables, none);
    for (const Rows& text : batch_) text.cache->commit();

    Tensor rows(xt::empty<float>({asked.size(), e}));
    for (std::size_t i = 0; i < asked.size(); ++i) std::copy_n(h.data() + asked[i] * e, e, rows.data() + i * e);
    if (asked.empty()) {
        rows.resize({std::size_t{0}, config().vocab_size});
        return rows;
    }
    return qwen2.lm_head(returned("rms_norm", qwen2.norm(rows), asked.size(), e));
}

}  // namespace tiny_llm
