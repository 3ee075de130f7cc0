#include "code.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

namespace {

/// Without comments, empty lines and indentation; with the number of each line.
std::vector<Item> bare(const std::vector<Item>& lines) {
    static const std::regex other(R"(^ +|\s*(/\*.*?\*/|//.*)| +$)");
    std::vector<Item> result;
    for (const auto& line : lines) {
        const std::string code = std::regex_replace(line.text, other, "");
        if (!code.empty()) result.push_back({line.line, code});
    }
    return result;
}

std::vector<Item> numbered(const std::vector<std::string>& lines, std::size_t first) {
    std::vector<Item> result;
    for (const auto& line : lines) result.push_back({first++, line});
    return result;
}

std::vector<std::string> region(const std::string& text, const std::string& name) {
    std::vector<std::string> result;
    std::istringstream lines(text);
    bool inside = name.empty();
    for (std::string line; std::getline(lines, line);) {
        const auto begin = line.find_first_not_of(' ');
        const std::string trimmed = begin == std::string::npos ? "" : line.substr(begin);
        if (!name.empty() && (trimmed == "// region " + name || trimmed == "# region " + name)) {
            inside = true;
        } else if (!name.empty() && (trimmed == "// endregion" || trimmed == "# endregion")) {
            inside = false;
        } else if (inside) {
            result.push_back(line);
        }
    }
    return result;
}

std::string fault(const Page& page, const Fence& fence, const std::string& place, const std::string& text) {
    const auto hash = place.find('#');
    const std::string path = place.substr(0, hash), name = hash == place.npos ? "" : place.substr(hash + 1);
    if (text.empty()) return at(page, fence.line) + ": no file " + path;
    const auto source = bare(numbered(region(text, name), 1));
    if (source.empty()) return at(page, fence.line) + ": no region " + name + " in " + path;
    const auto shown = bare(numbered(fence.code, fence.line + 1));
    const auto [a, b] = std::mismatch(shown.begin(), shown.end(), source.begin(), source.end());
    if (a == shown.end() && b == source.end()) return "";
    const std::size_t line = a == shown.end() ? fence.line + 1 + fence.code.size() : a->line;
    return at(page, line) + ": shows \"" + (a == shown.end() ? "" : a->text) + "\", and " + place + " has \"" +
           (b == source.end() ? "" : b->text) + "\"";
}

}  // namespace

std::vector<std::string> faults(const Page& page, const std::function<std::string(const std::string&)>& file) {
    std::vector<std::string> found;
    for (const auto& fence : page.fences) {
        const bool embeds = fence.marker.starts_with("embed: ");
        if (!embeds && !fence.folded && (fence.language == "cpp" || fence.language == "python") &&
            fence.marker != "sketch") {
            found.push_back(at(page, fence.line) +
                            ": say above this code what it is: <!-- embed: file.cpp#region --> or <!-- sketch -->");
        }
        // What the runner prints begins with a verdict, and its lines go on with "|".
        const bool transcript = fence.language == "text" && fence.code.size() > 1 && fence.code[1].starts_with("| ");
        if (transcript && page.path.starts_with("docs/") && !fence.marker.starts_with("shows: ")) {
            found.push_back(at(page, fence.line) +
                            ": say above this transcript what prints it: <!-- shows: ./learn … -->");
        }
        if (!embeds) continue;
        const std::string place = fence.marker.substr(7);
        if (const std::string one = fault(page, fence, place, file(place.substr(0, place.find('#')))); !one.empty()) {
            found.push_back(one);
        }
    }
    return found;
}
