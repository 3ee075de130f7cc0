// Writes masks.json beside it: regular expressions and JSON schemas, and which tokens of the shipped model XGrammar
// (@mlc-ai/web-xgrammar 0.1.27, from npm) lets come next, in some states of each.
//
// XGrammar is not strict about UTF-8. It lets the bytes C0, C1, F5, F6 and F7 begin a character, and any byte from 80 to BF follow E0, ED,
// F0 and F4: so the five are left out, and no walk goes on with a token that ends with one of the four. And it takes a set such as
// [一-龥] for one of bytes: no pattern has one.
//
// Schemas are compared with the separators that XGrammar is told, where ours lets a space be or not be, each time; XGrammar has none in a
// `const`. It has no limit to digits and to depth, and takes half a character (\ud83e) for one: no walk goes there. Where the length of a
// string is limited, it knows no \ and lets control characters come: such tokens are left out.
//
//     npm install --prefix build/npm @mlc-ai/web-xgrammar@0.1.27
//     NODE_PATH=build/npm/node_modules node checks/model/response_format/make_masks.mjs
//
// Run it again when model/weights/tokenizer.json changes.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");

// The package says that it is a module, but is written to be a script: it wants these, and leaves `xgrammar` behind.
globalThis.require = createRequire(import.meta.url);
globalThis.__filename = globalThis.require.resolve("@mlc-ai/web-xgrammar");
await import(globalThis.__filename);
const { Grammar, GrammarCompiler, GrammarMatcher, TokenizerInfo } = globalThis.xgrammar;

const octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const patterns = [
  "0|[1-9][0-9]?",
  "yes|no|maybe|not now",
  "-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+\\-]?[0-9]+)?",
  "[A-Z][a-z]+(?: [A-Z][a-z]+)*",
  "(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])",
  "[a-z0-9]{1,8}@[a-z]{2,6}\\.(?:com|org)",
  "Once upon a time,? there was a (?:little|big) (?:girl|boy|fox) named [A-Z][a-z]{1,7}\\.",
  "[^\\n]{0,40}\\n",
  "(?:中|文|字|小兔子|从前|天|，){1,12}。",
  "(?:从前|很久以前)，有一(?:只|个)(?:小兔子|小女孩|狐狸)(?:。|，(?:他|她|它)很开心。)",
  "\"(?:[^\"\\\\\\x00-\\x1f]|\\\\[\"\\\\/bfnrt])*\"",
  "(?:a|b)*abb",
  "(?:0|1(?:01*0)*1)+",
  "#[0-9a-fA-F]{6}",
  `(?:${octet}\\.){3}${octet}`,
  "(?:привет|пока|да|нет)(?:, (?:привет|пока|да|нет)){0,3}[.!]",
  "\\{\"name\": \"[^\"\\\\\\x00-\\x1f]*\", \"age\": (?:0|[1-9][0-9]*)\\}",
  "\\[(?:true|false|null)(?:, (?:true|false|null)){0,4}\\]",
  "(?:She|He|They) (?:said|asked|cried), \"[A-Z][a-z ,']*[.!?]\"",
  "[^\\x00-\\x7f]+|[ -~]+",
];

const nothing = { type: "null" };
const schemas = [
  { type: "integer" },
  { type: "number" },
  { type: "boolean" },
  { type: "string" },
  { type: "string", minLength: 1, maxLength: 3 },
  { type: "string", minLength: 4 },
  { type: ["string", "null"] },
  { type: ["boolean", "number", "null"] },
  { enum: ["red", "green", "green tea", 3, null, true, "小兔子"] },
  { const: { a: [1, "é\n"], b: {}, c: [] } },
  { anyOf: [{ type: "integer" }, { type: "array", items: { type: "integer" } }] },
  { type: "array", items: { type: "boolean" } },
  { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 3 },
  { type: "array", items: { type: "array", items: { type: "string" }, maxItems: 2 }, minItems: 2 },
  { type: "object", properties: { name: { type: "string" }, age: { type: "integer" } }, required: ["name", "age"] },
  { type: "object", properties: { a: nothing, b: nothing, c: nothing }, required: ["b"] },
  { type: "object", properties: { a: nothing, ab: { type: "boolean" }, b: { enum: ["a", "b"] } } },
  { type: "object", properties: { "a b": nothing, 名字: { type: "string" }, "": nothing }, required: ["名字"] },
  { type: "object", properties: { to: { type: "array", items: { type: "object", properties: { x: { type: "number" } }, required: ["x"] } } }, required: ["to"] },
  {},
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
function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

const tokenizer = JSON.parse(readFileSync(join(root, "model/weights/tokenizer.json"), "utf8"));
const vocabulary = [];
for (const [token, id] of Object.entries(tokenizer.model.vocab)) vocabulary[id] = token;
for (const { id } of tokenizer.added_tokens) vocabulary[id] = "";
const stop = tokenizer.added_tokens.filter(({ content }) => /endoftext|im_end/.test(content)).map(({ id }) => id);
// As the vocabulary writes these bytes.
const begins_nothing = [..."ÀÁõö÷"].map((byte) => tokenizer.model.vocab[byte]);
const is_walked = (id) => !stop.includes(id) && !/[àíðô]$/.test(vocabulary[id]);
const is_walked_in_json = (text) => !/[0-9]{2}$|\\u[dD]|([[{].*){5}/.test(text);
const info = await TokenizerInfo.createTokenizerInfo(vocabulary, "byte_level", false, vocabulary.length, stop);
const compiler = await GrammarCompiler.createGrammarCompiler(info);

const wanted = [
  ...patterns.map((pattern) => ({ pattern })),
  ...schemas.flatMap((schema) => ("const" in schema ? [","] : [",", ", "]).map((comma) => ({ schema, separators: [comma, comma.replace(",", ":")] }))),
];
const cases = [];
let states = 0;
for (const [k, one] of wanted.entries()) {
  const { pattern, schema, separators } = one;
  const grammar = schema
    ? await Grammar.fromJSONSchema(JSON.stringify(schema), false, -1, separators)
    : await Grammar.fromStructuralTag({ type: "structural_tag", format: { type: "regex", pattern } });
  const counts = schema?.minLength;
  const compiled = await compiler.compileGrammar(grammar);
  const next = random_numbers(k + 1);
  const walks = [];
  for (let walk = 0; walk < (schema ? 3 : 5); ++walk) {
    const matcher = await GrammarMatcher.createGrammarMatcher(compiled);
    const steps = [];
    let text = "";
    for (let step = 0; step < (schema ? 24 : 12); ++step) {
      const mask = await matcher.getNextTokenBitmask();
      const is_allowed = (id) => (mask[id >> 5] >>> (id & 31)) & 1 && !begins_nothing.includes(id) && !(counts && /[\\Ā-ğ]/.test(vocabulary[id]));
      const allowed = [...vocabulary.keys()].filter(is_allowed);
      const going_on = allowed.filter((id) => is_walked(id) && (!schema || is_walked_in_json(text + vocabulary[id])));
      const chosen = going_on.length > 0 ? going_on[next(going_on.length)] : undefined;
      steps.push({ allowed: allowed.length, fnv1a: fnv1a(allowed.join(" ")), chosen });
      if (chosen === undefined) break;
      if (!matcher.acceptToken(chosen)) throw new Error(`${pattern ?? JSON.stringify(schema)}: XGrammar refuses what it allows`);
      text += vocabulary[chosen];
    }
    walks.push(steps);
    states += steps.length;
  }
  cases.push({ ...one, walks });
}
const text = JSON.stringify({ stop, cases }).replaceAll(/\{"(pattern|schema)":/g, "\n$&");
writeFileSync(join(here, "masks.json"), text + "\n");
console.log(`masks.json: ${patterns.length} patterns, ${schemas.length} schemas, ${states} states`);
