#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week2/06-tokenizer/bpe.hpp"
#include "week2/06-tokenizer/byte_level.hpp"

namespace tiny_llm::figures {

namespace {

/// The merges of the shipped model, in the order of their ranks.
std::vector<Merge> shipped_merges() {
    std::ifstream file(TINY_LLM_FIGURES "/../../model/weights/tokenizer.json");
    if (!file) throw std::runtime_error("model/weights/tokenizer.json cannot be read");
    const nlohmann::json data = nlohmann::json::parse(file);
    std::vector<Merge> merges;
    for (const std::string line : data.at("model").at("merges")) {
        const auto space = line.find(' ');
        merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    return merges;
}

/// A word after one of the merges that changed it.
struct Step {
    std::vector<std::string> symbols;
    Merge merge;
    std::size_t rank;
};

/// Nobody asks `bpe` for its steps: it is given one merge more each time, and a row is what this changes.
std::vector<Step> steps(const std::string& word, const std::vector<Merge>& merges) {
    MergeRanks ranks;
    std::vector<Step> all{{bpe(word, ranks), {}, 0}};
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        ranks.emplace(merges[rank], rank);
        auto symbols = bpe(word, ranks);
        if (symbols != all.back().symbols) all.push_back({std::move(symbols), merges[rank], rank});
    }
    return all;
}

std::size_t characters(const std::string& text) {
    std::size_t number = 0;
    for (const char byte : text) number += (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
    return number;
}

}  // namespace

std::string bpe_steps(const Theme& theme) {
    constexpr double left = 2, pitch = 36, gap = 4, height = 28, step = 38, top = 4, labels = 330;
    const auto rows = steps(to_byte_level(" another"), shipped_merges());
    Svg svg(top + step * static_cast<double>(rows.size()));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto& [symbols, merge, rank] = rows[row];
        const double y = top + step * static_cast<double>(row);
        double x = left;
        for (const std::string& symbol : symbols) {
            const double width = pitch * static_cast<double>(characters(symbol));
            const bool fresh = symbol == merge.first + merge.second;
            svg.rectangle({x, y}, width - gap, height, fresh ? theme.first : theme.faint);
            svg.text({x + (width - gap) / 2, y + 20}, symbol, {fresh ? theme.ground : theme.text, "middle", 16, fresh});
            x += width;
        }
        if (row == 0) continue;
        svg.text({labels, y + 20}, "(" + merge.first + ", " + merge.second + ")", {theme.text});
        svg.text({Svg::width - 4, y + 20}, std::to_string(rank), {theme.muted, "end"});
    }
    return svg.file();
}

}  // namespace tiny_llm::figures
