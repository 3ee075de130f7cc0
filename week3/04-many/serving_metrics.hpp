#ifndef TINY_LLM_SERVING_METRICS_HPP
#define TINY_LLM_SERVING_METRICS_HPP

#include <vector>

namespace tiny_llm {

/// A request: when it arrived, and when each token of the answer came. In seconds, counted from any moment.
struct Trace {
    double arrival = 0;
    std::vector<double> tokens;
};

/// What users were promised, in seconds: at most so long until the first token, and at most so long for each after it.
struct Slo {
    double ttft = 0;
    double tpot = 0;
};

/// Of some times: their mean, their median, and what 99 of 100 don't exceed. Each is 0 where there are no times.
struct Summary {
    double mean = 0;
    double median = 0;
    double p99 = 0;
};

struct Metrics {
    Summary ttft;  // time to first token
    Summary tpot;  // time per output token
    Summary itl;   // inter-token latency
    double tokens_per_second = 0;
    double goodput = 0;
};

/// How fast a server has answered, seen by its users. Computed in double.
///
///     ttft                tokens[0] - arrival, one for each request
///     tpot                (last token - first token) / (n - 1), one for each request of n > 1 tokens
///     itl                 token - token before it: all of all requests, in one list
///     tokens_per_second   all tokens / duration
///     goodput             requests within both limits / duration. A time just at its limit is within it, and a request of one
///                         token has a tpot of 0 here
///     duration            the last token of all - the first arrival of all
///
/// The median and p99 are percentiles 50 and 99 as numpy computes them: of n times in rising order, percentile p is at position
/// (n - 1) * p / 100, counted from 0, and between two times on the straight line from one to the other.
///
/// Traces are in any order. One without tokens was not completed: it is in no figure, its arrival included. Where the duration is
/// 0, the rates are 0.
///
/// Throws std::invalid_argument when, in a trace with tokens, a time is not finite or earlier than the one before it. The same
/// time twice is fine.
///
/// Source: vLLM's benchmarks/serve.py (calculate_metrics); DistServe (Zhong et al. 2024) for goodput.
Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo);

}  // namespace tiny_llm

#endif
