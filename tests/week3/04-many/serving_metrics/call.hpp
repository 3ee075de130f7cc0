// How the grader calls serving_metrics. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

/// Each trace is an array: the arrival, then the tokens. "since" is added to all times.
inline grader::Values call(grader::Arguments& arguments) {
    const auto since = static_cast<double>(arguments.number<std::int64_t>("since"));
    std::vector<Trace> traces;
    for (const grader::Value& value : arguments.several("traces")) {
        const auto& times = std::get<grader::Floats>(value.is).values;
        Trace& trace = traces.emplace_back();
        trace.arrival = since + times.at(0);
        for (std::size_t i = 1; i < times.size(); ++i) trace.tokens.push_back(since + times[i]);
    }
    const Tensor& slo = arguments["slo"];
    const Metrics metrics = serving_metrics(traces, {slo(0), slo(1)});
    grader::Values outputs;
    for (const Summary& one : {metrics.ttft, metrics.tpot, metrics.itl})
        for (const double figure : {one.mean, one.median, one.p99}) outputs.emplace_back(figure);
    outputs.emplace_back(metrics.tokens_per_second);
    outputs.emplace_back(metrics.goodput);
    return outputs;
}

}  // namespace tiny_llm
