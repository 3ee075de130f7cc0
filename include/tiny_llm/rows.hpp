#pragma once

#include <cstddef>

namespace tiny_llm {

struct PagedKVCache;

/// What one text brings to a pass over several: that many rows, which follow the positions in its cache.
struct Rows {
    PagedKVCache* cache;
    std::size_t rows;
};

}  // namespace tiny_llm
