#include "tiny_llm/shape.hpp"

#include "grader/catch.hpp"
#include "tiny_llm/todo.hpp"
#include "week1/02-rms-norm/rms_norm.hpp"
#include "week1/03-qwen2-mlp/qwen2_mlp.hpp"
#include "week2/01-attention/multi_head_attention.hpp"

using namespace tiny_llm;

namespace {

template <class Function>
std::string thrown_by(const Function& function) {
    try {
        function();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "nothing";
}

}  // namespace

TEST_CASE("shapes are written as PyTorch writes them") {
    CHECK(shape_string(xt::zeros<float>({2, 3})) == "(2, 3)");
    CHECK(shape_string(xt::zeros<float>({4})) == "(4,)");
    CHECK(shape_string(Tensor(1.0f)) == "()");
    CHECK(shape_string(xt::zeros<float>({0, 5})) == "(0, 5)");
}

TEST_CASE("an error names the function and both shapes") {
    const Tensor x = xt::zeros<float>({2, 3});
    const Tensor weight = xt::zeros<float>({4, 5});
    CHECK(thrown_by([&] { require_shapes(false, "linear", "x", x, "weight", weight); }) ==
          "linear: x (2, 3) does not fit weight (4, 5)");
    CHECK(thrown_by([&] { require_shapes(true, "linear", "x", x, "weight", weight); }) == "nothing");
    CHECK(thrown_by([&] { require_shape("f", "x", x, {3, 2}); }) == "f: x is (2, 3), expected (3, 2)");
    CHECK(thrown_by([&] { require_shape("f", "x", x, {2, 3}); }) == "nothing");
}

TEST_CASE("constructors check their weights") {
    CHECK(thrown_by([] { RMSNorm(4, xt::ones<float>({3})); }) == "RMSNorm: weight is (3,), expected (4,)");
    CHECK(thrown_by([] { RMSNorm(4, xt::ones<float>({1, 4})); }) == "RMSNorm: weight is (1, 4), expected (4,)");
    CHECK(RMSNorm(4, xt::ones<float>({4})).eps == 1e-5f);
    const Tensor in = xt::ones<float>({3, 2});
    const Tensor out = xt::ones<float>({2, 3});
    CHECK(thrown_by([&] { Qwen2MLP(2, 3, in, in, out); }) == "nothing");
    CHECK(thrown_by([&] { Qwen2MLP(2, 3, out, in, out); }) == "Qwen2MLP: w_gate is (2, 3), expected (3, 2)");
    CHECK(thrown_by([&] { Qwen2MLP(2, 3, in, out, out); }) == "Qwen2MLP: w_up is (2, 3), expected (3, 2)");
    CHECK(thrown_by([&] { Qwen2MLP(2, 3, in, in, in); }) == "Qwen2MLP: w_down is (3, 2), expected (2, 3)");
    const auto heads = [](std::size_t number, std::size_t wrong) {
        std::vector<Tensor> w(4, xt::ones<float>({6, 6}));
        if (wrong < 4) w[wrong] = xt::ones<float>({6, 5});
        MultiHeadAttention(6, number, w[0], w[1], w[2], w[3]);
    };
    CHECK(thrown_by([&] { heads(3, 4); }) == "nothing");
    CHECK(thrown_by([&] { heads(4, 4); }) == "MultiHeadAttention: 4 heads do not divide 6");
    CHECK(thrown_by([&] { heads(0, 4); }) == "MultiHeadAttention: 0 heads do not divide 6");
    CHECK(thrown_by([&] { heads(3, 0); }) == "MultiHeadAttention: w_q is (6, 5), expected (6, 6)");
    CHECK(thrown_by([&] { heads(3, 1); }) == "MultiHeadAttention: w_k is (6, 5), expected (6, 6)");
    CHECK(thrown_by([&] { heads(3, 2); }) == "MultiHeadAttention: w_v is (6, 5), expected (6, 6)");
    CHECK(thrown_by([&] { heads(3, 3); }) == "MultiHeadAttention: w_o is (6, 5), expected (6, 6)");
}

TEST_CASE("todo() says where it stands") {
    try {
        todo();
    } catch (const NotImplemented& e) {
        CHECK(std::string(e.file).ends_with("shape_test.cpp"));
        CHECK(e.line > 0);
        CHECK(std::string(e.what()).find("not solved yet: ") == 0);
    }
}
