// Any bytes as course.json: a course that the board's list can be made of, or one SetupError.

#include "course/course.hpp"
#include "fuzz.hpp"
#include "grading/verdict_json.hpp"
#include "system/errors.hpp"
#include "tools/json/json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const fuzz::Folder folder;
    folder.write("course.json", data, size);
    try {
        const learn::Course course = learn::read_course(folder.path());
        for (const std::string& id : course.ids()) {
            const learn::Exercise* exercise = course.find(id);
            if (!exercise) std::abort();
            for (const std::string& need : exercise->needs) {
                if (!course.find(need)) std::abort();
            }
        }
        const auto list = tools::parse_json(learn::list_json(course, {}));
        if (list.size() != course.exercises.size()) std::abort();
    } catch (const learn::SetupError& error) {
        if (!std::strstr(error.what(), "course.json")) std::abort();
    }
    return 0;
}
