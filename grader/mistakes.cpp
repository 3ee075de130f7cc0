// What a function that makes mistakes is linked with, so that each exercise's compiles in a moment.

#include "grader/mistakes.hpp"

#include <algorithm>
#include <cstring>

#include "grader/plain.hpp"

namespace grader {

std::size_t questions = 0;

Switch::Switch(const char* name, const char* en, const char* zh) : Switch(name, en, zh, {0}, "") {}

Switch::Switch(const char* name, const char* en, const char* zh, std::vector<double> numbers, const char* spelled)
    : name(name), en(en), zh(zh), numbers(std::move(numbers)), spelled(spelled) {
    switches().push_back(this);
}

std::vector<Switch*>& switches() {
    static std::vector<Switch*> all;
    return all;
}

Run::Run(const Call& call) : call(call) { questions = 0; }
Run::~Run() = default;

const Floats& Run::floats(const std::string& name) const { return std::get<Floats>(call[name].is); }

const std::vector<std::int64_t>& Run::integers(const std::string& name) const {
    return std::get<Integers>(call[name].is).values;
}

double Run::number(const std::string& name) const {
    const auto* whole = std::get_if<std::int64_t>(&call[name].is);
    return whole ? static_cast<double>(*whole) : std::get<double>(call[name].is);
}

Floats& Run::edit(const std::string& name) { return edited.try_emplace(name, floats(name)).first->second; }

Outcome outcome_of(Values (*function)(Run&), const Call& call) {
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
    for (const auto& [name, value] : call.arguments) {  // in which order the learner's are told
        const auto edited = run.edited.find(name);
        if (edited == run.edited.end()) continue;
        const Floats &now = edited->second, &before = run.floats(name);
        const std::size_t bytes = now.size() * sizeof(float);
        if (now.shape != before.shape || (bytes > 0 && std::memcmp(now.data(), before.data(), bytes) != 0))
            outcome.modified.push_back(name);
    }
    return outcome;
}

Fast fast;

Outcome outcome_of(Values (*function)(Run&, Fast&), const Call& call) {
    static Values (*asked)(Run&, Fast&);
    asked = function;
    fast = {};
    Outcome outcome = outcome_of(
        +[](Run& run) { return asked(run, fast); }, call);
    if (call.find("threads") && !fast.by_threads.empty() && outcome.kind == Outcome::Kind::returned) {
        std::copy(fast.by_threads.begin(), fast.by_threads.end(), outcome.outputs.begin());
        if (!is_any_number(outcome.outputs.back())) outcome.outputs.back() = Integers({1}, 1);
    }
    fast = {};  // it holds what the function has
    return outcome;
}

std::vector<Described> described() {
    std::vector<Described> all;
    for (Switch* one : switches()) {
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

}  // namespace grader
