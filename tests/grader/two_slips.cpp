#include "grader/two_slips.hpp"

#include <sys/time.h>

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <ctime>
#include <tuple>

namespace grader {
namespace {

constexpr double most_seconds = 0.5;  // of processor time, for all pairs together
constexpr int most_microseconds_a_call = 400'000;

sigjmp_buf before_the_call;
void leave_the_call(int) { siglongjmp(before_the_call, 1); }

/// Leaves the call that runs, instead of the process, while it exists.
class Guard {
public:
    Guard() {
        struct sigaction action {};
        action.sa_handler = leave_the_call;
        for (std::size_t i = 0; i < std::size(signals); ++i) ::sigaction(signals[i], &action, &old_[i]);
        limit(most_microseconds_a_call);
    }
    ~Guard() {
        limit(0);
        for (std::size_t i = 0; i < std::size(signals); ++i) ::sigaction(signals[i], &old_[i], nullptr);
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

private:
    static constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGVTALRM};
    static void limit(int microseconds) {
        const itimerval time{{0, 0}, {0, microseconds}};
        ::setitimer(ITIMER_VIRTUAL, &time, nullptr);
    }
    struct sigaction old_[std::size(signals)];
};

/// Large calls cost as much as all others together.
bool is_dear(const Record& record) { return record.call.elements() > (1u << 16); }

class SearchForTwo {
public:
    explicit SearchForTwo(const std::vector<const Record*>& records) : records_(records) {
        std::stable_sort(records_.begin(), records_.end(), [](const Record* a, const Record* b) {
            const auto key = [](const Record* r) { return std::tuple(is_dear(*r), !r->failed, r->call.elements()); };
            return key(a) < key(b);
        });
    }

    bool is_late() const { return static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC > most_seconds; }

    bool explain(const Mistake& a, const Mistake& b) const {
        bool shown = false, small_failed = false;
        std::vector<std::pair<const Record*, Outcome>> witnesses;
        for (const Record* record : records_) {
            // What leaves everything open agrees with every call, and large ones are dear.
            if (is_dear(*record) && small_failed && !shown) return false;
            small_failed = small_failed || record->failed;
            Outcome model = made(*a.catalogue, {&a, &b}, record->call);
            if (model.kind == Outcome::Kind::ended) return false;
            const Outcome outcome = with_known(model, record->learner, record->expected);
            const bool right = meets(outcome, record->expected);
            if (right == record->failed) return false;
            if (!record->failed || record->learner.kind == Outcome::Kind::ended) continue;
            if (!same(record->learner, outcome, record->expected.tolerance)) return false;
            if (evidence_of(model, record->learner, record->expected, record->call) != Evidence::known) continue;
            shown = true;
            witnesses.emplace_back(record, std::move(model));
        }
        return shown && matters(a, b, witnesses) && matters(b, a, witnesses);
    }

private:
    /// Whether some failure that is known in numbers would be another one without `half`.
    static bool matters(const Mistake& half, const Mistake& other,
                        const std::vector<std::pair<const Record*, Outcome>>& witnesses) {
        return std::any_of(witnesses.begin(), witnesses.end(), [&](const auto& witness) {
            const auto& [record, both] = witness;
            return !same(both, made(*half.catalogue, {&other}, record->call), record->expected.tolerance);
        });
    }

    std::vector<const Record*> records_;
    std::clock_t begin_ = std::clock();
};

}  // namespace

Outcome made(const Catalogue& catalogue, const std::vector<const Mistake*>& mistakes, const Call& call) {
    for (const Mistake* mistake : mistakes) *mistake->made = mistake->as;
    Outcome outcome;
    {
        const Guard guard;
        if (sigsetjmp(before_the_call, 1) == 0) outcome = catalogue.run(call);
        else outcome.kind = Outcome::Kind::ended;
    }
    for (const Mistake* mistake : mistakes) *mistake->made = 0;
    return outcome;
}

TwoSlips two_slips(const std::vector<Mistake>& mistakes, const std::vector<const Record*>& records) {
    const SearchForTwo search(records);
    std::vector<std::vector<const Mistake*>> found;
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        for (std::size_t k = i + 1; k < mistakes.size(); ++k) {
            const Mistake &a = mistakes[i], &b = mistakes[k];
            if (!a.catalogue || a.catalogue != b.catalogue || a.made == b.made) continue;
            if (search.is_late()) return {};
            if (search.explain(a, b)) found.push_back({&a, &b});
        }
    }
    if (found.empty()) return {};
    std::vector<const Mistake*> common = found.front();
    for (const auto& pair : found) {
        std::erase_if(common, [&](const Mistake* m) { return std::find(pair.begin(), pair.end(), m) == pair.end(); });
    }
    return {common, found.size() > 1};
}

}  // namespace grader
