// What chapter 3 of week 3 shows, and what it says of it.

#include <cmath>
#include <limits>
#include <unordered_map>
#include <vector>

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

TEST_CASE("w3.3: bytes of a token, and conversations in 16 GB") {
    const std::size_t bytes = 2 * 28 * 4 * 128 * 2, memory = 16'000'000'000;
    CHECK(bytes == 57'344);
    CHECK(memory / bytes == 279'017);
    CHECK(double(bytes) * 32'768 == Approx(1.88e9).epsilon(0.001));
    CHECK(memory / (bytes * 32'768) == 8);
    CHECK(memory / (bytes * 1'000) == 279);
    CHECK(1 - 8.0 * 1'000 * bytes / memory == Approx(0.97).epsilon(0.005));
}

TEST_CASE("w3.3: references below zero, and braces") {
    // region below-zero
    std::vector<std::size_t> references(4);  // parentheses: 0, 0, 0, 0
    --references[0];                         // 18446744073709551615
    std::vector<std::size_t> braces{4};      // braces: a single 4
    // endregion
    CHECK(references == std::vector<std::size_t>{std::numeric_limits<std::size_t>::max(), 0, 0, 0});
    CHECK(references[0] == 18446744073709551615u);
    CHECK(braces.size() == 1);
    CHECK(braces[0] == 4);
}

TEST_CASE("w3.3: a page copied in all layers, and in copies of them") {
    Tensor layer = xt::arange<float>(6);
    layer.reshape({3, 2, 1, 1});
    std::vector<Tensor> keys(2, layer);
    const auto copied = [&] {
        // region layers
        for (Tensor layer : keys)  // changes nothing
            xt::view(layer, 2) = xt::view(layer, 0);
        for (Tensor& layer : keys)  // copies the page
            xt::view(layer, 2) = xt::view(layer, 0);
        // endregion
    };
    for (Tensor layer : keys) xt::view(layer, 2) = xt::view(layer, 0);
    CHECK(is(keys[0], layer));
    CHECK(is(keys[1], layer));
    copied();
    for (const Tensor& one : keys) CHECK(is(xt::view(one, 2), xt::view(one, 0)));
}

TEST_CASE("w3.3: pages of four answers to one prompt") {
    const auto pages = [](std::size_t tokens) { return (tokens + 15) / 16; };
    CHECK(pages(1'000) * 16 - 1'000 == 8);
    CHECK(4 * pages(1'100) == 276);
    CHECK(1'000 / 16 + 4 * (pages(1'100) - 1'000 / 16) == 90);
}

TEST_CASE("w3.3: what is left in a last page that is full") {
    // region full-page
    std::size_t page = 16, seen = 32;
    std::size_t pages = (seen + page - 1) / page;  // 2
    std::size_t rest = seen % page;                // 0
    std::size_t left = seen - (pages - 1) * page;  // 16
    // endregion
    CHECK(pages == 2);
    CHECK(rest == 0);
    CHECK(left == 16);
    std::size_t right = 0;
    for (seen = 1; seen <= 16; ++seen) right += seen % page == seen - (seen - 1) / page * page;
    CHECK(right == 15);
}

TEST_CASE("w3.3: attention over pages by hand, right and wrong") {
    const double NaN = std::numeric_limits<double>::quiet_NaN(), two = std::log(2), five = std::log(5);
    const std::vector<std::vector<double>> keys = {{five, NaN}, {NaN, NaN}, {0, two}},
                                           values = {{24, NaN}, {NaN, NaN}, {12, 6}};
    using Table = std::vector<std::size_t>;
    const Table table = {2, 0};
    /// The weighted mean of the values from `from` to `to` - 1, for a query of q.
    const auto mean = [&](double q, std::size_t from, std::size_t to, const Table& pages) {
        double sum = 0, all = 0;
        for (std::size_t j = from; j < to; ++j) {
            const double weight = std::exp(q * keys[pages[j / 2]][j % 2]);
            sum += weight, all += weight * values[pages[j / 2]][j % 2];
        }
        return all / sum;
    };
    CHECK(mean(1, 0, 2, table) == Approx(8));
    CHECK(mean(0, 0, 2, table) == Approx(9));
    CHECK(mean(1, 0, 3, table) == Approx(18));
    CHECK(mean(0, 0, 3, table) == Approx(14));
    // Page by page.
    CHECK((mean(1, 0, 2, table) + mean(1, 2, 3, table)) / 2 == Approx(16));
    CHECK((mean(0, 0, 2, table) + mean(0, 2, 3, table)) / 2 == Approx(16.5));
    // No table; offset forgotten; a page read to its end.
    for (const double q : {0, 1}) {
        for (const std::size_t seen : {2, 3}) CHECK(std::isnan(mean(q, 0, seen, {0, 1, 2})));
        CHECK(mean(q, 0, 1, table) == Approx(12));
        CHECK(std::isnan(mean(q, 0, 4, table)));
    }
}

TEST_CASE("w3.3: a key is erased with all its values") {
    // region erase
    std::unordered_multimap<int, int> pages = {{7, 0}, {7, 1}};
    auto copy = pages;
    pages.erase(7);            // both are gone
    copy.erase(copy.find(7));  // one is gone
    // endregion
    CHECK(pages.empty());
    CHECK(copy.size() == 1);
}
