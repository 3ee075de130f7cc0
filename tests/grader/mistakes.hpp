#pragma once
// How an exercise's mistakes are described: one plain function that can make each of them.
//
//     MISTAKE(no_eps, "eps is missing: …", "缺了 eps：…");              its id is no-eps
//     FAMILY(eps_fixed, "eps is always {}: …", "…", 1e-5, 1e-6);        eps-fixed-1e-5 and eps-fixed-1e-6
//
//     static Values rms_norm(Run& run) {
//         const Floats& x = run.floats("x");
//         const Real eps = no_eps ? 0 : eps_fixed ? eps_fixed.number() : run.number("eps");
//         …
//     }
//
// While none is made, the function is right. What a mistake cannot know of itself is anything(), unwritten() or rounding().

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/catalogue.hpp"
#include "grader/module.hpp"

namespace grader {

/// Thrown by a switch that was asked too often: a mistake, or two of them together, loops for ever.
struct Endless {};
constexpr std::size_t most_questions = 50'000'000;  // in one call

namespace {  // each library has its own

struct Switch;
std::vector<Switch*> switches;  // in the order in which they are declared
std::size_t questions = 0;      // put to all of them in this call

/// One mistake, or a family of them that differ in a number. True while it is made.
struct Switch {
    std::string name;
    const char *en, *zh;
    std::vector<double> numbers{0};  // of a family
    std::string spelled;             // these, as the file has them: "1e-5, 1e-6"
    std::size_t made = 0;            // 0: not; k: with numbers[k - 1]

    Switch(const char* name, const char* en, const char* zh) : name(name), en(en), zh(zh) { switches.push_back(this); }
    Switch(const char* name, const char* en, const char* zh, std::vector<double> numbers, const char* spelled)
        : name(name), en(en), zh(zh), numbers(std::move(numbers)), spelled(spelled) {
        switches.push_back(this);
    }
    explicit(false) operator bool() const {
        if (++questions > most_questions) throw Endless{};
        return made > 0;
    }
    double number() const { return numbers.at(made - 1); }
};

/// The call that is to be answered.
struct Run {
    const Call& call;
    std::map<std::string, Floats> edited = {};

    bool has(const std::string& name) const { return call.find(name); }
    const Floats& floats(const std::string& name) const { return std::get<Floats>(call[name].is); }
    const std::vector<std::int64_t>& integers(const std::string& name) const {
        return std::get<Integers>(call[name].is).values;
    }
    double number(const std::string& name) const {
        const auto* whole = std::get_if<std::int64_t>(&call[name].is);
        return whole ? static_cast<double>(*whole) : std::get<double>(call[name].is);
    }
    /// For a mistake that writes into an argument: what it writes is compared with what was there.
    Floats& edit(const std::string& name) { return edited.try_emplace(name, floats(name)).first->second; }
};

[[maybe_unused]] Outcome outcome_of(Values (*function)(Run&), const Call& call) {
    questions = 0;
    Run run{call};
    Outcome outcome;
    try {
        outcome.outputs = function(run);
        // Of a call that is made with several threads (turns.hpp) they give what one gives, every time.
        if (run.has("threads")) {
            const Values alone = outcome.outputs;
            outcome.outputs.insert(outcome.outputs.end(), alone.begin(), alone.end());
            outcome.outputs.emplace_back(Integers({1}, leaves_open(alone) ? any_number : 0));
        }
    } catch (const Endless&) {
        outcome.kind = Outcome::Kind::ended;
    } catch (const std::bad_alloc&) {
        outcome.kind = Outcome::Kind::ended;
    } catch (const std::invalid_argument&) {
        outcome.kind = Outcome::Kind::invalid_argument;
    } catch (const std::exception&) {
        outcome.kind = Outcome::Kind::other_exception;
    }
    for (const auto& [name, now] : run.edited) {
        const Floats& before = run.floats(name);
        const std::size_t bytes = now.size() * sizeof(float);
        if (now.shape != before.shape || (bytes > 0 && std::memcmp(now.data(), before.data(), bytes) != 0))
            outcome.modified.push_back(name);
    }
    return outcome;
}

[[maybe_unused]] std::vector<Described> described() {
    std::vector<Described> all;
    for (Switch* one : switches) {
        std::string id = one->name, rest = one->spelled;
        std::replace(id.begin(), id.end(), '_', '-');
        for (std::size_t k = 0; k < one->numbers.size(); ++k) {
            const std::string number = rest.substr(0, rest.find(','));
            rest.erase(0, std::min(rest.size(), number.size() + 2));
            const auto told = [&](std::string text) {
                if (const auto at = text.find("{}"); at != text.npos) text.replace(at, 2, number);
                return text;
            };
            all.push_back({number.empty() ? id : id + "-" + number, told(one->en), told(one->zh), &one->made, k + 1});
        }
    }
    return all;
}

}  // namespace
}  // namespace grader

#define GRADER_TOLD(en, zh) static_assert(sizeof(en) > 1 && sizeof(zh) > 1, "a mistake is told in both languages")
#define MISTAKE(name, en, zh) \
    GRADER_TOLD(en, zh);      \
    static grader::Switch name(#name, en, zh)
#define FAMILY(name, en, zh, ...) \
    GRADER_TOLD(en, zh);          \
    static grader::Switch name(#name, en, zh, {__VA_ARGS__}, #__VA_ARGS__)
