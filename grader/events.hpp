#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// What the runner wants, as one object of JSON on standard input:
///
///     events, nonce  where it is told, and what proves the end         lang   of the reader
///     answer         {"library": …} and "id" where it is a planted one; the learner's where there is none
///     with           the libraries of what it may call
///     log            a file: of what each call gave, or, with "explain": true, of what it gave in an earlier run
///     asked          the tests that an earlier run has asked, where its process did not come to the end: the others are asked
///     plot           a library of panels: not the questions are asked, but what a picture shows
struct Settings {
    std::string log, plot, library, id;
    std::optional<std::vector<std::string>> with;
    std::vector<std::string> asked;
    bool explain = false;
};

/// Reads them, when there is a runner.
void connect_to_runner();

const Settings& settings();

/// An object of JSON. The library's own takes longer to compile than all else that tells.
struct Member;
using Event = std::vector<Member>;
struct Member {
    Member(std::string key, const std::string& text);
    Member(std::string key, const char* text) : Member(std::move(key), std::string(text)) {}
    Member(std::string key, const std::vector<Event>& several);
    template <std::integral T>
    Member(std::string name, T number) : key(std::move(name)), json(std::to_string(number)) {
        if constexpr (std::same_as<T, bool>) json = number ? "true" : "false";
    }

    std::string key, json;
};

/// Appends one line of JSON to the runner's file. Opens and closes it each time, so that an answer which closes
/// every descriptor loses nothing. Does nothing without a runner.
void tell(const Event& event);

/// Whether there is a runner that is told: it says itself what it is told.
bool is_told();

/// Appends to a file of the runner's, likewise.
void append(const std::string& path, const std::string& bytes);

/// The runner's secret, which the last event repeats: an answer that merely exits cannot know it.
std::string nonce();

}  // namespace grader
