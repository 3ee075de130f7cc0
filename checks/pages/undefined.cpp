// What the chapters show and nobody may do: AddressSanitizer has to stop each of them, and CMakeLists.txt says how.

#include <cstring>

#include "tiny_llm/tensor.hpp"
#include "tiny_llm/token.hpp"

using namespace tiny_llm;

namespace {

// region dangling
auto one_plus_exp(const Tensor& x) {
    Tensor e = xt::exp(x);
    return 1.0f + e;
}
// endregion

void dangling() { const Tensor y = one_plus_exp({{1, 2, 3}, {4, 5, 6}}); }

void lazy_mean() {
    const Tensor x = {{1, 2, 3}, {10, 20, 30}}, weight = xt::ones<float>({3});
    const float eps = 1e-5f;
    const std::size_t last = x.dimension() - 1;
    // The page's layout.
    // clang-format off
    // region lazy-mean
    const Tensor y = weight * x / xt::sqrt(
        xt::mean(xt::square(x), {last}, xt::keep_dims) + eps);
    // endregion
    // clang-format on
}

void no_rows() {
    const Tensor w = xt::ones<float>({2, 3});
    // region no-rows
    Tensor none = Tensor::from_shape({1, 0, 3});
    Tensor y = xt::linalg::dot(none, xt::transpose(w));
    // endregion
}

void braces() {
    const Tensor x = xt::zeros<float>({2, 0, 3});
    // region braces
    Tensor y = xt::zeros<float>({0, 2});
    y.reshape({2, 0, 2});
    auto shape = x.shape();
    shape.back() = 2;
    y.reshape(shape);
    // endregion
}

void reshape_view() {
    // region reshape-view
    Tensor a = {1, 2, 3, 4, 5, 6};
    Tensor s = xt::reshape_view(a, {3, 3});
    // endregion
}

void lazy_max() {
    const Tensor x = {{1, 2, 3}, {2, 2, 0}};
    const std::size_t last = x.dimension() - 1;
    // region lazy-max
    Tensor e = xt::exp(x - xt::amax(x, {last}, xt::keep_dims));
    // endregion
}

void past_the_end() {
    Tensor keys = xt::zeros<float>({4, 1, 64}), key = xt::ones<float>({2, 1, 64});
    auto one_is_left = xt::range(3, 5);
    xt::view(keys, one_is_left) = key;
}

void token() {
    const Tensor weight = {{6, 1}, {2, -8}, {1, 0}};
    // region token
    TokenId id = 3;
    Tensor row = xt::view(weight, id);
    // endregion
}

}  // namespace

int main(int, char** argv) {
    const auto asked = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
    if (asked("dangling")) dangling();
    if (asked("lazy-mean")) lazy_mean();
    if (asked("no-rows")) no_rows();
    if (asked("braces")) braces();
    if (asked("reshape-view")) reshape_view();
    if (asked("lazy-max")) lazy_max();
    if (asked("past-the-end")) past_the_end();
    if (asked("token")) token();
}
