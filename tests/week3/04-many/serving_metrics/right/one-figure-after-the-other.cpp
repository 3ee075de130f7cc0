#include "serving_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

namespace {

Summary summary_of(const std::vector<double>& times) {
    if (times.empty()) return {};
    xt::xarray<double> all = xt::adapt(times, std::vector<std::size_t>{times.size()});
    std::sort(all.begin(), all.end());
    const double n = static_cast<double>(times.size());
    const auto between = [&](double position) {
        const double whole = std::floor(position), rest = position - whole;
        const auto k = static_cast<std::size_t>(whole);
        return rest == 0 ? all(k) : all(k) + rest * (all(k + 1) - all(k));
    };
    return {xt::mean(all)(), between((n - 1) / 2), between((n - 1) * 0.99)};
}

}  // namespace

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    std::vector<Trace> done;
    std::copy_if(
        traces.begin(), traces.end(), std::back_inserter(done), [](const Trace& t) { return !t.tokens.empty(); });
    for (const Trace& trace : done) {
        std::vector<double> times{trace.arrival};
        times.insert(times.end(), trace.tokens.begin(), trace.tokens.end());
        for (std::size_t i = 0; i < times.size(); ++i)
            if (!std::isfinite(times[i]) || (i > 0 && times[i] < times[i - 1])) throw std::invalid_argument("times");
    }
    const auto tpot_of = [](const Trace& t) {
        return t.tokens.size() == 1 ? 0.0
                                    : (t.tokens.back() - t.tokens.front()) / static_cast<double>(t.tokens.size() - 1);
    };

    Metrics metrics;
    std::vector<double> times;
    for (const Trace& t : done) times.push_back(t.tokens.front() - t.arrival);
    metrics.ttft = summary_of(times);

    times.clear();
    for (const Trace& t : done)
        if (t.tokens.size() >= 2) times.push_back(tpot_of(t));
    metrics.tpot = summary_of(times);

    times.clear();
    for (const Trace& t : done)
        std::transform(
            t.tokens.begin() + 1, t.tokens.end(), t.tokens.begin(), std::back_inserter(times), std::minus<>());
    metrics.itl = summary_of(times);

    if (done.empty()) return metrics;
    double begin = done[0].arrival, end = done[0].tokens[0], count = 0, good = 0;
    for (const Trace& t : done) {
        begin = std::min(begin, t.arrival);
        end = std::max(end, t.tokens.back());
        count += static_cast<double>(t.tokens.size());
        good += t.tokens.front() - t.arrival <= slo.ttft && tpot_of(t) <= slo.tpot ? 1 : 0;
    }
    if (begin < end) metrics.tokens_per_second = count / (end - begin), metrics.goodput = good / (end - begin);
    return metrics;
}

}  // namespace tiny_llm
