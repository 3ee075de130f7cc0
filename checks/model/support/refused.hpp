#pragma once

#include <functional>

#include "run_story.hpp"
#include "small_qwen2.hpp"

using Path = std::filesystem::path;
using Strings = std::vector<std::string>;

/// Runs `story` on a small model, of which `damage` has changed the files. It must say one line, in which all of
/// `named` are, with exit 2 and nothing on standard output.
void check_refused(const std::string& what, const Strings& named, const std::function<void(const Path&)>& damage,
                   const Strings& options = {"--tokens", "1"});

/// The same, with the model changed before it is written.
void check_model_refused(const std::string& what, const Strings& named,
                         const std::function<void(model_files::Model&)>& change);
