#include "support/diagnosis.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace grader {
namespace {

constexpr std::size_t most_mistakes_at_once = 2;

struct Candidate {
    std::string id;
    std::set<std::size_t> explains;  // indices of failed records
};

/// The failed records that `mistake` accounts for; empty when it contradicts any record.
std::set<std::size_t> explained_by(const Mistake& mistake, const std::vector<Record>& records) {
    std::set<std::size_t> explains;
    const auto contradicts = [&](std::size_t i) {
        const Record& record = records[i];
        const Outcome outcome = with_known(run(mistake.answer, record.call), record.learner);
        if (meets(outcome, record.expected)) return false;
        if (!record.failed || !same(record.learner, outcome, record.expected.tolerance)) return true;
        explains.insert(i);
        return false;
    };
    // Failed records first: most mistakes are out after one small call, and the large ones are never computed.
    for (const bool failed : {true, false}) {
        for (std::size_t i = 0; i < records.size(); ++i) {
            if (records[i].failed == failed && contradicts(i)) return {};
        }
        if (explains.empty()) return {};
    }
    return explains;
}

}  // namespace

std::vector<std::string> diagnose(const std::vector<Record>& records, const std::vector<Mistake>& mistakes) {
    std::set<std::size_t> open;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (records[i].failed) open.insert(i);
    }
    std::vector<Candidate> candidates;
    for (const auto& mistake : mistakes) {
        if (auto explains = explained_by(mistake, records); !explains.empty()) {
            candidates.push_back({mistake.id, std::move(explains)});
        }
    }

    std::vector<std::string> named;
    while (!open.empty() && named.size() < most_mistakes_at_once) {
        const auto still_open = [&](const Candidate& c) {
            std::set<std::size_t> common;
            std::set_intersection(c.explains.begin(), c.explains.end(), open.begin(), open.end(),
                                  std::inserter(common, common.end()));
            return common;
        };
        const auto best = std::max_element(candidates.begin(), candidates.end(), [&](auto& a, auto& b) {
            return still_open(a).size() < still_open(b).size();
        });
        if (best == candidates.end() || still_open(*best).empty()) return {};
        const auto rivals = std::count_if(candidates.begin(), candidates.end(),
                                          [&](auto& c) { return still_open(c) == still_open(*best); });
        if (rivals > 1) return {};
        named.push_back(best->id);
        for (const auto i : best->explains) open.erase(i);
    }
    return open.empty() ? named : std::vector<std::string>{};
}

}  // namespace grader
