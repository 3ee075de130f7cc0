#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tiny_llm {

struct StoryOptions {
    std::optional<std::string> prompt;
    std::string model;  // a folder
    std::optional<std::size_t> tokens;
    float temperature = 0.8f;
    std::size_t top_k = 0;
    float top_p = 0.95f;
    std::uint64_t seed = 0;
    bool json = false;
    std::string record;  // a file, for the JSON value of a run whose text goes to the terminal
    bool chinese = false;
    // What the runner knows: the libraries that take the place of given parts, and whose they are.
    std::vector<std::string> parts;  // rms_norm=/…/answers/yours-fast/rms_norm.so
    std::vector<std::string> yours;
    std::string mistake;  // rms_norm/layer-norm

    int exit_now = -1;  // 0 or more: --help was printed, or the options were wrong
};

StoryOptions parse_story_options(int argc, char** argv);

}  // namespace tiny_llm
