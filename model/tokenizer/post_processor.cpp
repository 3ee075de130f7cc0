#include "model/tokenizer/post_processor.hpp"

#include "model/tokenizer/tokenizer_json.hpp"

namespace tiny_llm {

namespace {

/// "single" is a list such as <s> $A: one Sequence with special tokens before and after it.
SpecialTokensAround make_template(const Field& processor) {
    SpecialTokensAround around;
    bool text_seen = false;
    for (const Field& part : processor["single"].elements()) {
        if (!part["Sequence"].is_null()) {
            if (text_seen || part["Sequence"]["id"].string() != "A") part.fail("expected the text, A, once");
            text_seen = true;
            continue;
        }
        const std::string name = part["SpecialToken"]["id"].string();
        for (const Field& id : processor["special_tokens"][name]["ids"].elements())
            (text_seen ? around.after : around.before).push_back(id.integer(TokenizerJson::largest_id));
    }
    if (!text_seen) processor["single"].fail("expected the text, A, once");
    return around;
}

}  // namespace

SpecialTokensAround make_post_processor(const Field& post_processor) {
    if (post_processor.is_null()) return {};
    const std::string type = post_processor.type();
    if (type == "ByteLevel") return {};  // it moves offsets, which we do not give
    if (type == "TemplateProcessing") return make_template(post_processor);
    if (type == "Sequence") {
        SpecialTokensAround all;
        for (const Field& step : post_processor["processors"].elements()) {
            const SpecialTokensAround around = make_post_processor(step);
            all.before.insert(all.before.begin(), around.before.begin(), around.before.end());
            all.after.insert(all.after.end(), around.after.begin(), around.after.end());
        }
        return all;
    }
    post_processor["type"].fail(in_quotes(type) + " is not supported");
}

}  // namespace tiny_llm
