#include "model/tokenizer/pre_tokenizer.hpp"

#include <stdexcept>
#include <utility>

#include "model/tokenizer/byte_level.hpp"
#include "model/tokenizer/normalizer.hpp"
#include "model/tokenizer/regex.hpp"
#include "model/tokenizer/utf8.hpp"

namespace tiny_llm {

namespace {

/// GPT-2's, which ByteLevel uses by itself. Source: https://github.com/openai/gpt-2/blob/master/src/encoder.py
constexpr const char* gpt2_pattern = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

/// Adds the parts of a piece to `pieces`, in order; the first of them still begins the text if the piece did.
class Parts {
public:
    Parts(std::vector<Piece>& pieces, bool begins_text) : pieces_(&pieces), begins_text_(begins_text) {}
    void add(std::string_view text) {
        if (!text.empty()) pieces_->push_back({std::string(text), std::exchange(begins_text_, false)});
    }

private:
    std::vector<Piece>* pieces_;
    bool begins_text_;
};

/// Each match is a part, and so is what lies between two; so is each byte that is not UTF-8.
void split_isolated(const Regex& regex, std::string_view text, Parts parts) {
    const auto split = [&](std::string_view run) {
        std::size_t done = 0;
        regex.for_each_match(run, [&](std::size_t begin, std::size_t end) {
            parts.add(run.substr(done, begin - done));
            parts.add(run.substr(begin, end - begin));
            done = end;
        });
        parts.add(run.substr(done));
    };
    for_each_run(text, split, [&](std::string_view byte) { parts.add(byte); });
}

Regex make_regex(const Field& pattern) {
    try {
        return {Regex::from_oniguruma(pattern.string()), Regex::Subject::unicode};
    } catch (const std::invalid_argument& error) {
        pattern.fail(error.what());
    }
}

PreTokenizer make_split(const Field& split) {
    split["behavior"].require("Isolated");
    split["invert"].require(false);
    return [regex = make_regex(split["pattern"]["Regex"])](const std::vector<Piece>& pieces) {
        std::vector<Piece> all;
        for (const Piece& piece : pieces) split_isolated(regex, piece.text, {all, piece.begins_text});
        return all;
    };
}

PreTokenizer make_byte_level(const Field& byte_level) {
    const bool add_prefix_space = byte_level["add_prefix_space"].boolean();
    const bool use_regex = byte_level["use_regex"].boolean_or(true);
    const Regex regex(Regex::from_oniguruma(gpt2_pattern), Regex::Subject::unicode);
    return [=](std::vector<Piece> pieces) {
        std::vector<Piece> all;
        for (Piece& piece : pieces) {
            if (add_prefix_space && !piece.text.starts_with(' ')) piece.text.insert(0, 1, ' ');
            if (use_regex) split_isolated(regex, piece.text, {all, piece.begins_text});
            else all.push_back(std::move(piece));
        }
        for (Piece& piece : all) piece.text = bytes_to_characters(piece.text);
        return all;
    };
}

/// Spaces become "▁", and a word begins with each.
PreTokenizer make_metaspace(const Field& metaspace) {
    const std::string mark = metaspace["replacement"].string_or("▁");
    if (mark.size() != character_length(mark)) metaspace["replacement"].fail("expected one character");
    // Files from before there was prepend_scheme have add_prefix_space.
    const std::string scheme =
        metaspace["prepend_scheme"].string_or(metaspace["add_prefix_space"].boolean_or(true) ? "always" : "never");
    if (scheme != "always" && scheme != "first" && scheme != "never")
        metaspace["prepend_scheme"].fail(in_quotes(scheme) + " is not supported");
    const bool split = metaspace["split"].boolean_or(true);
    return [=](const std::vector<Piece>& pieces) {
        std::vector<Piece> all;
        for (const Piece& piece : pieces) {
            std::string text = replace_all(piece.text, " ", mark);
            const bool prepend = scheme == "always" || (scheme == "first" && piece.begins_text);
            if (prepend && !text.starts_with(mark)) text = mark + text;
            Parts parts(all, piece.begins_text);
            std::size_t begin = 0;
            if (split)
                for (std::size_t next; (next = text.find(mark, begin + 1)) != text.npos; begin = next)
                    parts.add(std::string_view(text).substr(begin, next - begin));
            parts.add(std::string_view(text).substr(begin));
        }
        return all;
    };
}

}  // namespace

PreTokenizer make_pre_tokenizer(const Field& pre_tokenizer) {
    if (pre_tokenizer.is_null()) return [](std::vector<Piece> pieces) { return pieces; };
    const std::string type = pre_tokenizer.type();
    if (type == "Split") return make_split(pre_tokenizer);
    if (type == "ByteLevel") return make_byte_level(pre_tokenizer);
    if (type == "Metaspace") return make_metaspace(pre_tokenizer);
    if (type == "Sequence") {
        std::vector<PreTokenizer> steps;
        for (const Field& step : pre_tokenizer["pretokenizers"].elements()) steps.push_back(make_pre_tokenizer(step));
        return [steps](std::vector<Piece> pieces) {
            for (const PreTokenizer& step : steps) pieces = step(std::move(pieces));
            return pieces;
        };
    }
    pre_tokenizer["type"].fail(in_quotes(type) + " is not supported");
}

}  // namespace tiny_llm
