// How the grader calls speculative_generate. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline std::string listed(const Ids& ids) {
    std::string text;
    for (const TokenId id : ids) text += (text.empty() ? "" : ", ") + std::to_string(id);
    return "{" + text + "}";
}

/// Thrown where speculative_generate goes on and on.
struct EnoughSeen {};

/// What speculative_generate does with those that it is given, in the order in which it does it.
class Happened {
public:
    void add(const std::string& what) {
        if (events_.size() == 100) throw EnoughSeen();
        events_.emplace_back(what);
    }
    const grader::Values& events() const { return events_; }

private:
    grader::Values events_;
};

/// A model without weights, which remembers a number for each text that it has read a beginning of. After the prompt and the
/// first n tokens that it is to write, it wants the next of these; after any other text, and in the middle of the prompt, it wants
/// whatever the number says. It refuses to keep what it has not read, and to read nothing.
class Scripted {
public:
    Scripted(const Ids& prompt, const Ids& writes, std::size_t vocabulary) : vocabulary_(vocabulary) {
        std::uint64_t number = 1;
        for (const TokenId id : prompt) number = after(number, id);
        for (const TokenId id : writes) {
            wants_.emplace(number, id);
            number = after(number, id);
        }
    }

    Tensor read(std::size_t keep, const Ids& ids) {
        if (keep >= read_.size()) {
            throw std::out_of_range("verify: it has read " + std::to_string(read_.size() - 1) +
                                    " tokens, and cannot keep " + std::to_string(keep));
        }
        if (ids.empty()) throw std::out_of_range("verify: there are no tokens to read");
        read_.resize(keep + 1);
        Tensor logits({ids.size(), vocabulary_}, -1.5f);
        for (std::size_t row = 0; row < ids.size(); ++row) {
            read_.push_back(after(read_.back(), ids[row]));
            const auto wanted = wants_.find(read_.back());
            const std::size_t token =
                wanted == wants_.end() ? (read_.back() >> 40) % 10 : static_cast<std::size_t>(wanted->second);
            logits(row, token) = 2;
            // Now and then a later token is as likely.
            if (read_.size() % 3 == 0 && token + 2 < vocabulary_) logits(row, token + 2) = 2;
        }
        return logits;
    }

private:
    static std::uint64_t after(std::uint64_t number, TokenId id) {
        return (number + static_cast<std::uint64_t>(id) + 2) * 0x9E3779B97F4A7C15u;
    }

    std::size_t vocabulary_;
    std::map<std::uint64_t, TokenId> wants_;
    std::vector<std::uint64_t> read_{1};  // the number of each beginning
};

inline grader::Values call(grader::Arguments& arguments) {
    const Ids prompt = arguments.numbers<TokenId>("prompt"), stop = arguments.numbers<TokenId>("stop"),
              writes = arguments.numbers<TokenId>("writes"), guesses = arguments.numbers<TokenId>("guesses");
    Happened happened;
    Scripted model(prompt, writes, arguments.number<std::size_t>("vocabulary"));

    const Verify verify = [&](std::size_t keep, const Ids& ids) {
        happened.add("verify(" + std::to_string(keep) + ", " + listed(ids) + ")");
        return model.read(keep, ids);
    };
    // A text beside the one that the model writes, in which -1 is where nothing is guessed.
    const Draft draft = [&](const Ids& so_far, std::size_t max_tokens) {
        Ids guess;
        if (max_tokens == 0) return guess;  // whether it is asked then does not matter
        const std::size_t from = std::max(so_far.size(), prompt.size()) - prompt.size();
        for (std::size_t i = from; i < guesses.size() && guesses[i] >= 0 && guess.size() < max_tokens; ++i) {
            guess.push_back(guesses[i]);
        }
        happened.add("draft(" + listed(so_far) + ", " + std::to_string(max_tokens) + ") = " + listed(guess));
        return guess;
    };
    std::size_t told = 0;
    const OnToken on_token = [&](TokenId token) {
        const bool goes_on =
            !arguments.has("on_token_false_at") || ++told != arguments.number<std::size_t>("on_token_false_at");
        happened.add("on_token(" + std::to_string(token) + ") = " + (goes_on ? "true" : "false"));
        return goes_on;
    };

    grader::Values tokens;
    try {
        for (const TokenId token : speculative_generate(
                 verify, draft, prompt, arguments.number<std::size_t>("max_new_tokens"), stop, on_token)) {
            tokens.emplace_back(token);
        }
    } catch (const EnoughSeen&) {  // what has happened until then says it
    }
    return {happened.events(), tokens};
}

}  // namespace tiny_llm
