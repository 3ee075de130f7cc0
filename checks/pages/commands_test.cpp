// The commands on the pages are run, and print what the pages show.
//
//   ```sh    every line that begins with ./learn, cmake or ctest is run in an untouched course. ./learn may not end with
//            2, which is a command that does not exist or a course that is not set up; the others have to succeed.
//            <!-- not run: why --> above the fence keeps it from that.
//   <!-- shows: ./learn check silu --> above a ```text fence: these lines, one after the other, are printed where every
//            exercise is solved. Seconds may differ. "..." stands for any lines.
//   <!-- shows: ./learn check; untouched --> the same in an untouched course
//   <!-- shows: ./learn check silu; week1/01-silu/silu.cpp is silu/sigmoid -->        a planted mistake in a file's place

#include <regex>
#include <set>
#include <sstream>

#include "grader/catch.hpp"
#include "learner.hpp"

namespace {

struct Shown {
    std::string place, command;  // "docs/en/week1/01-silu.md:293"
    bool chinese;
    std::vector<std::string> lines;
};

/// In which course: all that is to be run in one is run together, since compiling is what takes the time.
struct Course {
    Learner::Files files = Learner::Files::solved;
    std::map<std::string, std::string> others;

    auto operator<=>(const Course&) const = default;
};

std::vector<std::string> split(const std::string& text, const std::string& separator) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (auto at = text.find(separator); at != text.npos; at = text.find(separator, from)) {
        parts.push_back(text.substr(from, at - from));
        from = at + separator.size();
    }
    parts.push_back(text.substr(from));
    return parts;
}

Course course(const std::vector<std::string>& parts) {
    Course result;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const auto is = split(parts[i], " is ");
        if (parts[i] == "untouched") {
            result.files = Learner::Files::untouched;
        } else if (is.size() == 2) {
            result.others[is[0]] = is[1];
        } else {
            throw std::runtime_error("what is \"" + parts[i] + "\"?");
        }
    }
    return result;
}

std::map<Course, std::vector<Shown>> shown_on_pages() {
    std::map<Course, std::vector<Shown>> all;
    for (const auto& page : pages()) {
        for (const auto& fence : page.fences) {
            if (!fence.marker.starts_with("shows: ")) continue;
            const auto parts = split(fence.marker.substr(7), "; ");
            const bool chinese = page.path.starts_with("docs/zh") || page.path == "README.zh.md";
            all[course(parts)].push_back({at(page, fence.line), parts[0], chinese, fence.code});
        }
    }
    return all;
}

/// Without what differs from run to run.
std::vector<std::string> lasting(const std::string& text) {
    static const std::regex seconds(R"([0-9]+(\.[0-9]+)? (s|秒))"), spaces(R"(\s+$)");
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(std::regex_replace(std::regex_replace(line, seconds, "# s"), spaces, ""));
    }
    return lines;
}

/// The lines `part` one after the other somewhere in `all`. Otherwise which of them is not found where it should be.
std::string missing(const std::vector<std::string>& part, const std::vector<std::string>& all) {
    std::size_t best = 0;
    for (std::size_t start = 0; start < all.size(); ++start) {
        std::size_t i = 0;
        for (std::size_t k = start; i < part.size(); ++i) {
            if (part[i] == "...") {
                while (i + 1 < part.size() && k < all.size() && all[k] != part[i + 1]) ++k;
            } else if (k < all.size() && all[k] == part[i]) {
                ++k;
            } else {
                break;
            }
        }
        best = std::max(best, i);
    }
    return best == part.size() ? "" : "line " + std::to_string(best + 1) + " of it is not printed there: " + part[best];
}

std::string joined(const std::vector<std::string>& lines) { return lines_of(lines) + "\n"; }

}  // namespace

TEST_CASE("a transcript is compared line by line") {
    const std::vector<std::string> all{"a", "b", "c", "d"};
    CHECK(missing({"b", "c"}, all).empty());
    CHECK(missing({"a", "...", "d"}, all).empty());
    CHECK(missing({"b", "d"}, all) == "line 2 of it is not printed there: d");
    CHECK(missing({"a", "...", "e"}, all) == "line 3 of it is not printed there: e");
    CHECK(lasting("built in 1.4 s, ran in 0.01 s  \n") == std::vector<std::string>{"built in # s, ran in # s"});
}

TEST_CASE("every command on a page is one that the runner knows") {
    Learner learner;
    learner.put(Learner::Files::untouched, {});
    learner.run("./learn verify");  // compiles on all cores; each command alone would use one
    std::set<std::string> done;
    for (const auto& page : pages()) {
        for (const auto& fence : page.fences) {
            if (fence.language != "sh" || fence.marker.starts_with("not run: ")) continue;
            for (std::size_t i = 0; i < fence.code.size(); ++i) {
                const std::string& command = fence.code[i];
                if (command.starts_with("./learn story")) continue;  // stories_test tells them
                if (command.starts_with("./learn test")) continue;   // which asks this
                const bool ours = command.starts_with("./learn"),
                           others = command.starts_with("cmake ") || command.starts_with("ctest ");
                if ((!ours && !others) || !done.insert(command).second) continue;
                const auto outcome = learner.run(command);
                INFO(at(page, fence.line + 1 + i) << ": " << command << " ends with " << outcome.code << "\n"
                                                  << outcome.text);
                CHECK(outcome.code <= (ours ? 1 : 0));
            }
        }
    }
    CHECK(done.size() >= exercises().size());
}

TEST_CASE("a class is graded as the page for teachers says") {
    Learner learner;
    learner.put(Learner::Files::untouched, {});
    const std::string silu = "week1/01-silu/silu.cpp", rms_norm = "week1/02-rms-norm/rms_norm.cpp";
    const auto outcome = learner.run(
        "rm -rf students results && mkdir -p students/ada/week1/01-silu students/bob/week1/02-rms-norm &&"
        " cp solutions/" +
        silu + " students/ada/" + silu + " && cp " TINY_LLM_BUILD "/planted/rms_norm/wrong/no-eps.cpp students/bob/" +
        rms_norm + " && sh checks/pages/code/grade-all.sh students/ada students/bob");
    INFO(outcome.text);
    for (const auto& page : {parse("docs/en/teachers.md", read("docs/en/teachers.md"))}) {
        for (const auto& fence : page.fences) {
            if (fence.code.size() != 1 || !fence.code[0].starts_with("grep ")) continue;
            const std::string text = learner.run(fence.code[0]).text;
            INFO(fence.code[0] << "\n" << text);
            if (count(fence.code[0], "uniq")) {
                CHECK(std::regex_search(text, std::regex(R"(^ *1 "id":"no-eps","text")")));
            } else {
                CHECK(text == "results/ada.json:\"passed\":1\nresults/bob.json:\"passed\":0\n");
            }
        }
    }
}

TEST_CASE("every transcript on a page is what is printed") {
    Learner learner;
    std::set<std::string> shown_in;
    for (const auto& [course, all] : shown_on_pages()) {
        learner.put(course.files, course.others);
        if (all.size() > 2) learner.run("./learn verify");
        for (const auto& shown : all) {
            shown_in.insert(shown.place.substr(0, shown.place.find(':')));
#if defined(__clang__)
            // The pages quote g++.
            if (joined(shown.lines).find(": error: ") != std::string::npos) continue;
#endif
            const auto outcome = learner.run(shown.command + (shown.chinese ? " --lang zh" : " --lang en"));
            const auto wrong = missing(lasting(joined(shown.lines).substr(1)), lasting(outcome.text));
            INFO(shown.place << ": " << shown.command << ": " << wrong << "\n" << outcome.text);
            CHECK(wrong.empty());
        }
    }
    for (const auto& exercise : exercises()) {
        for (const std::string language : {"en", "zh"}) {
            const std::string page = "docs/" + language + "/" + exercise.at("chapter").get<std::string>() + ".md";
            INFO(page << " shows no check");
            CHECK(shown_in.contains(page));
        }
    }
}
