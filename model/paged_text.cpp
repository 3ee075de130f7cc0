#include "model/paged_text.hpp"

#include <algorithm>
#include <string>

#include "model/error.hpp"

namespace tiny_llm {
PagedText::PagedText(PagedModel& model)
    : model_(model),
      prefixes_(model.pool, model.rows_of_a_page(), page_hash),
      cache_(std::make_unique<PagedKVCache>(model.store, model.pool)) {}

Tensor PagedText::read(const std::vector<TokenId>& ids, std::size_t rows) {
    make_room(ids.size());
    const Tensor logits = model_({{cache_.get(), ids, rows}});
    known_.insert(known_.end(), ids.begin(), ids.end());
    if (const std::size_t full = known_.size() / model_.rows_of_a_page(); full > remembered_) {
        prefixes_.insert(known_, cache_->table);
        remembered_ = full;
    }
    return logits;
}

void PagedText::keep(std::size_t tokens) {
    cache_->truncate(tokens);
    known_.resize(tokens);
    remembered_ = std::min(remembered_, tokens / model_.rows_of_a_page());
}

std::vector<TokenId> PagedText::begin(const std::vector<TokenId>& ids) {
    keep(0);
    cache_->table = prefixes_.match(ids);
    const std::size_t known = cache_->table.size() * model_.rows_of_a_page();
    if (known > 0 && known >= ids.size())
        throw WrongResult("prefix_cache", "prefix_cache knows " + std::to_string(known) + " tokens of " +
                                              std::to_string(ids.size()) + ", and none is left to compute");
    const auto first_unknown = ids.begin() + static_cast<std::ptrdiff_t>(known);
    cache_->length = known;
    known_.assign(ids.begin(), first_unknown);
    remembered_ = cache_->table.size();
    return {first_unknown, ids.end()};
}

PagedText::Use PagedText::use() const {
    const std::vector<std::size_t>& references = model_.pool.references;
    Use use;
    for (const std::size_t page : cache_->table) ++(references[page] > 1 ? use.shared : use.own);
    use.free = static_cast<std::size_t>(std::count(references.begin(), references.end(), std::size_t{0}));
    use.kept = references.size() - use.free - cache_->table.size();
    return use;
}

/// Where it forgets all and that is too little, the model says so.
void PagedText::make_room(std::size_t positions) {
    const std::size_t rows = model_.rows_of_a_page(), all = (cache_->length + positions + rows - 1) / rows;
    const std::vector<std::size_t>& references = model_.pool.references;
    const std::size_t last = cache_->length / rows;
    const bool copies = last < cache_->table.size() && references[cache_->table[last]] > 1;
    const std::size_t missing = (all > cache_->table.size() ? all - cache_->table.size() : 0) + (copies ? 1 : 0);
    while (static_cast<std::size_t>(std::count(references.begin(), references.end(), std::size_t{0})) < missing &&
           prefixes_.evict()) {
    }
}

}  // namespace tiny_llm
