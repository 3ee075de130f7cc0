// Models in GGUF files: the same as from a folder, or one line that says why not.

#include "model/gguf.hpp"

#include <algorithm>

#include "grader/catch.hpp"
#include "model/error.hpp"
#include "model/gguf_model.hpp"
#include "model/tokenizer/tokenizer.hpp"
#include "support/gguf_files.hpp"
#include "support/refused.hpp"

using namespace tiny_llm;
using model_files::Folder;
using nlohmann::ordered_json;

namespace {

gguf_files::Model small() { return {model_files::small_qwen2(), "qwen2"}; }

std::filesystem::path written(const Folder& folder, const std::string& bytes) {
    model_files::write(folder.path() / "small.gguf", bytes);
    return folder.path() / "small.gguf";
}

/// Fifty tokens after a few letters, by the largest logit.
ordered_json tokens_of(const std::filesystem::path& model) {
    const StoryRun run = run_story({"--model", model, "--temperature", "0", "--tokens", "50", "--json", "Once upon"});
    CAPTURE(run.err);
    REQUIRE(run.exit == 0);
    const ordered_json said = ordered_json::parse(run.out);
    return {said["prompt_tokens"], said["tokens"]};
}

/// `story` says one line about the small model with this change, in which all of `named` is.
void check_gguf_refused(const Strings& named, const std::function<void(gguf_files::Model&)>& change) {
    gguf_files::Model model = small();
    change(model);
    const Folder folder;
    const StoryRun run = run_story({"--model", written(folder, model.bytes()), "--tokens", "1"});
    CAPTURE(named, run.out, run.err);
    CHECK(run.exit == 2);
    CHECK(run.out.empty());
    CHECK(run.err.starts_with("story: " + folder.path().string() + "/small.gguf: "));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    for (const std::string& name : named) CHECK(run.err.find(name) != run.err.npos);
}

/// With one entry changed.
void check_entry_refused(const gguf_files::Entry& entry, const std::string& what) {
    check_gguf_refused({entry.key + ": ", what}, [&](gguf_files::Model& model) { model.entry(entry.key) = entry; });
}

}  // namespace

TEST_CASE("a GGUF file of each architecture and type tells what the folder tells") {
    model_files::Model llama = model_files::small_qwen2();
    llama.config["architectures"] = {"LlamaForCausalLM"};
    std::erase_if(llama.tensors, [](const auto& tensor) { return tensor.name.ends_with(".bias"); });
    for (const auto& [architecture, model] :
         {std::pair<std::string, model_files::Model>("qwen2", model_files::small_qwen2()),
          {"qwen3", model_files::small_qwen3()},
          {"llama", llama}}) {
        for (const std::string type : {"F32", "F16", "BF16"}) {
            const Folder folder;
            const model_files::Model stored = model_files::converted(model, type);
            stored.write(folder.path());
            CAPTURE(architecture, type);
            const gguf_files::Model gguf(stored, architecture);
            CHECK(tokens_of(written(folder, gguf.bytes())) == tokens_of(folder.path()));
        }
    }
}

TEST_CASE("a Llama with biases has those of queries and keys in the order of their rows") {
    model_files::Model llama = model_files::small_qwen2();
    llama.config["architectures"] = {"LlamaForCausalLM"};
    llama.config["attention_bias"] = true;
    for (const std::string layer : {"0", "1"}) {
        llama.tensors.push_back(model_files::entry("model.layers." + layer + ".self_attn.o_proj.bias", "F32", {16},
                                                   std::vector<float>(16, 0.25f)));
    }
    const Folder folder;
    llama.write(folder.path());
    CHECK(tokens_of(written(folder, gguf_files::Model(llama, "llama").bytes())) == tokens_of(folder.path()));
}

TEST_CASE("a head that is tied, and numbers under other types of whole numbers") {
    model_files::Model model = model_files::small_qwen2();
    model.config["tie_word_embeddings"] = true;
    std::erase_if(model.tensors, [](const auto& tensor) { return tensor.name == "lm_head.weight"; });
    gguf_files::Model gguf(model, "qwen2");
    gguf.entry("qwen2.embedding_length").value = gguf_files::bytes_of(10u) + gguf_files::bytes_of(std::uint64_t{16});
    gguf.entry("qwen2.block_count").value = gguf_files::bytes_of(0u) + "\2";
    const Folder folder;
    model.write(folder.path());
    CHECK(tokens_of(written(folder, gguf.bytes())) == tokens_of(folder.path()));
}

TEST_CASE("blocks of q8_0 and q4_0 are read as ggml writes them, from any element on") {
    const std::string minus_two = std::string("\x00\xC0", 2);
    std::string q8(2 * 34, '\0'), q4(2 * 18, '\0');
    q8.replace(34, 2, std::string("\x00\x38", 2));
    for (int i = 0; i < 32; ++i) q8[34 + 2 + i] = static_cast<char>(i * 8 - 128);
    q4.replace(18, 2, minus_two);
    for (int i = 0; i < 16; ++i) q4[18 + 2 + i] = static_cast<char>(i | (15 - i) << 4);
    const Folder folder;
    const Gguf gguf(written(folder, gguf_files::file({}, {{"a", 8, {1, 64}, q8}, {"b", 2, {1, 64}, q4}})));
    const Tensor a = to_tensor(gguf.tensors()[0]), b = to_tensor(gguf.tensors()[1]);
    for (int i = 0; i < 32; ++i) {
        CHECK(a(0, i) == 0);
        CHECK(a(0, 32 + i) == 0.5f * static_cast<float>(i * 8 - 128));
        CHECK(b(0, i) == 0);
        CHECK(b(0, 32 + i) == -2.0f * static_cast<float>((i < 16 ? i : 31 - i) - 8));
    }
    float some[5];
    read_elements(gguf.tensors()[0], 30, 5, some);
    CHECK(std::equal(some, some + 5, &a(0, 30)));
    CHECK(gguf.tensors()[1].bytes() == 36);
}

TEST_CASE("the shipped model is the same from a GGUF file of float32, and so is its tokenizer") {
    const std::filesystem::path shipped = TINY_LLM_SHIPPED;
    const Folder folder;
    const gguf_files::Model gguf(model_files::converted(model_files::read(shipped), "F32"), "qwen2");
    const std::filesystem::path file = written(folder, gguf.bytes());
    CHECK(tokens_of(file) == tokens_of(shipped));
    const Tokenizer a = Tokenizer::from_json(read_tokenizer(Gguf(file)));
    const Tokenizer b = Tokenizer::from_file(shipped / "tokenizer.json");
    CHECK(a.is_of_exercise());
    CHECK(a.vocab_size() == b.vocab_size());
    for (const std::string text : {"Once upon a time, there was 1 girl.\n\n  She'd  said: \"Hi!\"",
                                   "从前，有一只小狐狸。", "a<|im_start|>b<|endoftext|>", "e\u0301 \xff\xfe", ""}) {
        CHECK(a.encode(text) == b.encode(text));
        CHECK(a.decode(a.encode(text)) == b.decode(b.encode(text)));
    }
}

TEST_CASE("text is cut as the entry `pre` says, and begins with <s> where the file says so") {
    const auto ids = [](const std::string& pre, const std::string& text) {
        gguf_files::Model model = small();
        model.entry("tokenizer.ggml.pre") = gguf_files::text("", pre);
        model.entries.push_back(gguf_files::number("tokenizer.ggml.bos_token_id", 256));
        const Folder folder;
        for (auto& entry : model.entries) {
            if (entry.key.empty()) entry.key = "tokenizer.ggml.pre";
        }
        return Tokenizer::from_json(read_tokenizer(Gguf(written(folder, model.bytes())))).encode(text);
    };
    CHECK(ids("qwen2", "a1") == std::vector<TokenId>{'a', '1'});
    CHECK(ids("gpt-2", "a1") == std::vector<TokenId>{'a', '1'});
    CHECK(ids("smollm", "a1") == std::vector<TokenId>{'a', '1'});
    CHECK(ids("llama-bpe", "a1") == std::vector<TokenId>{256, 'a', '1'});
}

TEST_CASE("a GGUF file converses if its template is ChatML") {
    gguf_files::Model model = small();
    const Folder folder;
    const auto chat = [&] {
        return run_story({"--chat", "--model", written(folder, model.bytes()), "--temperature", "0", "--tokens", "3"},
                         "Hi\n");
    };
    const StoryRun without = chat();
    CHECK(without.exit == 2);
    CHECK(without.err.find("small.gguf: it has no chat template") != without.err.npos);

    model_files::Model talking = model_files::small_qwen2();
    ordered_json tokenizer = ordered_json::parse(talking.tokenizer);
    for (const auto& [id, content] : {std::pair(257, "<|im_start|>"), std::pair(258, "<|im_end|>")}) {
        tokenizer["added_tokens"].push_back({{"id", id}, {"content", content}});
    }
    talking.tokenizer = tokenizer.dump();
    talking.config["max_position_embeddings"] = 256;
    model = gguf_files::Model(talking, "qwen2");
    model.entries.push_back(gguf_files::text("tokenizer.chat_template", "<|im_start|>{{ role }}<|im_end|>"));
    const StoryRun with = chat();
    CAPTURE(with.err);
    CHECK(with.exit == 0);
    CHECK(with.err.find("said 3 tokens") != with.err.npos);
}

TEST_CASE("what a GGUF file may ask for and is not done here is refused by name") {
    using gguf_files::number, gguf_files::real, gguf_files::text, gguf_files::flag;
    check_entry_refused(text("general.architecture", "gemma3"), "\"gemma3\", and only qwen2, qwen3 and llama");
    check_entry_refused(text("tokenizer.ggml.model", "llama"), "\"llama\", and only gpt2");
    check_entry_refused(text("tokenizer.ggml.pre", "tekken"), "\"tekken\"");
    check_entry_refused(text("qwen2.rope.scaling.type", "yarn"), "\"yarn\"");
    check_entry_refused(number("qwen2.expert_count", 8), "not supported");
    check_entry_refused(number("qwen2.attention.sliding_window", 8), "not supported");
    check_entry_refused(number("qwen2.rope.dimension_count", 4), "only the size of a head, 6");
    check_entry_refused(number("split.count", 2), "several files");
    check_entry_refused(flag("tokenizer.ggml.add_eos_token", true), "not supported");
    check_gguf_refused({"output.weight: ", "its type is Q6_K", "Q8_0 and Q4_0"},
                       [](auto& model) { model.tensor("output.weight").type = 14; });
    check_gguf_refused({"output.weight: ", "number 77"}, [](auto& model) { model.tensor("output.weight").type = 77; });
    check_gguf_refused({"rope_freqs.weight: scaled RoPE"}, [](auto& model) {
        model.tensors.push_back({"rope_freqs.weight", 0, {3}, std::string(12, '\0')});
    });
    check_gguf_refused({"blk.0.ffn_up.scale: "}, [](auto& model) {
        model.tensors.push_back({"blk.0.ffn_up.scale", 0, {1}, std::string(4, '\0')});
    });
    check_gguf_refused({"blk.2.ffn_up.weight: "}, [](auto& model) {
        model.tensors.push_back({"blk.2.ffn_up.weight", 0, {24, 16}, std::string(1536, '\0')});
    });
}

TEST_CASE("entries that are missing, of another type or out of range are named") {
    for (const char* key :
         {"general.architecture", "qwen2.embedding_length", "qwen2.block_count", "qwen2.attention.head_count",
          "qwen2.context_length", "qwen2.attention.layer_norm_rms_epsilon", "tokenizer.ggml.model",
          "tokenizer.ggml.pre", "tokenizer.ggml.tokens", "tokenizer.ggml.merges"}) {
        check_gguf_refused({key + std::string(": missing")}, [&](gguf_files::Model& model) {
            std::erase_if(model.entries, [&](const gguf_files::Entry& entry) { return entry.key == key; });
        });
    }
    using gguf_files::number, gguf_files::real, gguf_files::text, gguf_files::texts, gguf_files::numbers;
    check_entry_refused(text("qwen2.embedding_length", "16"), "a string, not a whole number");
    check_entry_refused(number("qwen2.embedding_length", 0), "0 is not a count");
    check_entry_refused(number("qwen2.block_count", 0xFFFFFFFF), "not a count");
    check_entry_refused({"qwen2.block_count", gguf_files::bytes_of(10u) + std::string(8, '\xff')}, "not a count");
    check_entry_refused({"qwen2.block_count", gguf_files::bytes_of(5u) + std::string(4, '\xff')}, "-1 is not a count");
    check_entry_refused(number("qwen2.attention.head_count_kv", 3), "does not divide");
    check_entry_refused(number("qwen2.attention.key_length", 5), "not even");
    check_entry_refused(number("qwen2.rope.freq_base", 10000), "a u32, not an f32");
    check_entry_refused(real("qwen2.rope.freq_base", -1), "not a positive number");
    check_entry_refused(number("general.architecture", 2), "a u32, not a string");
    check_entry_refused(number("general.alignment", 24), "not a power of two");
    check_entry_refused(texts("tokenizer.ggml.tokens", {"a"}), "1 tokens, but token_embd.weight has 260 rows");
    check_entry_refused(text("tokenizer.ggml.tokens", "a"), "not an array");
    check_entry_refused(numbers("tokenizer.ggml.merges", {1}), "not an array of strings");
    check_entry_refused(texts("tokenizer.ggml.merges", {"ab"}), "\"ab\": expected two tokens");
    check_entry_refused(numbers("tokenizer.ggml.token_type", {1}), "1 types of 260 tokens");
    check_entry_refused(numbers("tokenizer.ggml.token_type", std::vector<std::int32_t>(260, 6)), "of type 6");
    check_entry_refused(number("tokenizer.ggml.eos_token_id", 260), "no token has the id 260");
    check_gguf_refused({"model.merges[0]: \"xy\" is not in the vocabulary"}, [](gguf_files::Model& model) {
        model.entry("tokenizer.ggml.merges") = texts("tokenizer.ggml.merges", {"xy z"});
    });
}

TEST_CASE("tensors that are missing, or of another shape than the entries give them") {
    for (const gguf_files::Tensor& tensor : small().tensors) {
        const bool table = tensor.name == "token_embd.weight", head = tensor.name == "output.weight";
        if (!head) {
            check_gguf_refused({"missing"}, [&](gguf_files::Model& model) {
                std::erase_if(model.tensors, [&](const auto& other) { return other.name == tensor.name; });
            });
        }
        check_gguf_refused({table ? "tokenizer.ggml.tokens: " : tensor.name + ": shape is"},
                           [&](gguf_files::Model& model) {
                               gguf_files::Tensor& changed = model.tensor(tensor.name);
                               changed.bytes.resize(changed.bytes.size() / changed.shape[0] * (changed.shape[0] + 1));
                               changed.shape[0] += 1;
                           });
    }
    for (const char* key : {"embedding_length", "feed_forward_length", "block_count", "attention.head_count"}) {
        check_gguf_refused({}, [&](gguf_files::Model& model) {
            model.entry("qwen2." + std::string(key)) = gguf_files::number("qwen2." + std::string(key), 2147483646);
        });
    }
}

TEST_CASE("counts, lengths and places that lie are refused before anything is allocated") {
    const auto refused = [](const std::string& bytes, const std::string& named) {
        const Folder folder;
        const auto path = written(folder, bytes);
        try {
            Gguf gguf(path);
            FAIL("accepted: " << named);
        } catch (const ModelError& error) {
            const std::string what = error.what();
            CAPTURE(what);
            CHECK(what.starts_with(path.string() + ": "));
            CHECK(what.find(named) != what.npos);
        }
    };
    using gguf_files::bytes_of, gguf_files::with_length;
    const std::uint64_t huge = std::uint64_t{1} << 61, none = 0, one = 1;
    refused("GGML", "not a GGUF file");
    refused("GGUF" + bytes_of(1u) + bytes_of(one) + bytes_of(one), "version: 1");
    refused("GGUF" + bytes_of(0x03000000u) + bytes_of(one) + bytes_of(one), "version: 50331648");
    const auto head = [&](std::uint64_t tensors, std::uint64_t entries) {
        return "GGUF" + bytes_of(3u) + bytes_of(tensors) + bytes_of(entries);
    };
    refused(head(none, huge), "entry 1 of 2305843009213693952: truncated");
    refused(head(huge, none), "tensor 1 of 2305843009213693952: truncated");
    refused(head(none, one) + bytes_of(huge), "entry 1 of 1: truncated");
    const std::string key = head(none, one) + with_length("key");
    refused(key + bytes_of(13u), "key: its type is 13");
    refused(key + bytes_of(8u) + bytes_of(huge), "key: truncated");
    refused(key + bytes_of(9u) + bytes_of(12u) + bytes_of(huge), "key: truncated");
    refused(key + bytes_of(9u) + bytes_of(8u) + bytes_of(huge) + with_length("a"), "key: truncated");
    refused(key + bytes_of(9u) + bytes_of(9u) + bytes_of(one), "key: an array of arrays");
    refused(head(none, 2) + (with_length("key") + bytes_of(0u) + "1") + (with_length("key") + bytes_of(0u) + "1"),
            "key: comes twice");
    const std::string name = head(one, none) + with_length("w");
    refused(name + bytes_of(5u), "w: 5 axes");
    const auto tensor = [&](std::uint64_t columns, std::uint64_t rows, std::uint32_t type, std::uint64_t at) {
        std::string bytes = name + bytes_of(2u) + bytes_of(columns) + bytes_of(rows) + bytes_of(type) + bytes_of(at);
        bytes.resize(96);
        return bytes + std::string(128, '\0');
    };
    refused(tensor(huge, 16, 0, 0), "w: shape [16,2305843009213693952] is too large");
    refused(tensor(8, 8, 0, 0), "w: truncated, it needs 256 bytes and the file has 128");
    refused(tensor(8, 4, 0, 32), "w: begins at byte 32 of the data, and should at 0");
    refused(tensor(16, 2, 8, 0), "w: shape [2,16] does not fit Q8_0");
    refused(tensor(2, 2, 0, 0), "96 bytes after the last tensor");
}

TEST_CASE("every truncation is refused, and any byte of the head may be any other") {
    const std::string whole = small().bytes();
    const std::size_t head = whole.find("tokenizer.ggml.tokens");
    const Folder folder;
    const auto read = [&](const std::string& bytes) {
        const Gguf gguf(written(folder, bytes));
        const Config config = read_config(gguf);
        read_tokenizer(gguf);
        return read_tensors(gguf, config).bytes();
    };
    for (std::size_t size = 0; size < whole.size(); size += size < head + 100 ? 1 : 97) {
        CAPTURE(size);
        CHECK_THROWS_AS(read(whole.substr(0, size)), ModelError);
    }
    CHECK(read(whole) == whole.size());
    for (std::size_t at = 0; at < head + 100; ++at) {
        for (const char byte : {'\0', '\1', '\x7f', '\x80', '\xff', '\n'}) {
            std::string damaged = whole;
            damaged[at] = byte;
            try {
                read(damaged);
            } catch (const ModelError& error) {
                const std::string what = error.what();
                CAPTURE(at, byte, what);
                CHECK(what.starts_with(folder.path().string()));
                CHECK(what.find('\n') == what.npos);
                CHECK(what.size() < 1000);
            }
        }
    }
}
