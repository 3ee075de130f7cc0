#pragma once

#include <string>
#include <vector>

struct StoryRun {
    int exit;  // 128 + the signal, when one ended it
    std::string out, err;
};

/// Starts build/…/bin/story, as ./learn story does, with this on its standard input, and waits for it. Throws std::runtime_error
/// when it cannot.
StoryRun run_story(const std::vector<std::string>& arguments, const std::string& input = "");
