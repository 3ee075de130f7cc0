#include "course/backup.hpp"

#include "messages.hpp"
#include "system/errors.hpp"

namespace learn {

fs::path backed_up(const fs::path& source_dir, const fs::path& file, const std::string& name, const std::string& end) {
    const fs::path folder = source_dir / ".learn/backup";
    const std::string stem = name + "-" + timestamp();
    std::error_code error;
    fs::create_directories(folder, error);
    const fs::path backup = write_new_file(folder, stem, end, "");
    if (!backup.empty() && fs::copy_file(file, backup, fs::copy_options::overwrite_existing, error) && sync(backup)) {
        return backup;
    }
    if (!backup.empty()) fs::remove(backup, error);  // half of it
    throw SetupError(msg::reset_no_backup(shown(folder / (stem + end), source_dir)));
}

}  // namespace learn
