#include "grader/diagnosis.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace grader {
namespace {

constexpr std::size_t most_mistakes_at_once = 2;

/// Calls with weights of a real size cost as much as all others together.
bool is_large(const Record& record) { return record.call.elements() > (1u << 20); }

}  // namespace

Diagnosis::Diagnosis(std::vector<Mistake> mistakes) : mistakes_(std::move(mistakes)) {
    for (const auto& mistake : mistakes_) suspects_.push_back({&mistake});
}

void Diagnosis::add(Record record) { records_.push_back(std::move(record)); }

/// Asks the suspect for its outcome in the records of one kind, until one contradicts it.
void Diagnosis::ask(Suspect& suspect, bool failed, bool large) {
    for (std::size_t i = 0; i < records_.size() && !suspect.cleared; ++i) {
        const Record& record = records_[i];
        if (record.failed != failed || is_large(record) != large || !suspect.asked.insert(i).second) continue;
        const Outcome outcome = with_known(suspect.mistake->answer(record.call), record.learner, record.expected);
        if (meets(outcome, record.expected)) continue;
        if (failed && same(record.learner, outcome, record.expected.tolerance)) {
            suspect.explains.insert(i);
        } else {
            suspect.cleared = true;
        }
    }
}

/// Failed records and small ones first: most mistakes are out after one small call, and then the others cost nothing.
void Diagnosis::question(Suspect& suspect) {
    const bool small_failed =
        std::any_of(records_.begin(), records_.end(), [](const Record& r) { return r.failed && !is_large(r); });
    ask(suspect, true, false);
    if (!suspect.explains.empty()) ask(suspect, false, false);
    if (!suspect.explains.empty() || !small_failed) ask(suspect, true, true);
    if (!suspect.explains.empty()) ask(suspect, false, true);
    if (!suspect.explains.empty()) ask(suspect, false, false);
}

std::vector<const Mistake*> Diagnosis::names() {
    std::set<std::size_t> open;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        if (records_[i].failed) open.insert(i);
    }
    std::vector<const Suspect*> candidates;
    for (auto& suspect : suspects_) {
        question(suspect);
        if (!suspect.cleared && !suspect.explains.empty()) candidates.push_back(&suspect);
    }

    std::vector<const Mistake*> named;
    while (!open.empty() && named.size() < most_mistakes_at_once) {
        const auto still_open = [&](const Suspect* c) {
            std::set<std::size_t> common;
            std::set_intersection(c->explains.begin(), c->explains.end(), open.begin(), open.end(),
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
        named.push_back((*best)->mistake);
        for (const auto i : (*best)->explains) open.erase(i);
    }
    return open.empty() ? named : std::vector<const Mistake*>{};
}

}  // namespace grader
