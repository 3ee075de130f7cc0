#pragma once

#include <string>

namespace grader {

/// What to tell a learner who made the mistake `id`, in the reader's language: the comment lines at the top of
/// tests/mistakes/<chapter>/<exercise>/<id>.cpp, of the exercise or of its twin, that begin with "// en: " or "// zh: ", and their continuation
/// lines "//     ". The id itself when the file is not there.
std::string advice(const std::string& id);

}  // namespace grader
