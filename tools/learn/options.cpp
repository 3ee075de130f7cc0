#include "options.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "json.hpp"
#include "messages.hpp"
#include "terminal.hpp"
#include "text.hpp"

namespace learn {
namespace {

/// Before anything is parsed, because the help is in a language, too.
void choose_language(int argc, char** argv) {
    set_language(language_from_environment());
    for (int i = 1; i < argc; ++i) {
        std::string word = argv[i];
        if (word == "--lang" && i + 1 < argc) word = std::string("--lang=") + argv[i + 1];
        if (word == "--lang=zh") set_language(Language::zh);
        if (word == "--lang=en") set_language(Language::en);
    }
}

bool asks_for_json(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--json") return true;
    }
    return false;
}

int usage_error(const std::string& text, bool json) {
    warn(msg::error(text));
    if (json) print(error_json(text));
    return 2;
}

}  // namespace

Options parse(int argc, char** argv) {
    choose_language(argc, argv);
    Options options;
    std::string lang;

    CLI::App app{msg::help_about(), "./learn"};
    auto formatter = std::make_shared<CLI::Formatter>();
    formatter->label("Usage", msg::help_usage());
    formatter->label("Options", msg::help_options());
    formatter->label("OPTIONS", msg::help_options());
    formatter->label("Positionals", msg::help_arguments());
    formatter->label("Subcommands", msg::help_commands());
    formatter->label("SUBCOMMAND", msg::help_commands());
    formatter->column_width(28);
    app.formatter(formatter);
    app.set_help_flag("-h,--help", msg::help_help());
    app.fallthrough();
    app.require_subcommand(0, 1);
    app.allow_extras();
    app.add_option("--lang", lang, msg::help_lang())->check(CLI::IsMember({"en", "zh"}))->type_name("en|zh");

    std::vector<std::string> names;
    const auto command = [&](const char* name, const Message& about) {
        CLI::App* sub = app.add_subcommand(name, about());
        sub->callback([&options, name] { options.command = name; });
        sub->allow_extras(false);
        names.push_back(name);
        return sub;
    };
    const auto id = [&](CLI::App* sub, bool needed) {
        sub->add_option("ID", options.id, needed ? msg::help_id_needed() : msg::help_id())->required(needed)->type_name("");
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
    check->add_flag("--all", options.all, msg::help_all());
    CLI::App* verify = command("verify", msg::help_verify);
    json(verify);
    verify->add_option("--junit", options.junit, msg::help_junit())->type_name("FILE");
    json(command("list", msg::help_list));
    command("next", msg::help_next);
    id(command("goto", msg::help_goto), true);
    id(command("hint", msg::help_hint), false);
    CLI::App* reset = command("reset", msg::help_reset);
    id(reset, true);
    reset->add_flag("--yes,-y", options.yes, msg::help_yes());
    CLI::App* solution = command("solution", msg::help_solution);
    id(solution, true);
    solution->add_flag("--spoil", options.spoil, msg::help_spoil());
    json(command("doctor", msg::help_doctor));
    command("test", msg::help_test);

    try {
        app.parse(argc, argv);
        const auto left = app.remaining(true);
        if (!left.empty()) {
            const bool word = options.command.empty() && left[0][0] != '-';
            const std::string near = word ? nearest(left[0], names) : "";
            const std::string text = !word          ? msg::see_help(left[0])
                                     : near.empty() ? msg::unknown_command(left[0])
                                                    : msg::unknown_command_near(left[0], near);
            options.exit_now = usage_error(text, asks_for_json(argc, argv));
        }
    } catch (const CLI::CallForHelp&) {
        const auto chosen = app.get_subcommands();
        print(chosen.empty() ? app.help() : app.help());
        options.exit_now = 0;
    } catch (const CLI::ParseError& error) {
        options.exit_now = usage_error(msg::see_help(error.what()), asks_for_json(argc, argv));
    }
    return options;
}

}  // namespace learn
