#include "tutor/tutor.hpp"

#include <string>
#include <vector>

#include "course/backup.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

/// What the usual assistants read: AGENTS.md most of them, Codex, Cursor and Copilot among them; the others have their own.
const std::vector<std::string> places{"AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"};

/// How the first line begins in every language.
constexpr std::string_view ours = "<!-- ./learn tutor ";

std::string rules_file(const std::string& language) { return "tools/learn/tutor/rules." + language + ".md"; }

std::string rules(const fs::path& source_dir, const std::string& language) {
    const auto text = read_file(source_dir / rules_file(language));
    if (!text) throw SetupError(msg::tutor_no_rules(rules_file(language)));
    return *text;
}

}  // namespace

int tutor(const fs::path& source_dir, bool off) {
    const std::string wanted = rules(source_dir, language_name());
    const std::vector<std::string> known{rules(source_dir, "en"), rules(source_dir, "zh")};
    std::vector<std::string> done;
    bool in_the_way = false;
    for (const std::string& place : places) {
        const fs::path file = source_dir / place;
        std::error_code error;
        const bool there = fs::exists(fs::symlink_status(file, error));
        const std::string text = there ? read_file(file).value_or("") : "";
        if (there && (fs::is_symlink(file, error) || !text.starts_with(ours))) {
            in_the_way = true;
            print_line(off ? msg::tutor_kept(place) : msg::tutor_not_ours(place, rules_file(language_name())));
            continue;
        }
        if (off && !there) continue;
        done.push_back(place);
        if (!off && text == wanted) continue;
        if (there && text != known[0] && text != known[1]) {
            const fs::path backup = backed_up(source_dir, file, fs::path(place).stem().string(), ".md");
            print_line(msg::reset_backup(shown(backup, source_dir)));
        }
        fs::create_directories(file.parent_path(), error);
        if (off ? !fs::remove(file, error) : !write_file(file, wanted)) throw SetupError(msg::cannot_write(place));
    }
    if (off) {
        print_line(done.empty() ? msg::tutor_was_off() : msg::tutor_off(joined(done)));
        return 0;
    }
    if (!done.empty()) print_line(msg::tutor_on(joined(done)));
    return in_the_way ? 1 : 0;
}

}  // namespace learn
