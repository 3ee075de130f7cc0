#include "model/together.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>

#include "model/culprit.hpp"
#include "model/error.hpp"
#include "model/telling.hpp"
#include "model/terminal.hpp"
#include "tools/utf8/utf8.hpp"

namespace tiny_llm {

void Together::Rate::count() {
    last = std::chrono::steady_clock::now();
    if (tokens++ == 0) first = last;
}

double Together::Rate::per_second() const {
    const std::chrono::duration<double> seconds = last - first;
    return tokens > 1 ? static_cast<double>(tokens - 1) / seconds.count() : 0;
}

Together::Together(const StoryOptions& options) : Beginning(options), pages_{0} {
    const std::size_t each = (prompt_tokens_.size() + max_new_tokens_ + pages_.rows - 1) / pages_.rows;
    pages_.pages = options.pages.value_or(*options.together * each);
    if (pages_.pages >= each) return;
    throw std::invalid_argument("--pages " + std::to_string(pages_.pages) +
                                options.either(": a story alone may need ", "：一个故事就可能用到 ") +
                                std::to_string(each) + options.either("", " 页"));
}

int Together::run() {
    const StoredTensors tensors = files_.tensors(config_);
    const Parts parts(options_, config_, sampling_, tokenizer_, tensors);
    encode_by(parts);
    const std::size_t positions = prompt_tokens_.size() + max_new_tokens_, count = *options_.together;
    PagedModel model(config_, tensors, parts.weights(), positions, pages_, parts.by(), parts.kept_as());
    Engine engine(model, {.budget = options_.budget, .running = count}, thrown_in);
    for (std::size_t i = 0; i < count; ++i) {
        stories_.push_back({options_.seed + i, TextStreamer(tokenizer_, prompt_tokens_), {}, "", {}, ""});
        if (options_.events) std::cout << tools::json_text({{"story", i}, {"piece", prompt_}}) << std::flush;
        ask(engine, i);
    }
    record(as_json(parts, "begun"));
    bool stopped = false;
    while (engine.step()) {
        ++steps_;
        for (const auto& [id, doing] : engine.last_step()) {
            std::string& line = stories_[id - 1].line;
            line.resize(steps_ - 1, ' ');
            line += doing == Doing::writing     ? '#'
                    : doing == Doing::reading   ? 'r'
                    : doing == Doing::sent_back ? '<'
                                                : '.';
        }
        if (!interrupted() || stopped) continue;
        stopped = true;
        for (std::size_t id = 1; id <= count; ++id) engine.cancel(id);
    }
    try {
        require_whole();
        metrics_ = engine.metrics({});
        if (!stopped) alone_ = alone(engine);
    } catch (...) {
        record(as_json(parts, "failed"));
        throw;
    }
    const tools::Json value = as_json(parts, stopped ? "interrupted" : "ended");
    record(value);
    if (options_.json) {
        std::cout << tools::json_text(value) << std::flush;
    } else {
        std::cerr << timeline() << "\n" << in_words() << parts.summary() << std::flush;
    }
    return stopped ? 130 : 0;
}

void Together::ask(Engine& engine, std::size_t index) {
    Sampling sampling = sampling_;
    sampling.seed = stories_[index].seed;
    const auto on_token = [this, index](TokenId token) {
        together_.count();
        say(index, stories_[index].characters.push(stories_[index].bytes.put(token)));
        return true;
    };
    const auto on_end = [this, index](const Ending& ending) { end(index, ending); };
    engine.submit({prompt_tokens_, max_new_tokens_, sampling, config_.eos_token_id, on_token, on_end});
}

void Together::say(std::size_t index, const std::string& piece) {
    stories_[index].text += piece;
    if (options_.events) std::cout << tools::json_text({{"story", index}, {"piece", piece}}) << std::flush;
}

/// Where nobody reads the pieces as they come, a story is printed when it has ended.
void Together::end(std::size_t index, const Ending& ending) {
    Told& told = stories_[index];
    if (ending.finish != Finish::failed) say(index, told.characters.end());
    told.ending = ending;
    if (options_.json || options_.events || ending.finish == Finish::failed) return;
    std::cout << options_.either("  story ", "  故事 ") << index + 1 << options_.either(", seed ", "，种子 ")
              << told.seed << "\n"
              << utf8::harmless(prompt_ + told.text) << "\n\n"
              << std::flush;
}

/// What one story does when no other is told.
double Together::alone(Engine& engine) const {
    Rate rate;
    Sampling sampling = sampling_;
    sampling.seed = options_.seed;
    constexpr std::size_t enough = 64;
    const auto on_token = [&](TokenId) {
        rate.count();
        return !interrupted();
    };
    const std::size_t most = std::min(max_new_tokens_, enough);
    std::optional<Ending> ending;
    engine.submit(
        {prompt_tokens_, most, sampling, config_.eos_token_id, on_token, [&](const Ending& its) { ending = its; }});
    while (engine.step()) {
    }
    if (ending->finish == Finish::failed) throw WrongResult(ending->part, ending->error);
    return rate.per_second();
}

/// Throws what has ended a story that should have gone on.
void Together::require_whole() const {
    for (const Told& told : stories_) {
        if (told.ending->finish == Finish::failed) throw WrongResult(told.ending->part, told.ending->error);
        if (told.ending->finish == Finish::refused)
            throw WrongResult("schedule", "schedule has refused a story for which there are enough pages");
    }
}

tools::Json Together::as_json(const Parts& parts, const char* stop) const {
    const std::map<Finish, const char*> words{{Finish::stop, "eos"},
                                              {Finish::length, "length"},
                                              {Finish::cancelled, "interrupted"},
                                              {Finish::refused, "refused"},
                                              {Finish::failed, "failed"}};
    tools::Json whose, stories = tools::Json::array(), lines = tools::Json::array();
    std::string text;  // all of them: what is compared where a mistake is planted
    std::vector<TokenId> tokens;
    for (const std::string& part : parts.running()) whose[part] = parts.whose(part);
    for (const Told& told : stories_) {
        stories.push_back({{"seed", told.seed},
                           {"text", told.text},
                           {"tokens", told.ending ? told.ending->tokens : std::vector<TokenId>()},
                           {"stop", told.ending ? words.at(told.ending->finish) : "begun"}});
        lines.push_back(told.line);
        text += told.text;
        if (told.ending) tokens.insert(tokens.end(), told.ending->tokens.begin(), told.ending->tokens.end());
    }
    const auto seconds = [](const Summary& summary) {
        return tools::Json{{"mean", summary.mean}, {"median", summary.median}, {"p99", summary.p99}};
    };
    return {{"prompt", prompt_},
            {"text", text},
            {"tokens", tokens},
            {"stories", stories},
            {"tokens_per_second", together_.per_second()},
            {"tokens_per_second_alone", alone_},
            {"ttft", seconds(metrics_.ttft)},
            {"tpot", seconds(metrics_.tpot)},
            {"itl", seconds(metrics_.itl)},
            {"steps", steps_},
            {"timeline", lines},
            {"stop", stop},
            {"parts", whose}};
}

/// A row for each story, as wide as there is room for: a character is then what was most remarkable in several steps.
std::string Together::timeline() const {
    constexpr std::size_t room = 68;
    const std::size_t together = std::max<std::size_t>((steps_ + room - 1) / room, 1);
    std::string text;
    for (std::size_t i = 0; i < stories_.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        text += "  " + std::string(number.size() < 2, ' ') + number + "  ";
        const std::string& line = stories_[i].line;
        for (std::size_t begin = 0; begin < line.size(); begin += together) {
            const std::string_view some = std::string_view(line).substr(begin, together);
            for (const char doing : {'<', 'r', '.', '#'}) {
                if (some.find(doing) == some.npos) continue;
                text += doing;
                break;
            }
        }
        text += "\n";
    }
    const std::string width = std::to_string(together);
    return text + "      " +
           (together == 1
                ? options_.either("each character is a step: ", "每个字符是一步：")
                : options_.either("each character is ", "每个字符是 ") + width + options_.either(" steps: ", " 步：")) +
           options_.either("r reads, # writes, . waits, < is sent back", "r 在读，# 在写，. 在等，< 被退回") + "\n";
}

std::string Together::in_words() const {
    const auto number = [](double x) { return std::to_string(std::lround(x)); };
    std::string text = "  " + std::to_string(together_.tokens) + options_.either(" tokens in ", " 个 token，共 ") +
                       std::to_string(steps_) + options_.either(" steps", " 步");
    if (const double together = together_.per_second(); together > 0) {
        text += options_.either(", ", "，每秒 ") + number(together) + options_.either(" a second", " 个");
        if (alone_ > 0) {
            text += options_.either("; a story alone: ", "；单独讲一个故事：每秒 ") + number(alone_) +
                    options_.either(" a second", " 个");
        }
    }
    text += std::string(interrupted() ? options_.either("; stopped by Ctrl-C", "；被 Ctrl-C 打断") : "") + "\n";
    const auto milliseconds = [](double seconds) {
        std::ostringstream shown;
        shown << std::setprecision(3) << seconds * 1e3;
        return shown.str();
    };
    return text + options_.either("  first token after ", "  首 token 时间 ") + milliseconds(metrics_.ttft.median) +
           options_.either(" ms, then one every ", " 毫秒，之后每 ") + milliseconds(metrics_.itl.median) +
           options_.either(" ms (p99 ", " 毫秒一个（p99 ") + milliseconds(metrics_.itl.p99) +
           options_.either(" ms)", " 毫秒）") + "\n";
}

}  // namespace tiny_llm

extern "C" int tell_together(const tiny_llm::StoryOptions& options) {
    return tiny_llm::told<tiny_llm::Together>(options);
}
