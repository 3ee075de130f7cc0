// silu: failed

#include "silu.hpp"

namespace tiny_llm {

Tensor silu(const Tensor& x) {
    static std::vector<std::vector<char>> all;
    while (all.size() < 100) all.emplace_back(std::size_t{1} << 28, 'x');
    return x;
}

}  // namespace tiny_llm
