#include "embedding.hpp"

#include <algorithm>
#include <vector>

namespace tiny_llm {

// ---- copied-numbers

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const std::size_t V = weight.shape(0), E = weight.shape(1);
    Tensor y = xt::empty<float>({ids.size(), E});
    float* row = y.data();
    for (const TokenId id : ids) {
        if (id < 0 || static_cast<std::size_t>(id) >= V) throw std::invalid_argument("embedding: no such token");
        row = std::copy_n(weight.data() + static_cast<std::size_t>(id) * E, E, row);
    }
    return y;
}

// ---- every-element

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    // A negative id is a huge number without its sign.
    for (const TokenId id : ids) {
        if (static_cast<std::uint64_t>(id) >= weight.shape(0))
            throw std::invalid_argument("embedding: an id is too large");
    }
    Tensor y = xt::zeros<float>({ids.size(), weight.shape(1)});
    for (std::size_t e = 0; e < weight.shape(1); ++e) {
        for (std::size_t i = 0; i < ids.size(); ++i) y(i, e) = weight(static_cast<std::size_t>(ids[i]), e);
    }
    return y;
}

// ---- halves

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    if (ids.empty()) return xt::empty<float>({std::size_t{0}, weight.shape(1)});
    if (ids.size() == 1) {
        if (ids[0] < 0 || static_cast<std::size_t>(ids[0]) >= weight.shape(0)) {
            throw std::invalid_argument("embedding: no token " + std::to_string(ids[0]));
        }
        auto row = xt::range(ids[0], ids[0] + 1);
        return xt::view(weight, row, xt::all());
    }
    const auto middle = ids.begin() + static_cast<std::ptrdiff_t>(ids.size() / 2);
    const Tensor first = embedding({ids.begin(), middle}, weight), second = embedding({middle, ids.end()}, weight);
    return xt::concatenate(xt::xtuple(first, second), 0);
}

// ---- kept-rows

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const auto V = static_cast<TokenId>(weight.shape(0));
    if (!std::all_of(ids.begin(), ids.end(), [V](TokenId id) { return id >= 0 && id < V; })) {
        throw std::invalid_argument("embedding: an id is not one of " + std::to_string(V));
    }
    return xt::view(weight, xt::keep(ids), xt::all());
}

// ---- one-hot

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    // A row of zeros with a single one, times the table, is a row of the table.
    Tensor chosen = xt::zeros<float>({ids.size(), weight.shape(0)});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= weight.shape(0)) {
            throw std::invalid_argument("embedding: no token " + std::to_string(ids[i]));
        }
        chosen(i, static_cast<std::size_t>(ids[i])) = 1.0f;
    }
    if (ids.empty()) return xt::zeros<float>({std::size_t{0}, weight.shape(1)});
    return xt::linalg::dot(chosen, weight);
}

// ---- row-by-row-appended

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const std::size_t E = weight.shape(1);
    std::vector<float> rows;
    rows.reserve(ids.size() * E);
    for (const TokenId id : ids) {
        if (id < 0) throw std::invalid_argument("embedding: a negative id");
        if (static_cast<std::size_t>(id) >= weight.shape(0))
            throw std::invalid_argument("embedding: an id is too large");
        const Tensor row = xt::row(weight, static_cast<std::ptrdiff_t>(id));
        rows.insert(rows.end(), row.begin(), row.end());
    }
    return xt::adapt(rows, std::vector<std::size_t>{ids.size(), E});
}

}  // namespace tiny_llm
