#include "model/weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "model/block_products.hpp"
#include "model/error.hpp"
#include "model/row_products.hpp"
#include "model/tile_products.hpp"
#include "tiny_llm/shape.hpp"
#include "week1/01-silu/silu.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"
#include "week2/04-model/embedding.hpp"
#include "week3/01-bytes/q8_0_linear.hpp"

namespace tiny_llm {
namespace {

/// Rows of weights that are turned to float32 at a time: few enough to stay in the cache until they are used.
constexpr std::size_t block = 64;

/// Calls f(begin, count) for each block of `rows`.
template <class F>
void in_each_block(std::size_t rows, F f) {
    for (std::size_t begin = 0; begin < rows; begin += block) f(begin, std::min(block, rows - begin));
}

/// Rows [begin, begin + count) of a matrix, to a tensor that is kept from block to block.
void read_rows(const StoredTensor& matrix, std::size_t begin, std::size_t count, Tensor& out) {
    const std::size_t columns = matrix.shape[1];
    out.resize({count, columns});
    read_elements(matrix, begin * columns, count * columns, out.data());
}

/// Columns [begin, begin + count).
void read_columns(const StoredTensor& matrix, std::size_t begin, std::size_t count, Tensor& out) {
    out.resize({matrix.shape[0], count});
    for (std::size_t row = 0; row < matrix.shape[0]; ++row) {
        read_elements(matrix, row * matrix.shape[1] + begin, count, out.data() + row * count);
    }
}

/// An output of `linear` needs a row of the weight, no more: a block of rows gives a block of outputs.
Tensor linear_in_blocks(const Tensor& x, const StoredTensor& weight, const std::optional<Tensor>& bias) {
    Tensor y(xt::empty<float>({x.shape(0), weight.shape[0]})), rows;
    in_each_block(weight.shape[0], [&](std::size_t begin, std::size_t count) {
        auto outputs = xt::range(begin, begin + count);
        read_rows(weight, begin, count, rows);
        std::optional<Tensor> its_bias;
        if (bias) its_bias = xt::view(*bias, outputs);
        xt::view(y, xt::all(), outputs) = returned("linear", linear(x, rows, its_bias), x.shape(0), count);
    });
    return y;
}

/// So many rows that x, which is quantized for each block of them, costs little beside; few enough that they are no second model.
Tensor by_q8_0_linear(const Tensor& x, const StoredTensor& weight, const std::optional<Tensor>& bias) {
    if (weight.dtype != DType::q8_0) return stored_linear(x, weight, bias);
    const std::size_t out = weight.shape[0], in = weight.shape[1], row_bytes = in / 32 * sizeof(Q8Block);
    Tensor y(xt::empty<float>({x.shape(0), out}));
    Quantized<Q8Block> rows;
    constexpr std::size_t most = 1024;
    for (std::size_t begin = 0; begin < out; begin += most) {
        const std::size_t count = std::min(most, out - begin);
        rows.rows = count, rows.columns = in;
        rows.blocks.resize(count * (in / 32));
        std::memcpy(static_cast<void*>(rows.blocks.data()), weight.data + begin * row_bytes, count * row_bytes);
        auto outputs = xt::range(begin, begin + count);
        std::optional<Tensor> its_bias;
        if (bias) its_bias = xt::view(*bias, outputs);
        xt::view(y, xt::all(), outputs) = returned("q8_0_linear", q8_0_linear(x, rows, its_bias), x.shape(0), count);
    }
    return y;
}

Tensor mlp_by_q8_0_linear(const Tensor& x, const StoredTensor& gate, const StoredTensor& up, const StoredTensor& down) {
    Tensor gated = returned("silu", silu(by_q8_0_linear(x, gate, std::nullopt)), x.shape(0), gate.shape[0]);
    gated *= by_q8_0_linear(x, up, std::nullopt);
    return by_q8_0_linear(gated, down, std::nullopt);
}

/// The hidden numbers of an MLP do not meet before they are added up: a block of them is a narrower MLP.
Tensor mlp_in_blocks(const Tensor& x, const StoredTensor& gate, const StoredTensor& up, const StoredTensor& down) {
    const std::size_t hidden = gate.shape[0], dim = gate.shape[1];
    Tensor y = xt::zeros<float>(x.shape());
    Tensor w_gate, w_up, w_down;
    in_each_block(hidden, [&](std::size_t begin, std::size_t count) {
        read_rows(gate, begin, count, w_gate);
        read_rows(up, begin, count, w_up);
        read_columns(down, begin, count, w_down);
        Qwen2MLP narrow(dim, count, std::move(w_gate), std::move(w_up), std::move(w_down));
        y += returned("qwen2_mlp", narrow(x), x.shape(0), dim);
        w_gate = std::move(narrow.w_gate), w_up = std::move(narrow.w_up), w_down = std::move(narrow.w_down);
    });
    return y;
}

/// Some rows at a time, because hidden rows are long; enough of them that reading the weights again costs little beside.
Tensor stored_mlp(const Tensor& x, const StoredTensor& w_gate, const StoredTensor& w_up, const StoredTensor& w_down) {
    constexpr std::size_t most = 64;
    Tensor y(xt::empty<float>(x.shape()));
    for (std::size_t begin = 0; begin < x.shape(0); begin += most) {
        auto some = xt::range(begin, std::min(begin + most, x.shape(0)));
        const Tensor rows = xt::view(x, some);
        Tensor gated = stored_linear(rows, w_gate);
        const Tensor up = stored_linear(rows, w_up);
        gate(gated.data(), up.data(), gated.size());
        xt::view(y, some) = stored_linear(gated, w_down);
    }
    return y;
}

/// A table of the rows that are asked for, in place of the whole one: row i is that of token ids[i].
Tensor embedding_in_blocks(const std::vector<TokenId>& ids, const StoredTensor& table) {
    Tensor rows(xt::empty<float>({ids.size(), table.shape[1]}));
    std::vector<TokenId> row_of(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= table.shape[0]) {
            throw std::invalid_argument("embedding: token " + std::to_string(ids[i]) + " is not one of " +
                                        std::to_string(table.shape[0]));
        }
        read_elements(table, static_cast<std::size_t>(ids[i]) * table.shape[1], table.shape[1], &rows(i, 0));
        row_of[i] = static_cast<TokenId>(i);
    }
    return returned("embedding", embedding(row_of, rows), ids.size(), table.shape[1]);
}

}  // namespace

Tensor returned(const char* part, Tensor y, std::size_t rows, std::size_t columns) {
    if (y.dimension() == 2 && y.shape(0) == rows && y.shape(1) == columns) return y;
    const Tensor expected(xt::empty<float>({rows, columns}));
    throw WrongResult(part,
                      std::string(part) + " returned " + shape_string(y) + ", expected " + shape_string(expected));
}

Tensor stored_linear(const Tensor& x, const StoredTensor& weight, const std::optional<Tensor>& bias) {
    if (x.dimension() != 2 || weight.shape.size() != 2 || x.shape(1) != weight.shape[1]) {
        throw std::invalid_argument("stored_linear: x " + shape_string(x) + " does not fit " + weight.name);
    }
    const std::size_t out = weight.shape[0];
    if (bias) require_shape("stored_linear", "bias", *bias, {out});
    Tensor y(xt::empty<float>({x.shape(0), out}));  // and no `=`, which would copy
    if (block_of(weight.dtype).elements > 1) {
        block_products(x.data(), x.shape(0), weight, y.data());
    } else if (x.shape(0) == 1) {
        row_products(x.data(), weight, y.data());
    } else if (x.size() > 0) {
        tile_products(x.data(), x.shape(0), weight, y.data());
    }
    for (std::size_t row = 0; bias && row < y.shape(0); ++row) {
        float* its = y.data() + row * out;
        std::transform(its, its + out, bias->data(), its, std::plus<>());
    }
    return y;
}

Linear linear_of(const StoredTensor& weight, const std::optional<Tensor>& bias, Weights weights) {
    switch (weights) {
        case Weights::in_memory:
            // Shared, because a copy of the function would copy the matrix.
            return [w = std::make_shared<const Tensor>(to_tensor(weight)), bias](const Tensor& x) {
                return returned("linear", linear(x, *w, bias), x.shape(0), w->shape(0));
            };
        case Weights::in_blocks: return [=](const Tensor& x) { return linear_in_blocks(x, weight, bias); };
        case Weights::by_q8_0_linear: return [=](const Tensor& x) { return by_q8_0_linear(x, weight, bias); };
        default: return [=](const Tensor& x) { return stored_linear(x, weight, bias); };
    }
}

std::shared_ptr<const Qwen2MLP> qwen2_mlp_of(const StoredTensor& gate, const StoredTensor& up,
                                             const StoredTensor& down) {
    return std::make_shared<const Qwen2MLP>(gate.shape[1], gate.shape[0], to_tensor(gate), to_tensor(up),
                                            to_tensor(down));
}

MLP mlp_of(const StoredTensor& gate, const StoredTensor& up, const StoredTensor& down, Weights weights) {
    switch (weights) {
        case Weights::in_memory:
            return [mlp = qwen2_mlp_of(gate, up, down)](const Tensor& x) {
                return returned("qwen2_mlp", (*mlp)(x), x.shape(0), mlp->dim);
            };
        case Weights::in_blocks: return [=](const Tensor& x) { return mlp_in_blocks(x, gate, up, down); };
        case Weights::by_q8_0_linear: return [=](const Tensor& x) { return mlp_by_q8_0_linear(x, gate, up, down); };
        default: return [=](const Tensor& x) { return stored_mlp(x, gate, up, down); };
    }
}

Embedding embedding_of(const StoredTensor& table, Weights weights) {
    if (weights == Weights::in_memory) {
        return [w = std::make_shared<const Tensor>(to_tensor(table))](const std::vector<TokenId>& ids) {
            return returned("embedding", embedding(ids, *w), ids.size(), w->shape(1));
        };
    }
    return [=](const std::vector<TokenId>& ids) { return embedding_in_blocks(ids, table); };
}

}  // namespace tiny_llm
