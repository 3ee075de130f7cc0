#include "story/planted_mistake.hpp"

#include <algorithm>

#include "grading/build.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "terminal/language.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

std::string as_part(const Course& course, const std::string& part, const std::string& name) {
    return "#include \"tests/" + course.find(part)->chapter + "/" + part + "/as_part.hpp\"\n" +
           "static const bool made = grader::make(\"" + name + "\");\n";
}

}  // namespace

std::map<std::string, std::string> mistakes_of(const Course& course, const std::string& part) {
    if (std::find(course.parts.begin(), course.parts.end(), part) == course.parts.end()) {
        throw SetupError(msg::no_part(harmless(part), joined(course.parts)));
    }
    if (course.builds_graders()) {
        const BuildResult result = build(course, {part + "_planted_files"});
        if (!result.ok) throw SetupError(msg::build_failed(last_lines(result.output, 25)));
    }
    std::map<std::string, std::string> texts;
    // As grader/plant.cpp lists them.
    const auto described = read_file(course.graders_dir / "planted" / part / "described.json");
    for (const tools::Json& one : tools::parse_json(described.value_or(""))) {
        texts[one.at("id")] = one.at(language() == Language::zh ? "zh" : "en");
    }
    return texts;
}

std::string listed(const std::map<std::string, std::string>& mistakes) {
    std::vector<std::string> names;
    for (const auto& [name, text] : mistakes) names.push_back(name);
    std::string text;
    for (const std::string& line : wrap(joined(names), text_columns() - 2)) text += "\n  " + line;
    return text;
}

PlantedMistake planted_mistake(const Course& course, const std::string& id) {
    const std::string part = id.substr(0, id.find('/')),
                      name = id.find('/') == id.npos ? "" : id.substr(part.size() + 1);
    const auto mistakes = mistakes_of(course, part);
    const auto found = mistakes.find(name);
    if (found != mistakes.end()) return {id, part, as_part(course, part, name), found->second};
    std::vector<std::string> names;
    for (const auto& [one, text] : mistakes) names.push_back(one);
    const std::string near = nearest(name, names);
    throw SetupError(near.empty() ? msg::no_mistake(part, harmless(name), listed(mistakes))
                                  : msg::no_mistake_near(part, harmless(name), near));
}

}  // namespace learn
