#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <set>

#include "grader/diagnosis.hpp"
#include "grader/module.hpp"
#include "grader/symptoms/symptoms.hpp"
#include "grader/two_slips.hpp"

namespace grader {
namespace check {
namespace {

using Made = std::vector<const Mistake*>;

std::string names(const Made& made) {
    std::string text;
    for (const Mistake* mistake : made) text += (text.empty() ? "" : " + ") + mistake->id;
    return text.empty() ? "nothing" : text;
}

/// Numbers where a mistake leaves them open: memory that nobody wrote is zero, other memory holds anything.
void fill_open(Outcome& outcome) {
    std::uint32_t n = 1;
    for (Value& value : outcome.outputs) {
        auto* array = std::get_if<Floats>(&value.is);
        if (is_any_number(value)) value = 1;
        if (!array) continue;
        for (float& x : *array) {
            const auto bits = std::bit_cast<std::uint32_t>(x);
            if (bits == unwritten_bits || bits == fresh_bits) x = 0.0f;
            if (bits != anything_bits && bits != rounding_bits) continue;
            n = n * 1664525u + 1013904223u;
            x = static_cast<float>(n >> 8) / 8388608.0f - 1.0f;
        }
    }
}

/// What a learner who made these would have left in the log: a test ends at its first failure.
std::vector<Record> records_of(const Catalogue& catalogue, const Made& mistakes, const std::vector<Record>& asked) {
    std::vector<Record> records;
    std::string ended;
    for (const Record& one : asked) {
        if (one.test == ended) continue;
        Record record = one;
        record.learner = made(catalogue, mistakes, one.call);
        fill_open(record.learner);
        record.failed = !meets(record.learner, one.expected);
        if (record.failed) ended = one.test;
        records.push_back(std::move(record));
    }
    return records;
}

bool has_failed(const std::vector<Record>& records) {
    return std::any_of(records.begin(), records.end(), [](const Record& r) { return r.failed; });
}

/// Whether some failure shows more than that it is one: what is anything() everywhere agrees with all others.
bool shows_something(const Catalogue& catalogue, const Made& mistakes, const std::vector<Record>& records) {
    return std::any_of(records.begin(), records.end(), [&](const Record& r) {
        return r.failed &&
               evidence_of(made(catalogue, mistakes, r.call), r.learner, r.expected, r.call) != Evidence::none;
    });
}

struct Told {
    Made named;
    bool unsure = false;
    double seconds = 0;
};

Told told(const std::vector<Mistake>& mistakes, const std::vector<Record>& records) {
    const std::clock_t begin = std::clock();
    Diagnosis diagnosis(mistakes);
    for (const Record& record : records) diagnosis.add(record);
    Told told;
    for (const Named& named : diagnosis.names()) {
        told.named.push_back(nullptr);
        for (const Mistake& mistake : mistakes) {
            if (mistake.id == named.mistake->id) told.named.back() = &mistake;
        }
        told.unsure = told.unsure || named.made == Named::Made::with_an_unknown;
    }
    told.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    return told;
}

/// Whether these calls cannot tell the one from the other.
bool alike(const Catalogue& catalogue, const Made& these, const Made& those, const std::vector<Record>& records) {
    return std::all_of(records.begin(), records.end(), [&](const Record& record) {
        const Outcome a = made(catalogue, these, record.call), b = made(catalogue, those, record.call);
        return same(a, with_known(b, a), record.expected.tolerance) ||
               same(with_known(a, b), b, record.expected.tolerance);
    });
}

bool singles_hold(const std::vector<Mistake>& mistakes, const std::vector<Record>& asked, double& worst) {
    bool good = true;
    const auto fault = [&](const std::string& text) {
        std::printf("FAULT %s\n", text.c_str());
        good = false;
    };
    for (const Record& one : asked) {
        if (!meets(made(*mistakes[0].catalogue, {}, one.call), one.expected))
            fault("wrong with no mistake made: " + one.test);
    }
    std::vector<Record> small = asked;
    std::erase_if(small, [](const Record& one) { return one.call.elements() > (1u << 14); });
    std::set<std::string> ids;
    for (const Mistake& mistake : mistakes) {
        if (!ids.insert(mistake.id).second) fault(mistake.id + " is there twice");
        if (mistake.text.empty()) fault(mistake.id + " has no text");
        // The large calls cost more than all others: they can only rule out rivals, so they wait until there is one.
        auto records = records_of(*mistake.catalogue, {&mistake}, small);
        Told what = told(mistakes, records);
        if (what.named != Made{&mistake}) {
            records = records_of(*mistake.catalogue, {&mistake}, asked);
            what = told(mistakes, records);
        }
        if (!has_failed(records)) {
            fault(mistake.id + " changes nothing");
            continue;
        }
        worst = std::max(worst, what.seconds);
        if (what.named != Made{&mistake}) fault(mistake.id + " is named " + names(what.named));
    }
    return good;
}

bool no_symptom_of(const std::vector<Record>& records) {
    std::vector<const Record*> theirs;
    for (const Record& record : records) theirs.push_back(&record);
    return symptoms(theirs).empty();
}

struct Pairs {
    int all = 0, hidden = 0, open = 0, both = 0, one = 0, nothing = 0, wrong = 0, other_words = 0;
    double worst = 0;
};

/// Without the calls of a real size: they cost more than all others, and were asked of each mistake alone.
Pairs pairs_of(const std::vector<Mistake>& mistakes, std::vector<Record> asked, int most) {
    std::erase_if(asked, [](const Record& one) { return one.call.elements() > (1u << 16); });
    Pairs pairs;
    std::mt19937 random(1);
    for (int tries = 0; pairs.all < most && tries < 10 * most; ++tries) {
        const Mistake &a = mistakes[random() % mistakes.size()], &b = mistakes[random() % mistakes.size()];
        if (a.made == b.made || a.catalogue != b.catalogue) continue;
        const Catalogue& catalogue = *a.catalogue;
        const auto records = records_of(catalogue, {&a, &b}, asked);
        if (!has_failed(records) || !shows_something(catalogue, {&a, &b}, records)) continue;
        const Told what = told(mistakes, records);
        ++pairs.all;
        pairs.worst = std::max(pairs.worst, what.seconds);
        const auto made_it = [&](const Mistake* m) { return m == &a || m == &b; };
        const auto right = std::count_if(what.named.begin(), what.named.end(), made_it);
        const bool is_hidden = alike(catalogue, {&a, &b}, {&a}, records) || alike(catalogue, {&a, &b}, {&b}, records);
        pairs.hidden += is_hidden;
        pairs.open += !is_hidden;
        pairs.nothing += what.named.empty() && no_symptom_of(records);
        if (!is_hidden) pairs.both += right == 2, pairs.one += right >= 1;
        if (right < static_cast<std::ptrdiff_t>(what.named.size())) {
            const bool words = !what.unsure && alike(catalogue, {&a, &b}, what.named, records);
            pairs.other_words += words, pairs.one += words && !is_hidden && right == 0, pairs.wrong += !words;
        }
        if (is_hidden ? right > 0 : right == 2) continue;
        std::printf("%s + %s%s: %s%s\n", a.id.c_str(), b.id.c_str(), is_hidden ? " (one is hidden)" : "",
                    names(what.named).c_str(), what.unsure ? " and another" : "");
    }
    return pairs;
}

#if defined(TINY_LLM_SANITIZED)
/// Two together reach states that nobody thought of: the sanitizers look at all of them.
void run_all_pairs(const std::vector<Mistake>& mistakes, const std::vector<Record>& asked) {
    for (const Mistake& a : mistakes) {
        for (const Mistake& b : mistakes) {
            if (&a >= &b || a.made == b.made) continue;
            for (const Record& one : asked) {
                if (one.call.elements() < 4096) made(*a.catalogue, {&a, &b}, one.call);
            }
        }
    }
}
#else
void run_all_pairs(const std::vector<Mistake>&, const std::vector<Record>&) {}
#endif

}  // namespace
}  // namespace check

static bool check_catalogue(const Catalogue& catalogue, const std::vector<Record>& asked) {
    search_with_patience();
    const std::vector<Mistake> mistakes = known_mistakes(catalogue);
    const char* pairs = std::getenv("TINY_LLM_PAIRS");
    double worst = 0;
    const bool good = check::singles_hold(mistakes, asked, worst);
    check::run_all_pairs(mistakes, asked);
    const check::Pairs p = check::pairs_of(mistakes, asked, pairs ? std::atoi(pairs) : 200);
    std::printf("%zu mistakes on %zu calls; worst search for one %.3f s, for two %.3f s of processor time\n",
                mistakes.size(), asked.size(), worst, p.worst);
    std::printf(
        "%d pairs, in %d one hides the other; of the other %d both are named in %d, at least one in %d; nothing is "
        "told of %d, other words for the same %d, wrong %d\n",
        p.all, p.hidden, p.open, p.both, p.one, p.nothing, p.other_words, p.wrong);
    return good && p.wrong == 0 && p.both * 10 >= p.open * 9 && p.one * 20 >= p.open * 19 && p.nothing * 50 <= p.all;
}

}  // namespace grader

extern "C" const grader::CheckCatalogue grader_checks;
const grader::CheckCatalogue grader_checks = &grader::check_catalogue;
