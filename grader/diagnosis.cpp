#include "grader/diagnosis.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <map>

#include "grader/language.hpp"
#include "grader/memory.hpp"
#include "grader/module.hpp"
#include "grader/two_slips.hpp"

namespace grader {

static Mistake mistake_of(const Catalogue& catalogue, const Described& one) {
    Mistake mistake{one.id, language() == Language::zh ? one.zh : one.en, {}, &catalogue, one.made, one.as};
    mistake.answer = [mistake](const Call& call) { return made(*mistake.catalogue, {&mistake}, call); };
    return mistake;
}

std::vector<Mistake> known_mistakes(const Catalogue& catalogue) {
    std::vector<Mistake> mistakes;
    const char* left_out = std::getenv("TINY_LLM_LEAVE_OUT");  // tools/mutate/leave-one-out
    for (const Described& one : catalogue.mistakes()) {
        if (!left_out || one.id != left_out) mistakes.push_back(mistake_of(catalogue, one));
    }
    return mistakes;
}
namespace {

constexpr std::size_t most_mistakes_at_once = 2;

}  // namespace

Diagnosis::Diagnosis(std::vector<Mistake> mistakes) : mistakes_(std::move(mistakes)) {
    for (const auto& mistake : mistakes_) suspects_.push_back({&mistake});
}

void Diagnosis::add(Record record) { records_.push_back(std::move(record)); }

/// How the process ended is not compared: a mistake explains it by being wrong there, too.
Diagnosis::Answer Diagnosis::ask(Suspect& suspect, std::size_t i) {
    suspect.answers.resize(records_.size(), Answer::not_asked);
    suspect.evidence.resize(records_.size(), Evidence::none);
    Answer& answer = suspect.answers[i];
    if (answer != Answer::not_asked) return answer;
    const Record& record = records_[i];
    const Outcome model = suspect.mistake->answer(record.call);
    suspect.unsafe = suspect.unsafe || leaves_open(model);
    const Outcome outcome = with_known(model, record.learner, record.expected);
    const bool alike =
        record.learner.kind == Outcome::Kind::ended || same(record.learner, outcome, record.expected.tolerance);
    answer = meets(outcome, record.expected) ? Answer::right
             : record.failed && alike        ? Answer::like_the_learners
                                             : Answer::other;
    // What is right when nothing was called before is not wrong by itself. Memory that nobody wrote may hold anything then.
    if (record.right_alone && answer == Answer::like_the_learners && !leaves_open(model)) answer = Answer::other;
    // That a process has ended is no evidence of how.
    if (answer == Answer::like_the_learners && record.learner.kind != Outcome::Kind::ended)
        suspect.evidence[i] = evidence_of(model, record.learner, record.expected, record.call);
    return answer;
}

/// The failures that the mistake explains; none where one of the records contradicts it. Failed records and small ones
/// are asked first: most mistakes are out after one small call, and then the others cost nothing.
Diagnosis::Records Diagnosis::explained(Suspect& suspect, const Records& records, bool crashes_too) {
    const bool small_failed = std::any_of(records.begin(), records.end(),
                                          [&](std::size_t i) { return records_[i].failed && !is_large(records_[i]); });
    Records explains;
    for (const bool large : {false, true}) {
        for (const bool failed : {true, false}) {
            if (!failed && explains.empty() && (large || small_failed)) return {};
            for (const std::size_t i : records) {
                if (records_[i].failed != failed || is_large(records_[i]) != large) continue;
                const Answer answer = ask(suspect, i);
                if (answer == Answer::other) return {};
                if (answer == Answer::like_the_learners) explains.push_back(i);
            }
        }
    }
    for (const std::size_t i : records) {
        if (crashes_too && !explains.empty() && suspect.unsafe && records_[i].learner.kind == Outcome::Kind::ended &&
            ask(suspect, i) == Answer::right)
            explains.push_back(i);
    }
    std::sort(explains.begin(), explains.end());
    return explains;
}

/// Each of two may explain its share by itself, and both together still give something else: then it was another pair.
bool Diagnosis::agree_together(const std::vector<const Mistake*>& named, const Records& records) const {
    if (named.size() != 2 || !named[0]->catalogue || named[0]->catalogue != named[1]->catalogue) return true;
    return std::all_of(records.begin(), records.end(), [&](std::size_t i) {
        const Record& record = records_[i];
        if (is_large(record) || record.learner.kind == Outcome::Kind::ended) return true;
        const Outcome model = made(*named[0]->catalogue, named, record.call);
        return model.kind == Outcome::Kind::ended || agrees(model, record);
    });
}

std::vector<const Mistake*> Diagnosis::names_among(const Records& records, bool crashes_too) {
    struct Candidate {
        const Suspect* suspect;
        Records explains;
    };
    std::vector<Candidate> candidates;
    for (auto& suspect : suspects_) {
        Records explains = explained(suspect, records, crashes_too);
        if (!explains.empty()) candidates.push_back({&suspect, std::move(explains)});
    }
    Records open;
    std::copy_if(records.begin(), records.end(), std::back_inserter(open),
                 [&](std::size_t i) { return records_[i].failed; });

    std::vector<const Mistake*> named;
    while (!open.empty() && named.size() < most_mistakes_at_once) {
        const auto still_open = [&](const Candidate& c) {
            Records common;
            std::set_intersection(c.explains.begin(), c.explains.end(), open.begin(), open.end(),
                                  std::back_inserter(common));
            const auto shown = [&](Evidence what) {
                return std::count_if(common.begin(), common.end(),
                                     [&](std::size_t i) { return c.suspect->evidence[i] == what; });
            };
            // A number may look unwritten by chance, and memory that nobody wrote may hold one that looks written.
            const bool unwritten = shown(Evidence::looks_unwritten) > 0 &&
                                   shown(Evidence::looks_unwritten) >= shown(Evidence::looks_written);
            return unwritten || shown(Evidence::known) > 0 ? common : Records{};
        };
        const auto best = std::max_element(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
            return still_open(a).size() < still_open(b).size();
        });
        if (best == candidates.end() || still_open(*best).empty()) return {};
        const Records explains = still_open(*best);
        const auto rivals = std::count_if(candidates.begin(), candidates.end(),
                                          [&](const auto& c) { return still_open(c) == explains; });
        if (rivals > 1) {
            one_of_several_ = explains.size() == open.size() && named.empty();
            return {};
        }
        named.push_back(best->suspect->mistake);
        Records rest;
        std::set_difference(open.begin(), open.end(), explains.begin(), explains.end(), std::back_inserter(rest));
        open = std::move(rest);
    }
    return open.empty() && agree_together(named, records) ? named : std::vector<const Mistake*>{};
}

std::vector<Named> Diagnosis::names_among(const Records& records, std::clock_t begin) {
    std::vector<Named> named;
    one_of_several_ = false;
    auto mistakes = names_among(records, false);
    if (mistakes.empty()) mistakes = names_among(records, true);
    for (const Mistake* mistake : mistakes) named.push_back({Named::Made::alone, mistake});
    if (!named.empty() || one_of_several_) return named;  // where one is enough, two are a guess
    std::vector<const Record*> theirs;
    for (const std::size_t i : records) theirs.push_back(&records_[i]);
    const TwoSlips two = two_slips(mistakes_, theirs, begin);
    const auto how = two.and_another ? Named::Made::with_an_unknown : Named::Made::with_another;
    for (const Mistake* mistake : two.mistakes) named.push_back({how, mistake});
    return named;
}

static bool knows_all(const Outcome& model) {
    return std::none_of(model.outputs.begin(), model.outputs.end(), [](const Value& output) {
        const auto* array = std::get_if<Floats>(&output.is);
        return array && std::any_of(array->begin(), array->end(), [](float element) {
                   const auto bits = std::bit_cast<std::uint32_t>(element);
                   return bits == anything_bits || bits == unwritten_bits || bits == rounding_bits;
               });
    });
}

/// Whether all that is wrong is memory that nobody has written: too many mistakes come to that.
static bool only_unwritten(const Record& record) {
    const Values &yours = record.learner.outputs, &expected = record.expected.outputs;
    for (std::size_t k = 0; k < std::min(yours.size(), expected.size()); ++k) {
        const auto *its = std::get_if<Floats>(&yours[k].is), *right = std::get_if<Floats>(&expected[k].is);
        if (!its || !right || its->shape != right->shape) return false;
        for (const std::size_t i : compare(*its, *right, record.expected.tolerance).wrong)
            if (!is_fill(its->values[i])) return false;
    }
    return true;
}

bool Diagnosis::all_that_passed_passes(Suspect& suspect) {
    for (std::size_t i = 0; i < records_.size(); ++i) {
        if (!records_[i].failed && ask(suspect, i) != Answer::right) return false;
    }
    return true;
}

const Mistake* Diagnosis::of_the_shown_test() {
    std::size_t shown = records_.size();
    for (std::size_t i = 0; i < records_.size(); ++i) {
        if (records_[i].failed && (shown == records_.size() || records_[i].size < records_[shown].size)) shown = i;
    }
    // Of what is thrown only the type is compared: too little for one test alone.
    if (shown == records_.size() || records_[shown].learner.kind != Outcome::Kind::returned) return nullptr;
    if (only_unwritten(records_[shown])) return nullptr;
    std::vector<const Mistake*> found;
    for (auto& suspect : suspects_) {
        if (ask(suspect, shown) != Answer::like_the_learners || suspect.evidence[shown] != Evidence::known) continue;
        bool others = false;
        for (std::size_t i = 0; i < records_.size() && !others; ++i)
            others = records_[i].failed && ask(suspect, i) != Answer::like_the_learners;
        if (others && all_that_passed_passes(suspect)) found.push_back(suspect.mistake);
    }
    // A number that it leaves open, or to rounding, agrees with the learner's whatever that is: too little for one test alone.
    return found.size() == 1 && knows_all(found[0]->answer(records_[shown].call)) ? found[0] : nullptr;
}

const Mistake* Diagnosis::of_most_failures() {
    Records failed;
    for (std::size_t i = 0; i < records_.size(); ++i) {
        if (records_[i].failed && !is_large(records_[i])) failed.push_back(i);
    }
    const Mistake* found = nullptr;
    for (auto& suspect : suspects_) {
        std::size_t explained = 0, other = 0;
        bool knows = false;  // as for the shown test
        for (const std::size_t i : failed) {
            if (2 * other >= failed.size()) break;
            const bool explains = records_[i].learner.kind == Outcome::Kind::returned && !only_unwritten(records_[i]) &&
                                  ask(suspect, i) == Answer::like_the_learners &&
                                  suspect.evidence[i] == Evidence::known;
            ++(explains ? explained : other);
            knows = knows || (explains && knows_all(suspect.mistake->answer(records_[i].call)));
        }
        if (!knows || 2 * explained <= failed.size() || !all_that_passed_passes(suspect)) continue;
        if (found) return nullptr;
        found = suspect.mistake;
    }
    return found;
}

/// Where its answers and its refusals are told apart ("f → std::invalid_argument"), one of the others shows another wrong
/// answer than the mistake gives.
bool Diagnosis::contradicted(const Mistake& mistake, const std::string& function) {
    const auto plain = [](const std::string& name) { return name.substr(0, name.find(" → ")); };
    auto& suspect = suspects_[static_cast<std::size_t>(&mistake - mistakes_.data())];
    for (std::size_t i = 0; i < records_.size(); ++i) {
        if (plain(records_[i].call.function) == plain(function) && ask(suspect, i) == Answer::other) return true;
    }
    return false;
}

std::vector<Named> Diagnosis::names() {
    unnamed_.clear();
    Records all(records_.size());
    std::map<std::string, Records> by_function;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = i;
        by_function[records_[i].call.function].push_back(i);
    }
    std::vector<Named> named;
    const std::clock_t begin = std::clock();  // of all searches together
    named = names_among(all, begin);
    if (!named.empty()) return named;

    for (const auto& [function, records] : by_function) {
        if (std::none_of(records.begin(), records.end(), [&](std::size_t i) { return records_[i].failed; })) continue;
        auto mistakes = by_function.size() == 1 ? std::vector<Named>{} : names_among(records, begin);
        const auto is_contradicted = [&, &f = function](const Named& n) {
            return n.made == Named::Made::alone && contradicted(*n.mistake, f);
        };
        if (std::any_of(mistakes.begin(), mistakes.end(), is_contradicted)) mistakes.clear();
        for (const Named& one : mistakes) {
            const auto known =
                std::find_if(named.begin(), named.end(), [&](const Named& n) { return n.mistake == one.mistake; });
            if (known != named.end()) known->functions.push_back(function);
            else named.push_back({one.made, one.mistake, {function}});
        }
        if (!mistakes.empty()) continue;
        auto& group = unnamed_.emplace_back();
        for (const std::size_t i : records) group.push_back(&records_[i]);
    }
    return named;
}

}  // namespace grader
