// plant SOURCE CHAPTER ID OUT fast|plain [HEADER ...]
// plant described LIBRARY OUT
//
// Makes of an exercise's wrong and right answers what is compiled of them. A wrong answer is an edit of a right one, in
// mistakes.diff:
//
//     ## eps-outside-root of right/float-loop        its name; of the solution where nothing else is said
//     en: What the learner is told.
//         Lines that continue are indented.
//     zh: 告诉学习者的话。
//     -    const float scale = 1.0f / std::sqrt(sum / dim + eps);
//     +    const float scale = 1.0f / (std::sqrt(sum / dim) + eps);
//
// Lines that go begin with "-", lines that come with "+", lines that stay with a space; "@@" begins another edit. What is
// to go or to stay is found exactly once in the right answer, or this ends with the file and the line. A name such as
// of-twin/no-eps is an answer to a fast exercise that makes its twin's mistake, which has the texts. What is no edit of a
// right answer is a whole file, mistakes/NAME.cpp, whose first comment lines are "// en: " and "// zh: ". Where mistakes.hpp
// describes the mistakes, it has the texts, and whole files are what shows that it describes them well; two mistakes in one
// file are NAME+OTHER.cpp. What is described is listed in OUT.
//
// Writes into OUT:
//     NAME.cpp          each edited answer
//     mistakes.cpp      the wrong answers, a namespace each: what explains a failure
//     planted.cpp       what `./learn test` plants besides: right answers, and wrong ones that are others without the safe
//                       model that TINY_LLM_CATALOGUE asks for; of a fast exercise all, compiled to be fast, if it is
//                       said to be `fast`: ./learn test --all
//     planted.json      all of them: id, what is expected of it, the library that has it, and the texts
//     tests.cmake       a line planted(…) for each, for ctest

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/catalogue.hpp"
#include "tools/answers/load.hpp"
#include "tools/json/json.hpp"

namespace fs = std::filesystem;

namespace {

struct Edit {
    std::size_t line = 0;  // in mistakes.diff
    std::vector<std::string> old_lines, new_lines;
};

struct Planted {
    std::string id, file, text, en, zh;
    bool is_mistake = true;
    std::string name_space() const {
        std::string name = (is_mistake ? "mistake_" : "right_") + id;
        for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
        return name;
    }
};

[[noreturn]] void fail(const fs::path& file, std::size_t line, const std::string& why) {
    throw std::runtime_error(file.string() + ":" + std::to_string(line) + ": error: " + why);
}

std::vector<std::string> lines_of(const fs::path& file) {
    std::ifstream stream(file);
    if (!stream) fail(file, 1, "cannot be read");
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

void write(const fs::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw std::runtime_error(path.string() + ": cannot be written");
}

/// The text after `begins` and the indented lines that continue it; `at` moves behind them.
std::string sentence(const std::vector<std::string>& lines, std::size_t& at, const std::string& begins,
                     const std::string& continues, const std::string& joint) {
    if (at >= lines.size() || !lines[at].starts_with(begins)) return "";
    std::string text = lines[at++].substr(begins.size());
    while (at < lines.size() && lines[at].starts_with(continues)) text += joint + lines[at++].substr(continues.size());
    return text;
}

class Exercise {
public:
    Exercise(fs::path source, std::string chapter, std::string id)
        : source_(std::move(source)),
          chapter_(std::move(chapter)),
          id_(std::move(id)),
          folder_(source_ / "tests" / chapter_ / id_) {}

    bool is_described() const { return fs::exists(folder_ / "mistakes.hpp"); }

    std::vector<Planted> read(const fs::path& out) {
        read_edits(out);
        for (const fs::path& file : files_in("mistakes")) read_whole(file, file.stem().string());
        for (const fs::path& file : files_in("mistakes/of-twin")) read_whole(file, "of-twin/" + file.stem().string());
        for (const fs::path& file : files_in("right")) {
            all_.push_back({file.stem().string(), file.string(), joined(lines_of(file)), "", "", false});
        }
        return all_;
    }

private:
    std::vector<fs::path> files_in(const std::string& name) const {
        std::vector<fs::path> files;
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(folder_ / name, error)) {
            if (entry.path().extension() == ".cpp") files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        return files;
    }

    void add(Planted planted, const fs::path& file, std::size_t line) {
        const bool told = !planted.en.empty() && !planted.zh.empty();
        const bool is_edit = file.extension() == ".diff";
        const bool twins = planted.id.starts_with("of-twin/") || (is_described() && !is_edit);
        if (!names_.insert(planted.id).second) fail(file, line, "a second mistake " + planted.id);
        if (!twins && !told) fail(file, line, planted.id + " is not told in both languages: en: …, then zh: …");
        if (twins && (!planted.en.empty() || !planted.zh.empty()))
            fail(file, line,
                 (is_described() ? "mistakes.hpp" : "the twin") + std::string(" says what ") + planted.id + " is");
        all_.push_back(std::move(planted));
    }

    void read_whole(const fs::path& file, const std::string& id) {
        const auto lines = lines_of(file);
        std::size_t at = 0;
        Planted planted{id, file.string(), joined(lines), "", ""};
        planted.en = sentence(lines, at, "// en: ", "//     ", " ");
        planted.zh = sentence(lines, at, "// zh: ", "//     ", "");
        add(std::move(planted), file, 1);
    }

    void read_edits(const fs::path& out) {
        const fs::path file = folder_ / "mistakes.diff";
        if (!fs::exists(file)) return;
        const auto lines = lines_of(file);
        std::size_t at = 0;
        while (at < lines.size() && !lines[at].starts_with("## ")) {
            if (!lines[at].empty() && !lines[at].starts_with("#"))
                fail(file, at + 1, "before the first ## stand only comments, which begin with #");
            ++at;
        }
        while (at < lines.size()) {
            const std::size_t heading = at + 1;
            std::istringstream words(lines[at++].substr(3));
            std::string id, of, base = "solution", rest;
            words >> id >> of >> base >> rest;
            if (id.empty() || (!of.empty() && of != "of") || (of == "of" && base.empty()) || !rest.empty())
                fail(file, heading, "a heading is ## NAME or ## NAME of right/OTHER");
            Planted planted{
                id, (out / (std::string(id).replace(0, id.starts_with("of-twin/") ? 8 : 0, "") + ".cpp")).string(), "",
                "", ""};
            planted.en = sentence(lines, at, "en: ", "    ", " ");
            planted.zh = sentence(lines, at, "zh: ", "    ", "");
            const std::vector<Edit> edits = read_edits_of_one(file, lines, at);
            if (edits.empty()) fail(file, heading, id + " changes nothing");
            planted.text = "// " + id_ + "/" + id + ": tests/" + chapter_ + "/" + id_ + "/mistakes.diff, line " +
                           std::to_string(heading) + "\n" + edited(file, of.empty() ? "solution" : base, edits);
            write(planted.file, planted.text);
            add(std::move(planted), file, heading);
        }
    }

    static std::vector<Edit> read_edits_of_one(const fs::path& file, const std::vector<std::string>& lines,
                                               std::size_t& at) {
        std::vector<Edit> edits;
        bool begins = true;
        for (; at < lines.size() && !lines[at].starts_with("## "); ++at) {
            const std::string& line = lines[at];
            if (line.empty()) continue;
            if (line == "@@") {
                begins = true;
                continue;
            }
            if (line[0] != '-' && line[0] != '+' && line[0] != ' ')
                fail(file, at + 1, "a line of an edit begins with -, +, a space, or is @@");
            if (begins) edits.push_back({at + 1, {}, {}});
            begins = false;
            if (line[0] != '+') edits.back().old_lines.push_back(line.substr(1));
            if (line[0] != '-') edits.back().new_lines.push_back(line.substr(1));
        }
        return edits;
    }

    std::string edited(const fs::path& file, const std::string& base, const std::vector<Edit>& edits) const {
        const fs::path path =
            base == "solution" ? source_ / "solutions" / chapter_ / (id_ + ".cpp") : folder_ / (base + ".cpp");
        if (!fs::exists(path)) fail(file, edits[0].line, "there is no " + base);
        const auto right = lines_of(path);
        std::vector<std::pair<std::size_t, const Edit*>> places;
        for (const Edit& edit : edits) {
            if (edit.old_lines.empty()) fail(file, edit.line, "where? An edit has a line that goes or that stays");
            std::vector<std::size_t> found;
            for (std::size_t i = 0; i + edit.old_lines.size() <= right.size(); ++i) {
                if (std::equal(edit.old_lines.begin(), edit.old_lines.end(),
                               right.begin() + static_cast<std::ptrdiff_t>(i)))
                    found.push_back(i);
            }
            const std::string where = fs::relative(path, source_).string();
            if (found.empty()) fail(file, edit.line, where + " has no such lines any more");
            if (found.size() > 1)
                fail(file, edit.line, where + " has these lines " + std::to_string(found.size()) + " times");
            places.emplace_back(found[0], &edit);
        }
        std::sort(places.begin(), places.end());
        std::string text;
        std::size_t at = 0;
        for (const auto& [from, edit] : places) {
            if (from < at) fail(file, edit->line, "this edit lies within the one before");
            for (; at < from; ++at) text += right[at] + "\n";
            text += joined(edit->new_lines);
            at += edit->old_lines.size();
        }
        for (; at < right.size(); ++at) text += right[at] + "\n";
        return text;
    }

    fs::path source_;
    std::string chapter_, id_;
    fs::path folder_;
    std::set<std::string> names_;
    std::vector<Planted> all_;
};

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
#include "tiny_llm/shape.hpp"
#include "tiny_llm/tensor.hpp"
#include "tiny_llm/todo.hpp"
#include "tiny_llm/token.hpp"
)";

std::string literal(const std::string& text) { return "R\"~(" + text + ")~\""; }

std::string one_file(std::vector<Planted> answers, const std::string& chapter, const std::string& id,
                     const std::vector<std::string>& needed, bool fast) {
    std::string guard = id;
    for (char& c : guard) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    std::string text, entries;
    for (const std::string& header : needed) text += "#include \"" + header + "\"\n";
    // A right one that is fast has a version for each kind of processor, and this machine's is asked; of the wrong ones one is
    // enough.
    std::stable_sort(answers.begin(), answers.end(),
                     [](const Planted& a, const Planted& b) { return a.is_mistake < b.is_mistake; });
    for (const Planted& answer : answers) {
        if ((answer.is_mistake || !fast) && text.find("\n#undef TINY_LLM_CLONES") == std::string::npos)
            text += "\n#undef TINY_LLM_CLONES\n#define TINY_LLM_CLONES\n";
        const std::string space = answer.name_space();
        text += "\nnamespace " + space + " {\nusing namespace tiny_llm;\n}\n#undef TINY_LLM_" + guard +
                "_HPP\n#define tiny_llm " + space + "\n#include \"" + answer.file + "\"\n#include \"tests/" + chapter +
                "/" + id + "/call.hpp\"\n#undef tiny_llm\n";
        entries += "    {\"" + std::string(answer.is_mistake ? "" : "right/") + answer.id + "\", " +
                   literal(answer.en) + ", " + literal(answer.zh) + ", &" + space + "::call},\n";
    }
    return text + "\nGRADER_MODULE(\n" + entries + ")\n";
}

}  // namespace

/// What a library of described mistakes has, for the runner.
static void list_described(const std::string& library, const fs::path& out) {
    const auto& catalogue = *static_cast<const grader::Catalogue*>(answers::loaded(library, "grader_catalogue"));
    auto list = tools::Json::array();
    for (const grader::Described& one : catalogue.mistakes()) {
        list.push_back({{"id", one.id}, {"en", one.en}, {"zh", one.zh}});
    }
    write(out, tools::json_text(list, 1));
}

int main(int argc, char** argv) {
    const bool describes = argc == 4 && argv[1] == std::string("described");
    if (argc < 6 && !describes) {
        std::cerr << "usage: plant SOURCE CHAPTER ID OUT fast|plain [HEADER ...]\n"
                     "       plant described LIBRARY OUT\n";
        return 2;
    }
    try {
        if (describes) {
            list_described(argv[2], argv[3]);
            return 0;
        }
        const fs::path source = argv[1], out = argv[4];
        const std::string chapter = argv[2], id = argv[3];
        const bool fast = std::string(argv[5]) == "fast";
        const std::vector<std::string> needed(argv + 6, argv + argc);
        fs::create_directories(out);
        Exercise exercise(source, chapter, id);
        const std::vector<Planted> all = exercise.read(out);

        std::vector<Planted> mistakes, planted;
        auto list = tools::Json::array();
        std::string tests;
        for (const Planted& answer : all) {
            const bool twins = answer.id.starts_with("of-twin/");
            const bool explains = answer.is_mistake && !twins && (!exercise.is_described() || !answer.en.empty());
            const bool again = !explains || fast || answer.text.find("TINY_LLM_CATALOGUE") != std::string::npos;
            if (explains) mistakes.push_back(answer);
            if (again) planted.push_back(answer);
            const std::string expected = answer.is_mistake ? answer.id.substr(twins ? 8 : 0) : "passed";
            tests += "planted(" + id + " " + (answer.is_mistake ? "" : "right/") + answer.id + " " +
                     (again ? "planted" : "mistakes") + " " + expected + ")\n";
            list.push_back({{"id", (answer.is_mistake ? "" : "right/") + answer.id},
                            {"expected", expected},
                            {"library", again ? "planted" : "mistakes"},
                            {"file", answer.file},
                            {"en", answer.en},
                            {"zh", answer.zh}});
        }
        const std::string begin = "// Written by tests/grader/plant.cpp from tests/" + chapter + "/" + id + ".\n";
        write(out / "mistakes.cpp",
              begin + "#define TINY_LLM_CATALOGUE\n" + headers + one_file(mistakes, chapter, id, needed, fast));
        write(out / "planted.cpp", begin + headers + one_file(planted, chapter, id, needed, fast));
        write(out / "tests.cmake", tests);
        write(out / "planted.json", tools::json_text(list, 1));
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
