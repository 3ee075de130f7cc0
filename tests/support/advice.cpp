#include "support/advice.hpp"

#include <fstream>

#include "support/diagnosis.hpp"
#include "support/explanation.hpp"
#include "support/language.hpp"

namespace grader {

std::string advice(const std::string& id) {
    std::ifstream file(mistakes_folder() + id + ".cpp");
    const std::string text = explanation(file, either("// en: ", "// zh: "), either(" ", ""));
    return text.empty() ? id : text;
}

}  // namespace grader
