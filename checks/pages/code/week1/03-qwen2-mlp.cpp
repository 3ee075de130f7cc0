// What chapter 3 shows, and what it says of it.

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

TEST_CASE("3: * broadcasts") {
    // region star
    Tensor x = {{1, 2, 3}};
    Tensor w = {{1, 0, -1}, {2, 1, 0}};
    Tensor y = x * w;
    // endregion
    CHECK(is(y, Tensor{{1, 0, -3}, {2, 2, 0}}));
    CHECK(is(xt::sum(y, {1}), Tensor{-2, 4}));
}

TEST_CASE("3: reshape does not transpose") {
    const Tensor x = {{1, 2, 3}}, w = {{1, 0, -1}, {2, 1, 0}}, bias = {0.5f, -0.5f};
    // region reshape
    Tensor t = xt::transpose(w);
    Tensor r = w;
    r.reshape({3, 2});
    // endregion
    CHECK(is(t, Tensor{{1, 2}, {0, 1}, {-1, 0}}));
    CHECK(is(r, Tensor{{1, 0}, {-1, 2}, {1, 0}}));
    CHECK(is(xt::linalg::dot(x, r) + bias, Tensor{{2.5f, 3.5f}}));
    CHECK_THROWS_WITH(xt::linalg::dot(x, w), says("Dot: shape mismatch."));
}

TEST_CASE("3: a transposed weight in a variable gives the right numbers") {
    const Tensor rows = {{1, 2, 3}}, weight = {{1, 0, -1}, {2, 1, 0}};
    Tensor wt = xt::transpose(weight);
    Tensor y = xt::linalg::dot(rows, wt);
    CHECK(is(y, Tensor{{-2, 4}}));
}

TEST_CASE("3: a product without rows is harmless in two axes, and the shape goes back in unsigned numbers") {
    const Tensor x = xt::zeros<float>({2, 0, 3}), none = xt::zeros<float>({0, 3}), w = xt::ones<float>({2, 3});
    Tensor y = xt::linalg::dot(none, xt::transpose(w));
    CHECK((y.dimension() == 2 && y.shape(0) == 0 && y.shape(1) == 2));
    auto shape = x.shape();
    shape.back() = 2;
    y.reshape(shape);
    CHECK(y.dimension() == 3);
}

TEST_CASE("3: xt::maximum takes tensors") {
    CHECK(is(xt::maximum(Tensor{-1, 2}, 0.0f), Tensor{0, 2}));
}

TEST_CASE("3: reshape counts") {
    Tensor a = {1, 2, 3, 4, 5, 6};
    const auto reshape = [&] {
        a.reshape({4, 4});
    };
    CHECK_THROWS(reshape());
}
