#include "bench/medal.hpp"

#include <algorithm>
#include <cmath>

namespace learn {
namespace {

constexpr const char* medal_names[] = {"", "bronze", "silver", "gold"};

bool is_peer(const std::string& impl) {
    return !impl.starts_with("step:") && impl != "solution" && impl != "limit" && impl != "yours" && impl != "plain";
}

bool stands_beside(const BenchRow& row, const BenchRow& yours) {
    return row.op == yours.op && row.shape == yours.shape && row.threads == yours.threads && row.median_ms > 0;
}

/// The time of `impl` beside the learner's; 0 where it has none.
double time_of(const BenchResults& results, const BenchRow& yours, const std::string& impl) {
    for (const BenchRow& row : results.rows) {
        if (row.impl == impl && stands_beside(row, yours)) return row.median_ms;
    }
    return 0;
}

bool is_ahead_of_all_peers(const BenchResults& results, const BenchRow& yours) {
    bool any = false;
    for (const BenchRow& row : results.rows) {
        if (!is_peer(row.impl) || !stands_beside(row, yours)) continue;
        if (yours.median_ms >= row.median_ms) return false;
        any = true;
    }
    return any;
}

const BenchRow* yours_at(const BenchResults& results, const BenchPlan& plan, const std::string& shape) {
    for (const BenchRow& row : results.rows) {
        if (row.op == plan.op && row.shape == shape && row.impl == "yours" && row.median_ms > 0) return &row;
    }
    return nullptr;
}

}  // namespace

std::string name(Medal medal) { return medal_names[static_cast<int>(medal)]; }

Medal medal_from(const std::string& word) {
    for (const Medal medal : {Medal::bronze, Medal::silver, Medal::gold}) {
        if (word == name(medal)) return medal;
    }
    return Medal::none;
}

Medal medal(const BenchResults& results, const BenchRow& yours) {
    const double time = yours.median_ms;
    if (time <= 0) return Medal::none;
    if (time <= 1.05 * time_of(results, yours, "solution") || is_ahead_of_all_peers(results, yours)) return Medal::gold;
    if (time <= 1.4 * time_of(results, yours, "limit")) return Medal::silver;
    if (time <= 2 * time_of(results, yours, "limit") || time <= 0.5 * time_of(results, yours, "step:plain")) {
        return Medal::bronze;
    }
    return Medal::none;
}

std::optional<Standing> standing(const BenchResults& results, const BenchPlan& plan,
                                 const std::vector<std::string>& ladder) {
    Standing result{Medal::gold, {}, "", "", ""};
    const BenchRow* largest = nullptr;
    for (const std::string& shape : plan.shapes) {
        const BenchRow* yours = yours_at(results, plan, shape);
        if (yours) largest = yours;  // a plan begins with the fewest rows
        const Medal here = yours ? medal(results, *yours) : Medal::none;
        if (here < result.medal) result.lowest.clear();
        result.medal = std::min(result.medal, here);
        if (here == result.medal) result.lowest.push_back(shape);
    }
    if (!largest) return {};
    if (result.lowest.size() == plan.shapes.size()) result.lowest.clear();
    result.shape = largest->shape;
    double nearest = 0;
    auto beside = ladder.end();
    for (auto rung = ladder.begin(); rung != ladder.end(); ++rung) {
        const double time = time_of(results, *largest, *rung);
        if (time <= 0) continue;
        const double distance = std::abs(std::log(largest->median_ms / time));
        if (beside != ladder.end() && distance >= nearest) continue;
        beside = rung;
        nearest = distance;
    }
    if (beside == ladder.end()) return result;
    result.beside = *beside;
    // What there is to gain, is where the medal was lost; else where there are the most rows.
    const BenchRow* lost = result.lowest.empty() ? nullptr : yours_at(results, plan, result.lowest[0]);
    const BenchRow& from = lost ? *lost : *largest;
    const auto next = std::find_if(beside, ladder.end(), [&](const std::string& rung) {
        const double time = time_of(results, from, rung);
        return time > 0 && 1.05 * time < from.median_ms;
    });
    if (next != ladder.end()) result.next = *next;
    return result;
}

}  // namespace learn
