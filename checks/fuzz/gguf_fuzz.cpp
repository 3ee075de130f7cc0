// Any bytes as a GGUF file: it opens, and its config, its tokenizer and all its tensors can be read, or there is one line that
// says why not.

#include "fuzz.hpp"
#include "model/gguf_model.hpp"
#include "model/tokenizer/tokenizer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const fuzz::Folder folder;
    const std::filesystem::path file = folder.write("model.gguf", data, size);
    fuzz::expect_one_line(folder, [&] {
        const tiny_llm::Gguf gguf(file);
        for (const tiny_llm::StoredTensor& tensor : gguf.tensors()) {
            if (tiny_llm::to_tensor(tensor).size() != tensor.size()) std::abort();
        }
        const tiny_llm::Config config = tiny_llm::read_config(gguf);
        if (config.num_attention_heads % config.num_key_value_heads != 0 || config.head_dim % 2 != 0) std::abort();
        const auto tokenizer = tiny_llm::Tokenizer::from_json(tiny_llm::read_tokenizer(gguf));
        if (tokenizer.vocab_size() > config.vocab_size) std::abort();
        tokenizer.decode(tokenizer.encode("a b"));
        tiny_llm::read_tensors(gguf, config);
    });
    return 0;
}
