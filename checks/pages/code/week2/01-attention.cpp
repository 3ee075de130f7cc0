// What chapter 1 of week 2 shows, and what it says of it.

#include <limits>
#include <random>

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

namespace {

const float infinity = std::numeric_limits<float>::infinity();

/// The right softmax: each reduction has a name and the type Tensor.
Tensor softmax(const Tensor& x) {
    const std::size_t last = x.dimension() - 1;
    const Tensor largest = xt::amax(x, {last}, xt::keep_dims);
    const Tensor e = xt::exp(x - largest);
    const Tensor sum = xt::sum(e, {last}, xt::keep_dims);
    return e / sum;
}

Tensor times_transposed(const Tensor& x, const Tensor& w) { return xt::linalg::dot(x, xt::transpose(w)); }

bool close(const Tensor& a, const Tensor& b) { return xt::allclose(a, b, 1e-6, 1e-6); }

const Tensor mask_2_3 = {{0, 0, -infinity}, {0, 0, 0}};
const Tensor query = {{2, 0, 2, 0}, {0, 1, 1, 2}};
const Tensor key = {{2, 0, 0, 1}, {1, 1, 1, 1}, {2, 0, 2, 2}};
const Tensor value = {{4, 0}, {0, 4}, {8, -4}};

}  // namespace

TEST_CASE("w2.1: softmax by hand, and what moves and stretches do to it") {
    CHECK(close(softmax({1, 2, 3}), {0.090031f, 0.244728f, 0.665241f}));
    CHECK(is(softmax({2, 2, -infinity}), {0.5f, 0.5f, 0}));
    CHECK(is(softmax({1001, 1002, 1003}), softmax({1, 2, 3})));
    CHECK(close(softmax({10, 20, 30}), {2.1e-9f, 0.0000454f, 0.9999546f}));
}

TEST_CASE("w2.1: exp overflows from 88.73 on, and infinity over infinity is NaN") {
    CHECK(std::exp(88.72f) < infinity);
    CHECK(std::exp(88.73f) == infinity);
    const Tensor e = xt::exp(Tensor{1001, 1002, 1003});
    const Tensor y = e / xt::sum(e)();
    CHECK((std::isnan(y(0)) && std::isnan(y(1)) && std::isnan(y(2))));
}

TEST_CASE("w2.1: the largest of a row of -inf is the lowest float, and the row is NaN all the same") {
    const Tensor x = {-infinity, -infinity};
    CHECK(xt::amax(x)() == std::numeric_limits<float>::lowest());
    CHECK(std::isnan(softmax(x)(0)));
    CHECK(std::isnan(-infinity - -infinity));
}

TEST_CASE("w2.1: without keep_dims the sums do not fit, or fit wrongly where rows and columns are as many") {
    const auto divided = [](const Tensor& x) {
        const Tensor e = xt::exp(x);
        const Tensor sum = xt::sum(e, {1});
        const Tensor y = e / sum;
        return y;
    };
    CHECK_THROWS_WITH(divided({{1, 2, 3}, {2, 2, 2}}), says("Incompatible dimension of arrays"));
    CHECK(xt::allclose(divided({{1, 2}, {5, 5}}), Tensor{{0.268941f, 0.024893f}, {14.683704f, 0.5f}}, 1e-5, 1e-5));
}

TEST_CASE("w2.1: zero rows go through softmax") {
    const Tensor y = softmax(xt::zeros<float>({2, 0, 3}));
    CHECK((y.dimension() == 3 && y.shape(1) == 0 && y.shape(2) == 3));
}

TEST_CASE("w2.1: 0 times infinity is NaN, so a mask is not made by a product") {
    // region nan
    Tensor seen = xt::tril(xt::ones<float>({2, 3}), 1);
    Tensor mask = (1.0f - seen) * -infinity;
    // endregion
    CHECK(is(seen, Tensor{{1, 1, 0}, {1, 1, 1}}));
    CHECK((std::isnan(mask(0, 0)) && std::isnan(mask(0, 1)) && std::isnan(mask(1, 2))));
    CHECK(mask(0, 2) == -infinity);
}

TEST_CASE("w2.1: unsigned numbers have nothing below 0") {
    const std::size_t queries = 3, keys = 3;
    Tensor mask = xt::zeros<float>({queries, keys});
    for (std::size_t i = 0; i < queries; ++i)
        for (std::size_t j = 0; j < keys; ++j)
            // region unsigned
            if (j - i > keys - queries) mask(i, j) = -infinity;
    // endregion
    CHECK(is(mask,
             Tensor{{0, -infinity, -infinity}, {-infinity, 0, -infinity}, {-infinity, -infinity, 0}}));
}

TEST_CASE("w2.1: attention by hand, right and wrong") {
    const Tensor products = times_transposed(query, key);
    CHECK(is(products, Tensor{{4, 4, 8}, {2, 4, 6}}));
    const Tensor masked = products * 0.5f + mask_2_3;
    const Tensor weights = softmax(masked);
    CHECK(close(weights, {{0.5f, 0.5f, 0}, {0.090031f, 0.244728f, 0.665241f}}));
    const auto result = [&](const Tensor& p) {
        const Tensor y = xt::linalg::dot(p, value);
        return y;
    };
    CHECK(close(result(weights), {{2, 2}, {5.682050f, -1.682050f}}));
    CHECK(close(result(softmax(products + mask_2_3)), {{2, 2}, {6.998012f, -2.998012f}}));
    CHECK(close(result(softmax(products * 0.25f + mask_2_3)), {{2, 2}, {4.797138f, -0.797138f}}));

    const Tensor ones_and_zeros = {{1, 1, 0}, {1, 1, 1}};
    const Tensor all = softmax(products * 0.5f);
    CHECK(close(all, {{0.106507f, 0.106507f, 0.786986f}, {0.090031f, 0.244728f, 0.665241f}}));
    CHECK(close(result(all), {{6.721916f, -2.721916f}, {5.682050f, -1.682050f}}));
    CHECK(close(result(all * ones_and_zeros), {{0.426028f, 0.426028f}, {5.682050f, -1.682050f}}));
    CHECK(close(softmax(products * 0.5f * ones_and_zeros), {{0.468311f, 0.468311f, 0.063379f},
                                                            {0.090031f, 0.244728f, 0.665241f}}));
    CHECK(close(result(softmax(products * 0.5f * ones_and_zeros)), {{2.380274f, 1.619726f}, {5.682050f, -1.682050f}}));
    const Tensor top_left = {{0, -infinity, -infinity}, {0, 0, -infinity}};
    CHECK(close(result(softmax(products * 0.5f + top_left)), {{4, 0}, {1.075766f, 2.924234f}}));
    const Tensor columns = xt::transpose(softmax(xt::transpose(masked)));
    CHECK(close(result(columns), {{2.924234f, 2}, {9.075766f, -2}}));
}

TEST_CASE("w2.1: transpose turns all axes around unless told which") {
    // region transpose
    Tensor k = xt::ones<float>({2, 3, 4});
    Tensor all = xt::transpose(k);
    Tensor last_two = xt::transpose(k, {0, 2, 1});
    // endregion
    CHECK((all.shape(0) == 4 && all.shape(1) == 3 && all.shape(2) == 2));
    CHECK((last_two.shape(0) == 2 && last_two.shape(1) == 4 && last_two.shape(2) == 3));
}

TEST_CASE("w2.1: dot of three axes multiplies every matrix with every matrix") {
    const Tensor q = xt::arange<float>(16).reshape({2, 2, 4}), k = xt::arange<float>(24).reshape({2, 3, 4});
    // region dot
    Tensor scores = xt::linalg::dot(q, xt::transpose(k, {0, 2, 1}));
    // endregion
    CHECK((scores.dimension() == 4 && scores.shape(0) == 2 && scores.shape(2) == 2 && scores.shape(3) == 3));
    CHECK(scores(0, 1, 1, 2) == 478);  // the first q's second row with the second k's third
}

TEST_CASE("w2.1: one matrix of three axes is a view") {
    const Tensor q = xt::arange<float>(16).reshape({2, 2, 4}), k = xt::arange<float>(24).reshape({2, 3, 4});
    const std::size_t n = 1;
    const Tensor one = xt::view(q, n, xt::all(), xt::all());
    const Tensor other = xt::view(k, n, xt::all(), xt::all());
    CHECK(is(times_transposed(one, other), Tensor{{518, 670, 822}, {734, 950, 1166}}));
}

TEST_CASE("w2.1: a mask of one column would be broadcast") {
    const Tensor column = xt::zeros<float>({2, 1});
    const Tensor sum = times_transposed(query, key) + column;
    CHECK((sum.shape(0) == 2 && sum.shape(1) == 3));
}

TEST_CASE("w2.1: heads are split by reshape and transpose, not by reshape alone") {
    const std::size_t L = 2, H = 2, D = 2;
    const Tensor x = {{1, 0, 2, 0}, {0, 1, 1, 1}};
    // region heads
    Tensor wrong = x;
    wrong.reshape({H, L, D});
    Tensor split = x;
    split.reshape({L, H, D});
    Tensor heads = xt::transpose(split, {1, 0, 2});
    // endregion
    CHECK(is(wrong, Tensor{{{1, 0}, {2, 0}}, {{0, 1}, {1, 1}}}));
    CHECK(is(heads, Tensor{{{1, 0}, {0, 1}}, {{2, 0}, {1, 1}}}));
    Tensor back = xt::transpose(heads, {1, 0, 2});
    back.reshape({L, H * D});
    CHECK(is(back, x));
}

TEST_CASE("w2.1: two heads by hand, right and wrong") {
    const Tensor x = {{1, 0, 2, 0}, {0, 1, 1, 1}};
    const Tensor w_v = {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}};
    const Tensor w_o = {{1, 0, 1, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 1, 0, 1}};
    const Tensor mask = {{0, -infinity}, {0, 0}};
    enum class Split { right, reshape, no_way_back, by_turns };
    const auto heads = [](Tensor t, Split split) {
        t.reshape({2, 2, 2});
        if (split == Split::reshape) return t;
        const Tensor result = split == Split::by_turns ? Tensor(xt::transpose(t, {2, 0, 1}))
                                                       : Tensor(xt::transpose(t, {1, 0, 2}));
        return result;
    };
    const auto joined = [&](Split split, float scale, const Tensor& values, bool masked = true) {
        const Tensor q = heads(x, split), v = heads(values, split);
        Tensor y = xt::zeros<float>({2, 2, 2});
        for (std::size_t h = 0; h < 2; ++h) {
            const Tensor one = xt::view(q, h, xt::all(), xt::all()), its_values = xt::view(v, h, xt::all(), xt::all());
            Tensor scores = times_transposed(one, one) * scale;
            if (masked) scores += mask;
            const Tensor result = xt::linalg::dot(softmax(scores), its_values);
            xt::view(y, h, xt::all(), xt::all()) = result;
        }
        Tensor back = y;
        if (split == Split::right) back = xt::transpose(y, {1, 0, 2});
        if (split == Split::by_turns) back = xt::transpose(y, {1, 2, 0});
        back.reshape({2, 4});
        return back;
    };
    const float scale = 1 / std::sqrt(2.0f);
    const Tensor v = times_transposed(x, w_v);
    CHECK(is(v, Tensor{{0, 2, 0, 1}, {1, 1, 1, 0}}));
    const Tensor both = joined(Split::right, scale, v);
    CHECK(close(both, {{0, 2, 0, 1}, {0.669762f, 1.330238f, 0.5f, 0.5f}}));
    CHECK(close(times_transposed(both, w_o), {{0, 2, 0, 3}, {1.169762f, 1.330238f, 0.5f, 1.830238f}}));

    const auto second_row = [&](const Tensor& all) {
        const Tensor y = times_transposed(all, w_o);
        const Tensor row = xt::view(y, 1, xt::all());
        return row;
    };
    CHECK(close(second_row(joined(Split::reshape, scale, v)), {2, 1, 1, 1.330238f}));
    CHECK(close(second_row(joined(Split::no_way_back, scale, v)), {0.5f, 1, 0.5f, 1.5f}));
    CHECK(close(second_row(joined(Split::by_turns, scale, v)), {0.660477f, 1.195570f, 0.330238f, 1.391141f}));
    CHECK(close(second_row(joined(Split::right, 0.5f, v)), {1.122459f, 1.377541f, 0.5f, 1.877541f}));
    const Tensor straight = xt::linalg::dot(joined(Split::right, scale, xt::linalg::dot(x, w_v)), w_o);
    CHECK(close(Tensor(xt::view(straight, 1, xt::all())), {0.669762f, 1.830238f, 1.169762f, 1.5f}));
    // Without the mask the second row stays as it is: it sees all.
    CHECK(close(second_row(joined(Split::right, scale, v, false)), {1.169762f, 1.330238f, 0.5f, 1.830238f}));
}

TEST_CASE("w2.1: without the scale one key gets nearly all of the weight") {
    // The page's figures are of 10,000 queries; 2,000 are near them.
    const int queries = 2000, keys = 64, dim = 64;
    const auto measured = [&](double scale) {
        std::mt19937 random(1);
        std::normal_distribution<double> normal;
        double squares = 0, largest = 0;
        int above = 0;
        for (int i = 0; i < queries; ++i) {
            std::vector<double> q(dim), scores(keys, 0);
            for (double& number : q) number = normal(random);
            for (double& score : scores) {
                for (const double number : q) score += number * normal(random);
                score *= scale;
                squares += score * score;
            }
            const double most = *std::max_element(scores.begin(), scores.end());
            double sum = 0;
            for (const double score : scores) sum += std::exp(score - most);
            largest += 1 / sum;
            above += 1 / sum > 0.9;
        }
        return std::vector<double>{std::sqrt(squares / queries / keys), largest / queries, 1.0 * above / queries};
    };
    const auto without = measured(1), with = measured(1.0 / 8);
    CHECK(without[0] == Approx(8).epsilon(0.02));
    CHECK(without[1] == Approx(0.789).epsilon(0.03));
    CHECK(without[2] == Approx(0.437).epsilon(0.1));
    CHECK(with[0] == Approx(1).epsilon(0.02));
    CHECK(with[1] == Approx(0.108).epsilon(0.03));
    CHECK(with[2] == 0);
}
