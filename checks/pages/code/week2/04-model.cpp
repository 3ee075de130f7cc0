// What chapter 4 of week 2 shows, and what it says of it.

#include "checks/pages/code/is.hpp"
#include "week2/04-model/qwen2.hpp"

using namespace tiny_llm;

namespace {

/// The sizes of a model whose layers are Qwen2's.
struct Sizes {
    std::size_t vocab, hidden, intermediate, layers, heads, key_value_heads, head_dim;

    std::size_t table() const { return vocab * hidden; }
    std::size_t matrices_of_attention() const { return 2 * hidden * head_dim * (heads + key_value_heads); }
    std::size_t biases() const { return head_dim * (heads + 2 * key_value_heads); }
    std::size_t mlp() const { return 3 * intermediate * hidden; }
    std::size_t layer() const { return matrices_of_attention() + biases() + mlp() + 2 * hidden; }
    std::size_t all(bool tied) const { return (tied ? 1 : 2) * table() + layers * layer() + hidden; }
    /// Products with matrices of weights, for one row.
    std::size_t products() const { return layers * (matrices_of_attention() + mlp()) + table(); }
    /// Products of queries with keys, and of their weights with values, for one row and one key.
    std::size_t products_of_a_key() const { return layers * 2 * heads * head_dim; }
};

bool close(const Tensor& a, const Tensor& b) { return xt::allclose(a, b, 1e-6, 1e-6); }

Tensor norm(const Tensor& x, const Tensor& weight) {
    const Tensor mean_square = xt::mean(xt::square(x), {1}, xt::keep_dims);
    return x / xt::sqrt(mean_square + 1e-6f) * weight;
}

/// What stands for attention on the page: each row becomes the sum of all rows so far. `before` is what a cache holds.
Tensor sums_so_far(const Tensor& x, const Tensor& before) {
    Tensor y = x;
    Tensor sum = before;
    for (std::size_t i = 0; i < x.shape(0); ++i) {
        sum += xt::view(x, i);
        xt::view(y, i) = sum;
    }
    return y;
}

/// What stands for the MLP.
Tensor exchanged(const Tensor& x) { return xt::flip(x, 1); }

constexpr Sizes shipped{2144, 128, 320, 4, 4, 2, 32};
constexpr Sizes qwen2_5_0_5b{151936, 896, 4864, 24, 14, 2, 64};
constexpr Sizes qwen2_5_7b{152064, 3584, 18944, 28, 28, 4, 128};

}  // namespace

TEST_CASE("w2.4: a row of a table is a one-hot row times the table") {
    const Tensor table = {{6, 1}, {2, -8}, {1, 0}}, one_hot = {{0, 0, 1}, {1, 0, 0}, {0, 0, 1}};
    const Tensor y = xt::linalg::dot(one_hot, table);
    CHECK(is(y, Tensor{{1, 0}, {6, 1}, {1, 0}}));
}

TEST_CASE("w2.4: a negative row counts from the end, without a word") {
    const Tensor weight = {{6, 1}, {2, -8}, {1, 0}};
    // region minus-one
    TokenId id = -1;
    Tensor row = xt::view(weight, id);
    // endregion
    CHECK(is(row, Tensor{1, 0}));
    const std::vector<TokenId> ids{0, -1};
    const Tensor kept = xt::view(weight, xt::keep(ids), xt::all());
    CHECK(is(kept, Tensor{{6, 1}, {1, 0}}));
}

TEST_CASE("w2.4: keep takes the rows that a list names") {
    const Tensor weight = {{6, 1}, {2, -8}, {1, 0}};
    const std::vector<TokenId> ids{2, 0, 2}, none;
    const Tensor y = xt::view(weight, xt::keep(ids), xt::all());
    CHECK(is(y, Tensor{{1, 0}, {6, 1}, {1, 0}}));
    const Tensor empty = xt::view(weight, xt::keep(none), xt::all());
    CHECK((empty.dimension() == 2 && empty.shape(0) == 0 && empty.shape(1) == 2));
}

TEST_CASE("w2.4: an integer takes an axis away, a range keeps it") {
    const Tensor h = {{1, 2}, {3, 4}, {5, 6}};
    const std::size_t L = 3;
    // region last-row
    Tensor one = xt::view(h, L - 1);
    Tensor last = xt::view(h, xt::range(L - 1, L));
    // endregion
    CHECK((one.dimension() == 1 && one.shape(0) == 2));
    CHECK((last.dimension() == 2 && last.shape(0) == 1 && last.shape(1) == 2));
}

TEST_CASE("w2.4: L minus what is kept has to be 0 or more") {
    const Tensor h = {{1, 2}, {3, 4}, {5, 6}};
    const std::size_t L = 3;
    const auto rows = [&](std::size_t keep) {
        auto range = xt::range(L - keep, L);
        const Tensor kept = xt::view(h, range);
        return kept.shape(0);
    };
    CHECK(rows(2) == 2);
    CHECK(rows(0) == 0);  // all three were asked for
    CHECK(rows(4) == 1);  // 3 - 4 is -1 here, and that is the last row
}

TEST_CASE("w2.4: auto copies a cache, and what is written into the copy is lost") {
    const Layer layer = [](const Tensor& x, const RopeTables&, KVCache& cache) {
        cache.length += x.shape(0);
        return x;
    };
    const std::vector<Layer> layers{layer, layer};
    const RopeTables tables;
    std::vector<KVCache> cache(2, KVCache(8, 1, 2));
    Tensor h = {{1, 2}, {3, 4}, {5, 6}};
    for (std::size_t i = 0; i < layers.size(); ++i) {
        // region copied
        auto its_cache = cache[i];
        h = layers[i](h, tables, its_cache);
        // endregion
        CHECK(its_cache.length == 3);
    }
    CHECK((cache[0].length == 0 && cache[1].length == 0));
    for (std::size_t i = 0; i < layers.size(); ++i) h = layers[i](h, tables, cache[i]);
    CHECK((cache[0].length == 3 && cache[1].length == 3));
}

TEST_CASE("w2.4: whatever can be called so is a layer or an MLP, and one that is none says so") {
    const MLP half = [](const Tensor& x) { return 0.5f * x; };
    CHECK(is(half(Tensor{{2, 4}}), Tensor{{1, 2}}));
    static_assert(std::is_convertible_v<DecoderLayer, Layer>);
    const MLP none;
    CHECK_THROWS_AS(none(Tensor{{1, 2}}), std::bad_function_call);
}

TEST_CASE("w2.4: a layer by hand, right and wrong") {
    const Tensor x = {{1, 7}, {-3, -3}}, none = {0, 0}, first = {5, 5}, second = {5, 10};
    const Tensor normed = norm(x, first);
    CHECK(close(normed, {{1, 7}, {-5, -5}}));
    const Tensor sums = sums_so_far(normed, none);
    CHECK(close(sums, {{1, 7}, {-4, 2}}));
    const Tensor h = x + sums;
    CHECK(close(h, {{2, 14}, {-7, -1}}));
    CHECK(close(norm(h, second), {{1, 14}, {-7, -2}}));
    const auto added = [&](const Tensor& to, const Tensor& read) -> Tensor { return to + exchanged(norm(read, second)); };
    CHECK(close(added(h, h), {{16, 15}, {-9, -8}}));

    const auto alone = [&](const Tensor& before) {
        const Tensor row = {{-3, -3}};
        const Tensor its_h = row + sums_so_far(norm(row, first), before);
        return added(its_h, its_h);
    };
    CHECK(close(alone({1, 7}), {{-9, -8}}));
    CHECK(close(alone(none), {{-18, -13}}));

    CHECK(close(added(h, x), {{16, 15}, {-17, -6}}));
    const Tensor normed_on = normed + sums;
    CHECK(close(added(normed_on, normed_on), {{16, 15}, {-13.472136f, -9.708204f}}));
    CHECK(close(added(x, h), {{15, 8}, {-5, -10}}));
    const Tensor swapped = x + sums_so_far(norm(x, second), none);
    const Tensor y = swapped + exchanged(norm(swapped, first));
    CHECK(close(y, {{9.039216f, 21.670402f}, {-6, -6}}));
}

TEST_CASE("w2.4: the model by hand, right and wrong") {
    const Tensor table = {{6, 1}, {2, -8}, {1, 0}}, weight = {5, 5};
    const Tensor first = {{0, 1}, {1, 0}}, second = {{1, 0}, {1, 1}};
    const auto layer = [](const Tensor& h, const Tensor& w) {
        Tensor y = xt::linalg::dot(h, xt::transpose(w));
        for (std::size_t i = 1; i < h.shape(0); ++i) xt::view(y, i) += xt::view(h, i - 1);
        return y;
    };
    const auto logits = [&](const Tensor& h) -> Tensor {
        return xt::linalg::dot(norm(h, weight), xt::transpose(table));
    };
    const Tensor h = xt::view(table, xt::range(0, 2)), after_one = layer(h, first), after_two = layer(after_one, second);
    CHECK(is(after_one, Tensor{{1, 6}, {-2, 3}}));
    CHECK(is(after_two, Tensor{{1, 7}, {-1, 7}}));
    CHECK(close(logits(after_two), {{13, -54, 1}, {1, -58, -1}}));

    const auto last = [&](const Tensor& rows) {
        const Tensor all = logits(rows);
        const Tensor row = xt::view(all, all.shape(0) - 1);
        return row;
    };
    const Tensor alone = xt::view(table, xt::range(1, 2));
    CHECK(close(last(layer(layer(alone, first), second)), {-38.183766f, 22.627417f, -5.656854f}));
    const Tensor reversed = last(layer(layer(h, second), first));
    CHECK(xt::allclose(reversed, Tensor{9.877569f, -55.502531f, 0.470360f}, 2e-7, 1e-6));
    CHECK(close(last(after_one), {-17.650452f, -54.912518f, -3.922323f}));
}

TEST_CASE("w2.4: where the parameters are") {
    CHECK(shipped.table() == 274432);
    CHECK(shipped.matrices_of_attention() + shipped.biases() == 49408);
    CHECK(shipped.mlp() == 122880);
    CHECK(shipped.layer() == 172544);
    CHECK(shipped.layers * shipped.layer() == 690176);
    CHECK(shipped.all(true) == 964736);
    CHECK(qwen2_5_0_5b.table() == 136134656);
    CHECK(qwen2_5_0_5b.matrices_of_attention() + qwen2_5_0_5b.biases() == 1836160);
    CHECK(qwen2_5_0_5b.mlp() == 13074432);
    CHECK(qwen2_5_0_5b.layer() == 14912384);
    CHECK(qwen2_5_0_5b.layers * qwen2_5_0_5b.layer() == 357897216);
    CHECK(qwen2_5_0_5b.all(true) == 494032768);
    CHECK(qwen2_5_0_5b.all(false) == 630167424);
    CHECK(qwen2_5_7b.table() == 544997376);
    CHECK(qwen2_5_7b.all(false) == 7615616512);
}

TEST_CASE("w2.4: multiplications, and what a cut before the head saves") {
    CHECK(shipped.products() == 962560);
    CHECK(qwen2_5_0_5b.products() == 493961216);
    CHECK(shipped.products_of_a_key() == 1024);
    CHECK(qwen2_5_0_5b.products_of_a_key() == 43008);
    CHECK(qwen2_5_0_5b.products() / qwen2_5_0_5b.products_of_a_key() == 11485);
    CHECK(100 * shipped.products() == 96256000);
    CHECK(99 * shipped.table() == 27168768);
    CHECK(100 * qwen2_5_0_5b.products() == 49396121600);
    CHECK(99 * qwen2_5_0_5b.table() == 13477330944);
}
