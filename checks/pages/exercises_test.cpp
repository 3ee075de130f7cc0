// The tree's own rule, mirror: reads course.json, as the runner does.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "grader/catch.hpp"
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

/// "tests/week1/01-silu/silu": the folder of what judges an exercise.
fs::path place(const json& exercise) { return exercise.at("tests").get<std::string>(); }

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

/// What an exercise is asked: its test.cpp, and the cases.hpp that this includes.
std::string questions(const fs::path& at) {
    std::string text = read(at / "test.cpp");
    const std::regex shared("#include \"(tests/[^\"]*/cases\\.hpp)\"");
    const std::string own = text;
    for (std::sregex_iterator one(own.begin(), own.end(), shared), end; one != end; ++one)
        text += read((*one)[1].str());
    return text;
}

/// The ids in a list of an exercise: in described.json those of the mistakes that it knows, its twin's among them, in
/// planted.json those of its wrong and its other right answers.
std::set<std::string> ids_in(const std::string& list, const json& exercise) {
    std::set<std::string> ids;
    std::ifstream file(fs::path(TINY_LLM_BUILD) / "planted" / exercise.at("id").get<std::string>() / list);
    for (const auto& one : json::parse(file)) ids.insert(one.at("id"));
    return ids;
}

std::set<std::string> mistakes_of(const json& exercise) { return ids_in("described.json", exercise); }

}  // namespace

TEST_CASE("every exercise has all that the mirror rule asks for") {
    REQUIRE(exercises().size() >= 4);
    for (const auto& exercise : exercises()) {
        const fs::path at = place(exercise);
        INFO(at);
        for (const char* key : {"contract", "solution"}) CHECK(fs::exists(root / exercise.at(key)));
        for (const char* file :
             {"test.cpp", "call.hpp", "stub.cpp", "wrong.cpp", "right.cpp", "fixtures.py", "fixtures/cases.json"}) {
            INFO(file);
            CHECK(fs::exists(root / at / file));
        }
        CHECK(mistakes_of(exercise).size() >= 5);
        const auto planted = ids_in("planted.json", exercise);
        CHECK(std::ranges::count_if(planted, [](const std::string& answer) { return answer.starts_with("right/"); }) >=
              3);
    }
}

TEST_CASE("stubs call todo(), and reset restores what was shipped") {
    for (const auto& exercise : exercises()) {
        const std::string shipped = read(place(exercise) / "stub.cpp");
        const std::string theirs = read(exercise.at("file"));
        INFO(exercise.at("file"));
        CHECK(count(shipped, "todo();") >= 1);
        // A learner's own file may be anything; the project's tree holds stubs.
        if (std::getenv("CI")) CHECK(theirs == shipped);
    }
}

TEST_CASE("mistakes have names in kebab-case, and a fast exercise knows its twin's too") {
    const std::regex kebab("[a-z0-9]+(-[a-z0-9]+)*([.][0-9]+)?");  // a family of fractions: clamped-0.1
    std::map<std::string, std::set<std::string>> names;            // by exercise
    for (const auto& exercise : exercises()) {
        const std::string id = exercise.at("id");
        names[id] = mistakes_of(exercise);
        for (const auto& name : names[id]) {
            INFO(id << " " << name);
            CHECK(std::regex_match(name, kebab));
        }
    }
    std::size_t twins = 0;
    for (const auto& exercise : exercises()) {
        if (exercise.at("twin").is_null()) continue;
        ++twins;
        const std::string id = exercise.at("id");
        const auto& of_twin = names[exercise.at("twin").get<std::string>()];
        INFO(id);
        CHECK(std::includes(names[id].begin(), names[id].end(), of_twin.begin(), of_twin.end()));
        std::size_t as_twin = 0;  // written fast, to see that they are named
        for (const auto& answer : ids_in("planted.json", exercise)) as_twin += of_twin.contains(answer);
        CHECK(as_twin >= 4);
    }
    CHECK(twins >= 6);
}

TEST_CASE("a fast exercise is asked what its twin is asked") {
    for (const auto& exercise : exercises()) {
        if (exercise.at("twin").is_null()) continue;
        const std::string id = exercise.at("twin");
        const json& twin = *std::find_if(exercises().begin(), exercises().end(),
                                         [&](const json& other) { return other.at("id") == id; });
        INFO(place(exercise));
        const std::string cases = "#include \"" + place(twin).string() + "/cases.hpp\"\n";
        CHECK(count(read(place(exercise) / "test.cpp"), cases) == 1);
        CHECK(count(read(place(twin) / "test.cpp"), cases) == 1);
    }
}

TEST_CASE("every fixture is graded, and every stored number belongs to one output") {
    for (const auto& exercise : exercises()) {
        const fs::path at = place(exercise);
        const std::string test = questions(at);
        const json cases = json::parse(read(at / "fixtures/cases.json"));
        std::vector<std::pair<std::size_t, std::size_t>> outputs;  // where each starts, and how long it is
        for (const auto& [name, description] : cases.items()) {
            INFO(at << " " << name);
            CHECK(count(test, "\"" + name + "\"") >= 1);
            for (const auto& output : description.at("outputs")) {
                if (!output.contains("start")) continue;
                std::size_t length = 1;
                for (const std::size_t extent : output.at("shape")) length *= extent;
                outputs.emplace_back(output.at("start"), length);
            }
        }
        std::sort(outputs.begin(), outputs.end());
        std::size_t end = 0;
        for (const auto& [start, length] : outputs) {
            INFO(at);
            CHECK(start == end);
            end = start + length;
        }
        const fs::path stored = root / at / "fixtures/outputs.npy";
        INFO(stored);
        CHECK(fs::exists(stored) == !outputs.empty());
        if (!outputs.empty()) CHECK(fs::file_size(stored) == 128 + end * sizeof(float));
        CHECK(files_in(at / "fixtures", ".npy").size() == (outputs.empty() ? 0 : 1));
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

TEST_CASE("what an exercise is fits beside its name on a board of 80 columns, and the README says the same") {
    const std::string readme = read("README.md");
    for (const auto& exercise : exercises()) {
        const std::string id = exercise.at("id"), head = "## Task: `" + id + "`, ";
        const std::string page = read(doc("en", exercise));
        const std::size_t at = page.find(head);
        REQUIRE(at != page.npos);
        const std::string what = page.substr(at + head.size(), page.find('\n', at) - at - head.size());
        INFO(id << ": " << what);
        CHECK(what.size() <= 28);
        for (const std::string& cell : {"`" + id + "` | ", "`" + id + "`** | "})
            CHECK(count(readme, cell) == count(readme, cell + what + " |"));
    }
}

TEST_CASE("a chapter alternates: at most 100 lines before each task, hints aside") {
    std::set<std::string> chapters;
    for (const auto& exercise : exercises()) chapters.insert(doc("en", exercise));
    for (const auto& chapter : chapters) {
        std::istringstream lines(read(chapter));
        std::size_t number = 0, before_task = 0;
        bool in_fence = false, in_hints = false;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            if (line.starts_with("```")) in_fence = !in_fence;
            if (!in_fence && line.starts_with("## ")) in_hints = line.starts_with("## Hints: ");
            if (!in_fence && line.starts_with("## Task: ")) {
                INFO(chapter << ":" << number << ": " << before_task << " lines before this task");
                CHECK(before_task <= 100);
                before_task = 0;
            } else if (!in_hints) {
                ++before_task;
            }
        }
    }
}

TEST_CASE("the map of the sources leads to places, and to every exercise of which they treat") {
    for (const std::string language : {"en", "zh"}) {
        std::istringstream lines(read("docs/" + language + "/sources.md"));
        const std::regex row(R"(\| (.+) \| ([0-4](?:(?:, |、)[0-4])*) \| (.+) \| (.*) \|)"), name("`([^`]+)`"),
            into_course(R"(\]\((week[0-9]/|[a-z]+\.md#))");
        std::map<std::string, std::size_t> rows;  // by topic
        std::set<std::string> named;
        std::string topic;
        bool in_head = true;
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("## ")) rows[topic = line] = 0;
            if (!line.starts_with("|")) in_head = true;
            if (line.starts_with("|---")) {
                in_head = false;
            } else if (line.starts_with("|") && !in_head) {
                INFO(language << ": " << line);
                std::smatch cells;
                REQUIRE(std::regex_match(line, cells, row));
                const std::string course = cells[3], exercise = cells[4];
                CHECK(std::regex_search(course, into_course));
                for (std::sregex_iterator i(exercise.begin(), exercise.end(), name), none; i != none; ++i)
                    named.insert((*i)[1]);
                ++rows[topic];
            }
        }
        CHECK(rows.size() >= 10);
        for (const auto& [heading, count] : rows) {
            INFO(language << ": " << heading);
            CHECK(count >= 1);
        }
        for (const auto& exercise : exercises()) {
            const std::string id = exercise.at("id");
            // The texts are of week 1, know nothing of xtensor, and little of speed.
            const std::string chapter = exercise.at("chapter");
            const bool ours =
                !chapter.starts_with("week1/") || chapter == "week1/00-xtensor" || !exercise.at("twin").is_null();
            INFO(language << ": " << id);
            CHECK((named.erase(id) == 1 || ours));
        }
        INFO(language << ": no exercise " << (named.empty() ? "" : *named.begin()));
        CHECK(named.empty());
    }
}

TEST_CASE("no solution, test or page has a path of some machine") {
    for (const char* folder : {"solutions", "tests", "grader", "checks", "docs", "include", "week1", "week2", "week3",
                               "tools", "bench", "cmake", "model"}) {
        if (!fs::exists(root / folder)) continue;
        for (const fs::path& file : files_below(folder)) {
            if (file.extension() == ".npy") continue;
            INFO(file);
            CHECK(count(read(file), root.string() + "/") == 0);
        }
    }
}
