#include "grading/compile_log.hpp"

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

std::vector<FailedStep> failed_steps(std::string_view ninja_output) {
    std::vector<FailedStep> steps;
    bool inside = false, command = false;
    for (const std::string& raw : lines(without_escapes(ninja_output))) {
        if (raw.starts_with("FAILED: ")) {
            std::string output = raw.substr(8);
            if (output.starts_with("[code=")) output.erase(0, output.find(' ') + 1);  // newer ninja
            steps.push_back({trim(output), ""});
            inside = command = true;
        } else if (raw.starts_with("[") && raw.find('/') < raw.find(']') &&
                   std::isdigit(static_cast<unsigned char>(raw[1]))) {
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
        SourceError error{place.file, place.line, place.column, place.text, excerpt_after(all, i)};
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
            return {led_here.file, led_here.line, led_here.column, place.text, header};
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
