#include "planted_mistake.hpp"

#include <algorithm>

#include "errors.hpp"
#include "language.hpp"
#include "messages.hpp"
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

/// The comment lines at the top that begin with "// en: " or "// zh: ", and their continuation lines "//     ".
std::string explanation(const std::string& source) {
    const std::string wanted = std::string("// ") + language_name() + ": ", continued = "//     ";
    const char* joint = language() == Language::zh ? "" : " ";
    std::string text;
    bool inside = false;
    for (const std::string& line : lines(source)) {
        if (!line.starts_with("//")) break;
        if (inside && line.starts_with(continued)) {
            text += joint + line.substr(continued.size());
            continue;
        }
        inside = line.starts_with(wanted);
        if (inside) text = line.substr(wanted.size());
    }
    return text;
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
    mistake.text = explanation(read_file(course.source_dir / mistake.file).value_or(""));
    return mistake;
}

}  // namespace learn
