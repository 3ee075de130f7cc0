#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/sampling.hpp"

namespace tiny_llm {

struct StoryOptions {
    bool chat = false;   // a conversation in place of a story
    bool serve = false;  // a server
    std::string host = "127.0.0.1", token;
    int port = 8000;  // 0: any that is free
    std::optional<std::string> prompt;
    std::optional<std::string> system;  // a conversation's first message
    std::string model;                  // a folder or a GGUF file
    bool shipped = true;                // the one that comes with the course
    std::optional<std::size_t> tokens;
    std::optional<float> temperature, top_p, min_p, repetition_penalty;
    std::optional<std::size_t> top_k;
    std::uint64_t seed = 0;
    std::string weights;  // bfloat16, q8_0 or q4_0: what the matrices are kept as; empty: as in the file
    bool cache = true;
    std::string cache_as;  // q8_0: what keys and values are kept as; empty: float32
    bool guess = false;
    bool coloured = false;
    std::optional<std::size_t> together;  // so many stories at once
    std::optional<std::size_t> pages;     // for all of them; else as many as they may need
    std::size_t budget = 256;             // tokens in one pass at most
    bool events = false;                  // their pieces as they come, each a line of JSON, in place of their texts
    bool json = false;
    std::string record;  // a file, for the JSON value of a run whose text goes to the terminal
    bool chinese = false;
    // What the runner knows: the libraries that take the place of given parts, and whose they are.
    std::vector<std::string> parts;  // rms_norm=/…/answers/yours-fast/rms_norm.so
    std::vector<std::string> yours;
    std::string mistake;  // rms_norm/layer-norm

    bool wrong = false;  // what was typed; it has been said what

    /// What was asked for, and `otherwise` where nothing was.
    Sampling sampling(const Sampling& otherwise) const {
        return {temperature.value_or(otherwise.temperature),
                top_k.value_or(otherwise.top_k),
                top_p.value_or(otherwise.top_p),
                min_p.value_or(otherwise.min_p),
                repetition_penalty.value_or(otherwise.repetition_penalty),
                seed};
    }
    std::string either(const char* english, const char* chinese_text) const { return chinese ? chinese_text : english; }
};

/// Of the words that the runner has checked (tools/learn/commands/options.cpp): what can be read is taken, and the ranges are there.
StoryOptions parse_story_options(int argc, char** argv);

}  // namespace tiny_llm
