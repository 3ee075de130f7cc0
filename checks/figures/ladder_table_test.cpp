// The first table of measuring.md has the numbers of docs/figures/bench.json, in both languages.

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "grader/catch.hpp"

namespace {

using nlohmann::json;

const json& rows() {
    static const json all = json::parse(std::ifstream(TINY_LLM_DOCS "/figures/bench.json")).at("rows");
    return all;
}

/// Milliseconds; none where nobody was timed.
double median(const std::string& op, const std::string& length, const std::string& impl, int threads = 1) {
    for (const json& row : rows()) {
        const std::string shape = row.at("shape");
        if (row.at("op") == op && row.at("impl") == impl && row.at("threads") == threads &&
            shape.substr(0, shape.find('x')) == length) {
            return row.at("median_ms");
        }
    }
    return std::nan("");
}

std::vector<std::string> cells(const std::string& line) {
    std::vector<std::string> result;
    std::istringstream text(line.substr(1));
    for (std::string cell; std::getline(text, cell, '|');) {
        std::erase(cell, ' ');
        std::erase(cell, '`');
        result.push_back(cell);
    }
    return result;
}

/// A cell says a number to as many digits as it has.
void says(const std::string& cell, double value) {
    INFO("the cell " << cell << " for " << value);
    if (std::isnan(value)) {
        CHECK(cell.empty());
        return;
    }
    REQUIRE(!cell.empty());
    std::string digits = cell;
    std::erase(digits, ',');
    const std::size_t point = digits.find('.');
    const double unit = std::pow(10.0, point == digits.npos ? 0.0 : -static_cast<double>(digits.size() - point - 1));
    CHECK(std::abs(std::stod(digits) - value) <= 0.51 * unit);
}

}  // namespace

TEST_CASE("the ladder's table has the numbers of the run") {
    for (const std::string language : {"en", "zh"}) {
        INFO(language);
        std::ifstream page(TINY_LLM_DOCS "/" + language + "/measuring.md");
        int checked = 0;
        for (std::string line; std::getline(page, line) && !line.starts_with("### ");) {
            if (!line.starts_with("| `")) continue;
            const auto cell = cells(line);
            const std::size_t comma = cell[0].find_first_of(",");
            if (cell.size() != 8 || comma == std::string::npos) continue;
            const std::string op = cell[0].substr(0, comma), length = cell[0].substr(comma + 1);
            INFO(line);
            const double limit = median(op, length, "limit");
            says(cell[1], limit * 1000);
            says(cell[2], median(op, length, "step:plain") / limit);
            says(cell[3], median(op, length, "solution") / limit);
            says(cell[4], median(op, length, "solution", 2) / limit);
            says(cell[5], median(op, length, "eigen") / limit);
            says(cell[6], median(op, length, "onednn") / limit);
            says(cell[7], median(op, length, "pytorch") / limit);
            ++checked;
        }
        CHECK(checked == 12);
    }
}

TEST_CASE("chapter 5's ladders have the numbers of the run") {
    const std::string up = "silu_and_mul", norm = "add_rms_norm";
    const std::vector<std::string> of_up{"plain", "one-pass", "own-exp", "wide-registers"},
        of_norm{"plain", "one-pass", "sums-side-by-side", "wide-registers", "next-row-ahead"};
    for (const std::string language : {"en", "zh"}) {
        INFO(language);
        std::ifstream page(TINY_LLM_DOCS "/" + language + "/week1/05-speed.md");
        // Of these, the page has a table of one row each, in this order.
        std::vector<std::tuple<std::string, std::string, std::vector<std::string>>> rest{
            {"rms_norm", "512", {"plain", "row-by-row", "sums-side-by-side", "wide-registers", "next-row-ahead"}},
            {"linear", "1", {"plain", "one-row-by-gemv", "solution"}},
            {"qwen2_mlp", "1", {"plain", "kept-tensors", "fused-gate", "one-row-by-gemv", "solution"}}};
        int checked = 0;
        const auto row = [&](const std::string& line, const std::string& op, const std::string& length,
                             const std::vector<std::string>& steps, double unit) {
            INFO(line);
            const auto cell = cells(line);
            REQUIRE(cell.size() == steps.size() + 1);
            for (std::size_t i = 0; i < steps.size(); ++i) {
                const double step = median(op, length, "step:" + steps[i]);
                says(cell[i + 1], (std::isnan(step) ? median(op, length, steps[i]) : step) / unit);
            }
            ++checked;
        };
        for (std::string line; std::getline(page, line);) {
            const auto begins = [&](const char* en, const char* zh) {
                return line.starts_with(language == "en" ? en : zh);
            };
            if (begins("| milliseconds |", "| 毫秒 |")) row(line, up, "512", of_up, 1);
            if (begins("| times the limit, which is 0.421 ms |", "| 极限（0.421 毫秒）的倍数 |"))
                row(line, up, "512", of_up, median(up, "512", "limit"));
            if (begins("| 512 rows |", "| 512 行 |")) row(line, norm, "512", of_norm, median(norm, "512", "limit"));
            if (begins("| one row |", "| 一行 |")) row(line, norm, "1", of_norm, median(norm, "1", "limit"));
            if (begins("| times the limit |", "| 极限的倍数 |") && !rest.empty()) {
                const auto [op, length, steps] = rest.front();
                row(line, op, length, steps, median(op, length, "limit"));
                rest.erase(rest.begin());
            }
        }
        CHECK(checked == 7);
    }
}
