#include "week3/03-pages/paged_kv_cache.hpp"

#include "grader/as_part.hpp"
#include "tests/week3/03-pages/paged_kv_cache/mistakes.hpp"

namespace {

/// Does something with the cache that has the mistake. The model's store, its pool and what the cache keeps go into it before, and
/// come back after, whatever is thrown.
template <class Does>
void done(tiny_llm::PagedKVCache& real, bool with_rows, const Does& does) {
    grader::questions = 0;
    const tiny_llm::Tensor& first = real.store.keys[0];
    Store store{real.store.keys.size(), first.shape(0), first.shape(1), first.shape(2), first.shape(3)};
    const auto each_layer = [&](const auto& copy) {
        for (std::size_t layer = 0; with_rows && layer < store.layers; ++layer) {
            copy(real.store.keys[layer], store.keys[layer]);
            copy(real.store.values[layer], store.values[layer]);
        }
    };
    each_layer([](const tiny_llm::Tensor& from, auto& to) { to.assign(from.begin(), from.end()); });
    Pool pool(0);
    pool.references = real.pool.references;
    pool.free = real.pool.free_blocks;
    bool is_too_few = false;
    {
        Cache cache(store, pool);
        cache.length = real.length, cache.table = real.table, cache.reserved = real.reserved;
        const auto give_back = [&] {
            each_layer([](tiny_llm::Tensor& to, const auto& from) { std::copy(from.begin(), from.end(), to.begin()); });
            real.length = cache.length, real.table = cache.table, real.reserved = cache.reserved;
            real.pool.references = pool.references, real.pool.free_blocks = pool.free;
        };
        try {
            does(cache);
        } catch (const OutOfPages&) {
            is_too_few = true;
        } catch (...) {
            give_back();
            cache.table.clear();  // or its destructor would release them
            throw;
        }
        give_back();
        cache.table.clear();
    }
    if (is_too_few) throw tiny_llm::OutOfPages("PagedKVCache: too few pages are free");
}

}  // namespace

tiny_llm::PagedKVCache::~PagedKVCache() {
    done(*this, false, [this](Cache& cache) {
        const Store none{0, cache.store.pages, cache.store.page, cache.store.heads, cache.store.width};
        Store rows = none;
        Cache last(rows, cache.pool);  // ends here
        last.length = cache.length, last.table = table, last.reserved = cache.reserved;
    });
}

void tiny_llm::PagedKVCache::reserve(std::size_t positions) {
    done(*this, true, [&](Cache& cache) { cache.reserve(positions); });
}

void tiny_llm::PagedKVCache::write(std::size_t layer, const Tensor& key, const Tensor& value) {
    const auto plain = [](const Tensor& tensor) { return std::get<Floats>(grader::Value(tensor).is); };
    done(*this, true, [&](Cache& cache) { cache.write(layer, plain(key), plain(value)); });
}

void tiny_llm::PagedKVCache::commit() {
    done(*this, false, [](Cache& cache) { cache.commit(); });
}

void tiny_llm::PagedKVCache::truncate(std::size_t positions) {
    done(*this, truncated_rows_cleared || truncate_copies, [&](Cache& cache) { cache.truncate(positions); });
}
