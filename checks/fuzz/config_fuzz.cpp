// Any bytes as config.json, the part behind a line of dashes as generation_config.json: a Config whose sizes can be
// worked with, or one line that says why not.

#include "fuzz.hpp"
#include "model/config.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const fuzz::Folder folder;
    const std::string_view text(reinterpret_cast<const char*>(data), size), line = "\n---\n";
    const std::size_t cut = text.find(line);
    folder.write("config.json", data, std::min(cut, size));
    const std::size_t second = cut == text.npos ? size : cut + line.size();
    folder.write("generation_config.json", data + second, size - second);
    fuzz::expect_one_line(folder, [&] {
        const tiny_llm::Config config = tiny_llm::read_config(folder.path());
        const std::size_t sizes[] = {config.hidden_size,         config.intermediate_size,
                                     config.num_hidden_layers,   config.num_attention_heads,
                                     config.num_key_value_heads, config.head_dim,
                                     config.vocab_size,          config.max_position_embeddings};
        for (const std::size_t count : sizes) {
            if (count == 0 || count > 0x7FFFFFFF) std::abort();
        }
        if (config.num_attention_heads % config.num_key_value_heads != 0 || config.head_dim % 2 != 0) std::abort();
        if (!(config.rms_norm_eps > 0) || !(config.rope_theta > 0)) std::abort();
        for (const tiny_llm::TokenId id : config.eos_token_id) {
            if (id < 0) std::abort();
        }
    });
    return 0;
}
