#pragma once

#include <string>

#include "tools/json/json.hpp"

namespace grader {

/// Reads from standard input what the runner wants, when there is a runner:
///
///     events, nonce  where it is told, and what proves the end         lang   of the reader
///     answer         {"library": …} and "id" where it is a planted one; the learner's where there is none
///     with           the libraries of what it may call
///     log            a file: of what each call gave, or, with "explain": true, of what it gave in an earlier run
///     asked          the tests that an earlier run has asked, where its process did not come to the end: the others are asked
///     plot           a library of panels: not the questions are asked, but what a picture shows
void connect_to_runner();

/// What the runner said; an empty object without one.
const tools::Json& settings();

/// Appends one line of JSON to the runner's file. Opens and closes it each time, so that an answer which closes
/// every descriptor loses nothing. Does nothing without a runner.
void tell(const tools::Json& event);

/// Whether there is a runner that is told: it says itself what it is told.
bool is_told();

/// Appends to a file of the runner's, likewise.
void append(const std::string& path, const std::string& bytes);

/// The runner's secret, which the last event repeats: an answer that merely exits cannot know it.
std::string nonce();

}  // namespace grader
