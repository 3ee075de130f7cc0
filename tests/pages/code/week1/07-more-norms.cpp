// What chapter 7 shows, and what it says of it.

#include "tests/pages/code/is.hpp"

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
