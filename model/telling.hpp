#pragma once

#include <csignal>
#include <iostream>
#include <optional>

#include "model/error.hpp"
#include "model/story_options.hpp"
#include "model/terminal.hpp"
#include "tools/json/json.hpp"
#include "tools/utf8/utf8.hpp"

namespace tiny_llm {

/// Makes a Program of the options and runs it, and says in a line what went wrong.
///
/// returns   what the process ends with: 2 for what was wrong before the first word, 1 for what goes wrong later
template <class Program>
int told(const StoryOptions& options) {
    const auto fail = [&](const std::string& what, int code) {
        std::cerr << (options.chat ? "chat: " : "story: ") << utf8::harmless_line(what) << std::endl;
        if (options.json) std::cout << tools::json_text({{"error", what}}) << std::flush;
        return code;
    };
    const auto run = [&] {
        std::optional<Program> program;
        try {
            program.emplace(options);
        } catch (const std::exception& error) {
            return fail(error.what(), 2);
        }
        try {
            return program->run();
        } catch (const ModelError& error) {
            return fail(error.what(), 2);
        } catch (const std::bad_alloc&) {
            return fail(options.model + options.either(": not enough memory; try fewer --tokens",
                                                       "：内存不够；试试更小的 --tokens"),
                        2);
        } catch (const WrongResult& error) {
            if (!error.part.empty() && !options.chat) std::cerr << "part: " << error.part << std::endl;
            return fail(error.what(), 1);
        } catch (const std::exception& error) {  // a part has thrown
            return fail(error.what(), 1);
        }
    };
    std::signal(SIGPIPE, SIG_DFL);  // whoever started this may ignore it; nobody who reads on is a quiet end
    hear_interrupt();
    const int code = run();
    if (std::cout.flush()) return code;
    std::cerr << (options.chat ? "chat: " : "story: ")
              << options.either("standard output could not be written", "标准输出写不进去") << std::endl;
    return 2;
}

}  // namespace tiny_llm
