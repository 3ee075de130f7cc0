// The code that the pages show is the code that is compiled.

#include "code.hpp"
#include "grader/catch.hpp"
#include "tree.hpp"

TEST_CASE("every C++ block of a page is code that is compiled and tested, or says that it is a sketch") {
    std::vector<std::string> found;
    for (const auto& page : pages()) {
        for (const auto& one : faults(page, [](const std::string& path) { return read(path); })) found.push_back(one);
    }
    INFO(lines_of(found));
    CHECK(found.empty());
}
