// plant SOURCE CHAPTER ID OUT fast|plain [HEADER ...]
// plant described LIBRARY OUT
//
// Makes of an exercise's real wrong answers, mistakes/NAME.cpp, of its right ones, right/NAME.cpp, and of its stub what
// `./learn test` grades. A wrong one is named after its mistake, or after two, as NAME+OTHER.cpp.
//
// Writes into OUT:
//     planted.cpp       all of them, a namespace each; of a fast exercise compiled to be fast, if it is said to be `fast`:
//                       ./learn test --all. Several exercises' may be compiled as one file, so that headers are read once.
//     planted.json      of the right and the wrong ones: id, what is expected of it, and the file
//     tests.cmake       a line planted(…) for each, for ctest
//
// The second form lists what a library of described mistakes (mistakes.hpp) has, for the runner: id, and the texts.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/catalogue.hpp"
#include "tools/answers/load.hpp"
#include "tools/json/json.hpp"

namespace fs = std::filesystem;

namespace {

struct Planted {
    std::string name, file, expected;

    bool is_right() const { return expected == "passed"; }
    std::string name_space(const std::string& exercise) const {
        std::string space = exercise + "_" + (is_right() ? "" : "wrong_") + name;
        for (char& c : space) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
        return space;
    }
};

void write(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw std::runtime_error(path.string() + ": cannot be written");
}

void add_answers(std::vector<Planted>& all, const fs::path& folder, bool are_mistakes) {
    std::error_code error;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".cpp") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const std::string id = file.stem().string();
        all.push_back({(are_mistakes ? "" : "right/") + id, file.string(), are_mistakes ? id : "passed"});
    }
}

// What the answers include was read before, so that `#define tiny_llm` renames their own code alone.
constexpr const char* headers = R"(#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "grader/arguments.hpp"
#include "tiny_llm/characters.hpp"
#include "tiny_llm/clones.hpp"
#include "tiny_llm/fast_exp.hpp"
#include "tiny_llm/linear.hpp"
#include "tiny_llm/merge.hpp"
#include "tiny_llm/pages.hpp"
#include "tiny_llm/partial.hpp"
#include "tiny_llm/quantized.hpp"
#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/todo.hpp"
#include "tiny_llm/token.hpp"
)";

std::string one_file(std::vector<Planted> answers, const std::string& chapter, const std::string& id,
                     const std::vector<std::string>& needed, bool fast) {
    std::string guard = id;
    for (char& c : guard) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    // The next exercise in this file finds these as this one did.
    const std::string macros[] = {"TINY_LLM_" + guard + "_HPP", "TINY_LLM_CLONES"};
    std::string text, entries;
    for (const std::string& header : needed) text += "#include \"" + header + "\"\n";
    for (const std::string& macro : macros) text += "#pragma push_macro(\"" + macro + "\")\n";
    // A right one that is fast has a version for each kind of processor, and this machine's is asked; of the wrong ones one is
    // enough.
    std::stable_sort(answers.begin(), answers.end(),
                     [](const Planted& a, const Planted& b) { return a.is_right() > b.is_right(); });
    for (const Planted& answer : answers) {
        if ((!answer.is_right() || !fast) && text.find("\n#undef TINY_LLM_CLONES") == std::string::npos)
            text += "\n#undef TINY_LLM_CLONES\n#define TINY_LLM_CLONES\n";
        const std::string space = answer.name_space(id);
        text += "\nnamespace " + space + " {\nusing namespace tiny_llm;\n}\n#undef " + macros[0] +
                "\n#define tiny_llm " + space + "\n#include \"" + answer.file + "\"\n#include \"tests/" + chapter +
                "/" + id + "/call.hpp\"\n#undef tiny_llm\n";
        entries += "    {\"" + answer.name + "\", &" + space + "::call},\n";
    }
    text += "\nGRADER_MODULE(" + id + ",\n" + entries + ")\n";
    for (const std::string& macro : macros) text += "#pragma pop_macro(\"" + macro + "\")\n";
    return text;
}

/// What a library of described mistakes has, for the runner.
void list_described(const std::string& library, const fs::path& out) {
    const auto& catalogue = *static_cast<const grader::Catalogue*>(answers::loaded(library, "grader_catalogue"));
    auto list = tools::Json::array();
    for (const grader::Described& one : catalogue.mistakes()) {
        list.push_back({{"id", one.id}, {"en", one.en}, {"zh", one.zh}});
    }
    write(out, tools::json_text(list, 1));
}

void plant(const fs::path& source, const std::string& chapter, const std::string& id, const fs::path& out, bool fast,
           const std::vector<std::string>& needed) {
    const fs::path folder = source / "tests" / chapter / id;
    std::vector<Planted> all;
    add_answers(all, folder / "mistakes", true);
    add_answers(all, folder / "right", false);
    auto list = tools::Json::array();
    std::string tests;
    for (const Planted& one : all) {
        tests += "planted(" + id + " " + one.name + " " + one.expected + ")\n";
        list.push_back({{"id", one.name}, {"expected", one.expected}, {"file", one.file}});
    }
    all.push_back({"stub", (folder / "stub.cpp").string(), "unsolved"});
    tests += "planted(" + id + " stub unsolved)\n";
    fs::create_directories(out);
    write(out / "planted.cpp", "// Written by grader/plant.cpp from tests/" + chapter + "/" + id + ".\n" + headers +
                                   one_file(all, chapter, id, needed, fast));
    write(out / "tests.cmake", tests);
    write(out / "planted.json", tools::json_text(list, 1));
}

}  // namespace

int main(int argc, char** argv) {
    const bool describes = argc == 4 && argv[1] == std::string("described");
    if (argc < 6 && !describes) {
        std::cerr << "usage: plant SOURCE CHAPTER ID OUT fast|plain [HEADER ...]\n"
                     "       plant described LIBRARY OUT\n";
        return 2;
    }
    try {
        if (describes) list_described(argv[2], argv[3]);
        else plant(argv[1], argv[2], argv[3], argv[4], argv[5] == std::string("fast"), {argv + 6, argv + argc});
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
