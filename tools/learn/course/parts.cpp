#include "course/parts.hpp"

#include "course/own_file.hpp"

namespace learn {

std::vector<Part> parts(const Course& course, const State& state) {
    std::vector<Part> result;
    for (const std::string& id : course.parts) {
        Part part{id};
        const State::Entry entry = state.entry(id);
        const Exercise* exercise = course.find(id);
        if (exercise && entry.status == Status::passed) {
            part.changed = changed_since(course, *exercise, entry);
            part.yours = !part.changed;
        }
        result.push_back(part);
    }
    return result;
}

}  // namespace learn
