#include "grader/symptoms/symptoms.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>

#include "grader/language.hpp"
#include "grader/symptoms/seen.hpp"

namespace grader {
namespace {

/// What can be compared with what is expected and differs.
All wrong_outputs(const Records& records) {
    All seen;
    for (const Record* r : records) {
        const Outcome& outcome = r->learner;
        if (!r->failed || outcome.kind != Outcome::Kind::returned) continue;
        if (r->expected.invalid_argument || r->expected.distribution) continue;
        const auto pairs = float_outputs(*r);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            const auto& [yours, expected] = pairs[k];
            // What is no array of floats is not looked at, and where it is wrong too, nothing holds of all that is wrong.
            if (!expected && close(r->learner.outputs[k], r->expected.outputs[k], r->expected.tolerance)) continue;
            if (!yours || yours->shape != expected->shape) return {};  // of_outcomes speaks of these
            auto wrong = compare(*yours, *expected, r->expected.tolerance).wrong;
            const int bits = r->expected.tolerance.bits;
            if (!wrong.empty())
                seen.push_back({*yours, *expected, r->call, std::move(wrong), bits ? std::ldexp(1.0, 1 - bits) : 2e-5});
        }
    }
    return seen;
}

/// What tells calls that fail from calls that pass knows nothing of those after a test's first failure.
std::optional<Symptom> of_calls_made(std::optional<Symptom> one) {
    if (one)
        one->text += either(" (A test ends with the first call that fails.)", "（一个测试做到第一次失败的调用为止。）");
    return one;
}

/// Then places and sizes are all that is to be said of it.
bool equal_but_for_rounding(const Seen& s) {
    return std::equal(s.yours.begin(), s.yours.end(), s.expected.begin(),
                      [&](float a, float b) { return s.same(a, b); });
}

}  // namespace

/// Where a test has caught the exception itself and found none, or another one, that is seen as of any call to be refused.
static std::optional<Record> as_refusal(const Record& r) {
    if (!r.failed || r.expected.outputs.empty() || r.learner.outputs.empty()) return std::nullopt;
    const auto* wanted = std::get_if<std::string>(&r.expected.outputs[0].is);
    const auto* yours = std::get_if<std::string>(&r.learner.outputs[0].is);
    if (!wanted || *wanted != the_refusal || !yours || *yours == the_refusal) return std::nullopt;
    Record refusal = r;
    refusal.expected.invalid_argument = true;
    if (*yours == another_exception) refusal.learner.kind = Outcome::Kind::other_exception;
    return refusal;
}

static std::vector<Symptom> symptoms_of(const Records& records);

std::vector<Symptom> symptoms(const Records& records) {
    std::deque<Record> refusals;
    Records all;
    for (const Record* r : records) {
        if (auto refusal = as_refusal(*r)) all.push_back(&refusals.emplace_back(std::move(*refusal)));
        else all.push_back(r);
    }
    return symptoms_of(all);
}

static std::vector<Symptom> symptoms_of(const Records& records) {
    if (std::none_of(records.begin(), records.end(), [](const Record* r) { return r->failed; })) return {};
    std::vector<Symptom> found;
    const auto take = [&](std::optional<Symptom> one) {
        if (one && found.size() < 2) found.push_back(std::move(*one));
    };
    take(of_outcomes(records));
    All seen = wrong_outputs(records);
    // One result beside calls that gave none shows little.
    const bool some_gave_none = std::any_of(records.begin(), records.end(), [](const Record* r) {
        return r->failed && !r->expected.invalid_argument && r->learner.kind != Outcome::Kind::returned;
    });
    if (some_gave_none && seen.size() < 2) seen.clear();
    if (!seen.empty()) {
        if (std::none_of(seen.begin(), seen.end(), equal_but_for_rounding)) {
            for (const auto ask : {of_copies, of_what_is_gone, of_values, of_inputs, of_the_whole}) {
                auto one = ask(seen);
                if (!one) continue;
                take(std::move(one));
                break;
            }
        }
        take(of_places(seen));
    }
    take(of_texts(records));
    take(of_tokens(records));
    take(of_outputs(records));
    take(of_calls_made(of_calls(records)));
    if (!seen.empty() && found.empty()) take(of_size(seen));
    if (found.empty()) take(of_first_lines(records));
    if (found.empty()) take(of_calls_made(of_some_calls(records)));
    // Of a tensor of heads one could take a row for all heads of a token.
    if (std::any_of(seen.begin(), seen.end(), [](const Seen& s) { return s.expected.shape.size() > 2; })) {
        const auto of_rows = [](const Symptom& s) { return s.id.find("-row") != std::string::npos; };
        const auto one = std::find_if(found.begin(), found.end(), of_rows);
        if (one != found.end())
            one->text += either(" (A row runs along the last axis.)", "（“行”指沿最后一个轴的一行。）");
    }
    return found;
}

}  // namespace grader
