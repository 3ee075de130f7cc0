#include <algorithm>
#include <map>
#include <optional>

#include "bench/medal.hpp"
#include "bench/picture.hpp"
#include "bench/run.hpp"
#include "commands/commands.hpp"
#include "grading/report.hpp"
#include "grading/verdict_json.hpp"
#include "messages.hpp"
#include "system/errors.hpp"
#include "system/output_file.hpp"
#include "terminal/progress.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

/// What an id names: one operation with the fast file or, by the plain exercise's id, with the plain one; without an id all.
std::vector<BenchOperation> bench_operations(const Course& course, const std::string& id) {
    std::vector<BenchOperation> result;
    std::vector<std::string> known;
    for (const std::string& op : course.speed) {
        known.insert(known.end(), {op, "fast_" + op});
        if (id.empty() || id == "fast_" + op) result.push_back({op, Yours::fast});
        else if (id == op) result.push_back({op, Yours::plain});
    }
    if (!result.empty()) return result;
    if (course.speed.empty()) throw SetupError(msg::bench_no_operations());
    const std::string near = nearest(id, known);
    if (course.find(id) || near.empty()) throw SetupError(msg::bench_none(harmless(id), joined(known)));
    throw SetupError(msg::unknown_id_near(harmless(id), near));
}

/// A peer that could be beside the others, and the package that brings it.
struct Peer {
    const char *impl, *package;
};
constexpr Peer bench_peers[] = {
    {"eigen", "libeigen3-dev"}, {"onednn", "libdnnl-dev"}, {"xsimd", "libxsimd-dev"}, {"pytorch", "python3-torch"}};

/// The peers that the course has for these operations, and this machine has not.
std::vector<Peer> missing_peers(const Course& course, const BenchResults& results) {
    std::vector<Peer> result;
    for (const Peer& peer : bench_peers) {
        bool could_be = false, is = false;
        for (const BenchPlan& plan : results.plans) {
            const Exercise* fast = course.find("fast_" + plan.op);
            const std::string chapter = fast ? fast->chapter : "";
            const fs::path file = std::string(peer.impl) == "pytorch"
                                      ? fs::path("peers/pytorch.py")
                                      : fs::path(chapter) / plan.op / (std::string(peer.impl) + ".cpp");
            std::error_code error;
            could_be = could_be || fs::exists(course.source_dir / "bench" / file, error);
            is = is || std::find(plan.impls.begin(), plan.impls.end(), peer.impl) != plan.impls.end();
        }
        if (could_be && !is) result.push_back(peer);
    }
    return result;
}

class Bench {
public:
    explicit Bench(Session& session)
        : session_(session), options_(session.options), operations_(bench_operations(session.course, options_.id)) {
        if (options_.svg && !options_.svg->empty() && !options_.svg->ends_with(".svg")) {
            throw SetupError(msg::bench_svg_name(harmless(*options_.svg)));
        }
        if (options_.svg && !options_.svg->empty()) {
            require_writable(*options_.svg, svg_picture, session.course.source_dir);
        }
        results_.with_medals = operations_.front().yours == Yours::fast;
    }

    int run() {
        const std::size_t count = operations_.size();
        if (is_slow(session_.blas)) tell_slow();
        const std::vector<Grade> broken = build_bench(session_.course, operations_);
        for (const BenchOperation& o : operations_) fingerprints_[o.op] = o.fingerprint;
        for (const Grade& grade : broken) {
            refused_ = true;
            if (!options_.json) print_line(report(grade, false));
            const std::string at = grade.error.file + ":" + std::to_string(grade.error.line) + ": " + grade.error.text;
            for (const BenchOperation& o : operations_) {
                if (o.broken != grade.id) continue;
                const std::string text = grade.trouble.empty() ? at : grade.trouble;
                results_.refusals.push_back({o.op, "", "yours", "compile_error", text});
                if (!options_.json) print_line(msg::bench_without(o.op));
            }
            if (!options_.json) print_line();
        }
        std::error_code error;
        if (fs::exists(session_.course.source_dir / "bench/peers/pytorch.py", error)) {
            progress_.show(msg::bench_looks_for_torch());
            settings_.python = python_with_torch(session_.course);
        }
        settings_.large = options_.large;
        if (options_.threads > 0) settings_.threads = std::to_string(options_.threads);
        progress_.show(msg::bench_starts());
        results_.on_progress = [&](const BenchProgress& now) {
            progress_.show(msg::bench_progress(now.op + " " + bench_shape(now.shape), std::to_string(now.done),
                                               std::to_string(now.of), std::to_string(done_ + 1),
                                               std::to_string(count)));
        };
        results_.on_finished = [&](const std::string& op) {
            ++done_;
            if (results_.with_medals && fingerprints_.count(op) != 0) standings_[op] = standing_in(op);
            if (!options_.json) show(op);
        };
        try {
            run_bench(session_.course, operations_, settings_, results_, [&](const BenchRefusal& lost) {
                refused_ = true;
                progress_.clear();
                if (!options_.json) tell_refusal(lost);
            });
        } catch (const Interrupted&) {
            interrupted_ = true;
            results_.forget_half_a_shape();
            const bool begun = !results_.rows.empty() && results_.rows.back().op == results_.running();
            if (begun && !options_.json) show(results_.running());
            tell_all();
            throw;
        }
        tell_all();
        return refused_ || any_refused() ? 1 : 0;
    }

private:
    /// What there is, also where it was interrupted.
    void tell_all() {
        progress_.clear();
        remember_medals();
        const std::string svg = options_.svg && !results_.rows.empty() ? write_svg() : "";
        options_.json ? print(tools::json_text(json(svg))) : finish(svg);
    }

    /// A product of many rows would take minutes.
    void tell_slow() {
        settings_.most_rows = options_.large ? 1 : 8;
        for (const std::string& line : wrap(msg::bench_slow_blas(slow_text(session_.blas)), text_columns())) warn(line);
        warn("  " + msg::doctor_fix(slow_fix(session_.blas)));
    }

    /// The exercise whose file it is, for a pointer to its check.
    std::string id_of(const std::string& op) const {
        for (const BenchOperation& o : operations_) {
            if (o.op == op) return options_.id == op ? op : "fast_" + op;
        }
        return op;
    }

    /// Who has not begun has nothing refused: the others are timed for him to see.
    bool any_refused() const {
        return std::any_of(results_.refusals.begin(), results_.refusals.end(),
                           [](const BenchRefusal& r) { return r.impl == "yours" && r.reason != "unsolved"; });
    }

    void show(const std::string& op) {
        progress_.clear();
        if (!headed_)
            print_line(dim("  " + fit(bench_machine(results_), 77)) + "\n" + dim("  " + msg::bench_legend()) + "\n");
        headed_ = true;
        print(bench_text(results_, *results_.plan(op), plot_paper()));
        std::vector<std::string> told;
        for (const BenchRefusal& r : results_.refusals) {
            if (r.op != op || r.reason == "missing" || is_told_at_once(r)) continue;
            if (std::find(told.begin(), told.end(), r.impl) != told.end()) continue;
            told.push_back(r.impl);
            tell_refusal(r);
        }
        if (const auto s = standings_.find(op); s != standings_.end() && s->second) {
            const std::string& next = s->second->next;
            print(standing_text("fast_" + op, *s->second, next.empty() ? "" : file_of(op, next), plot_paper()) + "\n");
        }
    }

    std::optional<Standing> standing_in(const std::string& op) const {
        const BenchPlan& plan = *results_.plan(op);
        std::vector<std::string> ladder;
        for (const std::string& impl : plan.impls) {
            if (impl.starts_with("step:") && !file_of(op, impl).empty()) ladder.push_back(impl);
        }
        ladder.push_back("solution");
        return standing(results_, plan, ladder);
    }

    /// The file of a step or of the solution; empty for a contender that is none of the two.
    std::string file_of(const std::string& op, const std::string& impl) const {
        const fs::path solution = session_.course.find("fast_" + op)->solution;
        if (impl == "solution") return solution.string();
        const fs::path folder = fs::path(solution).replace_extension();
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(session_.course.source_dir / folder, error)) {
            const std::string file = entry.path().filename().string();  // 3-own-exp.cpp of step:own-exp
            if (file.substr(file.find('-') + 1) == impl.substr(5) + ".cpp") return (folder / file).string();
        }
        return "";
    }

    /// For the next check of the same file.
    void remember_medals() {
        const State known = session_.state.load();
        std::map<std::string, State::LastBench> changed;
        for (const auto& [op, s] : standings_) {
            const bool any = s && s->medal != Medal::none;
            const State::LastBench now{any ? name(s->medal) : "", any ? fingerprints_.at(op) : ""};
            if (now != known.entry("fast_" + op).last_bench) changed["fast_" + op] = now;
        }
        if (changed.empty()) return;
        session_.state.update([&](State& state) {
            for (const auto& [id, now] : changed) state.exercises[id].last_bench = now;
        });
    }

    static bool is_told_at_once(const BenchRefusal& r) {
        return r.reason == "compile_error" || r.reason == "crashed" || r.reason == "timed_out";
    }

    void tell_refusal(const BenchRefusal& r) const {
        const std::string name = bench_name(r.impl), id = id_of(r.op);
        const std::string place = r.op + (r.shape.empty() ? "" : " " + bench_shape(r.shape)), text = harmless(r.text);
        std::string line = msg::bench_refused(name, place, text);
        if (r.impl == "yours") {
            if (r.reason == "unsolved") line = msg::bench_unsolved(id);
            else if (r.reason == "wrong") line = msg::bench_wrong(place, text, id);
            else if (r.reason == "threw") line = msg::bench_yours_threw(place, text, id);
            else if (is_told_at_once(r)) line = msg::bench_lost(place, text, id);
        }
        for (const std::string& part : wrap(line, text_columns() - 2)) print_line("| " + part);
        print_line();
    }

    void finish(const std::string& svg) {
        for (const Peer& peer : missing_peers(session_.course, results_)) {
            print_line(dim("  " + msg::bench_peer_missing(bench_name(peer.impl), peer.package)));
        }
        if (!svg.empty()) print_line("  " + msg::plot_svg(shown(svg, session_.course.source_dir)));
    }

    std::string write_svg() {
        if (!options_.svg->empty()) {
            write_output(*options_.svg, bench_svg(results_), svg_picture, session_.course.source_dir);
            return *options_.svg;
        }
        const fs::path path =
            session_.course.build_dir / "bench" / ((options_.id.empty() ? "all" : options_.id) + ".svg");
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (!write_file(path, bench_svg(results_))) throw SetupError(msg::plot_not_written(path.string()));
        return path.string();
    }

    static tools::Json or_null(const std::string& text) { return text.empty() ? tools::Json() : tools::Json(text); }

    tools::Json json(const std::string& svg) const {
        tools::Json blas = results_.start.value("blas", tools::Json::object());
        blas["chosen_by"] = chooser_name(session_.blas);
        blas["library_picks"] = session_.blas.library_picks;
        tools::Json rows = tools::Json::array(), medals = tools::Json::object(), refused = tools::Json::array();
        for (const BenchRow& row : results_.rows) {
            rows.push_back(row.json);
            if (row.impl != "yours") continue;
            rows.back()["medal"] = or_null(results_.with_medals ? name(medal(results_, row)) : "");
        }
        for (const auto& [op, s] : standings_) {
            if (!s) continue;
            medals["fast_" + op] = {
                {"medal", or_null(name(s->medal))}, {"beside", or_null(s->beside)}, {"next", or_null(s->next)}};
        }
        for (const BenchRefusal& r : results_.refusals) {
            refused.push_back(
                {{"op", r.op}, {"shape", r.shape}, {"impl", r.impl}, {"reason", r.reason}, {"text", r.text}});
        }
        tools::Json value{{"cpu", results_.start.value("cpu", tools::Json())},
                          {"cores", results_.start.value("cores", tools::Json())},
                          {"blas", blas},
                          {"rows", rows},
                          {"medals", medals},
                          {"refused", refused}};
        if (interrupted_) value["interrupted"] = true;
        if (!svg.empty()) value["svg"] = svg;
        return value;
    }

    Session& session_;
    const Options& options_;
    std::vector<BenchOperation> operations_;
    BenchSettings settings_;
    BenchResults results_;
    Progress progress_;
    std::map<std::string, std::string> fingerprints_;           // of the learner's files, as they were built
    std::map<std::string, std::optional<Standing>> standings_;  // of all operations that are finished
    std::size_t done_ = 0;
    bool headed_ = false, refused_ = false, interrupted_ = false;
};

}  // namespace

int bench(Session& session) { return Bench(session).run(); }

std::optional<std::string> known_medal(const Session& session, const Grade& grade) {
    const auto& all = session.course.speed;
    if (std::none_of(all.begin(), all.end(), [&](const std::string& op) { return "fast_" + op == grade.id; }))
        return {};
    const State::Entry entry = session.state.load().entry(grade.id);
    if (grade.status != Status::passed || entry.last_bench.file != grade.fingerprint) return "";
    return name(medal_from(entry.last_bench.medal));
}

void offer_bench(const Session& session, const Grade& grade) {
    const auto medal = known_medal(session, grade);
    if (!medal || grade.status != Status::passed) return;
    const bool offered = medal->empty();
    print_line(offered ? msg::bench_offer(grade.id) : msg::bench_medal_known(medal_text(medal_from(*medal)), grade.id));
}

}  // namespace learn
