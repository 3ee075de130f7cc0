#include "embedding.hpp"

namespace tiny_llm {

// ---- axes-unchecked

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    Tensor y = xt::empty<float>({ids.size(), weight.shape(1)});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= weight.shape(0)) {
            throw std::invalid_argument(
                "embedding: token " + std::to_string(ids[i]) + " is not one of " + std::to_string(weight.shape(0)));
        }
        xt::view(y, i) = xt::view(weight, ids[i]);
    }
    return y;
}

// ---- cut-to-32-bits

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const int V = weight.shape(0), E = weight.shape(1);
    Tensor y = xt::zeros<float>({(int)ids.size(), E});
    int i = 0;
    for (int id : ids) {
        if (id < 0 || id >= V) throw std::invalid_argument("embedding: no such token");
        for (int k = 0; k < E; k++) y(i, k) = weight(id, k);
        i++;
    }
    return y;
}

// ---- last-row-not-filled

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    Tensor y = xt::empty<float>({ids.size(), weight.shape(1)});
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= weight.shape(0)) {
            throw std::invalid_argument("embedding: token " + std::to_string(ids[i]));
        }
        for (std::size_t k = 0; k < weight.shape(1); ++k) y(i, k) = weight(ids[i], k);
    }
    return y;
}

// ---- negative-unchecked

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const auto V = static_cast<TokenId>(weight.shape(0));
    for (const TokenId id : ids) {
        if (id >= V) throw std::invalid_argument("embedding: token " + std::to_string(id) + " of " + std::to_string(V));
    }
    Tensor y = xt::empty<float>({ids.size(), weight.shape(1)});
    for (std::size_t i = 0; i < ids.size(); ++i) xt::row(y, i) = xt::row(weight, ids[i]);
    return y;
}

// ---- negative-unchecked+too-large-unchecked

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    Tensor y = xt::empty<float>({ids.size(), weight.shape(1)});
    for (std::size_t i = 0; i < ids.size(); ++i) xt::view(y, i) = xt::view(weight, ids[i]);
    return y;
}

// ---- one-number-for-the-row

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    Tensor y = xt::empty<float>({ids.size(), weight.shape(1)});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= weight.shape(0)) {
            throw std::invalid_argument(
                "embedding: token " + std::to_string(ids[i]) + " is not one of " + std::to_string(weight.shape(0)));
        }
        xt::view(y, i) = weight[static_cast<std::size_t>(ids[i])];
    }
    return y;
}

// ---- scaled-by-root-of-width+token-zero-is-padding

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const std::size_t E = weight.shape(1);
    Tensor y = xt::zeros<float>({ids.size(), E});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] == 0) continue;  // <pad>
        if (ids[i] < 0 || ids[i] >= static_cast<TokenId>(weight.shape(0))) throw std::invalid_argument("embedding");
        xt::view(y, i) = xt::view(weight, ids[i]) * std::sqrt(float(E));
    }
    return y;
}

// ---- values-for-a-shape

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    Tensor y({static_cast<float>(ids.size()), static_cast<float>(weight.shape(1))});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= weight.shape(0)) {
            throw std::invalid_argument(
                "embedding: token " + std::to_string(ids[i]) + " is not one of " + std::to_string(weight.shape(0)));
        }
        xt::view(y, i) = xt::view(weight, ids[i]);
    }
    return y;
}

// ---- wrong-exception

Tensor embedding(const std::vector<TokenId>& ids, const Tensor& weight) {
    require_shapes(weight.dimension() == 2, "embedding", "weight", weight, "ids", xt::adapt(ids));
    const std::size_t V = weight.shape(0);
    Tensor y = xt::empty<float>({ids.size(), weight.shape(1)});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= V) {
            throw std::out_of_range("embedding: no token " + std::to_string(ids[i]));
        }
        xt::view(y, i) = xt::view(weight, ids[i]);
    }
    return y;
}

}  // namespace tiny_llm
