#include "model/chat.hpp"

#include <unistd.h>
#include <cstdio>
#include <iostream>
#include <tuple>

#include "model/error.hpp"
#include "model/parts.hpp"
#include "model/telling.hpp"
#include "model/terminal.hpp"
#include "model/tokenizer/utf8.hpp"
#include "tools/utf8/utf8.hpp"

namespace tiny_llm {
namespace {

/// text   the model's chat template
void require_chatml(const std::string& text, const StoryOptions& options, const Tokenizer& tokenizer) {
    if (text.empty()) {
        throw ModelError(options.model +
                         options.either(": it has no chat template: it has only learned to continue a text, not to "
                                        "answer. For models that can, see docs/en/model.md",
                                        "：没有对话模板：这个模型只学过续写，没学过回答。能对话的模型见 "
                                        "docs/zh/model.md"));
    }
    for (const char* mark : {"<|im_start|>", "<|im_end|>"}) {
        if (text.find(mark) != text.npos && tokenizer.token_to_id(mark)) continue;
        throw ModelError(options.model +
                         options.either(": its chat template is not Qwen2's (ChatML): ",
                                        "：它的对话模板不是 Qwen2 那种（ChatML）：没有 ") +
                         mark + options.either(" is not in it", ""));
    }
}

bool is_utf8(std::string_view text) {
    while (const std::size_t length = character_length(text)) text.remove_prefix(length);
    return text.empty();
}

bool is_terminal() { return ::isatty(STDIN_FILENO) == 1; }

}  // namespace

Chat::Chat(const StoryOptions& options)
    : options_(options),
      files_(options.model),
      config_(files_.config()),
      tokenizer_(files_.tokenizer()),
      sampling_(options.sampling(files_.sampling())) {
    require_chatml(files_.chat_template(), options, tokenizer_);
    Sampler{sampling_};  // throws what is wrong with it
    if (!options.system) return;
    if (const std::string why = refusal(*options.system); !why.empty()) throw std::invalid_argument("--system: " + why);
    messages_.push_back({"system", *options.system});
}

int Chat::run() {
    const StoredTensors tensors = files_.tensors(config_);
    const Parts parts(options_, config_, sampling_, tokenizer_, tensors);
    encoder_.emplace(tokenizer_, parts.encodes());
    const std::size_t positions = config_.max_position_embeddings;
    if (parts.paged()) {
        // Enough for the longest text, and for the copy of a page.
        Pages pages;
        pages.pages = positions / pages.rows + 2;
        PagedModel model(config_, tensors, parts.weights(), positions, pages, parts.by(), parts.kept_as());
        PagedText text(model);
        Speaker speaker(text, config_, tokenizer_, Sampler(sampling_));
        talk(speaker, &text, positions);
    } else {
        const LanguageModel model =
            load_model(config_, tensors, parts.weights(), positions, parts.by(), parts.kept_as());
        Speaker speaker(model, tokenizer_, Sampler(sampling_));
        talk(speaker, nullptr, positions);
    }
    std::cerr << parts.summary() << std::flush;
    return 0;
}

void Chat::talk(Speaker& speaker, PagedText* pages, std::size_t positions) {
    if (is_terminal())
        std::cerr << options_.either(
            "  Ctrl-D ends the conversation, Ctrl-C an answer; /new begins a new conversation.\n\n",
            "  Ctrl-D 结束对话，Ctrl-C 打断回答，/new 另起一段对话。\n\n");
    while (const auto line = std::cout ? next_line() : std::nullopt) {
        if (line->find_first_not_of(" \t\r") == line->npos) continue;
        if (*line == "/new") {
            begin_anew(speaker);
            continue;
        }
        if (const std::string why = refusal(*line); !why.empty()) {
            std::cerr << "  " << utf8::harmless_line(why) << std::endl;
            continue;
        }
        messages_.push_back({"user", *line});
        answer(speaker, pages, positions);
    }
}

void Chat::begin_anew(Speaker& speaker) {
    std::erase_if(messages_, [](const Message& message) { return message.role != "system"; });
    speaker.forget();
    written_.clear();
    not_yet_read_.reset();
    std::cerr << options_.either("  a new conversation\n", "  新的一段对话\n") << std::endl;
}

/// None at the end of the input. Ctrl-C takes back what was typed of a line.
std::optional<std::string> Chat::next_line() const {
    while (true) {
        hear_interrupt();
        if (is_terminal()) std::cerr << "> " << std::flush;
        std::string line;
        if (std::getline(std::cin, line)) {
            if (line.ends_with('\r')) line.pop_back();  // a file of Windows
            return line;
        }
        if (!interrupted()) break;
        std::cin.clear();
        std::clearerr(stdin);
        std::cerr << "\n";
    }
    if (is_terminal()) std::cerr << "\n";
    return std::nullopt;
}

/// Why this cannot be a message; empty where it can.
std::string Chat::refusal(const std::string& line) const {
    if (!is_utf8(line)) return options_.either("this is not UTF-8", "这不是 UTF-8");
    for (const TokenId id : tokenizer_.encode(line, false)) {
        if (!tokenizer_.decode({id}).empty() || tokenizer_.decode({id}, false).empty()) continue;
        return options_.either("a message cannot contain ", "消息里不能有 ") + tokenizer_.id_to_token(id) +
               options_.either(", which the model would take as a mark between messages",
                               "：模型会把它当成消息之间的标记");
    }
    return "";
}

void Chat::answer(Speaker& speaker, PagedText* pages, std::size_t positions) {
    const auto either = [&](const char* english, const char* chinese) { return options_.either(english, chinese); };
    const std::string prompt = chat_prompt(messages_);
    // What the model knows is not read again, if the text begins with it.
    if (!prompt.starts_with(written_)) {
        speaker.forget();
        written_.clear();
        not_yet_read_.reset();
    }
    std::vector<TokenId> ids = (*encoder_)(prompt.substr(written_.size()), false);
    if (not_yet_read_) ids.insert(ids.begin(), *not_yet_read_);
    require_rows(ids, config_, options_.model);
    if (pages && speaker.known().empty()) ids = pages->begin(ids);
    const std::size_t known = speaker.known().size(), taken = known + ids.size();
    if (taken >= positions) {
        messages_.pop_back();
        std::cerr << "  " << either("with this line, the conversation would have ", "加上这句，对话有 ") << taken
                  << either(" tokens, but the model's context is ", " 个 token，而模型的上下文只有 ") << positions
                  << either("; the line was not read. To start again: /new", "；这句没有读。要重新开始：/new")
                  << std::endl;
        return;
    }
    hear_interrupt();
    Speech speech;
    const std::size_t room = positions - taken;
    speaker.go_on(ids, std::min(options_.tokens.value_or(room), room), speech, [&](const std::string& piece, bool) {
        std::cout << utf8::harmless(piece) << std::flush;
        return !interrupted();
    });
    std::cout << "\n" << std::flush;
    messages_.push_back({"assistant", speech.text});
    written_ = prompt + speech.text;
    not_yet_read_.reset();
    if (speech.stop != Stop::eos && !speech.tokens.empty()) not_yet_read_ = speech.tokens.back();
    std::string why_here;
    if (speech.stop == Stop::length && speech.tokens.size() == room) {
        why_here = either("; the model's context is full", "；模型的上下文满了");
    } else if (speech.stop == Stop::length) {
        why_here = either("; cut off by --tokens", "；--tokens 到了上限");
    }
    std::cerr << "  " << either("knew ", "已知 ") << known << either(", read ", " 个 token，读 ") << speech.read
              << either(", said ", " 个，说 ") << in_words(speech, options_, why_here) << "\n";
    if (pages) std::cerr << "  " << drawn(pages->use()) << "\n";
    std::cerr << std::endl;
}

/// A cell for each page, or for several where there are more than fit into a line.
std::string Chat::drawn(const PagedText::Use& use) const {
    constexpr std::size_t width = 36;
    const std::size_t each = (use.shared + use.own + use.kept + use.free + width - 1) / width;
    std::string cells, words;
    for (const auto& [count, cell, name] : {std::tuple(use.shared, "■", options_.either("shared", "共用")),
                                            std::tuple(use.own, "□", options_.either("own", "自用")),
                                            std::tuple(use.kept, "▪", options_.either("kept", "留着")),
                                            std::tuple(use.free, "·", options_.either("free", "空着"))}) {
        for (std::size_t i = 0; i < count; i += each) cells += cell;
        if (count == 0) continue;
        const std::string number = std::to_string(count);
        words += (words.empty() ? "" : options_.either(", ", "，")) +
                 (options_.chinese ? name + " " + number : number + " " + name);
    }
    return options_.either("pages ", "页 ") + cells + "  " + words;
}

}  // namespace tiny_llm

extern "C" int talk(const tiny_llm::StoryOptions& options) { return tiny_llm::told<tiny_llm::Chat>(options); }
