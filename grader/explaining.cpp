#include "grader/explaining.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "grader/diagnosis.hpp"
#include "grader/language.hpp"
#include "grader/symptoms/symptoms.hpp"

namespace grader {
namespace {

/// The function, where its answers and its refusals are told apart ("f → std::invalid_argument").
std::string plain(const std::string& function) { return function.substr(0, function.find(" → ")); }

class Explained : public Explaining {
public:
    explicit Explained(const Catalogue& catalogue) : diagnosis_(known_mistakes(catalogue)) {}

    void add(Record record) override {
        functions_.insert(record.call.function);
        if (record.learner.kind == Outcome::Kind::kept) kept_ = true;
        else if (record.learner.kind != Outcome::Kind::todo) {
            right_alone_ = right_alone_ || record.right_alone;
            diagnosis_.add(std::move(record));
        }
    }

    std::pair<std::vector<Sentence>, std::vector<Sentence>> told() override {
        std::vector<Sentence> diagnoses, seen;
        const auto all = diagnosis_.names();
        // Two that are each seen alone, in calls of the same functions, are no less of one answer: "the numbers are right".
        const bool of_one_answer = all.size() == 2 && all[0].functions == all[1].functions;
        for (const Named& named : all) {
            std::string text = about(named.functions, named.mistake->text);
            const bool at_once =
                named.made == Named::Made::with_another || (named.made == Named::Made::alone && of_one_answer);
            if (at_once && diagnoses.empty())
                text =
                    either(
                        "This looks like two mistakes at once, or like one that shows in both ways. Each is described as if the other one had been fixed.\n",
                        "看起来同时有两处错误，也可能是一处错误有两种表现，下面分开说：说到一处时，都当作另一处已经改好。\n") +
                    text;
            if (named.made == Named::Made::with_an_unknown)
                text += either(" Something else is wrong too, and the above is said as if that had been fixed.",
                               "此外还有别的地方不对；以上是假定那一处已经改好来说的。");
            diagnoses.push_back({named.mistake->id, text});
        }
        if (all.empty() && !kept_) {
            const auto fails_as = [&](const Mistake& one, const char* begins, const char* ends) {
                seen.push_back({"as-if-" + one.id, begins + one.text + ends});
            };
            if (const Mistake* one = diagnosis_.of_the_shown_test())
                fails_as(
                    *one,
                    either("The test above fails exactly as it would with this mistake: ",
                           "上面这个测试的结果，和有下面这处错误时一模一样："),
                    either(
                        " It doesn't explain how another test fails, so there may be more to it, or the cause is another.",
                        "但另有一个测试，这处错误解释不了它的结果：也许不止这一处，或者另有原因。"));
            else if ((one = diagnosis_.of_most_failures()))
                fails_as(*one,
                         either("Most calls that fail do so exactly as they would with this mistake: ",
                                "出错的调用里，多数的结果和有下面这处错误时一模一样："),
                         either(" It doesn't explain the others, so there may be more to it, or the cause is another.",
                                "但其余的解释不了：也许不止这一处，或者另有原因。"));
        }
        const bool survives = kept_ || right_alone_;
        if (survives && diagnoses.empty()) {
            diagnoses.push_back(
                {"kept-from-call-to-call",
                 either(
                     "A call that is right when it comes first goes wrong after others. Either something survives from one "
                     "call to the next, in a static or global variable: set what it holds anew in each call. Or the result "
                     "depends on memory: it is read before it is written, it isn't yours (an index below 0, or beyond the "
                     "end), or it matters at which address a tensor lies.",
                     "先做的调用是对的，后做的却错了。要么有东西从一次调用留到了下一次，在 static "
                     "变量或全局变量里：它存的东西每次调用都要重新算。要么结果和内存有关：还没写就去读，越界去读"
                     "（下标小于 0，或者过了末尾），或者张量放在哪个地址会影响结果。")});
        }
        std::map<std::string, std::vector<const Record*>> groups;
        // What is seen of numbers that are an earlier call's is no pattern of the answer's.
        for (const auto& group : survives ? std::vector<std::vector<const Record*>>{} : diagnosis_.unnamed()) {
            auto& records = groups[plain(group.front()->call.function)];
            records.insert(records.end(), group.begin(), group.end());
        }
        for (auto& [function, group] : groups) {
            const auto to_be_refused = [](const Record* r) { return r->expected.invalid_argument; };
            const auto fails = [&](bool refused) {
                return std::any_of(group.begin(), group.end(),
                                   [&](const Record* r) { return r->failed && to_be_refused(r) == refused; });
            };
            const bool both = fails(false) && fails(true);
            if (both) std::erase_if(group, to_be_refused);
            // Where both fail, or one of the two has a name already, what is seen is true of the other alone.
            const std::string& whole = group.front()->call.function;
            std::string of_these;
            if (!both && !diagnoses.empty() && whole != function)
                of_these = either(" of calls that must be refused", "（应当拒绝的调用）");
            else if (both || (!diagnoses.empty() && functions_.contains(function + " → std::invalid_argument")))
                of_these = either(" of valid calls", "（应当接受的调用）");
            for (const Symptom& s : symptoms(group)) {
                if (!of_these.empty() && s.id == "unrefused") continue;  // which says that nothing else fails
                // It says what it was seen in, because inputs that no test has may show something else.
                std::string text = s.text;
                text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
                seen.push_back({s.id, about({function}, either("Seen in the tests", "测试中看到") + of_these +
                                                            either(": ", "：") + text)});
            }
        }
        return {diagnoses, seen};
    }

private:
    /// A sentence about some of an exercise's functions, which it names where there are several. One of float has no name here.
    std::string about(const std::vector<std::string>& functions, const std::string& sentence) const {
        std::set<std::string> all;
        for (const std::string& function : functions_) all.insert(plain(function));
        if (all.size() == 1) return sentence;
        std::string names;
        for (const std::string& function : functions) {
            const std::string name = function.empty() ? "float" : plain(function);
            if (sentence.find(name) == std::string::npos && names.find(name) == std::string::npos)
                names += (names.empty() ? "" : either(", ", "、")) + name;
        }
        return names.empty() ? sentence : names + either(": ", "：") + sentence;
    }

    Diagnosis diagnosis_;
    std::set<std::string> functions_;
    bool kept_ = false;         // a call was right, and not when it was made again
    bool right_alone_ = false;  // a call was wrong, and not when it was made alone
};

std::unique_ptr<Explaining> begin(const Catalogue& catalogue) { return std::make_unique<Explained>(catalogue); }

}  // namespace
}  // namespace grader

extern "C" const grader::BeginExplaining grader_explaining;
const grader::BeginExplaining grader_explaining = &grader::begin;
