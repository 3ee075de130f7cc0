#include "week3/04-many/batched_attention.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/04-many/batched_attention/mistakes.hpp"

tiny_llm::Tensor tiny_llm::batched_attention(const Tensor& x, const std::vector<Rows>& batch, std::size_t layer,
    const Qwen2Attention& attention, const RopeTables& tables) {
    const auto plain = [](const Tensor& tensor) { return std::get<Floats>(grader::Value(tensor).is); };
    std::vector<std::int64_t> counts;
    for (const Rows& text : batch) counts.push_back(static_cast<std::int64_t>(text.rows));
    const std::size_t page = batch.empty() ? 1 : batch[0].cache->store.keys[0].shape(1);
    grader::Call call;
    grader::add_arguments(call, "x", x, "rows", grader::Integers({counts.size()}, counts), "num_heads",
        attention.num_heads, "num_key_value_heads", attention.num_key_value_heads, "head_dim", attention.head_dim,
        "layer", layer, "page", page);
    Run run{call};
    Pass pass{run};
    pass.tables = {plain(tables.cos), plain(tables.sin)};
    pass.real = [&](char name, const Floats& rows) {
        const Linear& linear = name == 'q'   ? attention.q_proj
                               : name == 'k' ? attention.k_proj
                               : name == 'v' ? attention.v_proj
                                             : attention.o_proj;
        return plain(linear(grader::tensor(rows)));
    };
    // Row j of a text in the pages of a layer.
    const auto place = [&](const PagedKVCache& cache, std::vector<Tensor>& layers, std::size_t l, std::size_t j) {
        Tensor& pages = layers[l];
        return &pages(cache.table[j / page], j % page, 0, 0);
    };
    for (const Rows& text : batch) {
        PagedKVCache& cache = *text.cache;
        const std::size_t capacity = cache.table.size() * page, G = attention.num_key_value_heads;
        const Floats nothing({capacity, G, attention.head_dim}, std::numeric_limits<float>::quiet_NaN());
        const std::vector<Floats> empty(cache.store.keys.size(), nothing);
        Text known{cache.length, cache.reserved, capacity, empty, empty};
        for (const std::size_t l : {layer, std::size_t{0}}) {  // none reads another one
            for (std::size_t j = 0; j < capacity; ++j) {
                std::copy_n(place(cache, cache.store.keys, l, j), G * attention.head_dim, known.keys[l].row(j * G));
                std::copy_n(place(cache, cache.store.values, l, j), G * attention.head_dim, known.values[l].row(j * G));
            }
        }
        pass.texts.push_back(known);
    }
    const Floats y = pass();
    for (std::size_t t = 0; t < batch.size(); ++t) {
        PagedKVCache& cache = *batch[t].cache;
        const std::size_t G = attention.num_key_value_heads, row = G * attention.head_dim, begin = cache.length;
        for (const std::size_t l : {layer, std::size_t{0}}) {
            for (std::size_t j = begin; j < std::min(begin + batch[t].rows, cache.table.size() * page); ++j) {
                std::copy_n(pass.texts[t].keys[l].row(j * G), row, place(cache, cache.store.keys, l, j));
                std::copy_n(pass.texts[t].values[l].row(j * G), row, place(cache, cache.store.values, l, j));
            }
        }
        if (committed) cache.commit();
        if (length_moved) cache.length += batch[t].rows;
    }
    grader::write_all_back(run, "x", x);
    return grader::tensor(y);
}
