#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "bench_picture.hpp"
#include "messages.hpp"
#include "text.hpp"

namespace learn {
namespace {

/// Three digits, as many as a median has.
std::string three_digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value);
    return text;
}

}  // namespace

std::vector<BenchBlock> bench_blocks(const BenchResults& results, const BenchPlan& plan) {
    std::vector<BenchBlock> blocks;
    for (const std::string& shape : plan.shapes) {
        std::vector<int> threads;
        for (const BenchRow& row : results.rows) {
            if (row.op != plan.op || row.shape != shape) continue;
            if (std::find(threads.begin(), threads.end(), row.threads) == threads.end()) threads.push_back(row.threads);
        }
        for (const int n : threads) {
            BenchBlock block{shape, n, {}};
            for (const std::string& impl : plan.impls) {
                BenchBlock::Bar bar{impl};
                for (const BenchRow& row : results.rows) {
                    const bool here = row.op == plan.op && row.shape == shape && row.threads == n && row.impl == impl;
                    if (here) bar.row = &row;
                }
                for (const BenchRefusal& refusal : results.refusals) {
                    const bool here = refusal.op == plan.op && refusal.impl == impl &&
                                      (refusal.shape.empty() || refusal.shape == shape);
                    if (here && !bar.row) bar.refusal = &refusal;
                }
                block.bars.push_back(bar);
            }
            blocks.push_back(block);
        }
    }
    return blocks;
}

double bench_scale(const BenchResults& results, const std::string& op) {
    double scale = 1;
    for (const BenchRow& row : results.rows) {
        if (row.op == op && row.ratio > 0) scale = std::max(scale, 1 / row.ratio);
    }
    return std::min(scale, 1.5);
}

std::string bench_machine(const BenchResults& results) {
    const auto text = [](const Json& json, const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_string() ? neutralised(found->get<std::string>()) : std::string();
    };
    const Json blas = results.start.value("blas", Json::object()), cores = results.start.value("cores", Json());
    const std::string kernel = blas.is_object() ? text(blas, "kernel") : "";
    const std::string count = cores.is_number() ? msg::bench_cores(std::to_string(cores.get<long>())) : "";
    return (kernel.empty() ? text(results.start, "cpu") : msg::blas_on(kernel, text(results.start, "cpu"))) + count;
}

std::string bench_name(const std::string& impl, const BenchRow* row) {
    if (impl == "yours") return msg::plot_yours();
    if (impl == "solution") return msg::bench_solution();
    if (impl == "eigen") return "Eigen";
    if (impl == "onednn") return "oneDNN";
    if (impl == "pytorch") return "PyTorch";
    if (impl == "limit") return row && !row->limit.empty() ? msg::bench_limit_by(neutralised(row->limit)) : msg::bench_limit();
    if (impl.starts_with("step:")) return msg::bench_step(neutralised(impl.substr(5)));
    return neutralised(impl);
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
        const auto digit = [&](std::size_t at) { return at < shape.size() && std::isdigit(static_cast<unsigned char>(shape[at])); };
        text += shape[i] == 'x' && i > 0 && digit(i - 1) && digit(i + 1) ? " × " : std::string(1, shape[i]);
    }
    return neutralised(text);
}

}  // namespace learn
