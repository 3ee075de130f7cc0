#include "tree.hpp"

#include <algorithm>

#include <fstream>
#include <set>
#include <sstream>

const fs::path root = TINY_LLM_SOURCE;

std::string read(const fs::path& path) {
    std::ifstream file(root / path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<fs::path> files_below(const fs::path& path) {
    if (!fs::is_directory(root / path)) return {path};
    std::vector<fs::path> files;
    for (auto file = fs::recursive_directory_iterator(root / path); file != fs::end(file); ++file) {
        const std::string name = file->path().filename().string();
        if (name == "node_modules" || name == "cache" || name == "dist") file.disable_recursion_pending();
        if (file->is_regular_file()) files.push_back(fs::relative(file->path(), root));
    }
    std::sort(files.begin(), files.end());
    return files;
}

const nlohmann::json& exercises() {
    static const nlohmann::json course = nlohmann::json::parse(std::ifstream(TINY_LLM_COURSE));
    return course.at("exercises");
}

std::vector<std::pair<std::string, std::string>> page_pairs() {
    std::set<std::string> names;
    for (const auto& language : {root / "docs/en", root / "docs/zh"}) {
        for (const auto& entry : fs::recursive_directory_iterator(language)) {
            if (entry.path().extension() == ".md") names.insert(fs::relative(entry.path(), language).string());
        }
    }
    std::vector<std::pair<std::string, std::string>> pairs{{"README.md", "README.zh.md"},
                                                           {".github/SECURITY.md", ".github/SECURITY.zh.md"}};
    for (const auto& name : names) pairs.emplace_back("docs/en/" + name, "docs/zh/" + name);
    return pairs;
}

std::vector<Page> pages() {
    std::vector<Page> all;
    for (const auto& [en, zh] : page_pairs()) {
        for (const auto& path : {en, zh}) all.push_back(parse(path, read(path)));
    }
    return all;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
    return n;
}

std::string lines_of(const std::vector<std::string>& all) {
    std::string text;
    for (const auto& one : all) text += "\n" + one;
    return text;
}
