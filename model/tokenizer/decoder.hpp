#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/tokenizer/field.hpp"

namespace tiny_llm {

/// Tokens' texts back to the text's bytes. Either ByteLevel, or what Llama's have: a Sequence of Replace,
/// ByteFallback, Fuse and Strip (at the start), in this order, some of which may be missing.
class Decoder {
public:
    /// Throws ModelError for others.
    explicit Decoder(const Field& decoder);

    /// What `token` adds to a text. `unstripped`: of a text that begins, strip_start(); 0 when its beginning is over.
    std::string decode(std::string_view token, std::size_t& unstripped) const;

    /// How many characters are stripped off the start, if they are there.
    std::size_t strip_start() const { return strip_start_; }

private:
    void add_step(const Field& step, int& order);

    bool byte_level_ = false, byte_fallback_ = false, fuse_ = false;
    std::vector<std::pair<std::string, std::string>> replacements_;
    std::size_t strip_start_ = 0;
    char stripped_ = ' ';
};

}  // namespace tiny_llm
