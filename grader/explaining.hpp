#pragma once

#include <memory>
#include <string>
#include <vector>

#include "grader/catalogue.hpp"
#include "grader/judge.hpp"

namespace grader {

/// One graded call. Where the process ended in it, the learner's outcome says just that.
struct Record {
    std::string test;
    Call call;
    Expectation expected;
    Outcome learner;
    bool failed;
    std::size_t size = 0;      // the report of the smallest failure is shown
    bool right_alone = false;  // it failed, and not in a process in which nothing was called before
};

/// What the learner is told: the name of a mistake, or something that is true of every wrong result.
struct Sentence {
    std::string id;
    std::string text;
};

/// What explains failures: explaining.so, which only a run that explains loads. Nobody who has written nothing yet waits for it.
class Explaining {
public:
    virtual ~Explaining() = default;

    /// A call of the run that is explained.
    virtual void add(Record record) = 0;
    /// Diagnoses, and then symptoms.
    virtual std::pair<std::vector<Sentence>, std::vector<Sentence>> told() = 0;
};

/// What explaining.so exports, by the name `grader_explaining`.
using BeginExplaining = std::unique_ptr<Explaining> (*)(const Catalogue& catalogue);
/// By the name `grader_checks`, where the course is built with its own tests: grades a catalogue on all calls of its exercise. With no
/// mistake made the function is right; each mistake alone is refused and named by itself only; of 200 pairs, or as many as
/// TINY_LLM_PAIRS says, none is told anything false. Prints what it finds; true if all holds.
using CheckCatalogue = bool (*)(const Catalogue& catalogue, const std::vector<Record>& asked);

}  // namespace grader
