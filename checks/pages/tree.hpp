#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "page.hpp"

namespace fs = std::filesystem;

/// The course's own folder.
extern const fs::path root;

/// The text of a file whose path begins at the root; empty if there is none.
std::string read(const fs::path& path);

/// Every file of ours below the path, or the file itself, as paths from the root; what npm and VitePress have put there is not.
std::vector<fs::path> files_below(const fs::path& path);

/// What course.json says of each exercise, as the runner reads it.
const nlohmann::json& exercises();

/// The English and the Chinese page of each pair, as paths from the root; where one is missing, its path all the same.
std::vector<std::pair<std::string, std::string>> page_pairs();

/// Both languages of all of them.
std::vector<Page> pages();

std::size_t count(const std::string& text, const std::string& part);

/// For CHECK: each on a line of its own.
std::string lines_of(const std::vector<std::string>& all);
