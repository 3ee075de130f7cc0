#include "support/advice.hpp"

#include <fstream>

#include "support/diagnosis.hpp"
#include "support/language.hpp"

namespace grader {

std::string advice(const std::string& id) {
    std::ifstream file(mistakes_folder() + id + ".cpp");
    const std::string wanted = either("// en: ", "// zh: ");
    const std::string continued = "//     ";
    const char* joint = either(" ", "");
    std::string text;
    bool inside = false;
    for (std::string line; std::getline(file, line) && line.starts_with("//");) {
        if (line.starts_with(wanted)) {
            inside = true;
            text = line.substr(wanted.size());
        } else if (inside && line.starts_with(continued)) {
            text += joint + line.substr(continued.size());
        } else {
            inside = false;
        }
    }
    return text.empty() ? id : text;
}

}  // namespace grader
