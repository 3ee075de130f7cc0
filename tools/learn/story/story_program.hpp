#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands.hpp"
#include "system/process.hpp"
#include "tools/json/json.hpp"

namespace learn {

/// How one run of the program `story` went.
struct Telling {
    Ended ended;
    std::string errors;                 // what it wrote to standard error: the lines after the story, or what was wrong
    std::optional<tools::Json> record;  // what was told; `story --json` prints the same
    tools::Json parts;                  // whose part each was, of those that ran; null where it did not begin
    bool interrupted = false;           // by Ctrl-C

    /// It came to its end, or to the one that Ctrl-C asked for.
    bool complete() const { return record && ended.signal == 0 && ended.exit_code == (interrupted ? 130 : 0); }
};

/// The target that every story needs, with all parts given.
constexpr const char* story_target = "bin/story";

/// The program `story` with some of the parts in it replaced.
struct StoryProgram {
    /// With the learner's parts; warns of those that have changed since they passed.
    StoryProgram(Session& session, std::vector<std::string> options);

    const Course& course;
    std::vector<std::string> arguments;
    std::vector<std::string> yours;    // ids of the parts that are the learner's
    std::vector<std::string> changed;  // of those that passed with another file than the one that is there now
    std::string mistaken;              // id of the part that is mistaken, or empty
    std::string mistake;               // its mistake: rms_norm/layer-norm

    /// Builds the program, `more` of what it loads, and what is to stand in it. A learner's part that does not build is said and
    /// taken out. Throws SetupError where anything else does not build.
    void build(const std::vector<std::string>& more = {});

    /// What the replaced parts call of the given ones, as libraries of their own.
    std::vector<std::string> given_targets() const;

    /// How it is called.
    std::vector<std::string> command() const;

    /// Runs it to its end, or Ctrl-C's. The story goes to standard output as it comes, unless `quiet`, or to `show`, if there is one.
    /// A mistaken one is killed when it has been silent for a minute: a wrong answer may be an endless loop.
    Telling run(bool quiet, const std::function<void(std::string_view)>& show = {}) const;
};

/// Why a telling is not complete, in one line: the program's own, where it has said something.
std::string what_went_wrong(const Telling& telling);

/// The part in which it happened; empty where that is not known.
std::string at_work(const Telling& telling);

/// What was written to standard error besides these lines.
std::vector<std::string> other_errors(const Telling& telling);

}  // namespace learn
