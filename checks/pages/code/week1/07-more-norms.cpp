// What chapter 7 shows, and what it says of it.

#include "checks/pages/code/is.hpp"

using namespace tiny_llm;

TEST_CASE("7: float16 computes in float16, bfloat16 in float") {
    // region half
    float16 h(300.0f);
    bfloat16 b(300.0f);
    float p = h * h;
    float q = h * 2.0f;
    float r = b * b;
    // endregion
    CHECK(std::isinf(p));
    CHECK(q == 600);
    CHECK(r == 90000);
    STATIC_REQUIRE(std::is_same_v<decltype(h * 2.0f), float16>);
    const BasicTensor<float16> ones = xt::ones<float>({5000});
    CHECK(float(xt::sum(ones)()) == 2048);
}

TEST_CASE("7: converted first, 300 has a square") {
    const BasicTensor<float16> x = {float16(300.0f)};
    // region cast
    const Tensor wide = xt::cast<float>(x);
    // endregion
    CHECK(xt::square(wide)(0) == 90000);
    CHECK(std::isinf(float(xt::square(x)(0))));
}

TEST_CASE("7: the first k of the last axis, whatever stands in front") {
    const Tensor x = {{1, 2, 3}, {10, 20, 30}};
    const std::size_t k = 2;
    // region front
    const Tensor front = xt::strided_view(
        x, {xt::ellipsis(), xt::range(std::size_t{0}, k)});
    // endregion
    CHECK(is(front, Tensor{{1, 2}, {10, 20}}));
}

TEST_CASE("7: a reshape makes rows of samples, and only turned axes make rows of channels") {
    // region turn
    Tensor x = {{{1, 3}, {0, 4}}, {{5, 7}, {2, 10}}};
    Tensor samples = x;
    samples.reshape({2, 4});
    Tensor channels = xt::transpose(x, {1, 0, 2});
    channels.reshape({2, 4});
    // endregion
    CHECK(is(samples, Tensor{{1, 3, 0, 4}, {5, 7, 2, 10}}));
    CHECK(is(channels, Tensor{{1, 3, 5, 7}, {0, 4, 2, 10}}));
}

TEST_CASE("7, question 1: 896 fours add up to 1024 in bfloat16") {
    bfloat16 sum(0.0f);
    for (int i = 0; i < 896; ++i) sum = bfloat16(sum + 4.0f);
    CHECK(float(sum) == 1024);
    CHECK(float(bfloat16(sum / 896)) == Approx(1.14).epsilon(0.01));
    CHECK(2 / std::sqrt(sum / 896) == Approx(1.87).epsilon(0.001));
}
