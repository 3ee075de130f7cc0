#include "setup.hpp"

#include <bit>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "grader/questions.hpp"
#include "grader/setup.hpp"
#include "tools/json/json.hpp"

using grader::fixture;
using grader::grade;
using grader::Integers;
using grader::refuses;
using grader::with;
using grader::zeros;

// A layer is stood in for by y_p = W h_p + h_(p-1) where a case has no weights for real ones.

static Integers list(const std::vector<std::int64_t>& numbers) { return {{numbers.size()}, numbers}; }

/// The case "small" (V = 7, three layers) with other arguments.
static grader::Call small(const std::vector<std::pair<std::string, grader::Value>>& arguments) {
    return with("small", arguments);
}

/// A case that is refused, offered to a model that has read nothing, and what is left of the caches.
static void leaves(
    const std::vector<std::pair<std::string, grader::Value>>& arguments, const std::vector<std::int64_t>& lengths) {
    auto call = with("after-refusal", {{"ids", list({})}, {"capacities", list({32, 32, 32})}});
    for (const auto& [name, value] : arguments) call.set(name, value);
    grade(call, {zeros({0, 7}), zeros({0, 4}), list(lengths)});
}

/// The shipped model's tensors, which are bfloat16: the upper halves of floats.
class ShippedWeights {
public:
    ShippedWeights() {
        const std::string path = grader::setup().fixtures.front() + "../../../../../model/weights/model.safetensors";
        std::ifstream file(path, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(file), {});
        if (bytes_.size() < 8) throw std::runtime_error(path + ": cannot be read");
        std::uint64_t length = 0;
        std::memcpy(&length, bytes_.data(), 8);
        header_ = tools::Json::parse(bytes_.substr(8, length));
        data_ = 8 + length;
    }

    grader::Floats operator[](const std::string& name) const {
        const tools::Json& entry = header_.at(name);
        if (entry.at("dtype") != "BF16") throw std::runtime_error(name + " is no bfloat16");
        grader::Floats floats(entry.at("shape").get<std::vector<std::size_t>>(), 0.0f);
        const char* from = bytes_.data() + data_ + entry.at("data_offsets").at(0).get<std::size_t>();
        for (float& value : floats) {
            std::uint16_t half = 0;
            std::memcpy(&half, from, 2);
            value = std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
            from += 2;
        }
        return floats;
    }

    /// Those of all layers, in the order in which call.hpp takes them.
    grader::Values layers() const {
        grader::Values all;
        for (int i = 0; header_.contains("model.layers." + std::to_string(i) + ".input_layernorm.weight"); ++i) {
            for (const char* name : {"input_layernorm.weight", "self_attn.q_proj.weight", "self_attn.q_proj.bias",
                     "self_attn.k_proj.weight", "self_attn.k_proj.bias", "self_attn.v_proj.weight",
                     "self_attn.v_proj.bias", "self_attn.o_proj.weight", "post_attention_layernorm.weight",
                     "mlp.gate_proj.weight", "mlp.up_proj.weight", "mlp.down_proj.weight"}) {
                all.push_back((*this)["model.layers." + std::to_string(i) + "." + name]);
            }
        }
        return all;
    }

private:
    std::string bytes_;
    tools::Json header_;
    std::size_t data_ = 0;
};

QUESTION("two tokens and two layers worked by hand in the chapter", "章节里手算的两个 token、两层") {
    grade("by-hand");
}

QUESTION("the same tokens, logits of the last one only", "同样的 token，只要最后一个的 logits") {
    grade("by-hand-last");
}

QUESTION("five tokens, three layers, a head of its own", "五个 token、三层，输出头有自己的权重") { grade("small"); }

QUESTION("one token, and one layer", "只有一个 token；只有一层") {
    grade("one-token");
    grade("one-layer");
}

QUESTION("as many tokens, layers and rows of the table as columns", "token 数、层数、词表大小和宽度都相等") {
    grade("square");
}

QUESTION("1,023 tokens at once: a row of logits for each", "一次 1023 个 token：每个都有一行 logits") {
    const std::size_t L = 1023, layers = 2, E = 4, V = 7;
    const grader::Floats table = grader::counted({V, E}, 2394), W = grader::counted({layers, E, E}, 2395);
    grader::Integers ids({L}, 0);
    grader::Floats inputs({layers * L, E}, 0.0f), logits({L, V}, 0.0f);
    std::vector<double> before[layers];
    for (std::size_t n = 0; n < L; ++n) {
        const std::size_t id = n * n % V;
        ids.values[n] = static_cast<std::int64_t>(id);
        std::vector<double> h(table.row(id), table.row(id) + E);
        for (std::size_t i = 0; i < layers; ++i) {
            std::copy(h.begin(), h.end(), inputs.row(i * L + n));
            std::vector<double> next = n == 0 ? std::vector<double>(E, 0.0) : before[i];
            for (std::size_t k = 0; k < E * E; ++k) next[k / E] += W.values[i * E * E + k] * h[k % E];
            before[i] = h;
            h = next;
        }
        double squares = 0;
        for (const double one : h) squares += one * one;
        const double root = std::sqrt(squares / double{E} + 1e-6);
        for (std::size_t k = 0; k < V * E; ++k)
            logits.row(n)[k / E] += static_cast<float>(table.values[k] * h[k % E] / root);
    }
    const auto room = static_cast<std::int64_t>(L);
    grade({"", {{"ids", ids}, {"logits_to_keep", 0}, {"embed_tokens", table}, {"norm", grader::Floats({E}, 1.0f)},
                   {"eps", 1e-6}, {"layers", W}, {"capacities", list({room, room})}, {"positions", room}}},
        {logits, inputs, grader::Integers({layers}, room)});
}

QUESTION("24 layers, as many as Qwen2-0.5B has", "24 层，与 Qwen2-0.5B 一样多") {
    const std::size_t layers = 24, E = 4;
    const grader::Floats table = grader::counted({3, E}, 2391), W = grader::counted({layers, E, E}, 2392, 1.25f);
    grader::Floats inputs({layers, E}, 0.0f), logits({1, 3}, 0.0f);
    std::vector<double> h(table.row(1), table.row(1) + E);
    for (std::size_t i = 0; i < layers; ++i) {
        std::copy(h.begin(), h.end(), inputs.row(i));
        std::vector<double> next(E, 0.0);
        for (std::size_t k = 0; k < E * E; ++k) next[k / E] += W.values[i * E * E + k] * h[k % E];
        h = next;
    }
    double squares = 0;
    for (const double one : h) squares += one * one;
    const double root = std::sqrt(squares / double{E} + 1e-6);
    for (std::size_t k = 0; k < 3 * E; ++k)
        logits.values[k / E] += static_cast<float>(table.values[k] * h[k % E] / root);
    grade({"", {{"ids", list({1})}, {"logits_to_keep", 0}, {"embed_tokens", table}, {"norm", grader::Floats({E}, 1.0f)},
                   {"eps", 1e-6}, {"layers", W}}},
        {logits, inputs, grader::Integers({layers}, 1)});
}

QUESTION("the last norm has its own eps", "最后的归一化有自己的 eps") { grade("large-eps"); }

QUESTION("logits of the last rows only, as many as are asked for", "只给最后几行的 logits，要几行给几行") {
    grade("keep-1");
    grade("keep-2");
    grade("keep-4");
}

QUESTION("logits_to_keep of L or more: all rows", "logits_to_keep 大于或等于 L 时给出全部") {
    grade("keep-9");
    grade("keep-5");
}

QUESTION("logits_to_keep larger than 8, 16 and 32 bits can hold: all rows",
    "logits_to_keep 大到 8、16、32 位放不下：给出全部") {
    const auto expected = fixture("small").outputs;
    for (const std::int64_t keep :
        {std::int64_t{258}, std::int64_t{65'538}, (std::int64_t{1} << 32) + 2, std::int64_t{-1}}) {
        grade(small({{"logits_to_keep", keep}}), expected);
    }
}

QUESTION("the same tokens one at a time: what came before is in the caches", "同样的 token 逐个来：前面的在缓存里") {
    grade("token-by-token");
}

QUESTION("the same tokens in chunks", "同样的 token 分段来") {
    grade("in-chunks");
    grade("in-chunks-keep-2");
}

QUESTION(
    "layers of Qwen2 with random weights, with the head tied and not tied", "随机权重的 Qwen2 层，输出头共享与不共享") {
    grade("random");
    grade("random-tied");
}

QUESTION("the same one at a time and in chunks", "同样的输入逐个来、分段来") {
    grade("random-token-by-token");
    grade("random-in-chunks");
}

QUESTION("no tokens are refused", "没有 token 时拒绝") {
    refuses(small({{"ids", list({})}}));
    refuses(small({{"ids", list({})}, {"logits_to_keep", 1}}));
}

QUESTION("an id that is not one of 0 to V - 1 is refused", "id 不在 0 到 V - 1 之内时拒绝") {
    for (const auto& ids :
        {std::vector<std::int64_t>{7}, {-1}, {7, 2}, {2, 7}, {2, -1, 2}, {65'538}, {(std::int64_t{1} << 32) + 2}}) {
        refuses(small({{"ids", list(ids)}}));
        refuses(small({{"ids", list(ids)}, {"logits_to_keep", 1}}));
    }
}

QUESTION("fewer or more caches than layers are refused", "缓存比层少或比层多时拒绝") {
    refuses(small({{"capacities", list({32, 32, 32, 32})}}));
    refuses(small({{"capacities", list({32, 32})}}));
    refuses(small({{"capacities", list({})}}));
}

QUESTION("caches of different lengths are refused", "各缓存长度不同时拒绝") {
    for (const auto& lengths : {std::vector<std::int64_t>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {3, 3, 2}}) {
        refuses(small({{"lengths", list(lengths)}}));
    }
}

QUESTION("more tokens than there is room for are refused", "缓存放不下或位置超出 RoPE 表时拒绝") {
    // L = 5
    for (const auto& room : {std::vector<std::int64_t>{4, 32, 32}, {32, 4, 32}, {32, 32, 4}, {4, 4, 4}}) {
        refuses(small({{"capacities", list(room)}}));
    }
    refuses(small({{"capacities", list({6, 6, 6})}, {"lengths", list({2, 2, 2})}}));
    refuses(small({{"positions", 4}}));
    refuses(small({{"positions", 6}, {"lengths", list({2, 2, 2})}}));
    refuses(with("random-token-by-token", {{"positions", 6}}));
}

QUESTION("exactly as much room as is needed is enough", "位置刚好够用就可以") {
    const auto expected = fixture("small").outputs;
    grade(small({{"capacities", list({5, 5, 5})}}), expected);
    grade(small({{"positions", 5}}), expected);
}

QUESTION("after a refusal all caches are as they were", "拒绝之后所有缓存都保持原样") {
    // Two tokens more than the last cache has room for, behind three.
    grade("after-refusal");
    const auto expected = fixture("after-refusal").outputs;
    grade(with("after-refusal", {{"capacities", list({32, 4, 32})}}), expected);
    const auto room = list({32, 32, 32});
    for (const auto& ids : {std::vector<std::int64_t>{}, {7}, {1, 7}, {1, 2, -1}}) {
        grade(with("after-refusal", {{"capacities", room}, {"next ids", list(ids)}}), expected);
    }
    grade(with("after-refusal", {{"capacities", room}, {"positions", 4}}), expected);
    leaves({{"capacities", list({32, 32, 32, 32})}}, {0, 0, 0, 0});
    leaves({{"capacities", list({32, 32})}}, {0, 0});
    leaves({{"lengths", list({2, 2, 1})}}, {2, 2, 1});
}

// PyTorch's own float32 is off by 9e-6 in these texts, and logits reach 11.
QUESTION("the shipped model's logits after the beginning of a story", "随附模型读完一个故事开头之后的 logits") {
    const ShippedWeights weights;
    grade(with("shipped", {{"embed_tokens", weights["model.embed_tokens.weight"]},
                              {"norm", weights["model.norm.weight"]}, {"weights", weights.layers()}}),
        fixture("shipped").outputs, {.rtol = 1.3e-6, .atol = 5e-5});
}
