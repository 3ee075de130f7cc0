#include "model/tokenizer/normalizer.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include <utf8proc.h>

#include "model/tokenizer/utf8.hpp"

namespace tiny_llm {

namespace {

/// Normalization form C: a letter and its accent become one character. Bytes that are not UTF-8 stay as they are.
std::string nfc(std::string text) {
    if (std::ranges::all_of(text, [](unsigned char byte) { return byte < 0x80; })) return text;
    std::string composed;
    const auto compose = [&](std::string_view run) {
        utf8proc_uint8_t* mapped = nullptr;
        const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(run.data()),
                                         static_cast<utf8proc_ssize_t>(run.size()), &mapped,
                                         static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
        const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, std::free);
        if (length < 0) throw std::bad_alloc();  // the run is UTF-8, so this alone is left
        composed.append(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
    };
    for_each_run(text, compose, [&](std::string_view byte) { composed += byte; });
    return composed;
}

}  // namespace

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
    std::string replaced;
    std::size_t at = 0;
    for (std::size_t next; (next = text.find(from, at)) != text.npos; at = next + from.size()) {
        replaced += text.substr(at, next - at);
        replaced += to;
    }
    return replaced += text.substr(at);
}

Normalizer make_normalizer(const Field& normalizer) {
    if (normalizer.is_null()) return [](std::string text) { return text; };
    const std::string type = normalizer.type();
    if (type == "NFC") return nfc;
    if (type == "Prepend")
        return [prefix = normalizer["prepend"].string()](const std::string& text) {
            return text.empty() ? text : prefix + text;
        };
    if (type == "Replace") {
        const std::string from = normalizer["pattern"]["String"].string();
        if (from.empty()) normalizer["pattern"]["String"].fail("is empty");
        return [from, to = normalizer["content"].string()](const std::string& text) {
            return replace_all(text, from, to);
        };
    }
    if (type == "Sequence") {
        std::vector<Normalizer> steps;
        for (const Field& step : normalizer["normalizers"].elements()) steps.push_back(make_normalizer(step));
        return [steps](std::string text) {
            for (const Normalizer& step : steps) text = step(std::move(text));
            return text;
        };
    }
    normalizer["type"].fail(in_quotes(type) + " is not supported");
}

}  // namespace tiny_llm
