#pragma once

#include <stdexcept>
#include <string>

/// Libraries of answers: answers/<whose>/<id>.so in a build folder. Whoever answers is loaded; no program links one.
namespace answers {

/// Why a library cannot be loaded: `what` for a person, and the library.
struct Unloadable : std::runtime_error {
    Unloadable(const std::string& library, const std::string& why) : std::runtime_error(why), library(library) {}
    std::string library;
};

/// Loads an answer, so that whatever is loaded later can call its functions. What it calls itself has to be there.
void load(const std::string& library);

/// Loads a library that calls what was loaded before, and finds what it has by this name.
void* loaded(const std::string& library, const std::string& name);

/// A function's or variable's name as it stands in a program, with Tensor for what xtensor calls it.
std::string readable(const std::string& symbol);

}  // namespace answers
