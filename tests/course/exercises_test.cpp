// The tree's own rule, mirror: reads course.json, as the runner does.

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "support/catch.hpp"
#include "tree.hpp"

using nlohmann::json;

namespace {

std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
    std::vector<fs::path> files;
    if (!fs::is_directory(root / folder)) return files;
    for (const auto& entry : fs::directory_iterator(root / folder)) {
        if (entry.path().extension() == extension) files.push_back(fs::relative(entry.path(), root));
    }
    return files;
}

/// "week1/01-silu/silu": where an exercise's things are in each mirror tree.
fs::path place(const json& exercise) {
    return fs::path(exercise.at("chapter").get<std::string>()) / exercise.at("id").get<std::string>();
}

std::string doc(const std::string& language, const json& exercise) {
    return "docs/" + language + "/" + exercise.at("chapter").get<std::string>() + ".md";
}

/// The lines below the heading that has `word` and the id, up to the next heading of any level.
std::string section(const std::string& markdown, const std::string& word, const std::string& id) {
    std::istringstream lines(markdown);
    std::string text;
    bool inside = false;
    bool in_fence = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) in_fence = !in_fence;
        if (!in_fence && line.starts_with("#")) {
            inside = line.find(word) != std::string::npos && line.find("`" + id + "`") != std::string::npos;
            if (inside) text += line + "\n";
        } else if (inside) {
            text += line + "\n";
        }
    }
    return text;
}

}  // namespace

TEST_CASE("every exercise has all that the mirror rule asks for") {
    REQUIRE(exercises().size() >= 4);
    for (const auto& exercise : exercises()) {
        const fs::path at = place(exercise);
        INFO(at);
        for (const char* key : {"contract", "stub", "solution"}) CHECK(fs::exists(root / exercise.at(key)));
        CHECK(fs::exists(root / ("tests/" + at.string() + "_test.cpp")));
        CHECK(fs::exists(root / ("tests/" + at.string() + "_call.hpp")));
        CHECK(fs::exists(root / ("tests/fixtures/" + at.string() + "/cases.json")));
        CHECK(files_in("tests/mistakes" / at, ".cpp").size() >= 5);
        CHECK(files_in("tests/right" / at, ".cpp").size() >= 3);
    }
}

TEST_CASE("stubs call todo(), and reset restores what was shipped") {
    for (const auto& exercise : exercises()) {
        const std::string shipped = read(exercise.at("stub"));
        const std::string theirs = read(exercise.at("file"));
        INFO(exercise.at("file"));
        CHECK(count(shipped, "todo();") >= 1);
        // A learner's own file may be anything; the project's tree holds stubs.
        if (std::getenv("CI")) CHECK(theirs == shipped);
    }
}

TEST_CASE("every wrong answer is named in kebab-case and explained in both languages") {
    const std::regex kebab("[a-z0-9]+(-[a-z0-9]+)*");
    for (const auto& exercise : exercises()) {
        for (const auto& file : files_in("tests/mistakes" / place(exercise), ".cpp")) {
            INFO(file);
            const std::string text = read(file);
            CHECK(std::regex_match(file.stem().string(), kebab));
            CHECK(text.starts_with("// en: "));
            CHECK(count(text, "\n// zh: ") == 1);
        }
    }
}

TEST_CASE("a fast exercise is asked what its twin is asked, and no two of their wrong answers have one name") {
    std::size_t twins = 0;
    for (const auto& exercise : exercises()) {
        if (exercise.at("twin").is_null()) continue;
        ++twins;
        const std::string id = exercise.at("twin");
        const json& twin = *std::find_if(exercises().begin(), exercises().end(),
                                         [&](const json& other) { return other.at("id") == id; });
        INFO(place(exercise));
        const std::string cases = "#include \"tests/" + place(twin).string() + "_cases.hpp\"\n";
        CHECK(count(read("tests/" + place(exercise).string() + "_test.cpp"), cases) == 1);
        CHECK(count(read("tests/" + place(twin).string() + "_test.cpp"), cases) == 1);
        for (const auto& file : files_in("tests/mistakes" / place(exercise), ".cpp")) {
            INFO(file);
            CHECK(!fs::exists(root / "tests/mistakes" / place(twin) / file.filename()));
        }
        const auto of_twin = files_in("tests/mistakes" / place(exercise) / "of-twin", ".cpp");
        CHECK(of_twin.size() >= 4);
        for (const auto& file : of_twin) {
            INFO(file);
            CHECK(fs::exists(root / "tests/mistakes" / place(twin) / file.filename()));
        }
    }
    CHECK(twins >= 6);
}

TEST_CASE("every fixture is graded, and every stored output belongs to one") {
    for (const auto& exercise : exercises()) {
        const fs::path at = place(exercise);
        const std::string test =
            read("tests/" + at.string() + "_test.cpp") + read("tests/" + at.string() + "_cases.hpp");
        const json cases = json::parse(read("tests/fixtures" / at / "cases.json"));
        std::vector<std::string> outputs;
        for (const auto& [name, description] : cases.items()) {
            INFO(at << " " << name);
            CHECK(count(test, "\"" + name + "\"") >= 1);
            for (const auto& output : description.at("outputs")) {
                outputs.push_back(name + "." + output.get<std::string>() + ".npy");
            }
        }
        for (const auto& file : files_in("tests/fixtures" / at, ".npy")) {
            INFO(file);
            CHECK(std::find(outputs.begin(), outputs.end(), file.filename().string()) != outputs.end());
        }
    }
}

TEST_CASE("every exercise has a task, the command and at least three hints in both chapters") {
    for (const auto& exercise : exercises()) {
        const std::string id = exercise.at("id");
        for (const auto& [language, task, hints] :
             {std::tuple{"en", "Task", "Hints"}, std::tuple{"zh", "任务", "提示"}}) {
            INFO(doc(language, exercise) << " " << id);
            const std::string page = read(doc(language, exercise));
            CHECK(count(section(page, task, id), "./learn check " + id) >= 1);
            CHECK(count(section(page, task, id), exercise.at("file").get<std::string>()) >= 1);
            CHECK(count(section(page, hints, id), "<details>") >= 3);
            CHECK(count(section(page, hints, id), "<details>") == count(section(page, hints, id), "</details>"));
        }
    }
}

TEST_CASE("the map of the sources leads to places, and to exercises that exist") {
    for (const std::string language : {"en", "zh"}) {
        std::istringstream lines(read("docs/" + language + "/sources.md"));
        std::size_t rows = 0;
        bool in_head = true;
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("|")) in_head = true;
            if (line.starts_with("|---")) {
                in_head = false;
            } else if (line.starts_with("|") && !in_head) {
                // The last cell but one links to the course; the last names exercises, or nothing.
                INFO(language << ": " << line);
                const auto end = line.rfind('|');
                const auto last = line.rfind('|', end - 1);
                const auto before = line.rfind('|', last - 1);
                CHECK(count(line.substr(before, last - before), "](") >= 1);
                const std::string names = line.substr(last + 1, end - last - 1);
                const std::regex name("`([^`]+)`");
                for (std::sregex_iterator i(names.begin(), names.end(), name), none; i != none; ++i) {
                    CHECK(std::any_of(exercises().begin(), exercises().end(),
                                      [&](const json& exercise) { return exercise.at("id") == (*i)[1].str(); }));
                }
                ++rows;
            }
        }
        CHECK(rows >= 100);
    }
}

TEST_CASE("no solution, test or page has a path of some machine") {
    for (const char* folder : {"solutions", "tests", "docs", "include", "week1", "tools", "bench", "cmake", "model"}) {
        if (!fs::exists(root / folder)) continue;
        for (auto file = fs::recursive_directory_iterator(root / folder); file != fs::end(file); ++file) {
            const fs::directory_entry& entry = *file;
            // What npm and VitePress have put there is not ours.
            const std::string name = entry.path().filename().string();
            if (name == "node_modules" || name == "cache" || name == "dist") file.disable_recursion_pending();
            if (!entry.is_regular_file() || entry.path().extension() == ".npy") continue;
            INFO(entry.path());
            CHECK(count(read(fs::relative(entry.path(), root)), root.string() + "/") == 0);
        }
    }
}
