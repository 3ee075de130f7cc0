#include "model/embedding.hpp"

#include <stdexcept>
#include <string>

namespace tiny_llm {

Tensor embedding(const std::vector<TokenId>& ids, const StoredTensor& weight) {
    const std::size_t rows = weight.shape.at(0), columns = weight.shape.at(1);
    Tensor y = xt::empty<float>({ids.size(), columns});
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= rows) {
            throw std::invalid_argument("embedding: token " + std::to_string(ids[i]) + " is not one of " +
                                        std::to_string(rows));
        }
        read_elements(weight, static_cast<std::size_t>(ids[i]) * columns, columns, y.data() + i * columns);
    }
    return y;
}

}  // namespace tiny_llm
