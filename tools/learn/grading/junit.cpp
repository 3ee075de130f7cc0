#include "grading/junit.hpp"

#include <algorithm>
#include <cstring>
#include <pugixml.hpp>
#include <sstream>

#include "grading/report.hpp"
#include "system/output_file.hpp"
#include "terminal/text.hpp"

namespace learn {

void write_junit(const fs::path& path, const std::vector<Grade>& grades, const fs::path& source_dir) {
    pugi::xml_document document;
    pugi::xml_node suite = document.append_child("testsuite");
    suite.append_attribute("name") = "tiny_llm";
    suite.append_attribute("tests") = static_cast<unsigned>(grades.size());
    const auto count = [&](auto wanted) {
        return static_cast<unsigned>(std::count_if(grades.begin(), grades.end(), wanted));
    };
    suite.append_attribute("failures") =
        count([](const Grade& g) { return g.status != Status::passed && g.status != Status::unsolved; });
    suite.append_attribute("skipped") = count([](const Grade& g) { return g.status == Status::unsolved; });
    for (const Grade& g : grades) {
        pugi::xml_node test = suite.append_child("testcase");
        test.append_attribute("classname") = g.chapter.c_str();
        test.append_attribute("name") = g.id.c_str();
        test.append_attribute("time") = g.seconds;
        if (g.status == Status::passed) continue;
        pugi::xml_node why = test.append_child(g.status == Status::unsolved ? "skipped" : "failure");
        why.append_attribute("message") = name(g.status);
        if (g.status != Status::unsolved) why.text() = harmless(without_escapes(report(g, true))).c_str();
    }
    std::ostringstream text;
    document.save(text, "  ");
    write_output(path, text.str(), junit_report, source_dir);
}

std::vector<CtestCase> read_junit(const fs::path& path) {
    std::vector<CtestCase> result;
    pugi::xml_document document;
    if (!document.load_file(path.c_str())) return result;
    for (const pugi::xml_node test : document.child("testsuite").children("testcase")) {
        CtestCase c;
        c.name = test.attribute("name").value();
        c.output = test.child("system-out").text().get();
        const std::string status = test.attribute("status").value();
        if (const pugi::xml_node skipped = test.child("skipped");
            skipped || status == "notrun" || status == "disabled") {
            c.result = CtestCase::skipped;
            c.reason = skipped.attribute("message").value();
            // A program that is not there was not skipped: it was never built.
            if (c.reason.find("Unable to find") != c.reason.npos ||
                c.output.find("Unable to find executable") != c.output.npos) {
                c.result = CtestCase::failed;
            }
        }
        if (test.child("failure") || status == "fail") {
            c.result = CtestCase::failed;
            c.reason = test.child("failure").attribute("message").value();
        }
        result.push_back(c);
    }
    return result;
}

}  // namespace learn
