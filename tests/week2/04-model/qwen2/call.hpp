// How the grader calls Qwen2. Included for the learner's answer and again for each wrong one: no include guard.
#include "week1/03-qwen2-mlp/qwen2_mlp.hpp"
#include "week2/03-grouped-heads/qwen2_attention.hpp"
#include "week2/04-model/embedding.hpp"

namespace tiny_llm {

/// Stands in for a layer where a case has no weights for real ones: y_p = W h_p + h_(p-1), with zero before the first row.
/// The row before is in the cache, as values are.
inline Tensor mixed_with_the_row_before(
    const Tensor& h, const Tensor& weight, const RopeTables& tables, KVCache& cache) {
    const std::size_t before = cache.length, L = h.shape(0), E = h.shape(1);
    if (before + L > tables.cos.shape(0)) throw std::invalid_argument("the layer: the tables are too short");
    Tensor rows = h;
    rows.reshape({L, std::size_t{1}, E});
    cache.append(rows, rows);
    Tensor y = linear(h, weight);
    for (std::size_t i = before == 0 ? 1 : 0; i < L; ++i) {
        for (std::size_t e = 0; e < E; ++e) y(i, e) += cache.values(before + i - 1, 0, e);
    }
    return y;
}

inline Tensor tensor_of(const grader::Value& value) {
    const auto& array = std::get<grader::Floats>(value.is);
    Tensor tensor = xt::empty<float>(array.shape);
    std::copy(array.begin(), array.end(), tensor.begin());
    return tensor;
}

inline Linear linear_with(const Tensor& weight, const std::optional<Tensor>& bias = std::nullopt) {
    return [weight, bias](const Tensor& x) { return linear(x, weight, bias); };
}

/// A layer of Qwen2. Its weights are twelve of the case's list, in the order of tests/.../qwen2/fixtures.py.
inline Layer layer_of(
    const grader::Values& weights, std::size_t index, std::size_t H, std::size_t H_kv, std::size_t D, float eps) {
    const auto w = [&](std::size_t k) { return tensor_of(weights[12 * index + k]); };
    const Tensor gate = w(9);
    return DecoderLayer{RMSNorm(gate.shape(1), w(0), eps),
        Qwen2Attention(
            H, H_kv, D, linear_with(w(1), w(2)), linear_with(w(3), w(4)), linear_with(w(5), w(6)), linear_with(w(7))),
        RMSNorm(gate.shape(1), w(8), eps), Qwen2MLP(gate.shape(1), gate.shape(0), gate, w(10), w(11))};
}

inline grader::Values call(grader::Arguments& arguments) {
    const auto whole = [&](const std::string& name, std::size_t otherwise) {
        return arguments.has(name) ? arguments.number<std::size_t>(name) : otherwise;
    };
    const auto several = [&](const std::string& name, std::vector<std::size_t> otherwise) {
        return arguments.has(name) ? arguments.numbers<std::size_t>(name) : otherwise;
    };
    const std::string head = arguments.has("lm_head") ? "lm_head" : "embed_tokens";
    const std::size_t E = arguments["norm"].size(), V = arguments[head].shape(0);
    const std::size_t H_kv = whole("num_key_value_heads", 1), D = whole("head_dim", E),
                      positions = whole("positions", 32);
    const float eps = arguments.number("eps");
    Qwen2 model{[&](const std::vector<TokenId>& ids) { return embedding(ids, arguments["embed_tokens"]); }, {},
        RMSNorm(E, arguments["norm"], eps), [&](const Tensor& x) { return linear(x, arguments[head]); }, {}};
    // What each layer is given tells where a model goes wrong.
    std::vector<std::vector<float>> given;
    if (arguments.has("layers")) {
        const Tensor& weights = arguments["layers"];
        given.resize(weights.shape(0));
        for (std::size_t i = 0; i < given.size(); ++i) {
            model.layers.push_back([&, i](const Tensor& h, const RopeTables& tables, KVCache& cache) {
                given[i].insert(given[i].end(), h.begin(), h.end());
                return mixed_with_the_row_before(h, xt::view(weights, i), tables, cache);
            });
        }
        model.tables = {xt::ones<float>({positions, E / 2}), xt::zeros<float>({positions, E / 2})};
    } else {
        const grader::Values& weights = arguments.several("weights");
        for (std::size_t i = 0; i < weights.size() / 12; ++i) {
            model.layers.push_back(layer_of(weights, i, arguments.number<std::size_t>("num_heads"), H_kv, D, eps));
        }
        model.tables = rope_tables(D, positions, arguments.number("theta"));
    }
    std::vector<KVCache> cache;
    for (const std::size_t capacity : several("capacities", std::vector<std::size_t>(model.layers.size(), 32))) {
        cache.emplace_back(capacity, H_kv, D);
        cache.back().keys.fill(0.5f);
        cache.back().values.fill(0.5f);
    }
    const std::vector<std::size_t> lengths = several("lengths", {});
    for (std::size_t i = 0; i < lengths.size(); ++i) cache[i].length = lengths[i];

    const std::vector<TokenId> ids = arguments.numbers<TokenId>("ids");
    Tensor logits = xt::empty<float>({std::size_t{0}, V});
    const auto ask = [&](const std::vector<TokenId>& some) {
        return model(some, cache, arguments.number<std::size_t>("logits_to_keep"));
    };
    if (arguments.has("pieces")) {
        auto at = ids.begin();
        for (const std::size_t tokens : several("pieces", {})) {
            const auto end = at + static_cast<std::ptrdiff_t>(tokens);
            const Tensor rows = ask({at, end});
            logits = Tensor(xt::concatenate(xt::xtuple(logits, rows), 0));
            at = end;
        }
    } else if (!arguments.has("next ids") || !ids.empty()) {
        logits = ask(ids);
    }
    std::vector<float> inputs;
    for (const auto& rows : given) inputs.insert(inputs.end(), rows.begin(), rows.end());
    if (arguments.has("next ids")) {
        try {
            ask(arguments.numbers<TokenId>("next ids"));
        } catch (const NotImplemented&) {
            throw;
        } catch (const std::exception&) {  // whether it is refused, and how, is asked elsewhere
        }
    }
    arguments["norm"] = model.norm.weight;
    grader::Integers now({cache.size()}, 0);
    for (std::size_t i = 0; i < cache.size(); ++i) now.values[i] = static_cast<std::int64_t>(cache[i].length);
    if (given.empty()) return {logits, now};
    const Tensor layer_inputs = xt::adapt(inputs, std::vector<std::size_t>{inputs.size() / E, E});
    return {logits, layer_inputs, now};
}

}  // namespace tiny_llm
