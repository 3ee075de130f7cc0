#pragma once

#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "grader/explaining.hpp"

namespace grader {

/// A wrong answer that learners really give: its name, what the learner is told, and itself.
struct Mistake {
    std::string id;
    std::string text;
    std::function<Outcome(const Call&)> answer;
    const Catalogue* catalogue = nullptr;  // where it can be made together with another one
    std::size_t *made = nullptr, as = 0;   // its switch there
};

std::vector<Mistake> known_mistakes(const Catalogue& catalogue);

/// Calls with weights of a real size cost as much as all others together. Two at once are asked them only where nothing smaller
/// has failed.
inline bool is_large(const Record& record) { return record.call.elements() > (1u << 19); }

/// A mistake, and the functions in which it was made; none where it was made in all that the exercise has.
struct Named {
    enum class Made { alone, with_another, with_an_unknown } made = Made::alone;
    const Mistake* mistake = nullptr;
    std::vector<std::string> functions = {};
};

/// Names what the learner did, or nothing.
///
/// A mistake fits when the learner's outcome equals the mistake's own in every call in which the mistake is wrong.
/// It speaks only when the fitting mistakes, two at most, account for every failure, and no other explains the same
/// failures: silence is better than a wrong name. At least one failure is to show it: what a mistake does not know of itself,
/// `anything()`, agrees with every number. Where none does, two at once are tried (two_slips.hpp). Where nothing accounts
/// for all of an exercise, each of its functions is explained by itself.
class Diagnosis {
public:
    explicit Diagnosis(std::vector<Mistake> mistakes);

    void add(Record record);

    /// May be asked again after more records: each mistake answers each call once.
    std::vector<Named> names();

    /// The one mistake that explains the failure whose report is shown, though not all others, and that no call which
    /// passed contradicts; null where there is none, or more than one.
    const Mistake* of_the_shown_test();

    /// The one mistake that explains more than half of all failures, and that no call which passed contradicts; null where there
    /// is none, or more than one.
    const Mistake* of_most_failures();

    /// The calls of functions in which something has failed and nothing was named.
    std::vector<std::vector<const Record*>> unnamed() const { return unnamed_; }

private:
    enum class Answer : char { not_asked, right, like_the_learners, other };
    using Records = std::vector<std::size_t>;  // their indices

    struct Suspect {
        const Mistake* mistake;
        std::vector<Answer> answers = {};     // to the records
        bool unsafe = false;                  // it touches memory that is not its own
        std::vector<Evidence> evidence = {};  // what those show that are like the learner's
    };

    Answer ask(Suspect& suspect, std::size_t record);
    /// With `crashes_too` a mistake that touches memory of others explains crashes where its model, which keeps to its own,
    /// is right.
    Records explained(Suspect& suspect, const Records& records, bool crashes_too);
    bool agree_together(const std::vector<const Mistake*>& named, const Records& records) const;
    std::vector<const Mistake*> names_among(const Records& records, bool crashes_too);
    std::vector<Named> names_among(const Records& records, std::clock_t begin);
    bool all_that_passed_passes(Suspect& suspect);
    bool contradicted(const Mistake& mistake, const std::string& function);

    std::vector<Mistake> mistakes_;
    std::vector<Record> records_;
    std::vector<Suspect> suspects_;
    std::vector<std::vector<const Record*>> unnamed_;
    bool one_of_several_ = false;  // any of these explains all that was looked at last
};

}  // namespace grader
