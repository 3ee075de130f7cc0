#include "serving_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace tiny_llm {

// ---- ends-at-0

/// Refuses times that run backwards.
static void require_times(const Trace& trace) {
    double before = trace.arrival;
    for (const double token : trace.tokens) {
        if (!std::isfinite(before) || !std::isfinite(token) || token < before)
            throw std::invalid_argument("serving_metrics: a time that is not after the one before it");
        before = token;
    }
}

static Summary summary(std::vector<double> times) {
    if (times.empty()) return {};
    std::sort(times.begin(), times.end());
    const auto percentile = [&](double p) {
        const double position = static_cast<double>(times.size() - 1) * p / 100;
        const auto below = static_cast<std::size_t>(position), above = std::min(below + 1, times.size() - 1);
        return times[below] + (position - static_cast<double>(below)) * (times[above] - times[below]);
    };
    const double sum = std::accumulate(times.begin(), times.end(), 0.0);
    return {sum / static_cast<double>(times.size()), percentile(50), percentile(99)};
}

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    std::vector<double> ttft, tpot, itl;
    double tokens = 0, within = 0;
    double begin = std::numeric_limits<double>::infinity(), end = std::numeric_limits<double>::min();
    for (const Trace& trace : traces) {
        require_times(trace);
        if (trace.tokens.empty()) continue;
        const double first = trace.tokens.front(), last = trace.tokens.back();
        const std::size_t n = trace.tokens.size();
        const double each = n > 1 ? (last - first) / static_cast<double>(n - 1) : 0;
        ttft.push_back(first - trace.arrival);
        if (n > 1) tpot.push_back(each);
        for (std::size_t i = 1; i < n; ++i) itl.push_back(trace.tokens[i] - trace.tokens[i - 1]);
        tokens += static_cast<double>(n);
        within += ttft.back() <= slo.ttft && each <= slo.tpot;
        begin = std::min(begin, trace.arrival);
        end = std::max(end, last);
    }
    const auto per_second = [&](double count) { return end > begin ? count / (end - begin) : 0; };
    return {summary(ttft), summary(tpot), summary(itl), per_second(tokens), per_second(within)};
}

// ---- not-finite-accepted

/// Refuses times that run backwards.
static void require_times(const Trace& trace) {
    double before = trace.arrival;
    for (const double token : trace.tokens) {
        if (token < before) throw std::invalid_argument("serving_metrics: a time that is not after the one before it");
        before = token;
    }
}

static Summary summary(std::vector<double> times) {
    if (times.empty()) return {};
    std::sort(times.begin(), times.end());
    const auto percentile = [&](double p) {
        const double position = static_cast<double>(times.size() - 1) * p / 100;
        const auto below = static_cast<std::size_t>(position), above = std::min(below + 1, times.size() - 1);
        return times[below] + (position - static_cast<double>(below)) * (times[above] - times[below]);
    };
    const double sum = std::accumulate(times.begin(), times.end(), 0.0);
    return {sum / static_cast<double>(times.size()), percentile(50), percentile(99)};
}

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    std::vector<double> ttft, tpot, itl;
    double tokens = 0, within = 0;
    double begin = std::numeric_limits<double>::infinity(), end = -begin;
    for (const Trace& trace : traces) {
        require_times(trace);
        if (trace.tokens.empty()) continue;
        const double first = trace.tokens.front(), last = trace.tokens.back();
        const std::size_t n = trace.tokens.size();
        const double each = n > 1 ? (last - first) / static_cast<double>(n - 1) : 0;
        ttft.push_back(first - trace.arrival);
        if (n > 1) tpot.push_back(each);
        for (std::size_t i = 1; i < n; ++i) itl.push_back(trace.tokens[i] - trace.tokens[i - 1]);
        tokens += static_cast<double>(n);
        within += ttft.back() <= slo.ttft && each <= slo.tpot;
        begin = std::min(begin, trace.arrival);
        end = std::max(end, last);
    }
    const auto per_second = [&](double count) { return end > begin ? count / (end - begin) : 0; };
    return {summary(ttft), summary(tpot), summary(itl), per_second(tokens), per_second(within)};
}

// ---- not-sorted

/// Refuses times that run backwards.
static void require_times(const Trace& trace) {
    double before = trace.arrival;
    for (const double token : trace.tokens) {
        if (!std::isfinite(before) || !std::isfinite(token) || token < before)
            throw std::invalid_argument("serving_metrics: a time that is not after the one before it");
        before = token;
    }
}

static Summary summary(std::vector<double> times) {
    if (times.empty()) return {};
    const auto percentile = [&](double p) {
        const double position = static_cast<double>(times.size() - 1) * p / 100;
        const auto below = static_cast<std::size_t>(position), above = std::min(below + 1, times.size() - 1);
        return times[below] + (position - static_cast<double>(below)) * (times[above] - times[below]);
    };
    const double sum = std::accumulate(times.begin(), times.end(), 0.0);
    return {sum / static_cast<double>(times.size()), percentile(50), percentile(99)};
}

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    std::vector<double> ttft, tpot, itl;
    double tokens = 0, within = 0;
    double begin = std::numeric_limits<double>::infinity(), end = -begin;
    for (const Trace& trace : traces) {
        require_times(trace);
        if (trace.tokens.empty()) continue;
        const double first = trace.tokens.front(), last = trace.tokens.back();
        const std::size_t n = trace.tokens.size();
        const double each = n > 1 ? (last - first) / static_cast<double>(n - 1) : 0;
        ttft.push_back(first - trace.arrival);
        if (n > 1) tpot.push_back(each);
        for (std::size_t i = 1; i < n; ++i) itl.push_back(trace.tokens[i] - trace.tokens[i - 1]);
        tokens += static_cast<double>(n);
        within += ttft.back() <= slo.ttft && each <= slo.tpot;
        begin = std::min(begin, trace.arrival);
        end = std::max(end, last);
    }
    const auto per_second = [&](double count) { return end > begin ? count / (end - begin) : 0; };
    return {summary(ttft), summary(tpot), summary(itl), per_second(tokens), per_second(within)};
}

// ---- sums-of-whole-numbers

/// Refuses times that run backwards.
static void require_times(const Trace& trace) {
    double before = trace.arrival;
    for (const double token : trace.tokens) {
        if (!std::isfinite(before) || !std::isfinite(token) || token < before)
            throw std::invalid_argument("serving_metrics: a time that is not after the one before it");
        before = token;
    }
}

static Summary summary(std::vector<double> times) {
    if (times.empty()) return {};
    std::sort(times.begin(), times.end());
    const auto percentile = [&](double p) {
        const double position = static_cast<double>(times.size() - 1) * p / 100;
        const auto below = static_cast<std::size_t>(position), above = std::min(below + 1, times.size() - 1);
        return times[below] + (position - static_cast<double>(below)) * (times[above] - times[below]);
    };
    const double sum = std::accumulate(times.begin(), times.end(), 0);
    return {sum / static_cast<double>(times.size()), percentile(50), percentile(99)};
}

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    std::vector<double> ttft, tpot, itl;
    double tokens = 0, within = 0;
    double begin = std::numeric_limits<double>::infinity(), end = -begin;
    for (const Trace& trace : traces) {
        require_times(trace);
        if (trace.tokens.empty()) continue;
        const double first = trace.tokens.front(), last = trace.tokens.back();
        const std::size_t n = trace.tokens.size();
        const double each = n > 1 ? (last - first) / static_cast<double>(n - 1) : 0;
        ttft.push_back(first - trace.arrival);
        if (n > 1) tpot.push_back(each);
        for (std::size_t i = 1; i < n; ++i) itl.push_back(trace.tokens[i] - trace.tokens[i - 1]);
        tokens += static_cast<double>(n);
        within += ttft.back() <= slo.ttft && each <= slo.tpot;
        begin = std::min(begin, trace.arrival);
        end = std::max(end, last);
    }
    const auto per_second = [&](double count) { return end > begin ? count / (end - begin) : 0; };
    return {summary(ttft), summary(tpot), summary(itl), per_second(tokens), per_second(within)};
}

// ---- times-in-float

/// Refuses times that run backwards.
static void require_times(const Trace& trace) {
    double before = trace.arrival;
    for (const double token : trace.tokens) {
        if (!std::isfinite(before) || !std::isfinite(token) || token < before)
            throw std::invalid_argument("serving_metrics: a time that is not after the one before it");
        before = token;
    }
}

static Summary summary(std::vector<double> times) {
    if (times.empty()) return {};
    std::sort(times.begin(), times.end());
    const auto percentile = [&](double p) {
        const double position = static_cast<double>(times.size() - 1) * p / 100;
        const auto below = static_cast<std::size_t>(position), above = std::min(below + 1, times.size() - 1);
        return times[below] + (position - static_cast<double>(below)) * (times[above] - times[below]);
    };
    const double sum = std::accumulate(times.begin(), times.end(), 0.0);
    return {sum / static_cast<double>(times.size()), percentile(50), percentile(99)};
}

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    std::vector<double> ttft, tpot, itl;
    double tokens = 0, within = 0;
    double begin = std::numeric_limits<double>::infinity(), end = -begin;
    for (const Trace& exact : traces) {
        Trace trace;
        trace.arrival = static_cast<float>(exact.arrival);
        for (const double token : exact.tokens) trace.tokens.push_back(static_cast<float>(token));
        require_times(trace);
        if (trace.tokens.empty()) continue;
        const double first = trace.tokens.front(), last = trace.tokens.back();
        const std::size_t n = trace.tokens.size();
        const double each = n > 1 ? (last - first) / static_cast<double>(n - 1) : 0;
        ttft.push_back(first - trace.arrival);
        if (n > 1) tpot.push_back(each);
        for (std::size_t i = 1; i < n; ++i) itl.push_back(trace.tokens[i] - trace.tokens[i - 1]);
        tokens += static_cast<double>(n);
        within += ttft.back() <= slo.ttft && each <= slo.tpot;
        begin = std::min(begin, trace.arrival);
        end = std::max(end, last);
    }
    const auto per_second = [&](double count) { return end > begin ? count / (end - begin) : 0; };
    return {summary(ttft), summary(tpot), summary(itl), per_second(tokens), per_second(within)};
}

// ---- tpot-of-0-for-single-tokens+goodput-exclusive

/// Refuses times that run backwards.
static void require_times(const Trace& trace) {
    double before = trace.arrival;
    for (const double token : trace.tokens) {
        if (!std::isfinite(before) || !std::isfinite(token) || token < before)
            throw std::invalid_argument("serving_metrics: a time that is not after the one before it");
        before = token;
    }
}

static Summary summary(std::vector<double> times) {
    if (times.empty()) return {};
    std::sort(times.begin(), times.end());
    const auto percentile = [&](double p) {
        const double position = static_cast<double>(times.size() - 1) * p / 100;
        const auto below = static_cast<std::size_t>(position), above = std::min(below + 1, times.size() - 1);
        return times[below] + (position - static_cast<double>(below)) * (times[above] - times[below]);
    };
    const double sum = std::accumulate(times.begin(), times.end(), 0.0);
    return {sum / static_cast<double>(times.size()), percentile(50), percentile(99)};
}

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    std::vector<double> ttft, tpot, itl;
    double tokens = 0, within = 0;
    double begin = std::numeric_limits<double>::infinity(), end = -begin;
    for (const Trace& trace : traces) {
        require_times(trace);
        if (trace.tokens.empty()) continue;
        const double first = trace.tokens.front(), last = trace.tokens.back();
        const std::size_t n = trace.tokens.size();
        const double each = n > 1 ? (last - first) / static_cast<double>(n - 1) : 0;
        ttft.push_back(first - trace.arrival);
        tpot.push_back(each);
        for (std::size_t i = 1; i < n; ++i) itl.push_back(trace.tokens[i] - trace.tokens[i - 1]);
        tokens += static_cast<double>(n);
        within += ttft.back() < slo.ttft && each < slo.tpot;
        begin = std::min(begin, trace.arrival);
        end = std::max(end, last);
    }
    const auto per_second = [&](double count) { return end > begin ? count / (end - begin) : 0; };
    return {summary(ttft), summary(tpot), summary(itl), per_second(tokens), per_second(within)};
}

}  // namespace tiny_llm
