#include "story/picture.hpp"

#include <algorithm>

#include "course/parts.hpp"
#include "messages.hpp"
#include "terminal/terminal.hpp"
#include "tools/json/json.hpp"

namespace learn {
namespace {

/// "4×" for the shipped model; nothing where its config.json does not say.
std::string layers(const Course& course) {
    const tools::Json config =
        tools::parse_json(read_file(course.source_dir / "model/weights/config.json").value_or(""));
    const auto found = config.is_object() ? config.find("num_hidden_layers") : config.end();
    return found != config.end() && found->is_number_integer() ? std::to_string(found->get<int>()) + "×" : "";
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
    const std::string layer = norm + then + marked(msg::picture_attention(), "qwen2_attention") + then + norm + then +
                              marked(msg::picture_mlp(), "qwen2_mlp");
    const std::string picture = marked(msg::picture_embedding(), "embedding") + then + layers(course) + "[" + layer +
                                marked("]", yours("decoder_layer") ? "decoder_layer" : "pre_norm_block") + then + norm +
                                then + marked(msg::picture_head(), "linear") + then +
                                marked(msg::picture_sample(), "sample");
    // Who has built a model that talks has built all of it: what a side road adds is not counted.
    std::size_t needed = 0, count = 0;
    for (const Part& part : all) {
        if (course.is_side_road(*course.find(part.id))) continue;
        ++needed;
        count += part.yours;
    }
    const std::string all_of_them = std::to_string(needed);
    const std::string line = count == needed ? msg::picture_all_yours()
                             : count == 1    ? msg::picture_one_yours(all_of_them)
                                             : msg::picture_yours(std::to_string(count), all_of_them);
    return "  " + picture + "\n  " + dim(line) + "\n";
}

}  // namespace learn
