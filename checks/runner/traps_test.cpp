#include "grading/traps.hpp"

#include "grader/catch.hpp"

using learn::dangling_expression;
using learn::dot_of_no_rows;
using learn::lazy_reduction;
using learn::static_scratch;

namespace {

bool said(const std::string& source) { return dangling_expression(source).has_value(); }

/// Of a function's body, with what is above it.
bool kept(const std::string& body, const std::string& above = "") {
    return static_scratch(above + "Tensor f(const Tensor& x, std::size_t n) {\n" + body + "\n}\n").has_value();
}

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
    const auto lazy = dangling_expression(
        "static auto sigmoid(const Tensor& x) {\n    auto power = xt::exp(-x);\n    auto below = 1.0f + power;\n    return 1.0f / below;\n}\n");
    REQUIRE(lazy);
    CHECK(lazy->text.find("refers to below") != std::string::npos);
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
    CHECK_FALSE(said("auto f(const Tensor& x) { auto e = xt::exp(-x); return Tensor(1.0f / (1.0f + e)); }"));
    CHECK_FALSE(said("auto f(float v) { auto e = std::exp(-v); return 1 / (1 + e); }"));
    CHECK_FALSE(said("auto f(const Tensor& x) { auto e = std::exp(-x(0)); return 1 / (1 + e); }"));
    CHECK_FALSE(said("auto f(const Tensor& x) { auto e = largest(x) + 1.0f; return 1 / e; }"));
    CHECK_FALSE(said("auto f(const Tensor& x) { auto e = xt::exp(-x); return e; }"));
}

TEST_CASE("a static tensor or vector that keeps the size of the first call is told") {
    const auto trap = static_scratch(
        "Tensor f(const Tensor& x) {\n    static std::vector<float> sums(x.shape(0));  // of the rows\n    sums[0] = 1;\n}\n");
    REQUIRE(trap);
    CHECK(trap->id == "static-scratch");
    CHECK(trap->text.find("sums is static") == 0);
    CHECK(kept("static Tensor y = xt::zeros<float>(x.shape()); y(0) = 1; return y;"));
    CHECK(kept("static Tensor y = Tensor::from_shape(x.shape()); for (float& v : y) v = 1; return y;"));
    CHECK(kept("static std::vector<double> a(n); std::fill(a.begin(), a.end(), 0.0);"));
    CHECK(kept("static BasicTensor<bfloat16> a = BasicTensor<bfloat16>::from_shape({n}); a.data()[0] = v;"));
    CHECK(kept("static const Tensor gate = xt::view(x, 0); return silu(gate) * gate;"));
    CHECK(kept("static vector<float> a(static_cast<std::size_t>(n) * 2, 0.0f); a[n] = 1;"));
    CHECK(kept("const auto rows = x.shape(0); auto shape = x.shape(); static Tensor y(shape); return y;"));
    CHECK(kept("static std::vector<float> a; if (a.empty()) a.resize(n); a[0] = 1;"));
    CHECK(kept(
        "static std::vector<float> a;\nif (a.size() == 0) {\n    a = std::vector<float>(x.size());\n}\na[0] = 1;"));
    CHECK(kept("if (a.empty()) a.assign(n, 0.0f); a[0] = 1;", "static std::vector<float> a;\n"));
    CHECK(kept("static const std::size_t half = x.shape().back() / 2; return g(half);"));
    CHECK(kept("static const auto rows{x.shape(0)}; return g(rows);"));
}

TEST_CASE("what may get another size later, or the same in every call, is not") {
    CHECK_FALSE(kept("std::vector<float> a(n); a[0] = 1;"));
    CHECK_FALSE(kept("// static std::vector<float> a(n);"));
    CHECK_FALSE(kept("static thread_local std::vector<float> a(n); a[0] = 1;"));  // made in each thread
    CHECK_FALSE(kept("static std::vector<float> a; a.resize(n); a[0] = 1;"));
    CHECK_FALSE(kept("static std::vector<float> a(n); if (a.size() < n) a.resize(n); a[0] = 1;"));
    CHECK_FALSE(kept("static std::vector<float> a; if (a.size() < n) a = std::vector<float>(n); a[0] = 1;"));
    CHECK_FALSE(kept("static std::vector<float> a; if (a.empty()) a.resize(n); if (a.size() < n) a.resize(n);"));
    CHECK_FALSE(kept("static Tensor y = xt::zeros<float>(x.shape()); y = x * 2.0f; return y;"));
    CHECK_FALSE(kept("static Tensor y = xt::zeros<float>(x.shape()); xt::noalias(y) = x * 2.0f; return y;"));
    CHECK_FALSE(kept("static Tensor up = Tensor::from_shape({n}); fast_linear(x, w_up, std::nullopt, up); return up;"));
    CHECK_FALSE(kept("static Tensor up; fast_linear(x, w_up, std::nullopt, up); return up;"));
    CHECK_FALSE(kept("static std::vector<float> a(4096); a[0] = 1;"));
    CHECK_FALSE(kept("static std::vector<float> a(lanes * 2); a[0] = 1;", "constexpr std::size_t lanes = 16;\n"));
    CHECK_FALSE(kept("const std::size_t block = 64; static std::vector<float> a(block); a[0] = 1;"));
    CHECK_FALSE(kept("static const Tensor table = make_table(); return table * x;"));
    CHECK_FALSE(kept("static const std::vector<std::size_t> axes{n};"));
    CHECK_FALSE(kept(
        "static const std::vector<float> table = [] { std::vector<float> t; for (int i = 0; i < 9; ++i) t.push_back(i); return t; }();"));
    CHECK_FALSE(kept("static const std::size_t places = table.size(); return g(places);"));
    CHECK_FALSE(kept("const std::size_t half = x.shape().back() / 2; return g(half);"));
    CHECK_FALSE(kept("static std::size_t rows; rows = x.shape(0); return g(rows);"));
    CHECK_FALSE(kept("static const std::vector<std::string> words = split(x);"));
    CHECK_FALSE(kept("return g(x);", "static Tensor g(const Tensor& x);\n"));
    CHECK_FALSE(kept("return g(x);", "static Tensor g(Tensor x) { Tensor y = x; return y; }\n"));
    CHECK_FALSE(kept("return g();", "static Tensor g() { return xt::zeros<float>({n}); }\n"));
}

TEST_CASE("a product of an argument that may have no rows is told") {
    const auto said = [](const std::string& body) {
        const auto trap = dot_of_no_rows("Tensor f(const Tensor& x, const Tensor& w) {\n" + body + "\n}\n");
        return trap ? trap->text.substr(trap->text.find(" if ") + 4, 1) : "";
    };
    CHECK(said("return xt::linalg::dot(x, xt::transpose(w));") == "x");
    CHECK(said("if (x.dimension() == 1) return x; Tensor y = xt::linalg::dot( x , w);") == "x");
    CHECK(said("return xt::linalg::dot(w, xt::transpose(x));") == "");
    CHECK(said("Tensor rows = x; rows.reshape({n, in}); return xt::linalg::dot(rows, xt::transpose(w));") == "");
    CHECK(said("if (x.size() == 0) return xt::zeros<float>(shape); return xt::linalg::dot(x, w);") == "");
    CHECK(said("if (!x.size()) return xt::zeros<float>(shape); return xt::linalg::dot(x, w);") == "");
    CHECK(said("return linear(x, w);  // or xt::linalg::dot(x, w)") == "");
}

TEST_CASE("a sum or maximum that is no number yet is told where it meets a tensor") {
    const auto said = [](const std::string& body) {
        const auto trap = lazy_reduction("Tensor f(const Tensor& x, float p) {\n" + body + "\n}\n");
        return trap ? trap->text.substr(0, trap->text.find(" is lazy")) : "";
    };
    CHECK(said("return x / xt::sum(x);") == "xt::sum(x)");
    CHECK(said("auto least = xt::amax(x) + std::log(p); return xt::where(x < least, 0.0f, x);") == "xt::amax(x)");
    CHECK(said("auto total = xt::sum(xt::exp(x)); return x / total;") == "xt::sum(xt::exp(x))");
    CHECK(said("const Tensor e = xt::exp(x - xt::amax(x)); return e;") == "xt::amax(x)");
    CHECK(said("auto m = xt::amax(x); auto s = xt::sum(x); return x / s + m();") == "xt::sum(x)");
    CHECK(said("const float most = xt::amax(x)(); return x / xt::sum(xt::pow(x, 2.0f))();") == "");
    CHECK(said("const Tensor most = xt::amax(x), e = xt::exp(x - most); return e;") == "");
    CHECK(said("Tensor most, e; most = xt::amax(x); e = xt::exp(x - most); return e;") == "");
    CHECK(said("const Tensor most = xt::amax(x); return x - most;") == "");
    CHECK(said("auto most = xt::amax(x); return x - most();") == "");
    CHECK(said("return x / xt::eval(xt::sum(x));") == "");
    CHECK(said("return x / xt::eval(xt::sum(x, {0}, xt::keep_dims));") == "");
    CHECK(said("return x / xt::sum(x, {0}, xt::keep_dims);") == "");
    CHECK(said("// x / xt::sum(x)\nwhile (true) {}") == "");
}
