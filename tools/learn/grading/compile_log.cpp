#include "grading/compile_log.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "terminal/text.hpp"

namespace learn {
namespace {

struct Location {
    std::string file;
    int line = 0, column = 0;
    std::string text;  // what follows
};

/// "path:12:5: text" or "path:12: text". The path may hold spaces and colons, so look from the first ":digits:".
bool parse_location(const std::string& line, Location& place) {
    for (std::size_t at = line.find(':'); at != line.npos; at = line.find(':', at + 1)) {
        std::size_t end = at + 1;
        while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end]))) ++end;
        if (end == at + 1 || end >= line.size() || line[end] != ':' || at == 0) continue;
        place = {line.substr(0, at), std::atoi(line.c_str() + at + 1), 0, ""};
        std::size_t after = end + 1;
        while (after < line.size() && std::isdigit(static_cast<unsigned char>(line[after]))) ++after;
        if (after > end + 1 && after < line.size() && line[after] == ':') {
            place.column = std::atoi(line.c_str() + end + 1);
            end = after;
        }
        place.text = trim(line.substr(end + 1));
        return true;
    }
    return false;
}

/// "[3/7] Building …"
bool is_progress(const std::string& line) {
    return line.starts_with("[") && line.find('/') < line.find(']') &&
           std::isdigit(static_cast<unsigned char>(line[1]));
}

bool is_own(const Location& place, const std::string& own) {
    return place.file == own || (place.file.ends_with(own) && place.file[place.file.size() - own.size() - 1] == '/');
}

bool is_error(const Location& place) {
    return place.text.starts_with("error:") || place.text.starts_with("fatal error:");
}

/// The lines of source and caret that g++ and clang print under an error: indented, or "   12 |  code".
std::vector<std::string> excerpt_after(const std::vector<std::string>& all, std::size_t i) {
    std::vector<std::string> result;
    while (++i < all.size() && result.size() < 3 && all[i].starts_with(" ")) {
        Location ignored;
        if (parse_location(all[i], ignored)) break;
        result.push_back(all[i]);
    }
    return result;
}

/// What the compiler adds to an error, up to the next one.
std::string notes_after(const std::vector<std::string>& all, std::size_t i) {
    constexpr std::size_t most = 4000;
    std::string result;
    Location place;
    while (++i < all.size() && result.size() < most) {
        if (!parse_location(all[i], place)) continue;
        if (is_error(place)) break;
        if (place.text.starts_with("note: ")) result += shortened(place.text.substr(6, most)) + "\n";
    }
    return result;
}

/// Where the < at `from` is closed; npos where it opens no list of arguments.
std::size_t end_of_arguments(std::string_view text, std::size_t from) {
    const bool after_name =
        from > 0 && (std::isalnum(static_cast<unsigned char>(text[from - 1])) || text[from - 1] == '_');
    if (!after_name || text.substr(0, from).ends_with("operator")) return text.npos;
    std::size_t depth = 0;
    for (std::size_t i = from; i < text.size(); ++i) {
        if (text[i] == '<') ++depth;
        if (text[i] == '>' && text[i - 1] != '-' && --depth == 0) return i;
    }
    return text.npos;
}

bool link_error(const std::string& line, SourceError& error) {
    for (const char* phrase : {"undefined reference to", "undefined symbol:", "Undefined symbols",
                               "multiple definition of", "duplicate symbol"}) {
        const std::size_t at = line.find(phrase);
        if (at == line.npos) continue;
        error.text = line.substr(at);
        return true;
    }
    return false;
}

}  // namespace

std::string output_of_step(std::string_view ninja_output, const std::string& made) {
    std::string text;
    bool inside = false;
    for (const std::string& line : lines(without_escapes(ninja_output))) {
        if (is_progress(line)) inside = line.find(made) != line.npos;
        else if (line.starts_with("ninja: ") || line.starts_with("FAILED: ")) inside = false;
        else if (inside) text += line + "\n";
    }
    return text;
}

std::string shortened(std::string_view text) {
    constexpr std::size_t longest_arguments = 20;
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t end = text[i] == '<' ? end_of_arguments(text, i) : text.npos;
        std::size_t known = text.npos;  // where what else it is called ends
        if (text.substr(i).starts_with(" {aka ")) known = text.find('}', i);
        if (text.substr(i).starts_with(" (aka '")) known = text.find("')", i) + 1;
        if (known != text.npos && known > i) {
            i = known;
        } else if (end != text.npos && end - i > longest_arguments) {
            result += "<…>";
            i = end;
        } else {
            result += text[i];
        }
    }
    return result;
}

std::vector<SourceError> warnings_of(std::string_view compiler_output, const std::string& own_file) {
    constexpr const char* begin = "warning: ";
    std::vector<SourceError> result;
    for (const std::string& line : lines(without_escapes(compiler_output))) {
        Location place;
        if (!parse_location(line, place) || !is_own(place, own_file) || !place.text.starts_with(begin)) continue;
        const std::string text = shortened(place.text.substr(std::string(begin).size()));
        const bool known = std::any_of(result.begin(), result.end(), [&](const SourceError& other) {
            return other.line == place.line && other.text == text;
        });
        if (!known) result.push_back({place.file, place.line, place.column, text, {}, ""});
    }
    return result;
}

std::vector<FailedStep> failed_steps(std::string_view ninja_output) {
    std::vector<FailedStep> steps;
    bool inside = false, command = false;
    for (const std::string& raw : lines(without_escapes(ninja_output))) {
        if (raw.starts_with("FAILED: ")) {
            std::string output = raw.substr(8);
            if (output.starts_with("[code=")) output.erase(0, output.find(' ') + 1);  // newer ninja
            steps.push_back({trim(output), ""});
            inside = command = true;
        } else if (is_progress(raw)) {
            inside = false;
        } else if (raw.starts_with("ninja: ")) {
            inside = false;
        } else if (inside && command) {
            command = false;  // the command itself
        } else if (inside) {
            steps.back().text += raw + "\n";
        }
    }
    return steps;
}

SourceError first_error(std::string_view compiler_output, const std::string& own_file) {
    const auto all = lines(without_escapes(compiler_output));
    SourceError first;
    bool any = false;
    Location led_here;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Location place;
        if (!parse_location(all[i], place)) continue;
        if (is_own(place, own_file) && place.text.starts_with("required ")) led_here = place;
        if (place.text.starts_with("warning:")) led_here = {};
        if (!is_error(place)) continue;
        SourceError error{place.file,         place.line, place.column, shortened(place.text), excerpt_after(all, i),
                          notes_after(all, i)};
        if (is_own(place, own_file)) return error;
        // clang says afterwards how it came there.
        for (std::size_t j = i + 1; led_here.file.empty() && j < all.size(); ++j) {
            Location note;
            if (!parse_location(all[j], note)) continue;
            if (is_error(note)) break;
            if (is_own(note, own_file) && note.text.starts_with("note: in instantiation of")) led_here = note;
        }
        if (!led_here.file.empty()) {
            std::vector<std::string> header{"(" + place.file + ":" + std::to_string(place.line) + ")"};
            return {led_here.file, led_here.line, led_here.column, error.text, header, error.notes};
        }
        if (!any) first = error;
        any = true;
    }
    if (any) return first;
    for (const std::string& line : all) {
        if (link_error(line, first)) return first;
    }
    for (const std::string& line : all) {
        if (line.find("error:") != line.npos) {
            first.text = trim(line);
            return first;
        }
    }
    return first;
}

}  // namespace learn
