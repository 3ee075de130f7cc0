#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"

namespace tiny_llm::figures {

namespace {

/// What was timed, once: `./learn bench --json` on one machine.
struct Row {
    std::string op, impl;
    std::size_t length, threads;  // L, rows of x
    double milliseconds, bytes, operations;
    double memory, arithmetic;  // of a limit, the milliseconds that each of the two takes
};

const std::vector<Row>& timed() {
    static const std::vector<Row> rows = [] {
        std::ifstream file(TINY_LLM_FIGURES "/bench.json");
        const nlohmann::json bench = nlohmann::json::parse(file);
        std::vector<Row> all;
        for (const auto& row : bench.at("rows")) {
            all.push_back({row.at("op"), row.at("impl"), std::stoul(row.at("shape").get<std::string>()),
                           row.at("threads"), row.at("median_ms"), row.at("bytes"), row.at("operations"),
                           row.value("memory_ms", 0.0), row.value("arithmetic_ms", 0.0)});
        }
        return all;
    }();
    return rows;
}

const Row& row_of(const std::string& op, const std::string& impl, std::size_t length) {
    for (const Row& row : timed()) {
        if (row.op == op && row.impl == impl && row.length == length && row.threads == 1) return row;
    }
    throw std::runtime_error("bench.json: no " + op + " " + impl + " with " + std::to_string(length) + " rows");
}

/// Thousand million operations a second.
double rate(const Row& row) { return row.operations / row.milliseconds / 1e6; }

/// A plane with two logarithmic axes.
struct Plane {
    Svg& svg;
    const Theme& theme;
    Point corner;
    double width, height, x_low, x_high, y_low, y_high;

    Point at(double x, double y) const {
        return {corner.x + width * std::log(x / x_low) / std::log(x_high / x_low),
                corner.y + height * std::log(y_high / y) / std::log(y_high / y_low)};
    }

    void axes() const {
        for (double tick = 1e-3; tick < 1e6; tick *= 10) {
            if (x_low <= tick && tick <= x_high) {
                svg.line(at(tick, y_low), at(tick, y_high), {theme.faint, 1});
                svg.text({at(tick, y_low).x, corner.y + height + 19}, number(tick), {theme.muted, "middle"});
            }
            if (y_low <= tick && tick <= y_high) {
                svg.line(at(x_low, tick), at(x_high, tick), {theme.faint, 1});
                svg.text({corner.x - 8, at(x_low, tick).y + 5}, number(tick), {theme.muted, "end"});
            }
        }
    }
};

/// "8.90": number() would leave the zero out, and the column would be ragged.
std::string hundredths(double value) {
    const std::string digits = std::to_string(static_cast<std::size_t>(std::lround(value * 100)) + 1000);
    return std::to_string(std::lround(value * 100) / 100) + "." + digits.substr(digits.size() - 2);
}

/// Steps first, in their order, then the solution, with more cores and with smaller weights, then the peers.
int place(const Row& row) {
    if (row.impl.ends_with("-weights") && row.op == "qwen2_mlp") return 3;
    if (row.impl == "solution") return row.threads == 1 ? 1 : 2;
    return row.impl.starts_with("step:") ? 0 : 4;
}

std::vector<Row> contenders(const std::string& op, std::size_t length) {
    std::vector<Row> found;
    for (const Row& row : timed()) {
        const bool counts = row.threads == 1 || row.impl == "solution";
        if (row.op == op && row.length == length && row.impl != "limit" && counts) found.push_back(row);
    }
    std::stable_sort(found.begin(), found.end(), [](const Row& a, const Row& b) { return place(a) < place(b); });
    return found;
}

/// A bar for each way to compute `op`, as long as it is fast; its time is so many times the limit's of one core.
std::string ladder(const Theme& theme, const Words& words, const std::string& op,
                   const std::vector<std::size_t>& lengths) {
    constexpr double line = 23, left = 186, right = 412;
    double lines = 0;
    double fastest = 1;
    for (const std::size_t length : lengths) {
        const double limit = row_of(op, "limit", length).milliseconds;
        for (const Row& row : contenders(op, length)) {
            fastest = std::max(fastest, limit / row.milliseconds);
            ++lines;
        }
    }
    Svg svg(line * lines + 54 * static_cast<double>(lengths.size()) - 16);
    const double scale = (right - left) / fastest;
    double y = 0;
    for (const std::size_t length : lengths) {
        const double limit = row_of(op, "limit", length).milliseconds;
        svg.text({1, y + 20}, op + ", L = " + std::to_string(length), {theme.text, "start", 16, true});
        svg.text({left + scale, y + 20}, words.limit, {theme.text, "middle"});
        y += 34;
        const double top = y - 8;
        for (const Row& row : contenders(op, length)) {
            const bool is_step = row.impl.starts_with("step:");
            const bool is_solution = row.impl == "solution";
            std::string name = is_step ? row.impl.substr(5) : is_solution ? std::string(words.solution) : row.impl;
            if (row.threads > 1) name.append(words.comma).append(std::to_string(row.threads)).append(words.cores);
            svg.text({1, y + 15}, name, {theme.text});
            svg.rectangle({left, y + 2}, scale * limit / row.milliseconds, line - 6,
                          is_step || is_solution ? theme.first : theme.second);
            svg.text({479, y + 15}, "× " + hundredths(row.milliseconds / limit), {theme.muted, "end"});
            y += line;
        }
        svg.line({left + scale, top}, {left + scale, y}, {theme.text, 1.5, "4 3"});
        y += 20;
    }
    return svg.file();
}

}  // namespace

std::string roofline(const Theme& theme, const Words& words) {
    // Each has a roof of its own: how fast bytes are moved depends on how many there are, and where.
    struct Mark {
        const char* op;
        std::size_t length;
        std::string_view moved;  // nothing, where arithmetic takes longer
        std::string_view dashes;
    };
    const Mark marks[] = {{"add_rms_norm", 512, words.moved_7, "2 3"},
                          {"silu", 512, words.moved_20, "5 4"},
                          {"qwen2_mlp", 1, words.moved_52, ""},
                          {"linear", 512, "", ""}};
    const Row& product = row_of("linear", "limit", 512);
    const double peak = product.operations / product.arithmetic / 1e6;

    Svg svg(508);
    const Plane plane{svg, theme, {40, 34}, 430, 360, 0.1, 600, 0.5, 600};
    plane.axes();
    svg.text({40, 20}, words.rate, {theme.text, "start", 15, true});
    svg.text({470, 432}, words.intensity, {theme.text, "end", 15, true});
    svg.text({470, plane.at(1, peak).y - 8}, std::string(words.multiply_adds) + " " + number(peak, 0),
             {theme.text, "end"});
    double legend = 456;
    double corner = plane.x_high;
    for (const Mark& mark : marks) {
        if (mark.moved.empty()) continue;
        const Row& limit = row_of(mark.op, "limit", mark.length);
        const double bandwidth = limit.bytes / limit.memory / 1e6;
        corner = std::min(corner, peak / bandwidth);
        const Stroke stroke{theme.text, 2, mark.dashes};
        svg.polyline({plane.at(plane.x_low, plane.x_low * bandwidth), plane.at(peak / bandwidth, peak)}, stroke);
        svg.line({40, legend - 5}, {64, legend - 5}, stroke);
        svg.text({72, legend}, number(bandwidth, 0) + " GB/s: " + std::string(mark.moved), {theme.text});
        legend += 20;
    }
    svg.polyline({plane.at(corner, peak), plane.at(plane.x_high, peak)}, {theme.text, 2});

    for (const Mark& mark : marks) {
        const double limit = row_of(mark.op, "limit", mark.length).milliseconds;
        const Row& plain = row_of(mark.op, "step:plain", mark.length);
        const Row& solution = row_of(mark.op, "solution", mark.length);
        const double intensity = solution.operations / solution.bytes;
        const Point from = plane.at(intensity, rate(plain)), to = plane.at(intensity, rate(solution));
        svg.line(from, to, {theme.rule, 1.5});
        svg.dot(from, 5, theme.second);
        svg.dot(to, 5, theme.first);
        const bool last = intensity > 100;
        const Point name = last ? Point{470, from.y + 24} : Point{from.x + 10, from.y + 5};
        const std::string_view anchor = last ? "end" : "start";
        svg.text(name, std::string(mark.op) + ", L = " + std::to_string(mark.length), {theme.text, anchor});
        svg.text({name.x - (last ? 74 : 0), name.y + 18}, "× " + hundredths(plain.milliseconds / limit),
                 {theme.second, anchor});
        svg.text({name.x + (last ? 0 : 66), name.y + 18}, "→ × " + hundredths(solution.milliseconds / limit),
                 {theme.first, anchor});
    }
    return svg.file();
}

std::string ladder_silu(const Theme& theme, const Words& words) { return ladder(theme, words, "silu", {512}); }

std::string ladder_qwen2_mlp(const Theme& theme, const Words& words) {
    return ladder(theme, words, "qwen2_mlp", {1, 512});
}

}  // namespace tiny_llm::figures
