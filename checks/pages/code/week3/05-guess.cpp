// What chapter 5 of week 3 shows, and what it says of it.

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "checks/pages/code/is.hpp"
#include "tiny_llm/token.hpp"

using namespace tiny_llm;

TEST_CASE("w3.5: an ending that finds itself") {
    // region itself
    Ids text = {7, 2, 9, 4, 2, 1};
    auto end = text.end();
    auto found = std::search(text.begin(), end, end - 1, end);
    auto place = found - text.begin();  // 5: the 1 at the end
    // endregion
    CHECK(place == 5);
    CHECK(std::search(text.begin(), end - 1, end - 1, end) == end - 1);
}

TEST_CASE("w3.5: a row that does not end") {
    // region row
    Tensor logits = {{1, 5, 3}, {2, 0, 9}};
    auto row = logits.begin();  // row 0, of 3 numbers
    auto wrong = std::max_element(row, logits.end()) - row;  // 5
    auto right = std::max_element(row, row + 3) - row;       // 1
    // endregion
    CHECK(wrong == 5);
    CHECK(right == 1);
}

TEST_CASE("w3.5: a third in float, and what is divided by 0") {
    // region third
    float p = 0.25f, q = 0.75f, none = 0;
    double u = 0.333333335;
    bool in_float = u < p / q;           // true
    bool in_double = u < double(p) / q;  // false
    bool impossible = u < p / none;      // true: below infinity
    // endregion
    CHECK(in_float);
    CHECK_FALSE(in_double);
    CHECK(impossible);
}

namespace {

using Row = std::vector<double>;

/// How the first token is distributed, over a grid of u on which all of the chapter's numbers lie, if a guess stays by `stays`, and else
/// the token comes from `weights`; or, with the u that rejected it, where `again` says so.
Row distribution(const std::function<bool(double u, double p, double q)>& stays,
                 const std::function<Row(const Row& p, const Row& q)>& weights, bool again = false) {
    const Row q{0.25, 0.5, 0.125, 0.125}, p{0.5, 0.25, 0.25, 0};
    Row all(4);
    for (std::size_t guess = 0; guess < 4; ++guess) {
        for (int g = 0; g < 144; ++g) {
            const double u = (g % 12 + 0.5) / 12, other = again ? u : (g / 12 + 0.5) / 12;
            std::size_t token = guess;
            if (!stays(u, p[guess], q[guess])) {
                const Row w = weights(p, q);
                double sum = 0;
                token = 0;
                for (std::size_t t = 0; t < 4 && sum <= other; ++t)
                    if (w[t] > 0) sum += w[t], token = t;
            }
            all[token] += q[guess] / 144;
        }
    }
    return all;
}

Row divided(Row row) {
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (double& x : row) x /= sum;
    return row;
}

Row left_over(const Row& p, const Row& q) {
    Row rest(4);
    for (std::size_t t = 0; t < 4; ++t) rest[t] = std::max(0.0, p[t] - q[t]);
    return rest;
}

void are(const Row& yours, const Row& expected) {
    for (std::size_t t = 0; t < 4; ++t) CHECK(yours[t] == Approx(expected[t]).margin(1e-12));
}

}  // namespace

TEST_CASE("w3.5: what becomes of the example, right and wrong") {
    const auto by_ratio = [](double u, double p, double q) { return u < p / q; };
    const auto rest = [](const Row& p, const Row& q) { return divided(left_over(p, q)); };
    are(distribution(by_ratio, rest), {0.5, 0.25, 0.25, 0});
    are(distribution(by_ratio, [](const Row& p, const Row&) { return p; }), {0.4375, 0.34375, 0.21875, 0});
    are(distribution(by_ratio, left_over), {0.34375, 0.25, 0.40625, 0});
    are(distribution(by_ratio, [](const Row& p, const Row& q) { return divided(left_over(q, p)); }),
        {0.25, 0.5, 0.125, 0.125});
    are(distribution(by_ratio, rest, true), {5.0 / 12, 0.25, 1.0 / 3, 0});
    are(distribution([](double, double p, double q) { return p >= q; }, rest), {2.0 / 3, 0, 1.0 / 3, 0});
    // How many stay: of the example, and of a draft that is certain of token 0.
    double stay = 0;
    const Row q{0.25, 0.5, 0.125, 0.125}, p{0.5, 0.25, 0.25, 0};
    for (std::size_t t = 0; t < 4; ++t) stay += std::min(p[t], q[t]);
    CHECK(stay == 0.625);
    // Tokens for a pass of four guesses that all stay equally often.
    CHECK(1 + 0.625 + std::pow(0.625, 2) + std::pow(0.625, 3) + std::pow(0.625, 4) == Approx(2.41).epsilon(0.002));
    CHECK((1 - std::pow(0.625, 5)) / (1 - 0.625) == Approx(2.41).epsilon(0.002));
    CHECK((1 - std::pow(0.9, 5)) / (1 - 0.9) == Approx(4.10).epsilon(0.002));
}
