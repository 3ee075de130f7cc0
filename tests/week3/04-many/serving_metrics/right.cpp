#include "serving_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>

#include "tiny_llm/tensor.hpp"

namespace tiny_llm {

// ---- nth-element

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

// ---- one-figure-after-the-other

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

// ---- pauses-added-up

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
