// Tokenizers small enough to see through, one for each thing that a tokenizer.json may say.

const added = (id, content, flags = {}) => ({
  id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true, ...flags,
});

const vocabulary = (...tokens) => Object.fromEntries(tokens.map((token, id) => [token, id]));

function bpe(vocab, merges, rest = {}) {
  return {
    type: "BPE", dropout: null, unk_token: null, continuing_subword_prefix: null, end_of_word_suffix: null,
    fuse_unk: false, byte_fallback: false, ignore_merges: false, vocab, merges, ...rest,
  };
}

function tokenizer(model, rest = {}) {
  return {
    version: "1.0", truncation: null, padding: null, added_tokens: [], normalizer: null, pre_tokenizer: null,
    post_processor: null, decoder: { type: "Fuse" }, model, ...rest,
  };
}

const byte_level = (rest) => ({
  type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true, ...rest,
});
const metaspace = (rest) => ({ type: "Metaspace", replacement: "▁", prepend_scheme: "always", split: true, ...rest });
const split = (Regex) => ({ type: "Split", pattern: { Regex }, behavior: "Isolated", invert: false });
const special = (id) => ({ SpecialToken: { id, type_id: 0 } });
const template = (single, special_tokens) => ({ type: "TemplateProcessing", single, pair: [], special_tokens });
const text_a = { Sequence: { id: "A", type_id: 0 } };

const llama_decoder = {
  type: "Sequence",
  decoders: [
    { type: "Replace", pattern: { String: "▁" }, content: " " },
    { type: "ByteFallback" }, { type: "Fuse" }, { type: "Strip", content: " ", start: 1, stop: 0 },
  ],
};
const prepend_and_replace = {
  type: "Sequence",
  normalizers: [{ type: "Prepend", prepend: "▁" }, { type: "Replace", pattern: { String: " " }, content: "▁" }],
};

const letters = ["<unk>", "a", "b", "c", "▁", "ab", "▁a", "abc"];
const merges = ["a b", "ab c", "▁ a"];
const some_bytes = ["<0xE4>", "<0xBD>", "<0xA0>", "<0xC3>", "<0xA9>"];
const unknown_texts = ["", "a", "abc", "xyz", "axb", "xx你a", "x你x", "你x", "é你 x é", "ab xy abc", "<0xE4>"];
const space_texts = ["", " ", "  ", "a", " a", "a ", " a  ab abc", "▁a", "<s>a", "<s> a", "a<s>b", " <s> <s>a b"];

export const small_tokenizers = {
  "unknown tokens apart": {
    tokenizer: tokenizer(bpe(vocabulary(...letters), merges, { unk_token: "<unk>" })), texts: unknown_texts,
  },
  "unknown tokens fused": {
    tokenizer: tokenizer(bpe(vocabulary(...letters), merges, { unk_token: "<unk>", fuse_unk: true })),
    texts: unknown_texts,
  },
  "no unknown token: the character is left out": {
    tokenizer: tokenizer(bpe(vocabulary(...letters), merges)), texts: unknown_texts,
  },
  "byte fallback where not all bytes are there": {
    tokenizer: tokenizer(
      bpe(vocabulary(...letters, ...some_bytes), merges, { unk_token: "<unk>", fuse_unk: true, byte_fallback: true }),
      { normalizer: prepend_and_replace, decoder: llama_decoder },
    ),
    texts: unknown_texts,
  },
  "byte fallback, unknown tokens apart": {
    tokenizer: tokenizer(
      bpe(vocabulary(...letters, ...some_bytes), merges, { unk_token: "<unk>", byte_fallback: true }),
      { normalizer: prepend_and_replace, decoder: llama_decoder },
    ),
    texts: unknown_texts,
  },
  "the earliest merge first, then the leftmost": {
    tokenizer: tokenizer(
      bpe(vocabulary("a", "b", "aa", "ba", "aaa", "aab", "aaaa"), ["b a", "a a", "aa a", "aa b", "aa aa"]),
    ),
    texts: ["aaa", "aaaa", "aaaaa", "aaba", "aaab", "aaabaaab", "baaaaab", "a".repeat(100), "ab".repeat(50)],
  },
  "one token by two ways, one of which is later": {
    tokenizer: tokenizer(bpe(vocabulary("a", "b", "c", "ab", "bc", "abc"), ["b c", "ab c", "a b", "a bc"])),
    texts: ["abc", "abcabc", "ababc", "aabbcc", "bcab"],
  },
  "ignore_merges: a whole word that no merge makes": {
    tokenizer: tokenizer(bpe(vocabulary("a", "b", "Ġ", "ab", "Ġba", "ba"), ["a b"], { ignore_merges: true }), {
      pre_tokenizer: byte_level(), decoder: byte_level(),
    }),
    texts: ["ab", "ba", "a ba", " ba ba", "aba"],
  },
  "merges as pairs, with spaces in them": {
    tokenizer: tokenizer(bpe(vocabulary("a", "b", " ", "a ", "a b"), [["a", " "], ["a ", "b"]])),
    texts: ["a b", "a  b", "ab a b"],
  },
  "ByteLevel with a prefix space": {
    tokenizer: tokenizer(bpe(vocabulary("a", "b", "Ġ", "Ġa", "Ċ", "1"), ["Ġ a"]), {
      pre_tokenizer: byte_level({ add_prefix_space: true }), decoder: byte_level(),
      added_tokens: [added(6, "<s>")],
    }),
    texts: [...space_texts, "\na", "a1 1a11 b's"],
  },
  "NFC, and added tokens in the raw and in the normalized text": {
    tokenizer: tokenizer(bpe(vocabulary("a", "Ã", "©", "Ã©", "e", "Ì", "ģ"), ["Ã ©"]), {
      normalizer: { type: "NFC" }, pre_tokenizer: byte_level(), decoder: byte_level(),
      added_tokens: [
        added(7, "[e\u0301]"), added(8, "{e\u0301}", { normalized: true }), added(9, "{", { special: false }),
        added(10, "[e\u0301]]"),
      ],
    }),
    texts: ["é", "e\u0301", "[é]", "[e\u0301]", "[e\u0301]]", "a[e\u0301]a", "{é}", "a{e\u0301}a", "{", "{{", "é{",
            "ae\u0301a"],
  },
  "Metaspace, always": {
    tokenizer: tokenizer(bpe(vocabulary(...letters, "<s>"), merges, { unk_token: "<unk>" }), {
      pre_tokenizer: metaspace(), added_tokens: [added(8, "<s>")],
    }),
    texts: space_texts,
  },
  "Metaspace, at the beginning of the text": {
    tokenizer: tokenizer(bpe(vocabulary(...letters, "<s>"), merges, { unk_token: "<unk>" }), {
      pre_tokenizer: metaspace({ prepend_scheme: "first" }), added_tokens: [added(8, "<s>")],
    }),
    texts: space_texts,
  },
  "Metaspace, never, not split": {
    tokenizer: tokenizer(bpe(vocabulary(...letters, "b▁a", "<s>"), ["b ▁a", ...merges], { unk_token: "<unk>" }), {
      pre_tokenizer: metaspace({ prepend_scheme: "never", split: false }), added_tokens: [added(9, "<s>")],
    }),
    texts: [...space_texts, "b a b ab"],
  },
  "special tokens before and after": {
    tokenizer: tokenizer(bpe(vocabulary("a", "b", "<s>", "</s>", "Ġ"), []), {
      pre_tokenizer: byte_level(), decoder: byte_level(), added_tokens: [added(2, "<s>"), added(3, "</s>")],
      post_processor: {
        type: "Sequence",
        processors: [
          byte_level(),
          template([special("<s>"), text_a, special("</s>")], {
            "<s>": { id: "<s>", ids: [2], tokens: ["<s>"] }, "</s>": { id: "</s>", ids: [3], tokens: ["</s>"] },
          }),
        ],
      },
    }),
    texts: ["", "a", "a b", "<s>a</s>"],
  },
  "several splits, one inside the other": {
    tokenizer: tokenizer(bpe(vocabulary("a", "b", "1", "Ġ", "aa", "11", "aaa", "a1"), ["a a", "1 1", "aa a"]), {
      pre_tokenizer: {
        type: "Sequence", pretokenizers: [split("\\p{N}{1,2}"), split("b|x*|a{2}"), byte_level({ use_regex: false })],
      },
      decoder: byte_level(),
    }),
    texts: ["aaa", "aaaa", "111a111", "baaab", "a1a a1"],
  },
  "a space is what Unicode calls White_Space": {
    tokenizer: tokenizer(
      bpe(vocabulary("a", "\u180e", "\u00a0", "\u0085", "a\u180e", "a\u00a0", "a\u0085"),
          ["a \u180e", "a \u00a0", "a \u0085"]),
      { pre_tokenizer: split("\\s+") },
    ),
    texts: ["a\u180e", "a\u00a0", "a\u0085"],
  },
};
