#include "rope_tables.hpp"

#include <algorithm>

namespace tiny_llm {

RopeTables rope_tables(std::size_t head_dim, std::size_t positions, float theta) {
    if (head_dim % 2 != 0) throw std::invalid_argument("rope_tables: head_dim is odd");
    const std::size_t half = head_dim / 2;
    const auto table = [&](double (*of)(double)) {
        Tensor result = xt::empty<float>({positions, half});
        std::size_t k = 0;
        std::generate(result.begin(), result.end(), [&] {
            const std::size_t p = k / half, i = k % half;
            ++k;
            const double share = static_cast<double>(i) / static_cast<double>(half);
            return static_cast<float>(of(static_cast<double>(p) * std::exp(-share * std::log(double{theta}))));
        });
        return result;
    };
    return {table([](double angle) { return std::cos(angle); }), table([](double angle) { return std::sin(angle); })};
}

}  // namespace tiny_llm
