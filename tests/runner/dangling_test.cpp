#include "grading/dangling.hpp"

#include "catch.hpp"

using learn::dangling_expression;

namespace {

bool said(const std::string& source) { return dangling_expression(source).has_value(); }

}  // namespace

TEST_CASE("a helper that returns an expression of its own local is told") {
    const auto trap = dangling_expression(
        "static auto sigmoid(const Tensor& x) {\n    Tensor e = xt::exp(-x);  // e^-x\n    return 1.0f / (1.0f + e);\n}\n");
    REQUIRE(trap);
    CHECK(trap->id == "dangling-expression");
    CHECK(trap->text.find("sigmoid returns auto") == 0);
    CHECK(trap->text.find("refers to e") != std::string::npos);
    CHECK(said("auto centre(Tensor x) { return x - xt::mean(x)(); }") ==
          false);  // what stands there is evaluated in part: not certain
    CHECK(said("auto twice(Tensor x) { return 2.0f * x; }"));
    CHECK(said(
        "auto f = [](const Tensor& x) { const Tensor e(x * x); if (true) { return xt::sqrt(e); } return xt::sqrt(e); };"));
}

TEST_CASE("what is evaluated, or refers to nothing that ends, is not") {
    CHECK_FALSE(said("auto sigmoid(const Tensor& x) { return 1.0f / (1.0f + xt::exp(-x)); }"));
    CHECK_FALSE(said("Tensor sigmoid(const Tensor& x) { Tensor e = xt::exp(-x); return 1.0f / (1.0f + e); }"));
    CHECK_FALSE(said("auto sigmoid(const Tensor& x) { Tensor e = xt::exp(-x); return Tensor(1.0f / (1.0f + e)); }"));
    CHECK_FALSE(said("auto sigmoid(const Tensor& x) { Tensor e = xt::exp(-x); return xt::eval(1.0f / (1.0f + e)); }"));
    CHECK_FALSE(said("auto sigmoid(const Tensor& x) -> Tensor { Tensor e = xt::exp(-x); return 1.0f / (1.0f + e); }"));
    CHECK_FALSE(said("auto f(const Tensor& x) { Tensor e = xt::exp(-x); return e; }"));
    CHECK_FALSE(said("auto f(const Tensor& x) { Tensor e = xt::exp(-x); return e(0) + 1.0f; }"));
    CHECK_FALSE(said("auto f(const Tensor& x) { Tensor e = xt::exp(-x); return xt::sum(e)() / 2.0f; }"));
    CHECK_FALSE(said("auto f(const Tensor& x) { float e = 2.0f; return e * x; }"));
    CHECK_FALSE(said("auto f(const Tensor& x) { Tensor e = x; return xt::linalg::dot(e, x); }"));
    CHECK_FALSE(said("// auto f(Tensor x) { return 2.0f * x; }"));
}
