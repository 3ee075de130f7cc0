#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/load.hpp"
#include "tiny_llm/pages.hpp"
#include "week3/04-many/batched_attention.hpp"

namespace tiny_llm {

/// What one text brings to a pass.
struct Portion {
    PagedKVCache* cache;
    std::vector<TokenId> ids;  // at least one; they follow those in the cache
    std::size_t logits = 1;    // so many of the last ones get logits; 0 where the prompt goes on
};

/// The memory of all texts together, which the system provides when it is written.
struct Pages {
    std::size_t pages;
    std::size_t rows = 16;  // of a page
};

/// For PrefixCache: FNV-1a over the parent's hash and the page's ids.
std::uint64_t page_hash(std::uint64_t parent, const Ids& page);

/// A model that reads several texts in one pass, with their keys and values in pages: by the exercise `batched_attention`, and by
/// those of week 2 for all else. A text is a PagedKVCache(model.store, model.pool), which lives shorter than the model.
class PagedModel {
public:
    /// As load_model, which says what it throws.
    ///
    /// positions   how long a text may become
    PagedModel(const Config& config, const StoredTensors& tensors, Weights weights, std::size_t positions, Pages pages,
               By by = {}, std::optional<DType> kept_as = std::nullopt);

    PagedModel(const PagedModel&) = delete;  // its layers know where it is
    PagedModel& operator=(const PagedModel&) = delete;

    /// Reads the ids of all portions, and commits them to their caches. Each text has one portion at most. Reserves what is not
    /// reserved yet.
    ///
    /// returns   the rows of logits that were asked for, in order, x V; float32
    ///
    /// Throws std::invalid_argument for a portion without ids, or one that asks for more logits than it has ids, or where a text
    /// becomes longer than `positions`; OutOfPages when a portion finds too few free pages; WrongResult, or whatever a part throws.
    /// No cache is longer then; one that has reserved pages already gives them back by truncate(length).
    Tensor operator()(const std::vector<Portion>& portions);

    const Config& config() const { return model_.config; }
    std::size_t positions() const { return model_.positions; }
    std::size_t bytes() const { return model_.bytes; }  // of its weights
    std::size_t rows_of_a_page() const { return pages_.rows; }

private:
    By batched(By by) const;

    Pages pages_;
    std::vector<Rows> batch_;  // of the pass that is under way

public:
    PageStore store;
    BlockPool pool;

private:
    LanguageModel model_;
};

}  // namespace tiny_llm
