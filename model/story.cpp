// `./learn story` starts this, with the learner's parts where they have passed: it loads them and the given others, and then
// what tells the story.

#include <algorithm>
#include <filesystem>
#include <iostream>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "model/culprit.hpp"
#include "model/story_options.hpp"
#include "tools/answers/guard.hpp"
#include "tools/answers/load.hpp"
#include "tools/json/json.hpp"
#include "tools/utf8/utf8.hpp"

namespace {

/// The library that was named for this part, or the given one.
std::string library_of(const std::string& id, const tiny_llm::StoryOptions& options) {
    for (const std::string& part : options.parts) {
        if (part.starts_with(id + "=")) return part.substr(id.size() + 1);
    }
    const std::string faster = TINY_LLM_FASTER + id + ".so";
    return std::filesystem::exists(faster) ? faster : TINY_LLM_GIVEN + id + ".so";
}

}  // namespace

int main(int argc, char** argv) {
    answers::guard();
    const tiny_llm::StoryOptions options = tiny_llm::parse_story_options(argc, argv);
    if (options.exit_now >= 0) return options.exit_now;
#ifdef __GLIBC__
    // With each token tensors as long as the text come and go. Their memory is kept: given back it would be cleared anew each time.
    ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
    ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
    try {
        for (const std::string id : {TINY_LLM_CALLED}) answers::load(library_of(id, options));
        // The runner reads it, or whoever talks.
        const std::string words = options.chat ? options.either("it happened in your ", "出在你写的 ") : "part: ";
        tiny_llm::watch_parts(options.parts, words);
        using Run = int (*)(const tiny_llm::StoryOptions&);
        void* const run = options.serve ? answers::loaded(TINY_LLM_SERVING, "serve_model")
                                        : answers::loaded(TINY_LLM_TELLING, "tell_story");
        const int code = reinterpret_cast<Run>(run)(options);
        if (const std::string part = tiny_llm::thrown_in(); code == 1 && !part.empty()) {
            std::cerr << words << part << std::endl;
        }
        return code;
    } catch (const answers::Unloadable& error) {
        const std::string what = error.library + ": " + error.what();
        std::cerr << "story: " << utf8::harmless_line(what) << std::endl;
        if (options.json) std::cout << tools::json_text({{"error", what}}) << std::flush;
        return 2;
    }
}
