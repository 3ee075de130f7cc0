#include "grader/two_slips.hpp"

#include <sys/time.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "grader/bytes.hpp"
#include "grader/module.hpp"

namespace grader {
namespace {

bool is_patient = false;              // nobody waits, and no test passes or fails by the clock
constexpr double most_seconds = 0.5;  // of processor time, for all pairs together
constexpr int most_microseconds_a_call = 400'000;
constexpr int most_seconds_of_patience = 20;

sigjmp_buf before_the_call;
volatile std::sig_atomic_t is_calling = 0;

void leave_the_call(int signal) {
    if (is_calling) siglongjmp(before_the_call, 1);
    if (signal != SIGVTALRM) ::signal(signal, SIG_DFL);  // the grader's own: it happens again, and ends the process
}

/// While one exists, signals leave the call that runs. A search has one for its tens of thousands of calls.
class Handlers {
public:
    Handlers() {
        if (alive_++ > 0) return;
        struct sigaction action {};
        action.sa_handler = leave_the_call;
        action.sa_flags = SA_NODEFER;
        for (std::size_t i = 0; i < std::size(signals); ++i) ::sigaction(signals[i], &action, &old_[i]);
    }
    ~Handlers() {
        if (--alive_ > 0) return;
        const itimerval never{};
        ::setitimer(ITIMER_VIRTUAL, &never, nullptr);
        for (std::size_t i = 0; i < std::size(signals); ++i) ::sigaction(signals[i], &old_[i], nullptr);
    }
    Handlers(const Handlers&) = delete;
    Handlers& operator=(const Handlers&) = delete;

private:
    static constexpr int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGVTALRM};
    inline static int alive_ = 0;
    inline static struct sigaction old_[std::size(signals)];
};

/// Leaves the call that runs, instead of the process, while it exists.
class Guard {
public:
    Guard() {
        const timeval until = is_patient ? timeval{most_seconds_of_patience, 0} : timeval{0, most_microseconds_a_call};
        const itimerval time{{0, 0}, until};
        ::setitimer(ITIMER_VIRTUAL, &time, nullptr);
        is_calling = 1;
    }
    ~Guard() { is_calling = 0; }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

private:
    Handlers handlers_;
};

/// These wait until a few pairs are left.
bool is_dear(const Record& record) { return record.call.elements() > (1u << 16); }

class SearchForTwo {
public:
    SearchForTwo(const std::vector<const Record*>& records, std::clock_t begin) : begin_(begin), records_(records) {
        if (std::any_of(records_.begin(), records_.end(), [](const Record* r) { return r->failed && !is_large(*r); }))
            std::erase_if(records_, [](const Record* r) { return is_large(*r); });
        std::stable_sort(records_.begin(), records_.end(), [](const Record* a, const Record* b) {
            const auto key = [](const Record* r) { return std::tuple(is_dear(*r), !r->failed, r->call.elements()); };
            return key(a) < key(b);
        });
        dear_ = std::find_if(records_.begin(), records_.end(), [](const Record* r) { return is_dear(*r); });
        // Without a small failure only the large ones can show anything.
        if (std::none_of(records_.cbegin(), dear_, [](const Record* r) { return r->failed; })) dear_ = records_.end();
    }

    bool is_late() const {
        return !is_patient && static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC > most_seconds;
    }

    enum class Explain { no, openly, in_numbers };  // openly: what a half changes is anything()
    Explain explain(const Mistake& a, const Mistake& b) const {
        Witnesses witnesses;
        const auto agree = [&](const Record* record) { return agrees(a, b, *record, witnesses); };
        if (!std::all_of(records_.cbegin(), dear_, agree) || witnesses.empty() || !left_unwritten(witnesses))
            return Explain::no;
        return std::min(matters(a, b, witnesses), matters(b, a, witnesses));
    }

    bool explain_dear(const Mistake& a, const Mistake& b) const {
        Witnesses witnesses;
        return std::all_of(dear_, records_.cend(), [&](const Record* r) { return agrees(a, b, *r, witnesses); });
    }

private:
    using Witnesses = std::vector<std::pair<const Record*, Outcome>>;

    static bool agrees(const Mistake& a, const Mistake& b, const Record& record, Witnesses& witnesses) {
        Outcome model = made(*a.catalogue, {&a, &b}, record.call);
        if (model.kind == Outcome::Kind::ended) return false;
        if (!grader::agrees(model, record)) return false;
        if (!record.failed || record.learner.kind == Outcome::Kind::ended) return true;
        if (evidence_of(model, record.learner, record.expected, record.call) == Evidence::known)
            witnesses.emplace_back(&record, std::move(model));
        return true;
    }

    /// What the two never write agrees with every wrong number; but if most look written, somebody wrote them.
    static bool left_unwritten(const Witnesses& witnesses) {
        int unwritten = 0, written = 0;
        for (auto [record, unknown] : witnesses) {
            for (Value& output : unknown.outputs) {
                auto* array = std::get_if<Floats>(&output.is);
                if (!array) continue;
                for (float& x : *array)
                    if (std::bit_cast<std::uint32_t>(x) != unwritten_bits) x = anything();
            }
            const Evidence shown = evidence_of(unknown, record->learner, record->expected, record->call);
            unwritten += shown == Evidence::looks_unwritten;
            written += shown == Evidence::looks_written;
        }
        return written <= unwritten;
    }

    /// Whether some failure that is known in numbers would be another one without `half`. What leaves everything open agrees
    /// with all, and is no half.
    static Explain matters(const Mistake& half, const Mistake& other, const Witnesses& witnesses) {
        Explain most = Explain::no;
        for (const auto& [record, both] : witnesses) {
            const Outcome without = made(*half.catalogue, {&other}, record->call);
            const Tolerance tolerance = record->expected.tolerance;
            if (both.kind != without.kind) return Explain::in_numbers;  // exceptions testify by their type
            if (same(both, without, tolerance)) continue;
            if (!same(with_known(both, without, {without.outputs, tolerance}), without, tolerance))
                return Explain::in_numbers;
            if (!is_all_open(made(*half.catalogue, {&half}, record->call))) most = Explain::openly;
        }
        return most;
    }

    /// Where there is no element, nothing else is known either.
    static bool is_all_open(const Outcome& outcome) {
        bool is_empty = false;
        for (const Value& output : outcome.outputs) {
            const auto* array = std::get_if<Floats>(&output.is);
            is_empty = is_empty || (array && array->size() == 0);
            if (!array || array->size() == 0) continue;
            if (std::all_of(array->begin(), array->end(),
                            [](float x) { return std::bit_cast<std::uint32_t>(x) == anything_bits; }))
                return true;
        }
        return is_empty;
    }

    Handlers handlers_;
    std::clock_t begin_;
    std::vector<const Record*> records_;
    std::vector<const Record*>::const_iterator dear_;
};

}  // namespace

bool agrees(const Outcome& model, const Record& record) {
    const Outcome outcome = with_known(model, record.learner, record.expected);
    if (meets(outcome, record.expected) == record.failed) return false;
    return !record.failed || record.learner.kind == Outcome::Kind::ended ||
           same(record.learner, outcome, record.expected.tolerance);
}

void search_with_patience() { is_patient = true; }

static Outcome made_now(const Catalogue& catalogue, const std::vector<const Mistake*>& mistakes, const Call& call) {
    for (const Mistake* mistake : mistakes) *mistake->made = mistake->as;
    Outcome outcome;
    {
        const Guard guard;
        if (sigsetjmp(before_the_call, 0) == 0) outcome = catalogue.run(call);
        else outcome.kind = Outcome::Kind::ended;
    }
    for (const Mistake* mistake : mistakes) *mistake->made = 0;
    return outcome;
}

Outcome made(const Catalogue& catalogue, const std::vector<const Mistake*>& mistakes, const Call& call) {
    if (!is_patient) return made_now(catalogue, mistakes, call);
    // A learner's search asks nothing twice. Those for hundreds of planted pairs ask the same again and again: it is remembered,
    // as long as there is room.
    static std::map<std::vector<std::size_t>, Outcome> known;
    static std::size_t room = std::size_t{1} << 24;  // numbers
    Writer writer;
    writer.put(call);
    std::vector<std::size_t> key{std::hash<std::string>()(writer.bytes), reinterpret_cast<std::uintptr_t>(&catalogue)};
    for (const Mistake* mistake : mistakes) {
        key.push_back(reinterpret_cast<std::uintptr_t>(mistake->made));
        key.push_back(mistake->as);
    }
    if (const auto found = known.find(key); found != known.end()) return found->second;
    const Outcome outcome = made_now(catalogue, mistakes, call);
    std::size_t size = 64;
    for (const Value& output : outcome.outputs) size += elements(output);
    if (size < room) room -= size, known.emplace(std::move(key), outcome);
    return outcome;
}

TwoSlips two_slips(const std::vector<Mistake>& mistakes, const std::vector<const Record*>& records,
                   std::clock_t begin) {
    const SearchForTwo search(records, begin);
    std::vector<std::vector<const Mistake*>> found, openly;
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        for (std::size_t k = i + 1; k < mistakes.size(); ++k) {
            const Mistake &a = mistakes[i], &b = mistakes[k];
            if (!a.catalogue || a.catalogue != b.catalogue || a.made == b.made) continue;
            if (search.is_late()) return {};
            const auto how = search.explain(a, b);
            if (how == SearchForTwo::Explain::in_numbers) found.push_back({&a, &b});
            if (how == SearchForTwo::Explain::openly) openly.push_back({&a, &b});
        }
    }
    if (found.empty()) found = std::move(openly);
    // One that the large calls confirm is enough: where there are several, the others only make it less sure.
    std::size_t confirmed = 0;
    while (confirmed < found.size() && !(search.is_late() && confirmed > 0)) {
        if (search.is_late()) return {};
        if (search.explain_dear(*found[confirmed][0], *found[confirmed][1])) ++confirmed;
        else found.erase(found.begin() + static_cast<std::ptrdiff_t>(confirmed));
    }
    if (found.empty()) return {};
    std::vector<const Mistake*> common = found.front();
    for (const auto& pair : found) {
        std::erase_if(common, [&](const Mistake* m) { return std::find(pair.begin(), pair.end(), m) == pair.end(); });
    }
    return {common, found.size() > 1};
}

}  // namespace grader
