// Your turn.  Check: ./learn check serving_metrics
// Contract: serving_metrics.hpp, beside this file.  Lesson: docs/en/week3/04-many.md (中文: docs/zh/week3/04-many.md)

#include "serving_metrics.hpp"

#include <cmath>
#include <stdexcept>

#include "tiny_llm/todo.hpp"

namespace tiny_llm {

/// Refuses times that run backwards.
static void require_times(const Trace& trace) {
    double before = trace.arrival;
    for (const double token : trace.tokens) {
        if (!std::isfinite(before) || !std::isfinite(token) || token < before)
            throw std::invalid_argument("serving_metrics: a time that is not after the one before it");
        before = token;
    }
}

Metrics serving_metrics(const std::vector<Trace>& traces, const Slo& slo) {
    for (const Trace& trace : traces) require_times(trace);
    todo();
}

}  // namespace tiny_llm
