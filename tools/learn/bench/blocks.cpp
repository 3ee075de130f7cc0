#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "bench/picture.hpp"
#include "messages.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

/// Three digits, as many as a median has.
std::string three_digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value);
    return text;
}

}  // namespace

std::string BenchBlock::Bar::name() const {
    return medal == Medal::none ? bench_name(impl) : msg::bench_with_medal(bench_name(impl), medal_text(medal));
}

double BenchBlock::scale() const {
    double scale = 1;
    for (const Bar& bar : bars) {
        if (bar.row && bar.row->ratio > 0) scale = std::max(scale, 1 / bar.row->ratio);
    }
    return std::min(scale, 4.0);
}

const BenchRow* BenchBlock::row(const std::string& impl) const {
    for (const Bar& bar : bars) {
        if (bar.impl == impl) return bar.row;
    }
    return nullptr;
}

std::vector<BenchBlock> bench_blocks(const BenchResults& results, const BenchPlan& plan) {
    // Whoever was not planned, such as another way of the same peer, comes before the limit.
    std::vector<std::string> impls = plan.impls;
    for (const BenchRow& row : results.rows) {
        if (row.op != plan.op || std::find(impls.begin(), impls.end(), row.impl) != impls.end()) continue;
        impls.insert(std::find(impls.begin(), impls.end(), "limit"), row.impl);
    }
    std::vector<BenchBlock> blocks;
    for (const std::string& shape : plan.shapes) {
        std::vector<int> threads;
        for (const BenchRow& row : results.rows) {
            if (row.op != plan.op || row.shape != shape) continue;
            if (std::find(threads.begin(), threads.end(), row.threads) == threads.end()) threads.push_back(row.threads);
        }
        for (const int n : threads) {
            BenchBlock block{shape, n, "", {}};
            for (const std::string& impl : impls) {
                BenchBlock::Bar bar{impl};
                for (const BenchRow& row : results.rows) {
                    if (row.op == plan.op && row.shape == shape && row.threads == n && row.impl == impl) bar.row = &row;
                }
                for (const BenchRefusal& refusal : results.refusals) {
                    const bool here = refusal.op == plan.op && refusal.impl == impl &&
                                      (refusal.shape.empty() || refusal.shape == shape);
                    if (here && !bar.row && n == threads.front()) bar.refusal = &refusal;
                }
                if (bar.row && impl == "yours" && results.with_medals) bar.medal = medal(results, *bar.row);
                if (bar.row && !bar.row->limit.empty()) block.limit = bar.row->limit;
                if (bar.row || bar.refusal) block.bars.push_back(bar);
            }
            blocks.push_back(block);
        }
    }
    return blocks;
}

std::string bench_machine(const BenchResults& results) {
    const auto text = [](const tools::Json& json, const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_string() ? harmless(found->get<std::string>()) : std::string();
    };
    const tools::Json blas = results.start.value("blas", tools::Json());
    const std::string kernel = blas.is_object() ? text(blas, "kernel") : "";
    const long cores = tools::whole_number(results.start, "cores", 0, 1'000'000);
    const std::string count = cores > 0 ? msg::bench_cores(std::to_string(cores)) : "";
    return (kernel.empty() ? text(results.start, "cpu") : msg::blas_on(kernel, text(results.start, "cpu"))) + count;
}

std::string medal_text(Medal medal) {
    const Message texts[] = {msg::medal_none, msg::medal_bronze, msg::medal_silver, msg::medal_gold};
    return texts[static_cast<int>(medal)]();
}

std::string bench_name(const std::string& impl) {
    if (impl == "yours") return msg::plot_yours();
    if (impl == "solution") return msg::bench_solution();
    if (impl == "limit") return msg::bench_limit();
    if (impl == "eigen") return "Eigen";
    if (impl == "onednn") return "oneDNN";
    if (impl == "blas") return "BLAS";
    if (impl.starts_with("pytorch")) return "PyTorch" + (impl.size() > 8 ? " " + harmless(impl.substr(8)) : "");
    return harmless(impl.starts_with("step:") ? impl.substr(5) : impl);
}

std::string bench_conditions(const BenchBlock& block) {
    const std::string threads =
        block.threads == 1 ? msg::bench_one_thread() : msg::bench_threads(std::to_string(block.threads));
    // With more threads the best is measured against the limit of one.
    const BenchRow* own = block.row("limit");
    const bool other = block.threads > 1 && !block.bars.empty() && (!own || std::abs(own->ratio - 1) > 1e-6);
    const std::string line = other ? msg::bench_line_of_one() : "";
    if (block.limit.empty()) return threads + line;
    std::string limit = harmless(block.limit);
    for (const Message& known :
         {msg::bench_two_arrays, msg::bench_result_and_half, msg::bench_reading, msg::bench_multiply_adds}) {
        if (limit == known.en) limit = known();
    }
    return msg::bench_and(msg::bench_limit_is(limit), threads) + line;
}

std::string time_text(double milliseconds) {
    if (milliseconds < 0.9995) return three_digits(milliseconds * 1000) + " µs";
    if (milliseconds < 999.5) return three_digits(milliseconds) + " ms";
    return three_digits(milliseconds / 1000) + " s";
}

std::string ratio_text(double ratio) { return three_digits(ratio) + "×"; }

std::string bench_shape(const std::string& shape) {
    std::string text;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto digit = [&](std::size_t at) {
            return at < shape.size() && std::isdigit(static_cast<unsigned char>(shape[at]));
        };
        text += shape[i] == 'x' && i > 0 && digit(i - 1) && digit(i + 1) ? " × " : std::string(1, shape[i]);
    }
    return harmless(text);
}

}  // namespace learn
