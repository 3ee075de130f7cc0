#pragma once

#include <string>
#include <vector>

#include "system/files.hpp"
#include "terminal/text.hpp"

/// A row of the lists of compile errors in docs/*/stuck.md: | name | what one wrote | what g++ says | what to write |
struct ShownFix {
    std::string id, code;     // of the code, what stands in its first ` `
    std::string error, note;  // the compiler's first words; "…" stands for any words
    bool by_clang;            // which alone refuses it
    std::string text;
};

inline std::string without_ticks(std::string text) {
    std::erase(text, '`');
    return text;
}

inline std::vector<std::string> ticked(const std::string& text) {
    std::vector<std::string> result;
    for (std::size_t at = text.find('`'); at != text.npos; at = text.find('`', at + 1)) {
        const std::size_t end = text.find('`', at + 1);
        result.push_back(text.substr(at + 1, end - at - 1));
        at = end;
    }
    return result;
}

inline std::vector<ShownFix> shown_fixes(const std::string& language) {
    std::vector<ShownFix> result;
    const auto page = learn::read_file(TINY_LLM_SOURCE_DIR "/docs/" + language + "/stuck.md").value();
    for (const std::string& line : learn::lines(page)) {
        std::vector<std::string> cells;
        for (std::size_t at = 1, end; line.starts_with("| `") && (end = line.find(" |", at)) != line.npos; at = end + 2)
            cells.push_back(line.substr(at + 1, end - at - 1));
        if (cells.size() != 4) continue;
        const auto words = ticked(cells[2]);
        result.push_back({without_ticks(cells[0]), ticked(cells[1]).at(0), words.at(0),
                          words.size() > 1 ? words[1] : "", cells[2].starts_with("clang"), without_ticks(cells[3])});
    }
    return result;
}
