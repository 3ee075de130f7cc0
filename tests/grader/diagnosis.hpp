#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "grader/judge.hpp"

namespace grader {

/// A wrong answer that learners really give: its name, what the learner is told, and itself.
struct Mistake {
    std::string id;
    std::string text;
    std::function<Outcome(const Call&)> answer;
};

/// One graded call.
struct Record {
    std::string test;
    Call call;
    Expectation expected;
    Outcome learner;
    bool failed;
};

/// Names what the learner did, or nothing.
///
/// A mistake fits when the learner's outcome equals the mistake's own in every call in which the mistake is wrong.
/// It speaks only when the fitting mistakes, two at most, account for every failure, and no other explains the same
/// failures: silence is better than a wrong name.
class Diagnosis {
public:
    explicit Diagnosis(std::vector<Mistake> mistakes);

    void add(Record record);

    /// May be asked again after more records: each mistake answers each call once.
    std::vector<const Mistake*> names();

private:
    struct Suspect {
        const Mistake* mistake;
        bool cleared = false;                 // contradicted by a record
        std::set<std::size_t> asked = {};     // indices of records
        std::set<std::size_t> explains = {};  // of failed ones
    };

    void question(Suspect& suspect);
    void ask(Suspect& suspect, bool failed, bool large);

    std::vector<Mistake> mistakes_;
    std::vector<Record> records_;
    std::vector<Suspect> suspects_;
};

}  // namespace grader
