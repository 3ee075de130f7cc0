#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "grader/value.hpp"

namespace grader {

/// One call of a learner's function: its arguments by name. One type serves every exercise, so that comparing, reporting
/// and diagnosing are written once; `call.hpp` beside each test unpacks it.
struct Call {
    std::string function;  // which one, where an exercise has several
    std::vector<std::pair<std::string, Value>> arguments;

    const Value* find(const std::string& name) const {
        for (const auto& [known, value] : arguments) {
            if (known == name) return &value;
        }
        return nullptr;
    }
    const Value& operator[](const std::string& name) const {
        if (const Value* value = find(name)) return *value;
        throw std::logic_error("the test has no argument named " + name);
    }
    /// In the place of the argument of that name, or as another one.
    void set(const std::string& name, Value value) {
        for (auto& [known, old] : arguments) {
            if (known != name) continue;
            old = std::move(value);
            return;
        }
        arguments.emplace_back(name, std::move(value));
    }
    std::size_t elements() const {
        std::size_t n = 0;
        for (const auto& argument : arguments) n += grader::elements(argument.second);
        return n;
    }
};

/// What a call.hpp that catches exceptions itself, to look at what they leave behind, gives as an output.
constexpr const char *the_refusal = "std::invalid_argument", *another_exception = "another exception";

/// What came of one call, right or wrong.
struct Outcome {
    // ended: the process; kept: right, and wrong when it was made again after others
    enum class Kind : unsigned char { returned, invalid_argument, other_exception, todo, ended, kept };

    Kind kind = Kind::returned;
    Values outputs;
    std::vector<std::string> modified;  // names of the arguments that are not what they were
    std::string what;                   // an exception's text
    std::string file;                   // where todo() was reached
    int line = 0;
};

}  // namespace grader
