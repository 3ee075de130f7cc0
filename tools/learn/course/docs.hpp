#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/course.hpp"

namespace learn {

struct Hint {
    std::string title;
    std::string text;  // plain: headings of code fences taken away, code indented
};

// All from a chapter's Markdown text. Headings inside code fences are none.
std::string chapter_title(std::string_view markdown);
std::string task_title(std::string_view markdown, const std::string& id);
std::vector<Hint> hints(std::string_view markdown, const std::string& id, std::size_t columns = 76);

/// docs/<language>/<chapter>.md, English where there is no other; relative to the source folder.
std::string chapter_file(const Course& course, const std::string& chapter);
std::string chapter_text(const Course& course, const std::string& chapter);

/// With the id or the chapter's folder where the chapter does not say.
std::string title_of(const Course& course, const Exercise& exercise);
std::string title_of_chapter(const Course& course, const std::string& chapter);

}  // namespace learn
