#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/call.hpp"

namespace grader {

/// What a run did, for the one that explains it: the name of each test, a mark before each call, and after it that it passed
/// or what came of it. So a call that ended the process is a mark without an outcome. Each is written at once.
class Log {
public:
    using Append = std::function<void(const std::string& bytes)>;

    Log() = default;
    explicit Log(Append append) : append_(std::move(append)) {}

    void begin_test(const std::string& name);
    void begin_call();
    void passed();
    void failed(const Outcome& outcome, bool right_alone = false);
    void kept();

private:
    Append append_ = [](const std::string&) {};
};

struct Logged : Outcome {
    bool right_alone = false;  // in a process in which nothing was called before
};

/// The outcome of each call of a test; nothing of one that passed.
using Outcomes = std::vector<std::optional<Logged>>;

/// By the test's name. Where the bytes end too early, as much as there is.
std::map<std::string, Outcomes> read_log(std::string_view bytes);

}  // namespace grader
