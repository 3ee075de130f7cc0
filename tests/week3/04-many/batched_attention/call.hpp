// How the grader calls batched_attention. Included for the learner's answer and again for each wrong one: no include guard.
#include "tests/week2/03-grouped-heads/qwen2_attention/pieces.hpp"

namespace tiny_llm {

/// Requests that have `lengths` positions each, in the pages of one store that is full of NaN else. Their pages lie among each
/// other, in no order. The first `shared` positions of a request are in the pages of the first one.
struct Texts {
    PageStore store;
    BlockPool pool;
    std::vector<std::unique_ptr<PagedKVCache>> caches;

    explicit Texts(grader::Arguments& arguments)
        : store{layers(arguments), layers(arguments)}, pool(store.keys[0].shape(0)) {
        stir();
        const auto lengths = arguments.numbers<std::size_t>("lengths"),
                   shared = arguments.numbers<std::size_t>("shared");
        const std::size_t page = store.keys[0].shape(1), layer = arguments.numbers<std::size_t>("filled layer")[0];
        for (std::size_t t = 0; t < lengths.size(); ++t) {
            caches.push_back(std::make_unique<PagedKVCache>(store, pool));
            // Also where the grader has exchanged them (again.cpp).
            const std::size_t common = t == 0 ? 0 : std::min({shared[t], lengths[t], lengths[0]}) / page * page;
            for (std::size_t j = 0; j < common; j += page) {
                pool.share(caches[0]->table[j / page]);
                caches[t]->table.push_back(caches[0]->table[j / page]);
            }
            caches[t]->length = common;
            const std::size_t begin = std::accumulate(lengths.begin(), lengths.begin() + t, std::size_t{0});
            for (std::size_t j = common; j < lengths[t]; j += page) {
                auto rows = xt::range(begin + j, begin + std::min(j + page, lengths[t]));
                const Tensor key = xt::view(arguments["keys"], rows), value = xt::view(arguments["values"], rows);
                caches[t]->reserve(key.shape(0));
                caches[t]->write(layer, key, value);
                caches[t]->commit();
                (void)pool.take();  // somebody else's
            }
        }
    }

    static std::vector<Tensor> layers(grader::Arguments& arguments) {
        const Tensor& keys = arguments["keys"];
        const auto pages = arguments.number<std::size_t>("pages"), page = arguments.number<std::size_t>("page");
        const Tensor nothing =
            xt::ones<float>({pages, page, keys.shape(1), keys.shape(2)}) * std::numeric_limits<float>::quiet_NaN();
        return std::vector<Tensor>(arguments.numbers<std::size_t>("layers")[0], nothing);
    }
    /// The free pages in another order: first those with odd numbers.
    void stir() {
        std::vector<std::size_t> pages;
        while (const auto page = pool.take()) pages.push_back(*page);
        for (const std::size_t odd : {1, 0}) {
            for (const std::size_t page : pages) {
                if (page % 2 == odd) pool.release(page);
            }
        }
    }

    /// The rows of all requests one after the other, as many as there are with those that are reserved.
    Tensor rows(const Tensor& pages, const std::vector<std::size_t>& counts) const {
        Tensor all = xt::zeros<float>(
            {std::accumulate(counts.begin(), counts.end(), std::size_t{0}), pages.shape(2), pages.shape(3)});
        std::size_t row = 0;
        for (std::size_t t = 0; t < caches.size(); ++t) {
            for (std::size_t j = 0; j < counts[t]; ++j, ++row) {
                const std::size_t page = caches[t]->table.at(j / pages.shape(1));
                xt::view(all, row) = xt::view(pages, page, j % pages.shape(1));
            }
        }
        return all;
    }
    /// Numbers in all layers but one.
    std::size_t elsewhere(std::size_t layer) const {
        std::size_t count = 0;
        for (const std::vector<Tensor>* layers : {&store.keys, &store.values}) {
            for (std::size_t i = 0; i < layers->size(); ++i) {
                const Tensor& one = (*layers)[i];
                if (i != layer) count += std::count_if(one.begin(), one.end(), [](float x) { return !std::isnan(x); });
            }
        }
        return count;
    }
};

inline grader::Values call(grader::Arguments& arguments) {
    Texts texts(arguments);
    const auto lengths = arguments.numbers<std::size_t>("lengths"), rows = arguments.numbers<std::size_t>("rows");
    const auto reserved = arguments.numbers<std::size_t>(arguments.has("reserved") ? "reserved" : "rows");
    const auto layer = arguments.number<std::size_t>("layer"),
               filled = arguments.numbers<std::size_t>("filled layer")[0];
    std::vector<Rows> batch;
    for (std::size_t t = 0; t < rows.size(); ++t) {
        texts.caches[t]->reserve(reserved[t]);
        batch.push_back({texts.caches[t].get(), rows[t]});
    }

    std::map<std::string, std::string> seen;  // how many rows each projection gets, call by call
    const auto noted = [&](const std::string& name) -> Linear {
        const Linear plain = projection(arguments, "w_" + name, "b_" + name);
        return [&seen, name, plain](const Tensor& x) {
            std::string& calls = seen[name];
            if (const std::size_t L = x.dimension() == 0 ? 1 : x.shape(0); L > 0)
                calls += (calls.empty() ? "" : ", ") + std::to_string(L);
            return plain(x);
        };
    };
    const Qwen2Attention attention(arguments.number<std::size_t>("num_heads"),
        arguments.number<std::size_t>("num_key_value_heads"), arguments.number<std::size_t>("head_dim"), noted("q"),
        noted("k"), noted("v"), noted("o"));
    const RopeTables tables = tables_of(arguments);
    Tensor y;
    std::string thrown;
    if (arguments.has("is refused")) {
        thrown = thrown_by([&] { batched_attention(arguments["x"], batch, layer, attention, tables); });
    } else {
        y = batched_attention(arguments["x"], batch, layer, attention, tables);
    }
    if (arguments.has("cos")) {
        arguments["cos"] = tables.cos;
        arguments["sin"] = tables.sin;
    }

    grader::Values events;
    std::vector<std::size_t> known = lengths;
    for (std::size_t t = 0; t < rows.size(); ++t) {
        PagedKVCache& cache = *texts.caches[t];
        std::string event = "request " + std::to_string(t) + " has " + std::to_string(cache.length) + " positions";
        if (thrown.empty()) {
            cache.commit();
            known[t] += rows[t];
            event += ", " + std::to_string(cache.length) + " after commit()";
        }
        events.emplace_back(event);
    }
    const Tensor keys = texts.rows(texts.store.keys[filled], known),
                 values = texts.rows(texts.store.values[filled], known);
    if (!thrown.empty()) return {thrown, keys, values, events};
    events.emplace_back(std::to_string(texts.elsewhere(filled)) + " numbers in other layers");
    for (const char* name : {"q", "k", "v", "o"}) {
        if (std::accumulate(rows.begin(), rows.end(), std::size_t{0}) > 0)
            events.emplace_back(name + ("_proj gets " + seen[name]) + " rows");
    }
    return {y, keys, values, events};
}

}  // namespace tiny_llm
