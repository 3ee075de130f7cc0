// Fuzzes the tokenizer (Debian: clang-14, libclang-rt-14-dev). Nothing builds it but this, from the root:
//
//     clang++-14 -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -I. model/tokenizer/*.cpp
//         checks/model/tokenizer/fuzz_tokenizer.cpp -lpcre2-8 -lutf8proc -o build/fuzz_tokenizer
//     build/fuzz_tokenizer corpus/                                                   the bytes are a tokenizer.json
//     TOKENIZER=model/weights/tokenizer.json build/fuzz_tokenizer corpus/            the bytes are a text

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <unistd.h>

#include "model/tokenizer/tokenizer.hpp"

using namespace tiny_llm;

namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::cerr << "FAILED: " << what << "\n";
    std::abort();
}

std::string streamed(const Tokenizer& tokenizer, const std::vector<TokenId>& ids) {
    TextStreamer streamer(tokenizer, {});
    std::string text;
    for (const TokenId id : ids) text += streamer.put(id);
    return text;
}

/// A byte-level tokenizer whose vocabulary has every byte.
void check_text(const Tokenizer& tokenizer, const std::string& text) {
    const std::vector<TokenId> ids = tokenizer.encode(text);
    const std::string decoded = tokenizer.decode(ids, false);
    require(tokenizer.decode(tokenizer.encode(decoded), false) == decoded, "decoded text comes back");
    // NFC changes nothing below U+0300, which begins with CC.
    if (std::ranges::all_of(text, [](unsigned char byte) { return byte < 0xCC; }))
        require(decoded == text, "text comes back");
    require(streamed(tokenizer, ids) == tokenizer.decode(ids), "a stream is what decode gives");
}

void check_file(const std::string& bytes) {
    static const std::string path = "/dev/shm/fuzz_tokenizer_" + std::to_string(getpid());
    std::ofstream(path, std::ios::binary) << bytes;
    try {
        const Tokenizer tokenizer = Tokenizer::from_file(path);
        for (const char* text :
             {"", "Once upon a time", " <s>a\xFF 你好 e\xCC\x81 12'LL\n\n", "aaaaaaaaaaaaaaaaaaaaaaaaaaaab"}) {
            const std::vector<TokenId> ids = tokenizer.encode(text);
            require(streamed(tokenizer, ids) == tokenizer.decode(ids), "a stream is what decode gives");
        }
    } catch (const ModelError& error) {
        const std::string line = error.what();
        require(line.starts_with(path + ": ") && line.find('\n') == line.npos,
                "an error is one line that begins with the file");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const char* const file = std::getenv("TOKENIZER");
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    if (file == nullptr) {
        check_file(bytes);
    } else {
        static const Tokenizer tokenizer = Tokenizer::from_file(file);
        check_text(tokenizer, bytes);
    }
    return 0;
}
