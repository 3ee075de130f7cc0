#include <algorithm>
#include <random>

#include "commands/commands.hpp"
#include "grading/verdict_json.hpp"
#include "messages.hpp"
#include "story/planted_mistake.hpp"
#include "story/side_by_side.hpp"
#include "story/story_program.hpp"
#include "system/errors.hpp"
#include "system/lock.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

/// Exit codes: the program's own where they mean something, 1 where it was ended by what is in it.
int exit_code(const Telling& telling) {
    if (telling.interrupted) return 130;
    if (telling.complete()) return telling.ended.exit_code;
    return telling.ended.exit_code == 2 ? 2 : 1;
}

/// One line about what went wrong and, where a part may be the reason, which: that in which it happened, or all that are the
/// learner's.
std::string explained(const Telling& telling, const std::vector<std::string>& yours) {
    std::string what = what_went_wrong(telling);
    if (telling.ended.exit_code == 2) return what;
    const std::string part = at_work(telling);
    if (std::find(yours.begin(), yours.end(), part) != yours.end()) return msg::and_then(what, msg::happened_in(part));
    if (telling.interrupted) return what;
    std::vector<std::string> running;
    for (const std::string& id : yours) {
        if (telling.parts.is_null() || telling.parts.contains(id)) running.push_back(id);
    }
    return msg::and_then(what, running.empty() ? msg::no_parts_in_it() : msg::parts_in_it(joined(running)));
}

/// What the program has said at its end, or why it did not come there.
void print_end(const Telling& telling, const std::vector<std::string>& yours) {
    for (const std::string& line : other_errors(telling)) warn(line);
    if (!telling.complete()) warn(msg::error(explained(telling, yours)));
}

/// That these parts are not the learner's any more.
void tell_changed(const std::vector<std::string>& parts) {
    if (parts.size() == 1) warn(msg::part_changed(parts[0]));
    else if (!parts.empty()) warn(msg::parts_changed(joined(parts)));
}

std::size_t agreeing(const tools::Json& right, const tools::Json& mistaken) {
    const tools::Json &a = right.at("tokens"), &b = mistaken.at("tokens");
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

std::string tokens_text(std::size_t count) {
    return count == 1 ? msg::one_token() : msg::tokens(std::to_string(count));
}

class Story {
public:
    explicit Story(Session& session) : options_(session.options), program_(session, options_.story.for_program) {
        if (options_.story.mistake) mistake_ = planted_mistake(session.course, *options_.story.mistake);
        // Two runs that are compared must draw the same; the program's own seed is another each time.
        const auto& typed = options_.story.for_program;
        if (mistake_ && std::find(typed.begin(), typed.end(), "--seed") == typed.end()) {
            const std::string seed = std::to_string(std::random_device{}() % 1'000'000);
            program_.arguments.insert(program_.arguments.end(), {"--seed", seed});
        }
        if (live()) program_.arguments.push_back("--events");
        if (options_.story.prompt) program_.arguments.insert(program_.arguments.end(), {"--", *options_.story.prompt});
    }

    int tell() {
        build();
        if (mistake_ && !options_.json) print_line(bold(msg::heading_right()) + "\n");
        const Telling telling = live() ? watched() : program_.run(options_.json);
        std::vector<std::string> changed = program_.changed;
        std::erase_if(changed, [&](const auto& id) { return !telling.parts.is_null() && !telling.parts.contains(id); });
        tell_changed(changed);
        if (!options_.json || !telling.complete()) print_end(telling, program_.yours);
        if (!telling.complete()) {
            if (options_.json) print(error_json(explained(telling, program_.yours)));
            return exit_code(telling);
        }
        tools::Json value = *telling.record;
        const int code = mistake_ && !telling.interrupted ? tell_with_mistake(value) : exit_code(telling);
        if (options_.json) print(tools::json_text(value));
        return code;
    }

private:
    void build() {
        program_.build(options_.story.together > 0 ? std::vector<std::string>{"telling_in_pages"}
                                                   : std::vector<std::string>{});
    }

    /// Whether several stories are drawn in place, next to each other.
    bool live() const { return options_.story.together > 0 && !options_.json && stdout_is_terminal() && escapes(); }

    Telling watched() const {
        LiveStories stories(static_cast<std::size_t>(options_.story.together));
        const Telling telling = program_.run(false, [&](std::string_view output) { stories.put(output); });
        stories.end();
        if (!telling.record) {
            print_line();
            return telling;
        }
        // The picture had only the ends.
        stories.take_away();
        const auto& all = telling.record->at("stories");
        for (std::size_t i = 0; i < all.size(); ++i) {
            print_line(
                msg::story_number(std::to_string(i + 1), std::to_string(all[i].at("seed").get<std::uint64_t>())));
            const std::string text =
                telling.record->at("prompt").get<std::string>() + all[i].at("text").get<std::string>();
            for (const std::string& line : wrap(text, terminal_size().columns)) print_line(line);
            print_line();
        }
        return telling;
    }

    /// The same with the mistake in it, and how far the two agree; `right` gets the key "mistake".
    int tell_with_mistake(tools::Json& right) {
        const fs::path folder = program_.course.build_dir / "answers/mistake";
        const Lock lock(folder / ".lock", [] { warn(msg::somebody_builds()); });
        const fs::path stand_in = folder / (mistake_->part + ".cpp");
        if (read_file(stand_in) != mistake_->source && !write_file(stand_in, mistake_->source)) {
            throw SetupError(msg::cannot_write(folder.string()));
        }
        program_.mistaken = mistake_->part;
        program_.mistake = mistake_->id;
        if (!options_.json) {
            print_line("\n" + bold(msg::heading_mistake(mistake_->id)) + "\n");
            for (const std::string& line : wrap(mistake_->text, text_columns() - 2)) print_line("| " + line);
            print_line();
        }
        build();
        const Telling telling = program_.run(options_.json);
        if (!options_.json) compare(right, telling);
        else right["mistake"] = mistake_json(right, telling);
        return telling.interrupted ? 130 : 0;
    }

    void compare(const tools::Json& right, const Telling& telling) const {
        for (const std::string& line : other_errors(telling)) warn(line);
        print_line();
        if (!telling.complete()) print_line(msg::mistake_ended(what_went_wrong(telling)));
        if (!telling.record || telling.interrupted) return;
        const std::size_t count = agreeing(right, *telling.record);
        if (!telling.complete()) print_line(msg::agree_until_then(tokens_text(count)));
        else if (!telling.parts.contains(program_.mistaken)) print_line(msg::mistake_not_in_it(program_.mistaken));
        else if (right.at("tokens") == telling.record->at("tokens")) print_line(msg::agree_always());
        else print_line(count == 0 ? msg::agree_never() : msg::agree(tokens_text(count)));
    }

    tools::Json mistake_json(const tools::Json& right, const Telling& telling) const {
        tools::Json value{{"id", mistake_->id}, {"text", mistake_->text},     {"tokens", nullptr},
                          {"story", nullptr},   {"agreeing_tokens", nullptr}, {"error", nullptr}};
        if (telling.record) {
            value["tokens"] = telling.record->at("tokens");
            value["story"] = telling.record->at("text");
            value["agreeing_tokens"] = agreeing(right, *telling.record);
        }
        if (!telling.complete()) value["error"] = what_went_wrong(telling);
        return value;
    }

    const Options& options_;
    StoryProgram program_;
    std::optional<PlantedMistake> mistake_;
};

/// What can be wrong with a part: asked for by its name alone, without a mistake's.
int list_mistakes(const Session& session, const std::string& part) {
    const auto mistakes = mistakes_of(session.course, part);
    if (session.options.json) {
        tools::Json all = tools::Json::array();
        for (const auto& [id, text] : mistakes) all.push_back({{"id", id}, {"text", text}});
        print(tools::json_text({{"part", part}, {"mistakes", all}}));
        return 0;
    }
    print_line(msg::mistakes_of(part, listed(mistakes)) + "\n");
    print_line(msg::one_of_them(part + "/" + mistakes.begin()->first));
    return 0;
}

}  // namespace

int story(Session& session) {
    const auto& mistake = session.options.story.mistake;
    if (mistake && !mistake->empty() && mistake->find('/') >= mistake->size() - 1) {
        return list_mistakes(session, mistake->substr(0, mistake->find('/')));
    }
    return Story(session).tell();
}

int chat(Session& session) {
    const auto& typed = session.options.story.for_program;
    // Before a minute of building.
    if (std::find(typed.begin(), typed.end(), "--model") == typed.end()) throw SetupError(msg::chat_needs_model());
    StoryProgram program(session, typed);
    tell_changed(program.changed);
    program.arguments.push_back("--chat");
    program.build({"telling_in_pages"});
    run_in_the_foreground(program.command());
}

int serve(Session& session) {
    Course course = session.course;
    if (!can_serve(course)) {
        throw SetupError(msg::install_missing(msg::serve_needs_httplib(), "./learn --yes doctor"));
    }
    StoryProgram program(session, session.options.story.for_program);
    tell_changed(program.changed);
    program.arguments.push_back("--serve");
    program.build({"serving"});
    run_in_the_foreground(program.command());
}

void offer_story(const Session& session, const std::vector<std::string>& first_passes) {
    for (const auto& [id, name] : {std::pair("rms_norm", "RMSNorm"), std::pair("qwen2_mlp", "Qwen2MLP")}) {
        const auto& all = session.course.parts;
        if (std::find(all.begin(), all.end(), id) == all.end()) continue;
        if (std::find(first_passes.begin(), first_passes.end(), id) != first_passes.end())
            print_line(msg::story_offer(name));
    }
}

}  // namespace learn
