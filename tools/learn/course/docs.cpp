#include "course/docs.hpp"

#include <algorithm>
#include <utility>

#include "terminal/language.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

struct Heading {
    std::size_t level;
    std::string text;
    std::size_t line;
};

bool is_fence(const std::string& line) {
    const std::string start = trim(line);
    return start.starts_with("```") || start.starts_with("~~~");
}

std::vector<Heading> headings(const std::vector<std::string>& all) {
    std::vector<Heading> result;
    bool code = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (is_fence(all[i])) code = !code;
        const std::size_t level = all[i].find_first_not_of('#');
        if (code || level == 0 || level == std::string::npos || level > 6 || all[i][level] != ' ') continue;
        result.push_back({level, trim(all[i].substr(level)), i});
    }
    return result;
}

bool has(const std::string& text, const char* part) { return text.find(part) != text.npos; }

bool is_about(const Heading& heading, const char* en, const char* zh, const std::string& id) {
    return (has(heading.text, en) || has(heading.text, zh)) && has(heading.text, ("`" + id + "`").c_str());
}

std::string between(const std::string& text, const char* from, const char* to) {
    const std::size_t start = text.find(from);
    const std::size_t end = text.find(to);
    if (start == text.npos || end == text.npos) return {};
    const std::size_t after = start + std::string(from).size();
    return after <= end ? text.substr(after, end - after) : std::string();
}

bool starts_block(const std::string& line) {
    const std::string start = trim(line);
    const std::size_t digits = start.find_first_not_of("0123456789");
    return start.empty() || is_fence(line) || start.starts_with("- ") || start.starts_with("|") ||
           (digits > 0 && digits != start.npos && start.compare(digits, 2, ". ") == 0);
}

/// Joins the lines of a paragraph, which Markdown breaks anywhere. Chinese has no space where a line ends.
std::vector<std::string> paragraphs(const std::vector<std::string>& block) {
    std::vector<std::string> result;
    bool code = false;
    for (const std::string& line : block) {
        const bool fresh = code || starts_block(line) || result.empty() || trim(result.back()).empty() ||
                           is_fence(result.back()) || result.back().starts_with("|");
        if (is_fence(line)) code = !code;
        if (fresh) {
            result.push_back(line);
            continue;
        }
        const bool wide = (result.back().back() & 0x80) && (line.front() & 0x80);
        result.back() += (wide ? "" : " ") + trim(line);
    }
    return result;
}

using Row = std::vector<std::string>;

/// What is in "| a | b |".
Row cells(const std::string& line) {
    Row row;
    for (std::size_t begin = 1, end; (end = line.find('|', begin)) != line.npos; begin = end + 1)
        row.push_back(trim(line.substr(begin, end - begin)));
    return row;
}

std::string aligned(const std::vector<Row>& table) {
    std::string text;
    for (const Row& row : table) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            std::size_t widest = 0;
            for (const Row& any : table) widest = std::max(widest, i < any.size() ? width(any[i]) : 0);
            line += pad(row[i], widest + 2);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

/// The text of a hint as a terminal shows it.
std::string plain(const std::vector<std::string>& block, std::size_t columns) {
    std::string text;
    std::vector<Row> table;
    bool code = false;
    for (const std::string& line : paragraphs(block)) {
        if (is_fence(line)) {
            code = !code;
            continue;
        }
        if (code) {
            text += "    " + line + "\n";
            continue;
        }
        if (line.starts_with('|')) {
            if (!line.starts_with("|-")) table.push_back(cells(line));
            continue;
        }
        text += aligned(std::exchange(table, {}));
        if (trim(line).empty()) text += "\n";
        std::string words;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line.compare(i, 2, "**") == 0) ++i;
            else words += line[i];
        }
        const bool item = words.starts_with("- ");
        for (const std::string& part : wrap(words, columns)) text += (item && part[0] != '-' ? "  " : "") + part + "\n";
    }
    text += aligned(table);
    const std::size_t first = text.find_first_not_of('\n');
    return first == text.npos ? "" : text.substr(first, text.find_last_not_of('\n') + 1 - first);
}

/// "where to start" of "Hint 1: where to start": the runner counts them itself.
std::string without_number(const std::string& title) {
    if (!title.starts_with("Hint") && !title.starts_with("提示")) return title;
    for (const std::string colon : {": ", "：", ":"}) {
        if (const auto at = title.find(colon); at != title.npos) return trim(title.substr(at + colon.size()));
    }
    return title;
}

}  // namespace

std::string chapter_title(std::string_view markdown) {
    for (const Heading& h : headings(lines(markdown))) {
        if (h.level == 1) return h.text;
    }
    return {};
}

std::string task_title(std::string_view markdown, const std::string& id) {
    for (const Heading& h : headings(lines(markdown))) {
        if (!is_about(h, "Task", "任务", id)) continue;
        const std::string tick = "`" + id + "`";
        std::string rest = h.text.substr(h.text.find(tick) + tick.size());
        for (bool again = true; again;) {
            again = false;
            for (const std::string separator : {" ", ",", ":", "–", "—", "-", "：", "，"}) {
                if (!rest.starts_with(separator)) continue;
                rest.erase(0, separator.size());
                again = true;
            }
        }
        return trim(rest);
    }
    return {};
}

std::vector<Hint> hints(std::string_view markdown, const std::string& id, std::size_t columns) {
    const auto all = lines(markdown);
    const auto heads = headings(all);
    std::vector<Hint> result;
    for (std::size_t h = 0; h < heads.size(); ++h) {
        if (!is_about(heads[h], "Hints", "提示", id)) continue;
        std::size_t end = all.size();
        for (std::size_t next = h + 1; next < heads.size(); ++next) {
            if (heads[next].level > heads[h].level) continue;
            end = heads[next].line;
            break;
        }
        bool inside = false;
        std::string title;
        std::vector<std::string> block;
        for (std::size_t i = heads[h].line + 1; i < end; ++i) {
            if (has(all[i], "<details")) {
                inside = true;
                title.clear();
                block.clear();
            }
            if (has(all[i], "<summary>")) {
                title = without_number(trim(between(all[i], "<summary>", "</summary>")));
            } else if (inside && has(all[i], "</details>")) {
                result.push_back({title, plain(block, columns)});
                inside = false;
            } else if (inside && !has(all[i], "<details") && !trim(all[i]).starts_with("<!--")) {
                block.push_back(all[i]);
            }
        }
        break;
    }
    return result;
}

std::string chapter_file(const Course& course, const std::string& chapter) {
    const fs::path own = fs::path("docs") / language_name() / (chapter + ".md");
    std::error_code error;
    if (fs::exists(course.source_dir / own, error)) return own.string();
    return (fs::path("docs") / "en" / (chapter + ".md")).string();
}

std::string chapter_text(const Course& course, const std::string& chapter) {
    return read_file(course.source_dir / chapter_file(course, chapter)).value_or("");
}

std::string title_of(const Course& course, const Exercise& exercise) {
    const std::string title = task_title(chapter_text(course, exercise.chapter), exercise.id);
    return title.empty() ? exercise.id : title;
}

std::string title_of_chapter(const Course& course, const std::string& chapter) {
    const std::string title = chapter_title(chapter_text(course, chapter));
    return title.empty() ? chapter : title;
}

}  // namespace learn
