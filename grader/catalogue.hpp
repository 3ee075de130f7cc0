#pragma once

#include <string>
#include <vector>

#include "grader/call.hpp"

namespace grader {

/// One mistake of a library, by its id.
struct Described {
    std::string id;
    std::string en, zh;
    std::size_t* made;  // the switch that makes it …
    std::size_t as;     // … when this is written there
};

/// What a library of such mistakes exports, by the name `grader_catalogue`.
struct Catalogue {
    std::vector<Described> (*mistakes)();
    Outcome (*run)(const Call& call);
};

}  // namespace grader
