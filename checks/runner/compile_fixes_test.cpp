// Each wrong piece of code is compiled for real, in the scratch course, and is told its own fix.

#include "grading/compile_fixes.hpp"

#include <set>

#include "fixes_page.hpp"
#include "grader/catch.hpp"
#include "scratch.hpp"
#include "terminal/text.hpp"

namespace {

struct Wrong {
    std::string fix, code;
};

std::vector<Wrong> wrong_codes() {
    std::vector<Wrong> result;
    bool inside = false;
    const std::string text = learn::read_file(TINY_LLM_SOURCE_DIR "/checks/runner/wrong_code.txt").value();
    for (const std::string& line : learn::lines(text)) {
        if (line.starts_with("## ")) result.push_back({line.substr(3), ""});
        inside = line.starts_with("## ") || (inside && !line.empty());
        if (inside && !line.starts_with("## ")) result.back().code += line + "\n";
    }
    return result;
}

std::string file_of(const std::string& code) {
    if (code.starts_with("#include")) return code;
    return "#include \"silu.hpp\"\n\nnamespace tiny_llm {\n\nTensor silu(const Tensor& x) {\n" + code + "}\n\n}\n";
}

/// Of these the other compiler alone says enough.
#ifdef __clang__
const std::set<std::string> not_here{"include", "expression-assigned"};
#else
const std::set<std::string> not_here{"tensor-values"};
#endif

/// Whether an error begins with these words, in which … stands for any.
bool begins_with(const std::string& error, const std::string& words) {
    std::size_t from = std::string("error: ").size(), at = 0;
    if (!error.starts_with("error: ")) from = 0;  // the linker's
    const std::size_t begin = from;
    for (std::size_t dots; at <= words.size(); at = dots + std::string("…").size()) {
        dots = std::min(words.find("…", at), words.size());
        const std::size_t found = error.find(words.substr(at, dots - at), from);
        if (found == error.npos || (at == 0 && found != begin)) return false;
        from = found + dots - at;
    }
    return true;
}

}  // namespace

TEST_CASE("what beginners write is told its own fix, and what nobody can know is told none") {
    Scratch scratch;
    std::set<std::string> seen;
    auto on_page = shown_fixes("en");
    for (const Wrong& wrong : wrong_codes()) {
        if (not_here.count(wrong.fix) == 1) continue;
        scratch.put("silu", file_of(wrong.code));
        const auto json = learn_run("check silu --json").json();
        INFO(wrong.code << "\n" << json.dump(2));
        REQUIRE(json["status"] == "compile_error");
        if (wrong.fix == "-") {
            CHECK(json["fixes"].empty());
            continue;
        }
        seen.insert(wrong.fix);
        REQUIRE(json["fixes"].size() == 1);
        CHECK(json["fixes"][0]["id"] == wrong.fix);
        CHECK_FALSE(contains(json["fixes"][0]["text"], "{0}"));
        std::erase_if(on_page, [&](const ShownFix& shown) {
            return shown.id == wrong.fix && contains(wrong.code, shown.code) &&
                   begins_with(json["error"]["text"], shown.error);
        });
    }
#if !defined(__clang__) && __GNUC__ == 12
    // The page shows of these codes what this compiler says.
    for (const ShownFix& shown : on_page) {
        INFO(shown.code << ": " << shown.error);
        CHECK(shown.by_clang);
    }
#endif
    for (const std::string& id : learn::compile_fix_ids()) {
        INFO(id);
        CHECK(seen.count(id) + not_here.count(id) == 1);
    }
}
