#include "commands/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <limits>
#include <memory>

#include "grading/verdict_json.hpp"
#include "messages.hpp"
#include "terminal/terminal.hpp"
#include "terminal/text.hpp"

namespace learn {
namespace {

/// What stands before a bare `--`, after which nothing is an option.
std::vector<std::string> words_before_marker(int argc, char** argv) {
    const std::vector<std::string> all(argv + 1, argv + argc);
    return {all.begin(), std::find(all.begin(), all.end(), "--")};
}

/// Before anything is parsed, because the help is in a language, too.
void choose_language(const std::vector<std::string>& words) {
    set_language(language_from_environment());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string word = words[i] == "--lang" && i + 1 < words.size() ? "--lang=" + words[i + 1] : words[i];
        if (word == "--lang=zh") set_language(Language::zh);
        if (word == "--lang=en") set_language(Language::en);
    }
}

int usage_error(const std::string& text, bool json) {
    warn(msg::error(text));
    if (json) print(error_json(text));
    return 2;
}

// CLI11's own checks speak English. Each of these says what the value must be, or nothing where it is right.
template <class Number>
bool is_between(const std::string& text, Number low, Number high) {
    Number value{};
    return CLI::detail::lexical_cast(text, value) && value >= low && value <= high;
}

std::function<std::string(const std::string&)> whole_from(long long low) {
    return [low](const std::string& text) {
        const bool right = is_between(text, low, std::numeric_limits<long long>::max());
        return right ? std::string() : msg::option_at_least(std::to_string(low));
    };
}

std::function<std::string(const std::string&)> whole_between(int low, int high) {
    return [=](const std::string& text) {
        return is_between(text, low, high) ? std::string()
                                           : msg::option_whole(std::to_string(low), std::to_string(high));
    };
}

std::function<std::string(const std::string&)> number_between(const std::string& low, const std::string& high) {
    return [=](const std::string& text) {
        return is_between(text, std::stod(low), std::stod(high)) ? std::string() : msg::option_number(low, high);
    };
}

std::string language_is_known(const std::string& text) {
    return text == "en" || text == "zh" ? std::string() : msg::option_language();
}

std::string type_is_known(const std::string& text) {
    return text == "bfloat16" || text == "q8_0" || text == "q4_0" ? std::string() : msg::option_weights();
}

std::string cache_is_known(const std::string& text) { return text == "q8_0" ? std::string() : msg::option_cache(); }

/// Asked before anything is built: what isn't there need not be waited for.
std::string model_is_there(const std::string& path) {
    std::error_code error;
    return fs::exists(path, error) ? std::string() : msg::option_model(harmless(path));
}

/// What is wrong, in the learner's language. CLI11 says it in English alone, with the names at known places.
std::string told(const CLI::ParseError& error) {
    const std::string text = error.what(), kind = error.get_name();
    const std::string first = text.substr(0, text.find_first_of(": ")), last = text.substr(text.rfind(' ') + 1);
    const std::size_t colon = text.find(": ");
    const std::string after = colon == text.npos ? "" : text.substr(colon + 2);
    if (kind == "RequiredError") return msg::option_required(first);
    if (kind == "ExcludesError") return msg::option_excludes(first, last);
    if (kind == "RequiresError") return msg::option_needs(first, last);
    if (kind == "ArgumentMismatch" && text.ends_with("missing")) return msg::option_needs_value(first);
    if (kind == "ArgumentMismatch" && after.starts_with("At Most")) return msg::option_twice(first);
    if (kind == "ValidationError") return msg::option_value(first, after);
    if (kind == "ExtrasError") return msg::option_unknown(after);
    return msg::option_wrong(text);
}

/// What the program `story` takes goes to it as it was typed, after a look at whether that can be.
CLI::Option* pass_on(CLI::App* sub, Options& options, const char* name, const Message& about, const char* type) {
    const auto keep = [&options, name](const std::string& value) {
        options.story.for_program.insert(options.story.for_program.end(), {name, value});
    };
    return sub->add_option_function<std::string>(name, keep, about())->type_name(type);
}

/// CLI11 puts a colon of its own after each word that it was given.
std::string full_width_colons(std::string help) {
    if (language() != Language::zh) return help;
    for (const Message& word : {msg::help_usage, msg::help_options, msg::help_commands, msg::help_arguments,
                                msg::help_excludes, msg::help_requires}) {
        const std::string half = word() + ":";
        for (std::size_t at = 0; (at = help.find(half, at)) != help.npos; at += half.size()) {
            const std::size_t colon = at + half.size() - 1;
            help.replace(colon, help[colon + 1] == ' ' ? 2 : 1, "：");
        }
    }
    return help;
}

void add_model(CLI::App* sub, Options& options) {
    pass_on(sub, options, "--model", msg::help_model, "PATH")->check(model_is_there);
    pass_on(sub, options, "--weights", msg::help_weights, "TYPE")->check(type_is_known);
}

/// What a story and a conversation have in common.
void add_model_options(CLI::App* sub, Options& options) {
    add_model(sub, options);
    learn::pass_on(sub, options, "--cache", msg::help_cache, "TYPE")->check(cache_is_known);
    const auto pass_on = [&](const char* name, const Message& about, const char* type) {
        return learn::pass_on(sub, options, name, about, type);
    };
    pass_on("--tokens", msg::help_tokens, "N")->check(whole_from(1));
    pass_on("--temperature", msg::help_temperature, "T")->check(number_between("0", "100"));
    pass_on("--top-k", msg::help_top_k, "K")->check(whole_from(0));
    pass_on("--top-p", msg::help_top_p, "P")->check(number_between("0.000001", "1"));
    pass_on("--min-p", msg::help_min_p, "P")->check(number_between("0", "1"));
    pass_on("--repetition-penalty", msg::help_repetition_penalty, "R")->check(number_between("0.001", "1000"));
    pass_on("--seed", msg::help_seed, "S")->check(whole_from(0));
}

}  // namespace

Options parse(int argc, char** argv) {
    const std::vector<std::string> words = words_before_marker(argc, argv);
    choose_language(words);
    const bool asks_for_json = std::find(words.begin(), words.end(), "--json") != words.end();
    Options options;
    std::string lang;

    CLI::App app{msg::help_about(), "./learn"};
    auto formatter = std::make_shared<CLI::Formatter>();
    formatter->label("Usage", msg::help_usage());
    formatter->label("OPTIONS", msg::help_options());
    formatter->label("Positionals", msg::help_arguments());
    formatter->label("SUBCOMMAND", msg::help_commands());
    formatter->label("REQUIRED", msg::help_required());
    formatter->label("Excludes", msg::help_excludes());
    formatter->label("Needs", msg::help_requires());
    formatter->column_width(28);
    app.formatter(formatter);
    app.option_defaults()->group(msg::help_options());
    app.set_help_flag("-h,--help", msg::help_help());
    app.fallthrough();
    app.require_subcommand(0, 1);
    app.allow_extras();
    app.add_option("--lang", lang, msg::help_lang())->check(language_is_known)->type_name("en|zh");

    std::vector<std::string> names;
    const auto command = [&](const char* name, const Message& about) {
        CLI::App* sub = app.add_subcommand(name, about())->group(msg::help_commands());
        sub->callback([&options, name] { options.command = name; });
        sub->get_option("--help")->group(msg::help_options());  // is there before the default is
        sub->allow_extras();  // refused below: a bare `--`, which is none, is among them
        names.push_back(name);
        return sub;
    };
    const auto id = [&](CLI::App* sub, bool needed) {
        sub->add_option("ID", options.id, needed ? msg::help_id_needed() : msg::help_id())
            ->required(needed)
            ->type_name("");
    };
    const auto json = [&](CLI::App* sub) { sub->add_flag("--json", options.json, msg::help_json()); };

    command("board", msg::help_board);
    command("watch", msg::help_watch);
    CLI::App* check = command("check", msg::help_check);
    id(check, false);
    json(check);
    check->add_flag("--asan", options.asan, msg::help_asan());
    CLI::Option* debug = check->add_flag("--debug", options.debug, msg::help_debug());
    debug->excludes(check->get_option("--json"))->excludes(check->get_option("--asan"));
    check->add_flag("--debug-in-editor", options.prepare, msg::help_debug_in_editor())
        ->excludes(check->get_option("--json"))
        ->excludes(check->get_option("--asan"));
    check->add_flag("--all", options.all, msg::help_all());
    CLI::App* verify = command("verify", msg::help_verify);
    json(verify);
    verify->add_option("--junit", options.junit, msg::help_junit())->type_name("FILE");
    json(command("list", msg::help_list));
    command("next", msg::help_next)->add_flag("--needed", options.needed, msg::help_needed());
    id(command("goto", msg::help_goto), true);
    id(command("hint", msg::help_hint), false);
    CLI::App* reset = command("reset", msg::help_reset);
    id(reset, true);
    reset->add_flag("--yes,-y", options.yes, msg::help_yes());
    CLI::App* solution = command("solution", msg::help_solution);
    id(solution, true);
    solution->add_flag("--spoil", options.spoil, msg::help_spoil());
    CLI::App* story = command("story", msg::help_story);
    story->add_option("PROMPT", options.story.prompt, msg::help_prompt())->type_name("");
    add_model_options(story, options);
    story
        ->add_flag_callback(
            "--no-cache", [&options] { options.story.for_program.push_back("--no-cache"); }, msg::help_no_cache())
        ->excludes(story->get_option("--cache"));
    story->add_flag_callback(
        "--guess", [&options] { options.story.for_program.push_back("--guess"); }, msg::help_guess());
    story->add_option("--mistake", options.story.mistake, msg::help_mistake())->type_name("ID");
    const auto tell_together = [&options](int count) {
        options.story.together = count;
        options.story.for_program.insert(options.story.for_program.end(), {"--together", std::to_string(count)});
    };
    CLI::Option* together = story->add_option_function<int>("--together", tell_together, msg::help_together());
    together->type_name("N")->check(whole_between(2, 16));
    for (const char* other : {"--cache", "--no-cache", "--guess"}) together->excludes(story->get_option(other));
    pass_on(story, options, "--pages", msg::help_pages, "N")->check(whole_from(1))->needs(together);
    pass_on(story, options, "--budget", msg::help_budget, "N")->check(whole_from(1))->needs(together);
    json(story);
    CLI::App* chat = command("chat", msg::help_chat);
    pass_on(chat, options, "--system", msg::help_system, "TEXT");
    add_model_options(chat, options);
    CLI::App* serve = command("serve", msg::help_serve);
    pass_on(serve, options, "--host", msg::help_host, "ADDRESS");
    pass_on(serve, options, "--port", msg::help_port, "N")->check(whole_between(0, 65535));
    pass_on(serve, options, "--token", msg::help_token, "TEXT");
    pass_on(serve, options, "--pages", msg::help_serve_pages, "N")->check(whole_from(1));
    pass_on(serve, options, "--budget", msg::help_serve_budget, "N")->check(whole_from(1));
    add_model(serve, options);
    CLI::App* plot = command("plot", msg::help_plot);
    id(plot, false);
    json(plot);
    plot->add_option("--svg", options.svg, msg::help_svg())->type_name("FILE");
    CLI::App* bench = command("bench", msg::help_bench);
    bench->add_option("ID", options.id, msg::help_bench_id())->type_name("");
    json(bench);
    bench->add_option("--svg", options.svg, msg::help_bench_svg())->type_name("[FILE]")->expected(0, 1);
    bench->add_flag("--large", options.large, msg::help_large());
    bench->add_option("--threads", options.threads, msg::help_threads())->type_name("N")->check(whole_between(1, 1024));
    command("tutor", msg::help_tutor)->add_flag("--off", options.off, msg::help_off());
    json(command("doctor", msg::help_doctor));
    command("test", msg::help_test)->add_flag("--all", options.all, msg::help_test_all());

    try {
        app.parse(argc, argv);
        auto left = app.remaining(true);
        const auto marker = std::find(left.begin(), left.end(), "--");
        if (!options.command.empty() && marker != left.end()) left.erase(marker);
        if (!left.empty()) {
            const bool word = options.command.empty() && !left[0].starts_with('-');
            const std::string near = word ? nearest(left[0], names) : "";
            const std::string text = !word          ? msg::see_help(msg::option_unknown(left[0]))
                                     : near.empty() ? msg::unknown_command(left[0])
                                                    : msg::unknown_command_near(left[0], near);
            options.exit_now = usage_error(text, asks_for_json);
        }
    } catch (const CLI::CallForHelp&) {
        print_text(full_width_colons(app.help()));  // of the command, where there is one
        options.exit_now = 0;
    } catch (const CLI::ParseError& error) {
        options.exit_now = usage_error(msg::see_help(told(error)), asks_for_json);
    }
    return options;
}

}  // namespace learn
