// How the graders call an attention layer with a cache. Included as call.hpp is: no include guard.
#include "tests/week2/03-grouped-heads/kv_cache/state.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"

namespace tiny_llm {

/// nn.Linear with the weight and, where there is one, the bias of these names.
inline Linear projection(grader::Arguments& arguments, const std::string& weight, const std::string& bias) {
    return [w = arguments[weight], b = arguments.maybe(bias)](const Tensor& x) { return linear(x, w, b); };
}

inline RopeTables tables_of(grader::Arguments& arguments) {
    if (arguments.has("cos")) return {arguments["cos"], arguments["sin"]};
    return rope_tables(arguments.number<std::size_t>("table_dim"), arguments.number<std::size_t>("positions"),
        arguments.number("theta"));
}

/// x in pieces through one cache: `rows` says how many rows each has. With "another cache", the first row goes into that one after
/// each piece. Gives back all of y, and the rows of the cache.
template <class Attention>
grader::Values in_pieces(const Attention& attention, grader::Arguments& arguments) {
    Tensor& x = arguments["x"];
    const RopeTables tables = tables_of(arguments);
    KVCache cache(arguments.number<std::size_t>("capacity"), attention.num_key_value_heads, attention.head_dim);
    KVCache other = cache;
    if (arguments.has("cached key")) cache.append(arguments["cached key"], arguments["cached value"]);
    Tensor y = xt::zeros<float>(x.shape());
    std::size_t begin = 0;
    for (const auto L : arguments.numbers<std::size_t>("rows")) {
        auto rows = xt::range(begin, begin + L);
        const Tensor piece = xt::view(x, rows);
        const Tensor result = attention(piece, tables, cache);
        xt::view(x, rows) = piece;
        if (arguments.has("another cache")) attention(xt::view(x, xt::range(0, 1)), tables, other);
        begin += L;
        if (!(result.shape() == piece.shape())) {
            y = result;  // for its shape to be seen
            break;
        }
        xt::view(y, rows) = result;
    }
    if (arguments.has("cos")) {
        arguments["cos"] = tables.cos;
        arguments["sin"] = tables.sin;
    }
    grader::Values outputs{y};
    for (grader::Value& value : rows_of(cache)) outputs.push_back(std::move(value));
    return outputs;
}

/// A cache that has `key` and `value`, and an x that the layer refuses.
template <class Attention>
grader::Values refused(const Attention& attention, grader::Arguments& arguments) {
    const RopeTables tables = tables_of(arguments);
    const Tensor& key = arguments["key"];
    KVCache cache(arguments.number<std::size_t>("capacity"), key.shape(1), key.shape(2));
    cache.append(key, arguments["value"]);
    grader::Values outputs{thrown_by([&] { attention(arguments["x"], tables, cache); })};
    for (grader::Value& value : rows_of(cache)) outputs.push_back(std::move(value));
    return outputs;
}

}  // namespace tiny_llm
