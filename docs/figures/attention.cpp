#include <fstream>
#include <nlohmann/json.hpp>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week2/01-attention/causal_mask.hpp"
#include "week2/01-attention/scaled_dot_product_attention.hpp"

namespace tiny_llm::figures {

namespace {

Tensor matrix(const nlohmann::json& rows) {
    Tensor m = Tensor::from_shape({rows.size(), rows.at(0).size()});
    for (std::size_t i = 0; i < m.shape(0); ++i) {
        for (std::size_t d = 0; d < m.shape(1); ++d) m(i, d) = rows[i][d].get<float>();
    }
    return m;
}

/// Row i: how much token i takes from tokens 0 to i. The values say which token is which, so the result is the weights.
Tensor causal_weights(const Tensor& query, const Tensor& key) {
    const std::size_t tokens = query.shape(0);
    return scaled_dot_product_attention(query, key, xt::eye<float>(tokens), causal_mask(tokens, tokens));
}

/// A row for each token, and its name where the cells end: what would be to the right of it is masked.
void triangle(Svg& svg, const Theme& theme, Point corner, const std::vector<std::string>& tokens,
              const Tensor& weights) {
    constexpr double width = 24, height = 17;
    for (std::size_t i = 0; i < weights.shape(0); ++i) {
        const double top = corner.y + height * static_cast<double>(i);
        const double end = corner.x + width * static_cast<double>(i + 1);
        svg.rectangle({corner.x, top}, end - corner.x - 1, height - 1, theme.faint);
        for (std::size_t j = 0; j <= i; ++j) {
            if (weights(i, j) < 0.015) continue;
            svg.rectangle({corner.x + width * static_cast<double>(j), top}, width - 1, height - 1, theme.first,
                          {"none", 0}, weights(i, j));
        }
        svg.text({end + 5, top + 13}, tokens[i], {theme.text, "start", 14});
    }
}

}  // namespace

std::string attention_heads(const Theme& theme, const Words& words) {
    std::ifstream file(TINY_LLM_FIGURES "/attention.json");
    const nlohmann::json data = nlohmann::json::parse(file);
    const auto tokens = data.at("tokens").get<std::vector<std::string>>();
    const double step = 17 * static_cast<double>(tokens.size()) + 44;
    Svg svg(step * static_cast<double>(data.at("heads").size()) - 8);
    double top = 0;
    for (const auto& head : data.at("heads")) {
        const auto number = [&](const char* name) { return std::to_string(head.at(name).get<int>() + 1); };
        std::string title(words.layer);
        title.append(number("layer")).append(words.head).append(number("head")).append(words.end);
        svg.text({4, top + 18}, title, {theme.text, "start", 16, true});
        triangle(svg, theme, {4, top + 28}, tokens, causal_weights(matrix(head.at("query")), matrix(head.at("key"))));
        top += step;
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
