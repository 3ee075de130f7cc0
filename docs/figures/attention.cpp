#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cells.hpp"
#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week1/03-qwen2-mlp/linear.hpp"
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

std::string attention_stages(const Theme& theme, const Words& words) {
    const std::vector<std::string> tokens{"Lily", "got", "She"};
    const std::array colours{theme.first, theme.second, theme.third};
    const Tensor query = {{1, 0}}, key = {{2, 0}, {0, 1}, {1, 0}}, value = {{1, 0}, {0, 1}, {0.5f, 0.5f}};
    const Tensor weights = scaled_dot_product_attention(query, key, xt::eye<float>(3));
    const Tensor mean = scaled_dot_product_attention(query, key, value);

    Svg svg(258);
    constexpr double keys = 40, narrow = 25, scores = 114, wide = 52, shares = 192, values = 262, small = 29, end = 380,
                     last = 50;
    const auto name = [&](Point at, std::string_view text, std::string_view anchor = "middle") {
        svg.text(at, text, {theme.text, anchor, 15, true});
    };
    name({keys + narrow - 1, 20}, "query");
    cells(svg, theme, {keys, 28}, narrow, {query(0, 0), query(0, 1)}, 0, theme.muted);
    svg.arrow({keys + narrow - 2, 57}, {keys + narrow - 2, 72}, {theme.rule, 2});
    name({keys + narrow - 1, 90}, "key");
    name({scores + wide / 2 - 1, 90}, "1 " + std::string(words.scores));
    name({shares + wide / 2 - 1, 90}, "2 " + std::string(words.weights));
    name({values + small - 1, 90}, "value");
    name({end + last - 1, 90}, "3 " + std::string(words.mixture));

    constexpr double middle = 168;
    for (std::size_t j = 0; j < 3; ++j) {
        const double top = 98 + 56 * static_cast<double>(j), across = top + 14;
        const double product = query(0, 0) * key(j, 0) + query(0, 1) * key(j, 1), score = product / std::sqrt(2.0);
        const Label note{theme.muted, "middle", 13};
        name({0, top + 19}, tokens[j], "start");
        double right = cells(svg, theme, {keys, top}, narrow, {key(j, 0), key(j, 1)}, 0, colours[j]);
        svg.arrow({right + 3, across}, {scores - 6, across}, {theme.rule, 2});
        right = cells(svg, theme, {scores, top}, wide, {score}, 3, colours[j]);
        svg.text({scores + wide / 2 - 1, top + 42}, text_number(product) + " / √2", note);
        svg.arrow({right + 3, across}, {shares - 6, across}, {theme.rule, 2});
        right = cells(svg, theme, {shares, top}, wide, {weights(0, j)}, 3, colours[j]);
        svg.text({shares + wide / 2 - 1, top + 42}, text_number(std::exp(score), 3) + " / 7.141", note);
        svg.text({(right + values) / 2 - 1, top + 19}, "×", {theme.muted, "middle", 16});
        right = cells(svg, theme, {values, top}, small, {value(j, 0), value(j, 1)}, 1, colours[j]);
        svg.line({right + 2, across}, {end - 5, middle + 12 * (static_cast<double>(j) - 1) - 2},
                 {colours[j], 12.0 * weights(0, j)});
    }
    cells(svg, theme, {end, middle - 14}, last, {mean(0, 0), mean(0, 1)}, 3, theme.muted);
    return svg.file();
}

std::string split_heads(const Theme& theme, const Words& words) {
    const Tensor x = {{1, 0, 2, 0}, {0, 1, 1, 1}};
    const Tensor w_v = {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 0}};
    const Tensor w_o = {{1, 0, 1, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 1, 0, 1}};
    const Tensor value = linear(x, w_v);
    const std::array colours{theme.first, theme.second};
    constexpr double middle = 240, row = 30, narrow = 34, wide = 54;

    Svg svg(494);
    const Stroke flow{theme.rule, 2};
    const auto name = [&](Point at, const std::string& text, std::string_view anchor = "middle") {
        svg.text(at, text, {theme.text, anchor, 15, true});
    };
    // Both rows of a head's two columns, or of all four.
    const auto rows = [&](Point corner, double width, const Tensor& values, int decimals, std::size_t head) {
        for (std::size_t i = 0; i < 2; ++i) {
            cells(svg, theme, {corner.x, corner.y + row * static_cast<double>(i)}, width, {values(i, 0), values(i, 1)},
                  decimals, colours[head]);
        }
    };

    name({middle, 18}, "value");
    Tensor joined = xt::zeros<float>({2, 4});
    for (std::size_t head = 0; head < 2; ++head) {
        auto columns = xt::range(2 * head, 2 * head + 2);
        const double side = head == 0 ? -1 : 1, centre = middle + side * 120;
        const Tensor query = xt::view(x, xt::all(), columns), its_value = xt::view(value, xt::all(), columns);
        const Tensor weights = causal_weights(query, query);
        const Tensor mean = scaled_dot_product_attention(query, query, its_value, causal_mask(2, 2));
        xt::view(joined, xt::all(), columns) = mean;

        rows({middle + (head == 0 ? -2 * narrow : 0), 26}, narrow, its_value, 1, head);
        svg.arrow({middle + side * narrow, 86}, {centre, 110}, flow);
        name({centre, 130}, std::string(words.head_number) + std::to_string(head));
        rows({centre - 102, 140}, wide, weights, 3, head);
        svg.text({centre + 17, 174}, "×", {theme.muted, "middle", 16});
        rows({centre + 32, 140}, narrow, its_value, 1, head);
        svg.arrow({centre, 202}, {centre, 222}, flow);
        rows({centre - wide, 228}, wide, mean, 3, head);
        svg.arrow({centre, 290}, {middle + side * wide, 314}, flow);
        rows({middle + (head == 0 ? -2 * wide : 0), 320}, wide, mean, 3, head);
    }
    svg.arrow({middle, 382}, {middle, 412}, flow);
    name({middle + 12, 402}, "w_o", "start");
    const Tensor mixed = linear(joined, w_o);
    for (std::size_t i = 0; i < 2; ++i) {
        cells(svg, theme, {middle - 2 * wide, 418 + row * static_cast<double>(i)}, wide,
              {mixed(i, 0), mixed(i, 1), mixed(i, 2), mixed(i, 3)}, 3, theme.muted);
    }
    return svg.file();
}

std::string attention_heads(const Theme& theme, const Words& words) {
    std::ifstream file(TINY_LLM_FIGURES "/attention.json");
    const nlohmann::json data = nlohmann::json::parse(file);
    const auto tokens = data.at("tokens").get<std::vector<std::string>>();
    const double step = 17 * static_cast<double>(tokens.size()) + 44;
    Svg svg(step * static_cast<double>(data.at("heads").size()) - 8);
    double top = 0;
    for (const auto& head : data.at("heads")) {
        const auto number = [&](const char* name) { return std::to_string(head.at(name).get<int>()); };
        std::string title(words.layer);
        title.append(number("layer")).append(words.head).append(number("head"));
        svg.text({4, top + 18}, title, {theme.text, "start", 16, true});
        triangle(svg, theme, {4, top + 28}, tokens, causal_weights(matrix(head.at("query")), matrix(head.at("key"))));
        top += step;
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
