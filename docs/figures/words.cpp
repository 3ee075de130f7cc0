#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week2/06-tokenizer/encode.hpp"

namespace tiny_llm::figures {

namespace {

/// Which of the pattern's seven rules has taken the word; `next` is the one that follows, or empty.
std::size_t rule_of(const std::string& word, const std::string& next) {
    const auto has = [&](Kind kind) {
        for (const Character& c : characters(word)) {
            if (c.kind == kind) return true;
        }
        return false;
    };
    if (word.starts_with('\'') && has(Kind::letter)) return 1;  // in this line an ending
    if (has(Kind::letter)) return 2;
    if (has(Kind::number)) return 3;
    if (has(Kind::other)) return 4;
    if (word.find('\n') != word.npos) return 5;
    return next.starts_with(' ') || next.empty() ? 6 : 7;
}

/// With signs for what cannot be seen.
std::string visible(const std::string& word) {
    std::string text;
    for (const char c : word) text += c == ' ' ? std::string("␣") : c == '\n' ? std::string("⏎") : std::string(1, c);
    return text;
}

}  // namespace

std::string word_pattern(const Theme& theme) {
    constexpr double pitch = 15, gap = 5, height = 28, row = 32, patterns = 96;
    constexpr const char* pieces[] = {"(?i:'s|'t|'re|'ve|'m|'ll|'d)",
                                      "[^\\r\\n\\p{L}\\p{N}]?\\p{L}+",
                                      "\\p{N}",
                                      "␣?[^\\s\\p{L}\\p{N}]+[\\r\\n]*",
                                      "\\s*[\\r\\n]+",
                                      "\\s+(?!\\S)",
                                      "\\s+"};
    const std::string_view colours[] = {theme.second, theme.first, theme.third, theme.second,
                                        theme.first,  theme.rule,  theme.rule};
    Svg svg(patterns + row * 7);
    const auto box = [&](Point corner, const std::string& word, std::size_t rule) {
        const double width = pitch * static_cast<double>(word.size()) + 3;
        svg.rectangle(corner, width, height, colours[rule - 1], {colours[rule - 1], 1.5}, 0.2);
        svg.text({corner.x + width / 2, corner.y + 19}, visible(word), {theme.text, "middle", 14});
        return width;
    };
    const std::vector<std::string> words = pre_tokenize("It's  12 (big) cats!\n Oh\n");
    double x = 4;
    double beside[7] = {};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t rule = rule_of(words[i], i + 1 < words.size() ? words[i + 1] : "");
        const double width = box({x, 4}, words[i], rule);
        svg.text({x + width / 2, 50}, std::to_string(rule), {theme.muted, "middle", 13});
        x += width + gap;
        double& taken = beside[rule - 1];
        taken += box({232 + taken, patterns + row * static_cast<double>(rule - 1)}, words[i], rule) + gap;
    }
    for (std::size_t rule = 1; rule <= 7; ++rule) {
        const double y = patterns + row * static_cast<double>(rule - 1) + 19;
        svg.text({8, y}, std::to_string(rule), {theme.text, "start", 15, true});
        svg.text({28, y}, pieces[rule - 1], {theme.text, "start", 14});
    }
    svg.line({4, 72}, {Svg::width - 4, 72}, {theme.faint, 1});
    return svg.file();
}

}  // namespace tiny_llm::figures
