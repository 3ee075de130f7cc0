#include <algorithm>

#include "commands/commands.hpp"
#include "course/own_file.hpp"
#include "grading/build.hpp"
#include "grading/compile_error.hpp"
#include "grading/grader_run.hpp"
#include "grading/report.hpp"
#include "grading/verdict_json.hpp"
#include "messages.hpp"
#include "plot/picture.hpp"
#include "system/errors.hpp"
#include "system/output_file.hpp"
#include "terminal/progress.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

/// Whatever either may call is given, so that no mistake elsewhere can reach the picture.
PlotAnswers answers_of(const Course& course, const Exercise& exercise, const std::string& whose) {
    const auto given = [&](const std::string& id) { return course.graders_dir / "answers/given" / (id + ".so"); };
    Answering answering{whose == "given" ? given(exercise.id) : course.answer(exercise.id, whose), "", {}};
    for (const std::string& need : exercise.needs) answering.needs.push_back(given(need));
    return ask_for_plot(course, exercise, answering);
}

/// The grade of a file that cannot be compiled or linked; nothing where all is built.
std::optional<Grade> built(const Course& course, const Exercise& exercise, const OwnFile& file) {
    if (!file.usable) return compile_error(course, exercise, file, "");
    const std::string yours = answer_target(exercise.id, "yours");
    std::vector<std::string> targets{target_of(course, course.answer(exercise.id, "yours"))};
    if (course.builds_graders()) {
        std::vector<fs::path> graders{course.test(exercise.id), course.call(exercise.id), course.plot(exercise.id),
                                      course.answer(exercise.id, "given")};
        for (const std::string& need : exercise.needs) graders.push_back(course.answer(need, "given"));
        for (const fs::path& grader : graders) targets.push_back(target_of(course, grader));
    }
    const BuildResult result = build(course, targets, msg::first_build, {{&file}, {}});
    std::string log;
    for (const FailedStep& step : result.failed) {
        const bool own = step.output.find("/" + yours + ".dir/") != step.output.npos ||
                         step.output.ends_with("answers/yours/" + exercise.id + ".so");
        if (!own) throw SetupError(msg::build_failed(last_lines(step.text, 25)));
        log += step.text;
    }
    if (log.empty()) return std::nullopt;
    Grade grade = compile_error(course, exercise, file, log);
    grade.build_seconds = result.seconds;
    return grade;
}

/// Why there is nothing of the learner's at all: the program ended before it had asked anything.
std::string lost(const Exercise& exercise, const Ended& ended) {
    const std::string how = ended.out_of_time   ? msg::plot_endless()
                            : ended.signal != 0 ? msg::plot_crashed(signal_text(ended.signal))
                                                : msg::plot_exited(std::to_string(ended.exit_code));
    return msg::plot_alone(exercise.file, how);
}

tools::Json function_json(const PlotPanel& panel, const std::string& id) {
    tools::Json points = tools::Json::array();
    for (const PlotPoint& p : panel.points) {
        points.push_back(
            {{"x", p.x}, {"reference", p.reference}, {"yours", p.yours ? tools::Json(*p.yours) : tools::Json()}});
        if (!p.trouble.empty()) points.back()["trouble"] = p.trouble;
    }
    tools::Json value{{"name", panel.name},
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
    if (const auto& named = session.options.svg) {
        write_output(*named, plot_svg(panels), svg_picture, session.course.source_dir);
        return *named;
    }
    const fs::path path = session.course.build_dir / "plots" / (exercise.id + ".svg");
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (!write_file(path, plot_svg(panels))) throw SetupError(msg::plot_not_written(path.string()));
    return path;
}

}  // namespace

int plot(Session& session) {
    const Course& course = session.course;
    const Exercise& exercise = chosen(session, session.options.id);
    if (!exercise.plot) {
        std::vector<std::string> ids;
        for (const Exercise& e : course.exercises) {
            if (e.plot) ids.push_back(e.id);
        }
        throw SetupError(msg::plot_none(exercise.id, joined(ids)));
    }
    if (session.options.svg) require_writable(*session.options.svg, svg_picture, course.source_dir);
    const OwnFile file = inspect(course, exercise);
    if (const auto grade = built(course, exercise, file)) {
        session.options.json ? print(grade_json(*grade)) : print_text(report(*grade, false));
        return 1;
    }
    Progress progress;
    progress.show(msg::plot_asking(exercise.id));
    const PlotAnswers asked = answers_of(course, exercise, "yours");
    if (!asked.why_unloadable.empty()) {
        progress.clear();
        const Grade grade = compile_error(course, exercise, file, exercise.file + ": " + asked.why_unloadable + "\n");
        session.options.json ? print(grade_json(grade)) : print_text(report(grade, false));
        return 1;
    }
    const tools::Json reference = tools::parse_json(answers_of(course, exercise, "given").json);
    const tools::Json yours = tools::parse_json(asked.json);
    const std::vector<PlotPanel> panels = read_panels(reference, yours);
    progress.clear();
    const fs::path svg = write_picture(session, exercise, panels);

    if (session.options.json) {
        tools::Json functions = tools::Json::array();
        for (const PlotPanel& panel : panels) functions.push_back(function_json(panel, exercise.id));
        tools::Json value{
            {"id", exercise.id}, {"file", exercise.file}, {"svg", svg.string()}, {"functions", functions}};
        if (!yours.is_object()) value["trouble"] = lost(exercise, asked.ended);
        print(tools::json_text(value));
        return 0;
    }
    std::vector<std::string> text;
    if (!yours.is_object()) text.push_back(lost(exercise, asked.ended));
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
    const bool shows =
        std::any_of(grade.reports.begin(), grade.reports.end(), [](const Report& r) { return r.pictured; });
    const bool offer = grade.status == Status::failed && exercise->plot && shows;
    if (offer) print_line(msg::plot_offer(grade.id));
}

}  // namespace learn
