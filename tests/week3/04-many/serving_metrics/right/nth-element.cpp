#include "serving_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tiny_llm {

namespace {

double percentile(std::vector<double> times, std::size_t p) {
    const std::size_t hundredths = (times.size() - 1) * p, k = hundredths / 100;
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(k), times.end());
    if (hundredths % 100 == 0) return times[k];
    const double next = *std::min_element(times.begin() + static_cast<std::ptrdiff_t>(k) + 1, times.end());
    return std::lerp(times[k], next, static_cast<double>(hundredths % 100) / 100);
}

Summary summarized(const std::vector<double>& times) {
    Summary summary;
    if (times.empty()) return summary;
    for (const double time : times) summary.mean += time / static_cast<double>(times.size());
    summary.median = percentile(times, 50);
    summary.p99 = percentile(times, 99);
    return summary;
}

}  // namespace

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    std::vector<const Trace*> completed;
    for (const Trace& trace : traces) {
        if (trace.tokens.empty()) continue;
        const bool rises = std::is_sorted(trace.tokens.begin(), trace.tokens.end()) && trace.tokens[0] >= trace.arrival;
        const bool finite =
            std::all_of(trace.tokens.begin(), trace.tokens.end(), [](double t) { return std::isfinite(t); });
        if (!rises || !finite || !std::isfinite(trace.arrival)) throw std::invalid_argument("no such times");
        completed.push_back(&trace);
    }
    Metrics metrics;
    if (completed.empty()) return metrics;

    std::vector<double> ttft, tpot, itl;
    std::size_t tokens = 0, good = 0;
    for (const Trace* trace : completed) {
        const auto& times = trace->tokens;
        tokens += times.size();
        ttft.push_back(times[0] - trace->arrival);
        for (std::size_t i = 0; i + 1 < times.size(); ++i) itl.push_back(times[i + 1] - times[i]);
        double mean = 0;
        if (times.size() > 1) tpot.push_back(mean = (times.back() - times[0]) / static_cast<double>(times.size() - 1));
        if (!(ttft.back() > slo.ttft) && !(mean > slo.tpot)) ++good;
    }
    const auto arrives_first = [](const Trace* a, const Trace* b) { return a->arrival < b->arrival; };
    const auto ends_first = [](const Trace* a, const Trace* b) { return a->tokens.back() < b->tokens.back(); };
    const double duration = (*std::max_element(completed.begin(), completed.end(), ends_first))->tokens.back() -
                            (*std::min_element(completed.begin(), completed.end(), arrives_first))->arrival;
    metrics.ttft = summarized(ttft);
    metrics.tpot = summarized(tpot);
    metrics.itl = summarized(itl);
    if (duration > 0) {
        metrics.tokens_per_second = static_cast<double>(tokens) / duration;
        metrics.goodput = static_cast<double>(good) / duration;
    }
    return metrics;
}

}  // namespace tiny_llm
