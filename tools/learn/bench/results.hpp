#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/json/json.hpp"

namespace learn {

/// What is timed of one operation, in the order in which it is shown.
struct BenchPlan {
    std::string op;
    std::vector<std::string> shapes, impls;
};

struct BenchRow {
    std::string op, shape, impl;
    int threads = 1;
    double median_ms = 0;
    double ratio = 0;   // to the limit's time; 0 where there is no limit
    std::string limit;  // what sets it, in the row of the limit itself
    tools::Json json;   // all that was told
};

/// A contender that was not timed, and why: wrong, threw, unsolved, missing.
struct BenchRefusal {
    std::string op, shape, impl, reason, text;
};

struct BenchProgress {
    std::string op, shape;
    long done = 0, of = 0;
};

/// Reads what bin/bench prints, a JSON object in a line, as it comes. Other lines are the contenders' own and nothing here.
class BenchResults {
public:
    void read(std::string_view output);

    /// Forgets an operation of which not all was told, for another try.
    void forget(const std::string& op);

    /// The program was stopped: what was told of half a shape is forgotten.
    void forget_half_a_shape();

    /// A new program begins.
    void begin_run();

    /// The operation that is being timed; empty before the first and after the end.
    const std::string& running() const { return running_; }
    bool started() const { return started_; }
    bool ended() const { return ended_; }

    const BenchPlan* plan(const std::string& op) const;

    tools::Json start = tools::Json::object();  // the machine, as the program found it
    bool with_medals = true;                    // the learner's are the fast files
    std::vector<BenchPlan> plans;
    std::vector<BenchRow> rows;
    std::vector<BenchRefusal> refusals;
    std::function<void(const BenchProgress&)> on_progress;
    std::function<void(const std::string& op)> on_finished;  // all of an operation is told

private:
    void read_event(const tools::Json& event);
    void finish();

    std::string line_, running_;
    bool started_ = false, ended_ = false;  // the latest program
};

}  // namespace learn
