#include "story/picture.hpp"

#include <algorithm>

#include "course/parts.hpp"
#include "messages.hpp"
#include "terminal/terminal.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

/// "4 × " for the shipped model; nothing where its config.json does not say.
std::string layers(const Course& course) {
    const tools::Json config =
        tools::parse_json(read_file(course.source_dir / "model/weights/config.json").value_or(""));
    const auto found = config.is_object() ? config.find("num_hidden_layers") : config.end();
    return found != config.end() && found->is_number_integer() ? std::to_string(found->get<int>()) + " × " : "";
}

}  // namespace

std::string model_picture(const Course& course, const State& state) {
    const std::vector<Part> all = parts(course, state);
    if (all.empty()) return "";
    const auto yours = [&](const char* id) {
        return std::any_of(all.begin(), all.end(), [&](const Part& part) { return part.id == id && part.yours; });
    };
    const auto marked = [&](const std::string& name, const char* id) {
        return yours(id) ? coloured(Status::passed, name + mark(Status::passed)) : name;
    };
    const std::string norm = marked(msg::picture_norm(), "rms_norm");
    const std::string then = " → ";
    const std::string layer =
        norm + then + msg::picture_attention() + then + norm + then + marked(msg::picture_mlp(), "qwen2_mlp");
    const std::string picture = msg::picture_embedding() + then + layers(course) + "[" + layer +
                                marked("]", "pre_norm_block") + then + norm + then +
                                marked(msg::picture_head(), "linear");
    std::string names;
    for (const Part& part : all) {
        names += part.yours ? coloured(Status::passed, mark(Status::passed)) : mark(Status::unsolved);
        names += " " + part.id + "  ";
    }
    return "  " + picture + "\n  " + names + " " + dim(msg::picture_yours()) + "\n";
}

}  // namespace learn
