#include "model/tokenizer/tokenizer_json.hpp"

#include "model/error.hpp"
#include "model/mapped_file.hpp"

namespace tiny_llm {

namespace {

using Json = nlohmann::json;
using Event = Json::parse_event_t;

/// Takes the vocabulary and the merges out of the stream of parsed values, and lets everything else through.
class Extractor {
public:
    explicit Extractor(TokenizerJson& out) : out_(&out) {}

    /// nlohmann_json's parser callback. `depth` is that of the value, and of an object's or an array's own brackets.
    bool operator()(int depth, Event event, Json& parsed) {
        if (depth > 2 && in("vocab")) return take_token(depth, event, parsed);
        if (depth > 2 && in("merges")) return take_merge(depth, event, parsed);
        if (event != Event::key || depth > 2) return true;
        if (depth == 1) member_.clear();
        (depth == 1 ? section_ : member_) = parsed.get_ref<const std::string&>();
        return true;
    }

private:
    bool in(std::string_view member) const { return section_ == "model" && member_ == member; }
    [[noreturn]] void fail(const std::string& what) const {
        throw ModelError(out_->file + ": model." + member_ + what);
    }

    bool take_token(int depth, Event event, const Json& parsed) {
        if (event == Event::key && depth == 3) {
            out_->tokens.add(parsed.get_ref<const std::string&>());
            return false;
        }
        if (out_->tokens.size() != out_->ids.size() + 1) fail(": expected an object of tokens and ids");
        if (event != Event::value || !parsed.is_number_unsigned() ||
            parsed.get<std::uint64_t>() > static_cast<std::uint64_t>(TokenizerJson::largest_id))
            fail("[" + in_quotes(out_->tokens[out_->ids.size()]) + "]: expected an id from 0 to " +
                 std::to_string(TokenizerJson::largest_id));
        out_->ids.push_back(parsed.get<TokenId>());
        return true;
    }

    /// A merge is "left right", or ["left", "right"] in newer files, where a part may have spaces in it.
    bool take_merge(int depth, Event event, const Json& merge) {
        if (event == Event::key && depth == 3) fail(": expected an array");
        const std::string where = "[" + std::to_string((out_->merges.size() - parts_) / 2) + "]";
        if (event == Event::array_start && depth == 3) return true;
        if (event == Event::array_end && depth == 3) {
            if (parts_ != 2) fail(where + ": expected two tokens");
            parts_ = 0;
            return false;
        }
        if (event != Event::value || !merge.is_string())
            fail(where + ": expected \"left right\" or [\"left\", \"right\"]");
        const std::string_view text = merge.get_ref<const std::string&>();
        if (depth == 4) {
            if (++parts_ > 2) fail(where + ": expected two tokens");
            out_->merges.add(text);
            return false;
        }
        const std::size_t space = text.find(' ');
        if (space == text.npos || text.find(' ', space + 1) != text.npos)
            fail(where + ": expected two tokens with a space between them");
        out_->merges.add(text.substr(0, space));
        out_->merges.add(text.substr(space + 1));
        return false;
    }

    TokenizerJson* out_;
    std::string section_, member_;
    std::size_t parts_ = 0;  // of a pair that is not over
};

}  // namespace

TokenizerJson::TokenizerJson(const std::filesystem::path& path) : file(path.string()) {
    try {
        rest = Json::parse(read_text(path), Extractor(*this));
    } catch (const Json::exception& error) {
        const std::string what = error.what();  // "[json.exception.parse_error.101] parse error at line 1, …"
        throw ModelError(file + ": not JSON: " + what.substr(what.find(']') + 2));
    }
    const Field model = settings()["model"];
    if (model.is_null()) model.fail("missing");
    model["vocab"].require(Json::object());
    model["merges"].require(Json::array());
    if (model["vocab"].is_null() || model["merges"].is_null()) model.fail("expected vocab and merges");
}

}  // namespace tiny_llm
