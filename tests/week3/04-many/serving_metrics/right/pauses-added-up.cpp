#include "serving_metrics.hpp"

#include <cmath>
#include <map>
#include <stdexcept>

namespace tiny_llm {

// How often each time occurs, in rising order.
using Times = std::map<long double, std::size_t>;

static double at(const Times& times, std::size_t count, long double percent) {
    const long double position = static_cast<long double>(count - 1) * percent / 100;
    const auto number = [&](std::size_t k) {
        for (const auto& [time, often] : times) {
            if (k < often) return time;
            k -= often;
        }
        throw std::logic_error("there are not so many");
    };
    const auto lower = static_cast<std::size_t>(std::floor(position)),
               upper = static_cast<std::size_t>(std::ceil(position));
    const long double part = position - std::floor(position);
    return static_cast<double>(number(lower) * (1 - part) + number(upper) * part);
}

static Summary of(const Times& times) {
    long double sum = 0;
    std::size_t count = 0;
    for (const auto& [time, often] : times) {
        sum += time * static_cast<long double>(often);
        count += often;
    }
    if (count == 0) return {0, 0, 0};
    return {static_cast<double>(sum / static_cast<long double>(count)), at(times, count, 50), at(times, count, 99)};
}

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    Times first, mean, between;
    double tokens = 0, good = 0, begin = 0, end = 0;
    bool any = false;
    for (const Trace& trace : traces) {
        if (trace.tokens.empty()) continue;
        double before = trace.arrival, pauses = 0;
        if (!std::isfinite(before)) throw std::invalid_argument("arrival");
        for (std::size_t i = 0; i < trace.tokens.size(); ++i) {
            const double time = trace.tokens[i];
            if (!std::isfinite(time) || time < before) throw std::invalid_argument("token");
            ++(i == 0 ? first : between)[time - before];
            if (i > 0) pauses += time - before;
            before = time;
        }
        const auto count = static_cast<double>(trace.tokens.size());
        if (count > 1) ++mean[pauses / (count - 1)];
        const bool promise =
            trace.tokens[0] - trace.arrival <= slo.ttft && (count == 1 ? 0 : pauses / (count - 1)) <= slo.tpot;
        if (promise) good += 1;
        tokens += count;
        if (!any || trace.arrival < begin) begin = trace.arrival;
        if (!any || before > end) end = before;
        any = true;
    }
    Metrics metrics{of(first), of(mean), of(between), 0, 0};
    if (end - begin != 0) metrics.tokens_per_second = tokens / (end - begin), metrics.goodput = good / (end - begin);
    return metrics;
}

}  // namespace tiny_llm
