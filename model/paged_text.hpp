#pragma once

#include <memory>
#include <vector>

#include "model/paged.hpp"
#include "model/speaker.hpp"
#include "week3/03-pages/prefix_cache.hpp"

namespace tiny_llm {

/// One text after another by a model with pages. What an earlier text began with is found again by the exercise `prefix_cache`, and
/// forgotten, the oldest first, where pages are wanted.
class PagedText : public Reader {
public:
    /// model   outlives it, and has no other texts
    explicit PagedText(PagedModel& model);

    Tensor read(const std::vector<TokenId>& ids, std::size_t rows) override;
    void keep(std::size_t tokens) override;

    /// Begins a text: knows as much of these as was known, whole pages, and not the last one of `ids`. Returns the rest.
    std::vector<TokenId> begin(const std::vector<TokenId>& ids);

    /// What the pages are used for. Those of the text come first, in its order.
    struct Use {
        std::size_t shared = 0;  // in the text, and remembered
        std::size_t own = 0;     // in the text alone
        std::size_t kept = 0;    // of earlier texts, remembered
        std::size_t free = 0;
    };
    Use use() const;

private:
    void make_room(std::size_t positions);

    PagedModel& model_;
    PrefixCache prefixes_;
    std::unique_ptr<PagedKVCache> cache_;
    std::size_t remembered_ = 0;  // pages of the text
};

}  // namespace tiny_llm
