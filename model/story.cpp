// `./learn story` starts this, with the learner's parts where they have passed: it loads them and the given others, and then
// what tells the story.

#include <iostream>
#include <map>
#include <set>
#include <string>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "model/culprit.hpp"
#include "model/story_options.hpp"
#include "tools/answers/guard.hpp"
#include "tools/answers/load.hpp"
#include "tools/json/line.hpp"
#include "tools/utf8/utf8.hpp"

namespace {

/// Loads the libraries that were named for parts, each after what it calls, and then all other parts, which are given.
void load_parts(const tiny_llm::StoryOptions& options) {
    const std::map<std::string, std::set<std::string>> needs{TINY_LLM_NEEDS};
    std::map<std::string, std::string> named;
    std::set<std::string> alone;  // those given parts that are libraries of their own
    for (const std::string& part : options.parts) {
        const std::size_t sign = part.find('=');
        const std::string id = part.substr(0, sign);
        named[id] = part.substr(sign + 1);
        if (const auto its = needs.find(id); its != needs.end()) alone.insert(its->second.begin(), its->second.end());
    }
#ifdef TINY_LLM_GIVEN_PARTS
    const std::set<std::string> served{TINY_LLM_SERVED};
    if (options.serve) alone.insert(served.begin(), served.end());
#else
    alone = std::set<std::string>{TINY_LLM_CALLED};
#endif
    for (const std::string id : {TINY_LLM_CALLED}) {
        if (named.count(id)) answers::load(named[id]);
        else if (alone.count(id)) answers::load(TINY_LLM_GIVEN + id + ".so");
    }
#ifdef TINY_LLM_GIVEN_PARTS
    answers::load(TINY_LLM_GIVEN_PARTS);
    if (options.serve || options.chat || options.together) answers::load(TINY_LLM_GIVEN_PAGES);
#endif
}

}  // namespace

int main(int argc, char** argv) {
    answers::guard();
    const tiny_llm::StoryOptions options = tiny_llm::parse_story_options(argc, argv);
    if (options.wrong) return 2;
#ifdef __GLIBC__
    // With each token tensors as long as the text come and go. Their memory is kept: given back it would be cleared anew each time.
    ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
    ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
    try {
        load_parts(options);
        // The runner reads it, or whoever talks.
        const std::string words = options.chat ? options.either("it happened in your ", "出在你写的 ") : "part: ";
        tiny_llm::watch_parts(options.parts, words);
        using Run = int (*)(const tiny_llm::StoryOptions&);
        void* const run = options.serve      ? answers::loaded(TINY_LLM_SERVING, "serve_model")
                          : options.chat     ? answers::loaded(TINY_LLM_TELLING_IN_PAGES, "talk")
                          : options.together ? answers::loaded(TINY_LLM_TELLING_IN_PAGES, "tell_together")
                                             : answers::loaded(TINY_LLM_TELLING, "tell_story");
        const int code = reinterpret_cast<Run>(run)(options);
        if (const std::string part = tiny_llm::thrown_in(); code == 1 && !part.empty()) {
            std::cerr << words << part << std::endl;
        }
        return code;
    } catch (const answers::Unloadable& error) {
        const std::string what = error.library + ": " + error.what();
        std::cerr << "story: " << utf8::harmless_line(what) << std::endl;
        if (options.json) std::cout << tools::json_line("error", what) << std::flush;
        return 2;
    }
}
