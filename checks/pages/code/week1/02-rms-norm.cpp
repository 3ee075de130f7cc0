// What chapter 2 shows, and what it says of it.

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

namespace {

const Tensor x = {{1, 2, 3}, {10, 20, 30}};
const Tensor weight = xt::ones<float>({3});
const float eps = 1e-5f;
const std::size_t last = x.dimension() - 1;
const Tensor right = {{0.46291f, 0.92582f, 1.38873f}, {0.46291f, 0.92582f, 1.38873f}};

}  // namespace

TEST_CASE("2: a mean with a name and the type Tensor is computed once for each row") {
    const Tensor mean_square = xt::mean(xt::square(x), {last}, xt::keep_dims);
    const Tensor y = weight * x / xt::sqrt(mean_square + eps);
    CHECK(xt::allclose(y, right));
}

TEST_CASE("2: xt::eval computes it on the spot") {
    // region eval
    const Tensor y = weight * x / xt::sqrt(
        xt::eval(xt::mean(xt::square(x), {last}, xt::keep_dims)) + eps);
    // endregion
    CHECK(xt::allclose(y, right));
}

TEST_CASE("2: without keep_dims two means do not fit three columns, and fit two wrongly") {
    const auto norm = [](const Tensor& x) {
        const Tensor mean_square = xt::mean(xt::square(x), {last});
        const Tensor y = x / xt::sqrt(mean_square + eps);
        return y;
    };
    CHECK_THROWS_WITH(norm(x), says("Incompatible dimension of arrays"));
    CHECK(xt::allclose(norm({{1, 2}, {10, 20}}), Tensor{{0.632f, 0.126f}, {6.325f, 1.265f}}, 1e-3, 1e-3));
}

TEST_CASE("2: the axis has to be the last one") {
    const Tensor row = {1, 2, 3}, cube = xt::ones<float>({2, 4, 3});
    CHECK_THROWS_WITH([&] { const Tensor mean = xt::mean(row, {1}, xt::keep_dims); }(),
                      says("Axis 1 out of bounds for reduction"));
    const Tensor middle = xt::mean(cube, {1}, xt::keep_dims), of_last = xt::mean(xt::square(x), {-1}, xt::keep_dims);
    CHECK(middle.shape(1) == 1);
    CHECK(middle.shape(2) == 3);
    CHECK(xt::mean(xt::square(x))() == Approx(235.667));
    CHECK(of_last(0, 0) == Approx(14.0 / 3));
    CHECK(of_last(1, 0) == Approx(1400.0 / 3));
}
