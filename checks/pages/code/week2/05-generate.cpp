// What chapter 5 of week 2 shows, and what it says of it.

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "checks/pages/code/is.hpp"
#include "tiny_llm/token.hpp"

#if __has_include(<xtensor/misc/xsort.hpp>)
#include <xtensor/misc/xsort.hpp>
#else
#include <xtensor/xsort.hpp>
#endif

using namespace tiny_llm;

namespace {

constexpr float NaN = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
const Tensor by_hand = {1, 3, 0, 2, -1, 0};

std::vector<double> softmax(const Tensor& logits) {
    std::vector<double> p(logits.begin(), logits.end());
    const double largest = *std::max_element(p.begin(), p.end());
    for (double& x : p) x = std::exp(x - largest);
    const double sum = std::accumulate(p.begin(), p.end(), 0.0);
    for (double& x : p) x /= sum;
    return p;
}

/// Whether the probabilities are these, to the four digits of the page.
bool shares(const Tensor& logits, const std::vector<double>& page) {
    const std::vector<double> p = softmax(logits);
    bool all = p.size() == page.size();
    for (std::size_t i = 0; all && i < p.size(); ++i) all = std::abs(p[i] - page[i]) < 0.00005001;
    return all;
}

/// How many of the likeliest together reach p.
std::size_t reach(const Tensor& logits, double p) {
    std::vector<double> sorted = softmax(logits);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    std::size_t n = 0;
    for (double sum = 0; sum < p; ++n) sum += sorted[n];
    return n;
}

std::size_t at_least(const Tensor& logits, double share) {
    const std::vector<double> p = softmax(logits);
    const double largest = *std::max_element(p.begin(), p.end());
    return std::count_if(p.begin(), p.end(), [&](double x) { return x >= share * largest; });
}

Tensor penalized(const Tensor& logits, float penalty) {
    Tensor y = logits;
    for (const std::size_t id : {1, 4}) y(id) = logits(id) > 0 ? logits(id) / penalty : logits(id) * penalty;
    return y;
}

}  // namespace

TEST_CASE("w2.5: the six logits of the chapter") {
    CHECK(shares(by_hand, {0.0835, 0.6169, 0.0307, 0.2269, 0.0113, 0.0307}));
    CHECK(shares(by_hand / 0.5f, {0.0158, 0.8629, 0.0021, 0.1168, 0.0003, 0.0021}));
    CHECK(shares(by_hand / 2.0f, {0.1439, 0.3912, 0.0873, 0.2373, 0.0529, 0.0873}));
    CHECK(shares({-infinity, 3, -infinity, 2, -infinity, -infinity}, {0, 0.7311, 0, 0.2689, 0, 0}));
    CHECK(shares({1, 3, 0, 2, -infinity, 0}, {0.0844, 0.6239, 0.0311, 0.2295, 0, 0.0311}));
    CHECK(shares({1, 3, -infinity, 2, -infinity, -infinity}, {0.0900, 0.6652, 0, 0.2447, 0, 0}));
    CHECK(reach(by_hand, 0.9) == 3);
    CHECK(reach(by_hand, 0.5) == 1);
    CHECK(reach(by_hand, 0.94) == 4);
    CHECK(at_least(by_hand, 0.1) == 3);
    const std::vector<double> p = softmax(by_hand);
    CHECK(p[1] + p[3] == Approx(0.8438).margin(0.00005));
    CHECK(p[1] + p[3] + p[0] == Approx(0.9273).margin(0.00005));
    CHECK(0.1 * p[1] == Approx(0.0617).margin(0.00005));
    CHECK(3 + std::log(0.1) == Approx(0.697).margin(0.0005));
    std::vector<double> sums(p.size());
    std::partial_sum(p.begin(), p.end(), sums.begin());
    const std::vector<double> page{0.0835, 0.7003, 0.7311, 0.9580, 0.9693, 1};
    for (std::size_t i = 0; i < page.size(); ++i) CHECK(sums[i] == Approx(page[i]).margin(0.00005));
}

TEST_CASE("w2.5: where the largest is when one of them is NaN depends on its place") {
    const auto largest = [](const Tensor& logits) {
        // region largest
        auto largest = std::max_element(logits.begin(), logits.end());
        // endregion
        return largest - logits.begin();
    };
    CHECK(largest({NaN, 1, 2}) == 0);
    CHECK(largest({1, NaN, 2}) == 2);
    CHECK(largest({1, 2, NaN}) == 1);
    CHECK(largest({2, 3, 3}) == 1);
    CHECK(largest({-infinity, -infinity}) == 0);
    const Tensor logits = {1, NaN, 2};
    CHECK(xt::argmax(logits)() == 2);
    const Tensor none = {-infinity, -infinity};
    CHECK(xt::amax(none)() == std::numeric_limits<float>::lowest());
}

TEST_CASE("w2.5: a temperature takes ratios to a power") {
    const std::vector<double> cold = softmax(by_hand / 0.5f), warm = softmax(by_hand), hot = softmax(by_hand / 2.0f);
    const double ratio = warm[1] / warm[3];
    CHECK(ratio == Approx(2.718).margin(0.0005));
    CHECK(cold[1] / cold[3] == Approx(7.389).margin(0.0005));
    CHECK(hot[1] / hot[3] == Approx(1.649).margin(0.0005));
    CHECK(shares(by_hand / 100.0f, {0.1669, 0.1703, 0.1653, 0.1686, 0.1636, 0.1653}));
    CHECK(shares(by_hand / 0.1f, {0, 1, 0, 0, 0, 0}));
    const Tensor zero = by_hand / 0.0f;
    CHECK((zero(1) == infinity && zero(4) == -infinity && std::isnan(zero(2))));
}

TEST_CASE("w2.5: sizes have nothing below 0") {
    const std::size_t V = 6, k = 7;
    CHECK(V - k == 18446744073709551615u);
}

TEST_CASE("w2.5: argsort goes upwards, and equals come in any order") {
    // region argsort
    Tensor logits = xt::zeros<float>({40});
    auto order = xt::argsort(logits);
    // endregion
    CHECK(!std::is_sorted(order.begin(), order.end()));
    const auto six = xt::argsort(by_hand);
    CHECK((six(0) == 4 && six(5) == 1));
    std::vector<std::size_t> ids(40);
    std::iota(ids.begin(), ids.end(), 0);
    std::stable_sort(ids.begin(), ids.end(), [&](auto a, auto b) { return logits(a) > logits(b); });
    CHECK(std::is_sorted(ids.begin(), ids.end()));
}

TEST_CASE("w2.5: a share of the largest logit is not the logit of that share") {
    const auto kept = [](const Tensor& logits) {
        const float least = 0.1f * *std::max_element(logits.begin(), logits.end());
        return std::count_if(logits.begin(), logits.end(), [&](float x) { return x >= least; });
    };
    CHECK(kept(by_hand) == 3);
    CHECK(kept(by_hand - 3.0f) == 1);
    CHECK(kept(by_hand - 4.0f) == 0);
}

TEST_CASE("w2.5: a penalty knows where zero is, and softmax does not") {
    CHECK(is(penalized(by_hand, 2), Tensor{1, 1.5f, 0, 2, -2, 0}));
    CHECK(shares(penalized(by_hand, 2), {0.1625, 0.2680, 0.0598, 0.4418, 0.0081, 0.0598}));
    const Tensor lower = by_hand - 3.0f;
    CHECK(shares(lower, {0.0835, 0.6169, 0.0307, 0.2269, 0.0113, 0.0307}));
    CHECK(is(penalized(lower, 2), Tensor{-2, 0, -3, -1, -8, -3}));
    CHECK(shares(penalized(lower, 2), {0.0844, 0.6238, 0.0311, 0.2295, 0.0002, 0.0311}));
}

TEST_CASE("w2.5: float sums of many small numbers do not reach 1") {
    const auto sum = [](std::size_t V) {
        // region sum
        float sum = 0;
        for (std::size_t i = 0; i < V; ++i) sum += 1.0f / V;
        // endregion
        return sum;
    };
    CHECK(sum(2144) == Approx(0.999983).margin(5e-7));
    CHECK(sum(151936) == Approx(0.998325).margin(5e-7));
    double ten = 0;
    for (int i = 0; i < 10; ++i) ten += 0.1;
    CHECK(ten == 0.9999999999999999);
}

TEST_CASE("w2.5: 0 is at least 0, and so the first token comes, forbidden or not") {
    const std::vector<double> p = softmax({-infinity, 1, 2});
    const auto first = [&](auto reached) {
        double sum = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            if (reached(sum += p[i], 0.0)) return i;
        }
        return p.size();
    };
    CHECK(first(std::greater_equal<>()) == 0);
    CHECK(first(std::greater<>()) == 1);
}

TEST_CASE("w2.5: the order of the steps") {
    CHECK(reach(by_hand / 2.0f, 0.9) == 5);  // hot first, then top-p
    CHECK(reach(by_hand, 0.9) == 3);         // the other way round
    const std::vector<double> hot = softmax(by_hand / 2.0f);
    CHECK(hot[1] / (1 - hot[4]) == Approx(0.4131).margin(0.00005));
    CHECK(hot[1] / (hot[0] + hot[1] + hot[3]) == Approx(0.5065).margin(0.00005));
    const Tensor two = {-infinity, 3, -infinity, 2, -infinity, -infinity};
    CHECK(reach(two, 0.7) == 1);
    CHECK(reach(by_hand, 0.7) == 2);
    const Tensor one_way = penalized(by_hand / 2.0f, 2), other_way = penalized(by_hand, 2) / 2.0f;
    CHECK(is(one_way, other_way));
}

TEST_CASE("w2.5: rows that the model computes, with a cache and without") {
    const auto rows = [](std::size_t prompt, std::size_t tokens, bool cache) {
        std::size_t all = 0, length = prompt;
        for (std::size_t i = 0; i < tokens; ++i) all += cache ? (i == 0 ? prompt : 1) : length++;
        return all;
    };
    CHECK(rows(4, 40, true) == 43);
    CHECK(rows(4, 40, false) == 940);
    CHECK(rows(4, 400, true) == 403);
    CHECK(rows(4, 400, false) == 81400);
}
