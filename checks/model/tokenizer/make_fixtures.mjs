// Writes the *.json beside it: texts, and what Hugging Face's own `tokenizers` (0.23.2, from npm) makes of them.
//
//     npm install --prefix build/npm tokenizers@0.23.2
//     NODE_PATH=build/npm/node_modules node checks/model/tokenizer/make_fixtures.mjs
//
// Run it again when model/weights/tokenizer.json changes.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { small_tokenizers } from "./small_tokenizers.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const { Tokenizer } = createRequire(import.meta.url)("tokenizers");

const chosen = [
  "", " ", "  ", "a", " a", "a ", " a  b   ", "\n", "\t", "\r\n", " \n", "\n\n\n", "a\n b\t c\r\n\r\n d", "   x\n   ",
  "Once upon a time, there was a little girl.", "It's I'LL we'Re don't DON'T 've 's 'S '",
  "12345 3.14 1,000 ½ ² Ⅷ ٣٤",
  "é è ñ ü Å", "e\u0301 e\u0300 n\u0303 u\u0308 A\u030A", "q\u0323\u0307 q\u0307\u0323", "\u1112\u1161\u11ab 한 글",
  "从前，有一只小兔子。它很高兴！", "日本語のテキスト　カタカナ「ア」", "ｆｕｌｌ　ｗｉｄｔｈ　１２", "नमस्ते العربية עברית ไทย",
  "👍 👍🏽 👩‍👩‍👧‍👦 🇨🇳 ❤️", "a\u00a0b \u00a0 c", "a\u180eb \u180e c\u2028d\u0085e\u200bf", "'ſ 'K\u212a", "ﬁ ﬀ ß İ ı ſ",
  "<|endoftext|>", "<|im_start|>user\nhi<|im_end|>\n", "a<|im_end|>b <|im_end|> <|im_end",
  "<unk><|end_story|> a <|start_story|>",
  "<|im_start|><|im_start|>", "a".repeat(200), "ab ".repeat(50), " ".repeat(70), "!?".repeat(40), "x\u0000y\u0007",
  "int main() {\n    return f(x)[0] != 0x1F;  // done\n}\n", "https://a.b/c?d=e&f=%20",
  "▁a ▁ b▁", "Ġa <0x41>", "\u{10ffff}\u{e000}\ufeff",
];

// Code points that Unicode 14 has, so that a library's older or newer tables make no difference.
const blocks = [
  [0x20, 0x7e], [0x20, 0x7e], [0x61, 0x7a], [0x09, 0x0d], [0xa0, 0x24f], [0x300, 0x34e], [0x391, 0x3a1],
  [0x410, 0x44f], [0x5d0, 0x5ea], [0x905, 0x939], [0x1100, 0x1112], [0x1161, 0x1175], [0x2000, 0x200d],
  [0x2190, 0x21ff], [0x3041, 0x3096], [0x4e00, 0x9fa5], [0x4e00, 0x4eff], [0xac00, 0xd7a3], [0xff01, 0xff5e],
  [0x1f300, 0x1f64f], [0x20000, 0x2a6d6],
];
const parts = [
  "'s", "'LL", "  ", "\n\n", "\r\n", " the", " and", "123", "你好", "👍🏽", "<|im_end|>", "<unk>", "<|end_story|>",
  "▁",
];

/// mulberry32: the same numbers everywhere.
function random_numbers(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) >>> 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % below;
  };
}

function random_texts(count, seed) {
  const random = random_numbers(seed);
  const pick = (list) => list[random(list.length)];
  return Array.from({ length: count }, () => {
    let text = "", [first, last] = pick(blocks);
    for (let left = 1 + random(16); left > 0; --left) {
      const what = random(10);
      if (what < 3) [first, last] = pick(blocks);
      text += what === 3 ? pick(parts) : what === 4 ? " " : String.fromCodePoint(first + random(last - first + 1));
    }
    return text;
  });
}

/// 0.23 gives added tokens of "normalized": true as they are after normalization (" <unk>"), and does not skip them.
/// We give what stands in the file, and skip them if they are special, as the source of earlier versions does.
function for_decoding(json) {
  for (const token of json.added_tokens) token.normalized = false;
  return Tokenizer.fromString(JSON.stringify(json));
}

async function cases(text_of_file, texts) {
  const tokenizer = Tokenizer.fromString(text_of_file);
  const decoder = for_decoding(JSON.parse(text_of_file));
  const all = [];
  for (const text of texts) {
    const ids = Array.from((await tokenizer.encode(text)).getIds());
    const plain = Array.from((await tokenizer.encode(text, null, { addSpecialTokens: false })).getIds());
    const one = { text, ids };
    if (plain.length !== ids.length) one.plain = plain;
    one.decoded = await decoder.decode(ids, true);
    if (one.decoded === text) delete one.decoded;
    all.push(one);
  }
  return all;
}

function write(name, value) {
  // A line for each case.
  const text = JSON.stringify(value).replaceAll('{"text":', '\n{"text":');
  writeFileSync(join(here, name), text + "\n");
  console.log(`${name}: ${text.length} characters`);
}

for (const [name, file, seed] of [
  ["stories.json", "model/weights/tokenizer.json", 1],
  ["shared_story.json", "../shared/models/story/tokenizer.json", 2],
]) {
  const path = join(root, file);
  if (existsSync(path))
    write(name, {
      tokenizer: file, cases: await cases(readFileSync(path, "utf8"), [...chosen, ...random_texts(400, seed)]),
    });
  else console.log(`SKIPPED ${name}: there is no ${file}`);
}

const small = {};
for (const [name, { tokenizer, texts }] of Object.entries(small_tokenizers))
  small[name] = { tokenizer, cases: await cases(JSON.stringify(tokenizer), texts) };
write("small.json", small);

// 5,000 texts for the exercise `encode`, with much of what its pattern tells apart. Of their ids a number says enough.
const more_parts = [
  "'s", "'sm", "'T", "'LL", "'ve", "'red", "'ſx", "’s", "  ", "   ", "\t", "\n", "\r\n", " \n", "\n ", "!", "?!", " (", ")", "-", "_",
  ".", "1", "23", " 4", "½", "²", "٣", " the", "and", "Lily", "é", "e\u0301", "你好", "，", "한", "👍🏽", "\u00a0", "\u3000", "\u200d", "\u0085",
  "\u2028", "<|im_end|>", "<|im_start|>", "<|endoftext|>", "<|im_end", "|>", "\u0000", "I", "a", " a", "न", "ि",
];
function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
const shipped = readFileSync(join(root, "model/weights/tokenizer.json"), "utf8");
const tokenizer = Tokenizer.fromString(shipped);
const next = random_numbers(4);
const texts = [...chosen, ...random_texts(2000, 3)];
while (texts.length < 5000)
  texts.push(Array.from({ length: 1 + next(16) }, () => more_parts[next(more_parts.length)]).join(""));
const of_encode = [];
for (const text of texts) {
  const ids = Array.from((await tokenizer.encode(text, null, { addSpecialTokens: false })).getIds());
  of_encode.push({ text, tokens: ids.length, fnv1a: fnv1a(ids.join(" ")) });
}
write("encode.json", { tokenizer: "model/weights/tokenizer.json", cases: of_encode });
