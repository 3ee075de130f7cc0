// plant SOURCE CHAPTER ID OUT fast|plain [HEADER ...]
// plant described LIBRARY WRONG OUT
//
// Makes of an exercise's real wrong answers, wrong.cpp, of its other right ones, right.cpp, and of its stub what `./learn test`
// grades. Such a file has an answer below each line
//
//     // ---- NAME
//
// and what stands above the first of them and in the file's last line is part of each: the includes, and the namespace, which is
// opened and closed. A wrong one is named after its mistake, or after two, as NAME+OTHER.
//
// Writes into OUT:
//     wrong/NAME.cpp, right/NAME.cpp     each by itself, to be put in a learner's place
//     planted.cpp       all of them, a namespace each; of a fast exercise compiled to be fast, if it is said to be `fast`:
//                       ./learn test --all. Several exercises' may be compiled as one file, so that headers are read once.
//     planted.json      of the right and the wrong ones: id, what is expected of it, and the file
//     tests.cmake       a line planted(…) for each, for ctest
//
// The second form lists what a library of described mistakes (mistakes.hpp) has, for the runner: id, and the texts. It refuses
// a file of wrong answers that names others.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "grader/catalogue.hpp"
#include "tools/answers/load.hpp"
#include "tools/json/json.hpp"

namespace fs = std::filesystem;

namespace {

struct Planted {
    std::string name, expected, code, file;  // the code as planted.cpp has it, and the file that has it alone

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

/// A line of a file, to begin what is wrong with it as a compiler does.
struct Place {
    std::string file;
    std::size_t line = 0;

    [[noreturn]] void refuse(const std::string& what) const {
        throw std::runtime_error(file + ":" + std::to_string(line) + ": " + what);
    }
    /// For the compiler: this is the line above.
    std::string directive() const { return "#line " + std::to_string(line + 1) + " \"" + file + "\"\n"; }
};

struct Answer {
    std::string name, code;
    Place place;
};

struct Answers {
    std::string above;  // the first one
    std::vector<Answer> all;
};

constexpr std::string_view mark = "// ----", opening = "namespace tiny_llm {", closing = "}  // namespace tiny_llm";

Answers answers_in(const fs::path& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path.string() + ": cannot be read");
    Answers found;
    std::map<std::string, std::size_t> lines;  // by name
    Place here{path.string()};
    std::string last;
    for (std::string line; std::getline(file, line); last = line) {
        ++here.line;
        if (line.starts_with(mark)) {
            if (line.size() <= mark.size() + 1) here.refuse("an answer without a name");
            const std::string name = line.substr(mark.size() + 1);
            if (line[mark.size()] != ' ' ||
                name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-+.") != name.npos)
                here.refuse("\"" + line + "\" has no name in kebab-case");
            const auto [earlier, is_new] = lines.insert({name, here.line});
            if (!is_new) here.refuse(name + " stands in line " + std::to_string(earlier->second) + " already");
            found.all.push_back({name, "", here});
        } else if (!found.all.empty()) {
            if (line.starts_with("#include")) here.refuse("an include stands above the first answer");
            if (line != closing) found.all.back().code += line + "\n";
        } else if (line.empty() || line.starts_with("#") || line.starts_with("//") || line == opening) {
            found.above += line + "\n";
        } else {
            here.refuse("no line \"" + std::string(mark) + " NAME\" stands above this one, which is no include");
        }
    }
    if (last != closing) here.refuse("the last line is not \"" + std::string(closing) + "\"");
    if (found.above.ends_with("\n\n")) found.above.pop_back();  // each answer begins with such a line
    for (Answer& answer : found.all) answer.code += std::string(closing) + "\n";
    return found;
}

/// Those of wrong.cpp or of right.cpp, and a file of each in a folder of that name.
void add_answers(std::vector<Planted>& all, const fs::path& source, const fs::path& folder, bool are_mistakes) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    const Answers answers = answers_in(source);
    const Place top{source.string()};
    for (const Answer& answer : answers.all) {
        const fs::path file = folder / (answer.name + ".cpp");
        write(file, answers.above + answer.code);
        all.push_back({(are_mistakes ? "" : "right/") + answer.name, are_mistakes ? answer.name : "passed",
                       top.directive() + answers.above + answer.place.directive() + answer.code, file.string()});
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
#include <string_view>
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
    bool has_clones = true;
    for (const Planted& answer : answers) {
        if (has_clones && (!answer.is_right() || !fast)) {
            text += "\n#undef TINY_LLM_CLONES\n#define TINY_LLM_CLONES\n";
            has_clones = false;
        }
        const std::string space = answer.name_space(id);
        text += "\nnamespace " + space + " {\nusing namespace tiny_llm;\n}\n#undef " + macros[0] +
                "\n#define tiny_llm " + space + "\n" + answer.code + "#include \"tests/" + chapter + "/" + id +
                "/call.hpp\"\n#undef tiny_llm\n";
        entries += "    {\"" + answer.name + "\", &" + space + "::call},\n";
    }
    text += "\nGRADER_MODULE(" + id + ",\n" + entries + ")\n";
    for (const std::string& macro : macros) text += "#pragma pop_macro(\"" + macro + "\")\n";
    return text;
}

/// What a library of described mistakes has, for the runner.
void list_described(const std::string& library, const fs::path& wrong, const fs::path& out) {
    const auto& catalogue = *static_cast<const grader::Catalogue*>(answers::loaded(library, "grader_catalogue"));
    auto list = tools::Json::array();
    std::set<std::string> ids;
    for (const grader::Described& one : catalogue.mistakes()) {
        list.push_back({{"id", one.id}, {"en", one.en}, {"zh", one.zh}});
        ids.insert(one.id);
    }
    for (const Answer& answer : answers_in(wrong).all) {
        std::istringstream names(answer.name);
        for (std::string name; std::getline(names, name, '+');) {
            if (!ids.contains(name)) answer.place.refuse("\"" + name + "\" is no mistake in mistakes.hpp");
        }
    }
    write(out, tools::json_text(list, 1));
}

void plant(const fs::path& source, const std::string& chapter, const std::string& id, const fs::path& out, bool fast,
           const std::vector<std::string>& needed) {
    const fs::path folder = source / "tests" / chapter / id;
    std::vector<Planted> all;
    add_answers(all, folder / "wrong.cpp", out / "wrong", true);
    add_answers(all, folder / "right.cpp", out / "right", false);
    auto list = tools::Json::array();
    std::string tests;
    for (const Planted& one : all) {
        tests += "planted(" + id + " " + one.name + " " + one.expected + ")\n";
        list.push_back({{"id", one.name}, {"expected", one.expected}, {"file", one.file}});
    }
    all.push_back({"stub", "unsolved", "#include \"" + (folder / "stub.cpp").string() + "\"\n", ""});
    tests += "planted(" + id + " stub unsolved)\n";
    write(out / "planted.cpp", "// Written by grader/plant.cpp from tests/" + chapter + "/" + id + ".\n" + headers +
                                   one_file(all, chapter, id, needed, fast));
    write(out / "tests.cmake", tests);
    write(out / "planted.json", tools::json_text(list, 1));
}

}  // namespace

int main(int argc, char** argv) {
    const bool describes = argc == 5 && argv[1] == std::string("described");
    if (argc < 6 && !describes) {
        std::cerr << "usage: plant SOURCE CHAPTER ID OUT fast|plain [HEADER ...]\n"
                     "       plant described LIBRARY WRONG OUT\n";
        return 2;
    }
    try {
        if (describes) list_described(argv[2], argv[3], argv[4]);
        else plant(argv[1], argv[2], argv[3], argv[4], argv[5] == std::string("fast"), {argv + 6, argv + argc});
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
