#include "story/planted_mistake.hpp"

#include <algorithm>

#include "grading/build.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "terminal/language.hpp"
#include "terminal/text.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

/// The part's mistakes as grader/plant.cpp lists them.
tools::Json mistakes_of(const Course& course, const std::string& part) {
    if (course.builds_graders()) {
        const BuildResult result = build(course, {part + "_planted_files"});
        if (!result.ok) throw SetupError(msg::build_failed(last_lines(result.output, 25)));
    }
    return tools::parse_json(read_file(course.graders_dir / "planted" / part / "described.json").value_or(""));
}

std::string as_part(const Course& course, const std::string& part, const std::string& name) {
    return "#include \"tests/" + course.find(part)->chapter + "/" + part + "/as_part.hpp\"\n" +
           "static const bool made = grader::make(\"" + name + "\");\n";
}

/// There can be sixty of them.
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& line : wrap(joined(names), 76)) text += "\n  " + line;
    return text;
}

}  // namespace

PlantedMistake planted_mistake(const Course& course, const std::string& id) {
    PlantedMistake mistake{id, id.substr(0, id.find('/')), "", ""};
    const std::string name = id.find('/') == id.npos ? "" : id.substr(id.find('/') + 1);
    if (std::find(course.parts.begin(), course.parts.end(), mistake.part) == course.parts.end()) {
        throw SetupError(msg::no_part(harmless(mistake.part), joined(course.parts)));
    }
    std::vector<std::string> names;
    for (const tools::Json& one : mistakes_of(course, mistake.part)) {
        names.push_back(one.at("id"));
        if (names.back() != name) continue;
        mistake.source = as_part(course, mistake.part, name);
        mistake.text = one.at(language() == Language::zh ? "zh" : "en");
        return mistake;
    }
    std::sort(names.begin(), names.end());
    if (name.empty()) throw SetupError(msg::which_mistake(mistake.part, listed(names)));
    const std::string near = nearest(name, names);
    throw SetupError(near.empty() ? msg::no_mistake(mistake.part, harmless(name), listed(names))
                                  : msg::no_mistake_near(mistake.part, harmless(name), near));
}

}  // namespace learn
