#include "model/tokenizer/decoder.hpp"

#include <charconv>

#include "model/tokenizer/byte_level.hpp"
#include "model/tokenizer/normalizer.hpp"

namespace tiny_llm {

namespace {

/// The byte of "<0xE4>", or the token as it is.
std::string byte_of(std::string token) {
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>') return token;
    unsigned char byte = 0;
    const char* const end = token.data() + 5;
    const auto [stop, error] = std::from_chars(token.data() + 3, end, byte, 16);
    return error == std::errc() && stop == end ? std::string(1, static_cast<char>(byte)) : token;
}

}  // namespace

Decoder::Decoder(const Field& decoder) {
    if (decoder.is_null()) decoder.fail("missing");
    int order = 0;
    if (decoder.type() != "Sequence") {
        add_step(decoder, order);
        return;
    }
    const std::vector<Field> steps = decoder["decoders"].elements();
    for (const Field& step : steps) add_step(step, order);
    if (byte_level_ && steps.size() > 1) decoder["decoders"].fail("ByteLevel with others is not supported");
}

void Decoder::add_step(const Field& step, int& order) {
    const std::string type = step.type();
    int place = 0;
    if (type == "ByteLevel") {
        byte_level_ = true;
    } else if (type == "Replace") {
        const Field from = step["pattern"]["String"];
        replacements_.emplace_back(from.string(), step["content"].string());
        if (from.string().empty()) from.fail("is empty");
    } else if (type == "ByteFallback") {
        place = 1;
        byte_fallback_ = true;
    } else if (type == "Fuse") {
        place = 2;
        fuse_ = true;
    } else if (type == "Strip") {
        place = 3;
        step["stop"].require(0);
        const std::string content = step["content"].string();
        if (content.size() != 1) step["content"].fail("expected one ASCII character, found " + in_quotes(content));
        if (!fuse_ || strip_start_ > 0) step.fail("expected one Strip, after Fuse");
        stripped_ = content[0];
        strip_start_ = static_cast<std::size_t>(step["start"].integer(1 << 20));
    } else {
        step["type"].fail(in_quotes(type) + " is not supported");
    }
    if (place < order) step.fail("expected Replace, ByteFallback, Fuse and Strip in this order");
    order = place;
}

std::string Decoder::decode(std::string_view token, std::size_t& unstripped) const {
    if (byte_level_) {
        // An added token need not be written in the alphabet.
        auto bytes = characters_to_bytes(token);
        return bytes ? *std::move(bytes) : std::string(token);
    }
    std::string text(token);
    for (const auto& [from, to] : replacements_) text = replace_all(text, from, to);
    if (byte_fallback_) text = byte_of(std::move(text));
    std::size_t cut = 0;
    for (; unstripped > 0 && cut < text.size(); --unstripped) {
        if (text[cut] != stripped_) {
            unstripped = 0;
            break;
        }
        ++cut;
    }
    return text.substr(cut);
}

}  // namespace tiny_llm
