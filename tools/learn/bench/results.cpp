#include "bench/results.hpp"

#include <algorithm>
#include <utility>

namespace learn {
namespace {

std::string word(const tools::Json& event, const char* key) {
    const auto found = event.find(key);
    return found != event.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double amount(const tools::Json& event, const char* key) {
    const auto found = event.find(key);
    return found != event.end() && found->is_number() ? found->get<double>() : 0;
}

std::vector<std::string> words(const tools::Json& event, const char* key) {
    std::vector<std::string> result;
    const auto found = event.find(key);
    if (found == event.end() || !found->is_array()) return result;
    for (const tools::Json& one : *found) {
        if (one.is_string()) result.push_back(one.get<std::string>());
    }
    return result;
}

}  // namespace

void BenchResults::read(std::string_view output) {
    for (const char c : output) {
        if (c != '\n') {
            line_ += c;
            continue;
        }
        // A contender may have printed something without an end of line.
        const std::size_t at = line_.find("{\"event\":");
        if (at != line_.npos) {
            if (const tools::Json event = tools::parse_json(line_.substr(at)); event.is_object()) read_event(event);
        }
        line_.clear();
    }
}

void BenchResults::read_event(const tools::Json& event) {
    const std::string kind = word(event, "event"), op = word(event, "op"), shape = word(event, "shape");
    if (kind == "start") {
        start = event;
        start.erase("event");
        started_ = true;
    } else if (kind == "plan") {
        finish();
        running_ = op;
        plans.push_back({op, words(event, "shapes"), words(event, "impls")});
    } else if (kind == "progress") {
        const BenchProgress now{op, shape, tools::whole_number(event, "done", 0, 1'000'000),
                                tools::whole_number(event, "of", 0, 1'000'000)};
        if (on_progress) on_progress(now);
    } else if (kind == "refused") {
        refusals.push_back({op, shape, word(event, "impl"), word(event, "reason"), word(event, "text")});
    } else if (kind == "row") {
        rows.push_back({op, shape, word(event, "impl"),
                        static_cast<int>(tools::whole_number(event, "threads", 1, 100'000, 1)),
                        amount(event, "median_ms"), amount(event, "ratio_to_limit"), word(event, "limit"), event});
        rows.back().json.erase("event");
    } else if (kind == "end") {
        finish();
        ended_ = true;
    }
}

void BenchResults::finish() {
    const std::string op = std::exchange(running_, "");
    if (!op.empty() && on_finished) on_finished(op);
}

void BenchResults::forget(const std::string& op) {
    running_.clear();
    const auto of_it = [&](const auto& thing) { return thing.op == op; };
    std::erase_if(plans, of_it);
    std::erase_if(rows, of_it);
    std::erase_if(refusals, of_it);
}

void BenchResults::forget_half_a_shape() {
    if (rows.empty() || rows.back().op != running_) return;
    // The last row of a shape is the limit's, with as many threads as the first one has.
    const std::string shape = rows.back().shape;
    const auto of_it = [&](const BenchRow& row) { return row.op == running_ && row.shape == shape; };
    const BenchRow& first = *std::find_if(rows.begin(), rows.end(), of_it);
    if (rows.back().impl != "limit" || rows.back().threads != first.threads) std::erase_if(rows, of_it);
}

void BenchResults::begin_run() {
    line_.clear();
    running_.clear();
    started_ = ended_ = false;
}

const BenchPlan* BenchResults::plan(const std::string& op) const {
    for (const BenchPlan& p : plans) {
        if (p.op == op) return &p;
    }
    return nullptr;
}

}  // namespace learn
