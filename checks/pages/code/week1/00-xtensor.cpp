// What chapter 0 shows, and what it says of it.

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

TEST_CASE("0: a tensor has a shape, and elements by index or by flat position") {
    // region tensor
    Tensor t = {{1, 2, 3}, {4, 5, 6}};
    // endregion
    CHECK((t.dimension() == 2 && t.shape(0) == 2 && t.shape(1) == 3 && t.size() == 6));
    CHECK((t(1, 0) == 4 && t.flat(3) == 4));
    CHECK(is(xt::view(t, 1, xt::all()), Tensor{4, 5, 6}));
    const Tensor one = 3.0f, none = xt::zeros<float>({0, 5});
    CHECK((one.dimension() == 0 && one.size() == 1 && one() == 3));
    CHECK((none.shape(0) == 0 && none.shape(1) == 5 && none.size() == 0));
}

TEST_CASE("0: braces hold values") {
    const Tensor x = xt::zeros<float>({4, 5});
    // region braces
    Tensor p({2, 3});
    Tensor q = Tensor::from_shape({2, 3});
    Tensor r(x.shape());
    // endregion
    CHECK(is(p, Tensor{2, 3}));
    CHECK((q.dimension() == 2 && q.shape(0) == 2 && q.shape(1) == 3));
    CHECK(r.shape() == x.shape());
}

TEST_CASE("0: shapes are aligned from the right") {
    const Tensor t = {{1, 2, 3}, {4, 5, 6}}, row = {10, 20, 30};
    CHECK(is(t + row, Tensor{{11, 22, 33}, {14, 25, 36}}));
    // region column
    Tensor w = {10, 20};
    Tensor column = xt::view(w, xt::all(), xt::newaxis());
    Tensor sum = t + column;
    // endregion
    CHECK((column.dimension() == 2 && column.shape(0) == 2 && column.shape(1) == 1));
    CHECK(is(sum, Tensor{{11, 12, 13}, {24, 25, 26}}));
    CHECK_THROWS_WITH(Tensor(t + w), says("Incompatible dimension of arrays"));
    const Tensor threes = xt::view(Tensor{1, 2, 3}, xt::all(), xt::newaxis());
    CHECK(is(threes * w, Tensor{{10, 20}, {20, 40}, {30, 60}}));
    // region square
    Tensor square = {{1, 2}, {3, 4}};
    Tensor by_row = square + w;
    // endregion
    CHECK(is(by_row, Tensor{{11, 22}, {13, 24}}));
    CHECK(is(square + column, Tensor{{11, 12}, {23, 24}}));
}

TEST_CASE("0: an expression is computed when it is read, a tensor when it is made") {
    // region lazy
    Tensor a = {1, 2};
    auto lazy = 2 * a;
    Tensor now = 2 * a;
    a(0) = 10;
    // endregion
    CHECK(lazy(0) == 20);
    CHECK(now(0) == 2);
}

TEST_CASE("0: points turned in place, rightly and wrongly") {
    const float c = 0.8f, s = 0.6f;
    const Tensor old_x = {5, 0}, old_y = {10, -5};
    const auto near = [](const Tensor& a, const Tensor& b) { return xt::amax(xt::abs(a - b))() < 1e-5f; };
    Tensor x = old_x, y = old_y;
    {
        // region two-ways
        auto turned = x * c - y * s;
        y = x * s + y * c;
        x = turned;

        // endregion
    }
    CHECK(near(x, {-2.6f, 2.4f}));
    CHECK(near(y, {11, -4}));
    x = old_x, y = old_y;
    // region two-ways
    x = x * c - y * s;
    y = x * s + y * c;
    // endregion
    CHECK(near(x, {-2, 3}));
    CHECK(near(y, {6.8f, -2.2f}));
    // The angle of the first test.
    CHECK(std::cos(std::atan2(3.0f, 4.0f)) == Approx(0.8));
    CHECK(std::sin(0.6435f) == Approx(0.6).margin(1e-5));
}

TEST_CASE("0: a copy, another name, a view") {
    const Tensor before = {1, 2};
    Tensor y = before;
    // region copies
    for (auto v : y) v = 2 * v;
    // endregion
    CHECK(is(y, before));
    // region copies
    for (auto& v : y) v = 2 * v;
    // endregion
    CHECK(is(y, 2 * before));
    Tensor a = {1, 2, 3};
    Tensor copy = a;
    Tensor& same = a;
    copy(0) = 7;
    CHECK(a(0) == 1);
    same(0) = 7;
    CHECK(a(0) == 7);
    xt::view(a, xt::range(1, 3))(0) = 8;
    CHECK(a(1) == 8);
}

TEST_CASE("0: shape(0) counts rows, and one index stays in the first") {
    Tensor b = {{1, 2, 3}, {4, 5, 6}};
    // region rows
    for (std::size_t i = 0; i < b.shape(0); ++i) b(i) = 2 * b(i);
    // endregion
    CHECK(is(b, Tensor{{2, 4, 3}, {4, 5, 6}}));
}
