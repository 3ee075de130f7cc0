#include <algorithm>
#include <cstring>

#include "build.hpp"
#include "commands.hpp"
#include "compile_error.hpp"
#include "errors.hpp"
#include "json.hpp"
#include "messages.hpp"
#include "own_file.hpp"
#include "plot_picture.hpp"
#include "process.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "run_folder.hpp"
#include "text.hpp"

namespace learn {
namespace {

constexpr double kill_after = 15;  // seconds; the program itself ends an endless call much sooner
constexpr std::size_t most_output = 4 << 20;

bool can_be_drawn(const Course& course, const Exercise& exercise) {
    std::error_code error;
    return fs::exists(course.source_dir / "tools/plot" / exercise.chapter / (exercise.id + ".cpp"), error);
}

/// The program's line of JSON. No object where it did not come to its end, and then `ended` says how.
Json answers_of(const Course& course, const std::string& program, Ended& ended) {
    const RunFolder folder(course, program);
    std::string output;
    Process process;
    process.command = {(course.build_dir / "bin" / program).string()};
    process.folder = folder.path().string();
    process.environment = {{"OPENBLAS_NUM_THREADS", "1"}};
    process.on_output = [&](std::string_view text) {
        output += text.substr(0, most_output - std::min(most_output, output.size()));
    };
    process.time_limit = kill_after;
    process.contained = true;
    ended = run(process);
    if (!ended.error.empty()) throw SetupError(msg::cannot_start(ended.error));
    Json answers;
    for (const std::string& line : lines(output)) {
        if (line.starts_with("{\"panels\":")) answers = parse_json(line);
    }
    return answers;
}

/// The grade of a file that cannot be compiled or linked; nothing where all is built.
std::optional<Grade> built(const Course& course, const Exercise& exercise) {
    if (!inspect(course, exercise).usable) return compile_error(course, exercise, "");
    const std::string yours = "plot_" + exercise.id + "_yours", given = "plot_" + exercise.id + "_given";
    const BuildResult result = build(course, {yours, given});
    std::string log;
    for (const FailedStep& step : result.failed) {
        const bool own = step.output.find("/" + exercise.answer_target + ".dir/") != step.output.npos;
        if (!own && !step.output.ends_with(yours)) throw SetupError(msg::build_failed(last_lines(step.text, 25)));
        log += step.text;
    }
    if (log.empty()) return std::nullopt;
    Grade grade = compile_error(course, exercise, log);
    grade.build_seconds = result.seconds;
    return grade;
}

/// Why there is nothing of the learner's at all: the program ended before it had asked anything.
std::string lost(const Exercise& exercise, const Ended& ended) {
    const std::string how = ended.out_of_time   ? msg::plot_endless()
                            : ended.signal != 0 ? msg::plot_crashed(::strsignal(ended.signal))
                                                : msg::plot_exited(std::to_string(ended.exit_code));
    return msg::plot_alone(exercise.file, how);
}

Json function_json(const PlotPanel& panel, const std::string& id) {
    Json points = Json::array();
    for (const PlotPoint& p : panel.points) {
        points.push_back({{"x", p.x}, {"reference", p.reference}, {"yours", p.yours ? Json(*p.yours) : Json()}});
        if (!p.trouble.empty()) points.back()["trouble"] = p.trouble;
    }
    Json value{{"name", panel.name},
               {"unsolved", panel.unsolved},
               {"findings", findings(panel, id)},
               {"differing", count_differing(panel)},
               {"largest_difference", nullptr},
               {"points", points}};
    if (const PlotPoint* p = largest_difference(panel)) {
        value["largest_difference"] = {{"x", p->x}, {"difference", *p->yours - p->reference}};
    }
    return value;
}

fs::path write_picture(const Session& session, const Exercise& exercise, const std::vector<PlotPanel>& panels) {
    fs::path path = session.options.svg.value_or("");
    if (!session.options.svg) {
        path = session.course.build_dir / "plots" / (exercise.id + ".svg");
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
    }
    const bool is_option = path.string().starts_with("-");  // --svg --json: the name was forgotten
    const bool written = path.has_filename() && !is_option && write_file(path, plot_svg(panels));
    if (!written) throw SetupError(msg::plot_not_written(path.string()));
    return path;
}

}  // namespace

int plot(Session& session) {
    const Course& course = session.course;
    const Exercise& exercise = chosen(session, session.options.id);
    if (!can_be_drawn(course, exercise)) {
        std::vector<std::string> ids;
        for (const Exercise& e : course.exercises) {
            if (can_be_drawn(course, e)) ids.push_back(e.id);
        }
        throw SetupError(msg::plot_none(exercise.id, joined(ids)));
    }
    if (const auto grade = built(course, exercise)) {
        print(session.options.json ? grade_json(*grade) : report(*grade, false));
        return 1;
    }
    Progress progress;
    progress.show(msg::plot_asking(exercise.id));
    Ended ended;
    const Json reference = answers_of(course, "plot_" + exercise.id + "_given", ended);
    const Json yours = answers_of(course, "plot_" + exercise.id + "_yours", ended);
    const std::vector<PlotPanel> panels = read_panels(reference, yours);
    progress.clear();
    const fs::path svg = write_picture(session, exercise, panels);

    if (session.options.json) {
        Json functions = Json::array();
        for (const PlotPanel& panel : panels) functions.push_back(function_json(panel, exercise.id));
        Json value{{"id", exercise.id}, {"file", exercise.file}, {"svg", svg.string()}, {"functions", functions}};
        if (!yours.is_object()) value["trouble"] = lost(exercise, ended);
        print(json_text(value));
        return 0;
    }
    std::vector<std::string> text;
    if (!yours.is_object()) text.push_back(lost(exercise, ended));
    for (const PlotPanel& panel : panels) {
        if (!yours.is_object()) break;
        for (const std::string& line : findings(panel, exercise.id)) text.push_back(line);
    }
    text.push_back(msg::plot_svg(shown(svg, course.source_dir)));
    print(plot_text(panels, text, plot_paper()));
    return 0;
}

void offer_plot(const Session& session, const Grade& grade) {
    const Exercise* exercise = session.course.find(grade.id);
    const bool offer = grade.status == Status::failed && can_be_drawn(session.course, *exercise);
    if (offer) print_line(msg::plot_offer(grade.id));
}

}  // namespace learn
