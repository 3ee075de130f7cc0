// Any bytes as .learn/state.json: it is read, or kept under another name, and can be written and read again.

#include "course/state.hpp"
#include "fuzz.hpp"

namespace {

learn::Course small_course(const std::filesystem::path& folder) {
    learn::Course course;
    course.source_dir = folder;
    for (const char* id : {"silu", "rms_norm", "linear"}) course.exercises.emplace_back().id = id;
    return course;
}

bool same(const learn::State& a, const learn::State& b) {
    if (a.current != b.current || a.course != b.course || a.exercises.size() != b.exercises.size()) return false;
    for (const auto& [id, entry] : a.exercises) {
        const learn::State::Entry other = b.entry(id);
        if (entry.status != other.status || entry.hints != other.hints || entry.ever_passed != other.ever_passed) {
            return false;
        }
    }
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const fuzz::Folder folder;
    static const learn::Course course = small_course(folder.path());
    std::filesystem::create_directories(folder.path() / ".learn");
    folder.write(".learn/state.json", data, size);
    learn::StateFile file(course);
    learn::State before;
    file.update([&](learn::State& state) {
        for (const auto& [id, entry] : state.exercises) {
            if (entry.hints < 0) std::abort();
        }
        if (state.course.empty()) std::abort();
        before = state;
    });
    if (!same(file.load(), before)) std::abort();
    const learn::Exercise* current = before.current_exercise(course);
    if (current && !course.find(current->id)) std::abort();
    return 0;
}
