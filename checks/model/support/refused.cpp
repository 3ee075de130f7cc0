#include "refused.hpp"

#include <algorithm>

#include "grader/catch.hpp"

using model_files::Folder;
using model_files::Model;

void check_refused(const std::string& what, const Strings& named, const std::function<void(const Path&)>& damage,
                   const Strings& options) {
    const Folder folder;
    model_files::small_qwen2().write(folder.path());
    damage(folder.path());
    Strings arguments{"--model", folder.path(), "--temperature", "0"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const StoryRun run = run_story(arguments);
    CAPTURE(what, run.exit, run.out, run.err);
    CHECK(run.exit == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with("story: "));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.err.size() < 500);
    for (const std::string& name : named) {
        CAPTURE(name);
        CHECK(run.err.find(name) != run.err.npos);
    }
}

void check_model_refused(const std::string& what, const Strings& named, const std::function<void(Model&)>& change) {
    const auto damage = [&](const Path& folder) {
        Model model = model_files::small_qwen2();
        change(model);
        model.write(folder);
    };
    check_refused(what, named, damage);
}
