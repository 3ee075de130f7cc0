// How the grader calls generate. Included for the learner's answer and again for each wrong one: no include guard.
namespace tiny_llm {

inline std::string listed(const std::vector<TokenId>& ids) {
    std::string text;
    for (const TokenId id : ids) text += (text.empty() ? "" : ", ") + std::to_string(id);
    return "{" + text + "}";
}

/// Thrown where generate goes on and on.
struct EnoughSeen {};

/// What generate does with those that it is given, in the order in which it does it.
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

inline grader::Values call(grader::Arguments& arguments) {
    const std::vector<TokenId> prompt = arguments.numbers<TokenId>("prompt"), stop = arguments.numbers<TokenId>("stop"),
                               choices = arguments.numbers<TokenId>("choices");
    Happened happened;

    // A model without weights. The value of the lowest of its logits says which call it was, and so which token is to be
    // chosen; the highest is another token's, for those who choose themselves.
    std::size_t asked = 0;
    const NextLogits next = [&](const std::vector<TokenId>& ids) {
        happened.add("next(" + listed(ids) + ")");
        const TokenId token = choices.at(std::min(asked, choices.size() - 1));
        ++asked;
        Tensor logits = xt::zeros<float>({10});
        const std::uint64_t place = static_cast<std::uint64_t>(token) % 10;  // a token may be below 0
        logits(place) = -static_cast<float>(asked);
        logits((place + 1) % 10) = 5;
        return logits;
    };
    const Choose choose = [&](const Tensor& logits, const std::vector<TokenId>& so_far) -> TokenId {
        const auto lowest = std::min_element(logits.begin(), logits.end());
        const bool known = logits.size() == 10 && *lowest < 0;
        const std::size_t n = known ? static_cast<std::size_t>(-*lowest) : 0;
        const std::string which = known ? "logits " + std::to_string(n) : "other logits";
        const TokenId token = known ? choices.at(std::min(n, choices.size()) - 1) : 0;
        happened.add("choose(" + which + ", " + listed(so_far) + ") = " + std::to_string(token));
        return token;
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
        for (const TokenId token :
            generate(next, prompt, arguments.number<std::size_t>("max_new_tokens"), choose, stop, on_token)) {
            tokens.emplace_back(token);
        }
    } catch (const EnoughSeen&) {  // what has happened until then says it
    }
    return {happened.events(), tokens};
}

}  // namespace tiny_llm
