// What chapter 4 shows, and what it says of it.

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

TEST_CASE("4: half of the last axis, whatever stands in front") {
    const Tensor x = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    const std::size_t half = 2;
    // region half
    Tensor gate =
        xt::strided_view(x, {xt::ellipsis(), xt::range(0, half)});
    // endregion
    CHECK(is(gate, Tensor{{1, 2}, {5, 6}}));
    CHECK(is(xt::view(x, xt::range(0, 4)), x));
}

TEST_CASE("4: a row and a column are added to a matrix, without a word") {
    const Tensor row = xt::ones<float>({1, 4}), column = xt::ones<float>({4, 1});
    const Tensor sum = row + column;
    CHECK(is(sum, 2 * xt::ones<float>({4, 4})));
}

TEST_CASE("4: a sum that is not stored is computed again by each reader") {
    const Tensor x = {{1, 2, 3}, {4, 5, 6}}, residual = xt::ones<float>({2, 3});
    const float eps = 1e-5f;
    std::size_t calls = 0;
    const auto counted = [&](float a, float b) {
        ++calls;
        return a + b;
    };
    const auto add = [&](const Tensor& a, const Tensor& b) { return xt::make_lambda_xfunction(counted, a, b); };
    // region counted
    auto sum = add(x, residual);
    Tensor square = xt::mean(xt::square(sum), {1}, xt::keep_dims);
    Tensor normalized = sum / xt::sqrt(square + eps);
    Tensor stream = sum;
    // endregion
    CHECK(calls == 18);
    calls = 0;
    const Tensor stored = add(x, residual);
    CHECK(calls == 6);
    CHECK(is(stream, stored));
}

TEST_CASE("4: tensors of bfloat16 are converted before they are added") {
    const BasicTensor<bfloat16> x = xt::cast<bfloat16>(Tensor{1, 2}), residual = xt::cast<bfloat16>(Tensor{0.00390625f, 3});
    BasicTensor<bfloat16> refused;
    CHECK_THROWS_WITH(refused = x + residual, says("linear_assigner called with unrelated types"));
    // region bfloat16
    Tensor sum = xt::cast<float>(x) + xt::cast<float>(residual);
    BasicTensor<bfloat16> rounded = xt::cast<bfloat16>(sum);
    // endregion
    CHECK(sum(0) == 1.00390625f);
    static_assert(std::is_same_v<decltype(x(0) + residual(0)), float>);
    CHECK(float(rounded(0)) == 1);
}
