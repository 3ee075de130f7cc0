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

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/catalogue.hpp"
#include "grader/module.hpp"

namespace grader {

/// Thrown by a switch that was asked too often: a mistake, or two of them together, loops for ever.
struct Endless {};
constexpr std::size_t most_questions = 50'000'000;                   // in one call
extern std::size_t questions __attribute__((visibility("hidden")));  // put to all switches in this call

/// One mistake, or a family of them that differ in a number. True while it is made.
struct Switch {
    std::string name;
    const char *en, *zh;
    std::vector<double> numbers;  // of a family; otherwise one, which nobody asks for
    std::string spelled;          // these, as the file has them: "1e-5, 1e-6"
    std::size_t made = 0;         // 0: not; k: with numbers[k - 1]

    Switch(const char* name, const char* en, const char* zh);
    Switch(const char* name, const char* en, const char* zh, std::vector<double> numbers, const char* spelled);
    explicit(false) operator bool() const {
        if (++questions > most_questions) throw Endless{};
        return made > 0;
    }
    double number() const { return numbers.at(made - 1); }
};

/// All of the library, in the order in which they are declared.
std::vector<Switch*>& switches();

/// The call that is to be answered. One begins to count the questions anew.
struct Run {
    const Call& call;
    std::map<std::string, Floats> edited = {};

    explicit Run(const Call& call);
    ~Run();
    bool has(const std::string& name) const { return call.find(name); }
    const Floats& floats(const std::string& name) const;
    const std::vector<std::int64_t>& integers(const std::string& name) const;
    double number(const std::string& name) const;
    /// For a mistake that writes into an argument: what it writes is compared with what was there.
    Floats& edit(const std::string& name);
};

Outcome outcome_of(Values (*function)(Run&), const Call& call);
std::vector<Described> described();

}  // namespace grader

#define GRADER_TOLD(en, zh) static_assert(sizeof(en) > 1 && sizeof(zh) > 1, "a mistake is told in both languages")
#define MISTAKE(name, en, zh) \
    GRADER_TOLD(en, zh);      \
    static grader::Switch name(#name, en, zh)
#define FAMILY(name, en, zh, ...) \
    GRADER_TOLD(en, zh);          \
    static grader::Switch name(#name, en, zh, {__VA_ARGS__}, #__VA_ARGS__)
