#include "planted_mistake.hpp"

#include <algorithm>
#include <fstream>

#include "errors.hpp"
#include "language.hpp"
#include "messages.hpp"
#include "support/explanation.hpp"
#include "text.hpp"

namespace learn {
namespace {

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".cpp") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

PlantedMistake planted_mistake(const Course& course, const std::string& id) {
    PlantedMistake mistake{id, id.substr(0, id.find('/')), "", ""};
    const std::string name = id.find('/') == id.npos ? "" : id.substr(id.find('/') + 1);
    const Exercise* exercise = course.find(mistake.part);
    if (!exercise || std::find(course.parts.begin(), course.parts.end(), mistake.part) == course.parts.end()) {
        throw SetupError(msg::no_part(neutralised(mistake.part), joined(course.parts)));
    }
    const fs::path folder = fs::path("tests/mistakes") / exercise->chapter / mistake.part;
    const std::vector<std::string> names = names_in(course.source_dir / folder);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        const std::string near = nearest(name, names);
        if (name.empty()) throw SetupError(msg::which_mistake(mistake.part, joined(names)));
        throw SetupError(near.empty() ? msg::no_mistake(mistake.part, neutralised(name), joined(names))
                                      : msg::no_mistake_near(mistake.part, neutralised(name), near));
    }
    mistake.file = (folder / (name + ".cpp")).string();
    std::ifstream source(course.source_dir / mistake.file);
    const bool chinese = language() == Language::zh;
    mistake.text = explanation(source, chinese ? "// zh: " : "// en: ", chinese ? "" : " ");
    return mistake;
}

}  // namespace learn
