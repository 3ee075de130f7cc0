#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/drawing/theme.hpp"

namespace tiny_llm::figures {

/// What some pictures say. The others hold names and formulas alone, which both languages share.
struct Words {
    std::string_view product;
    std::string_view limit, solution, comma, cores;               // "solution, 2 cores"
    std::string_view rate, intensity;                             // of the roofline's axes
    std::string_view moved_7, moved_20, moved_52, multiply_adds;  // what its roofs are
    std::string_view layer, head;                                 // "layer 2, head 0"
    std::string_view head_number;                                 // "head 1"
    std::string_view scores, weights, mixture;                    // the stages of attention
    std::string_view queries, keys, query;                        // of heads, and "query 0"
    std::string_view cache, cached, fresh, unwritten;
    std::string_view merged, in_memory, to_come;              // tiles of keys
    std::string_view tables, pages, page_number, references;  // of two texts with a common beginning
    std::string_view begins_alike, goes_on;
    std::string_view step, one_request, tokens, pages_held;  // of a server's timeline; "request 1"
    std::string_view prompt, new_token, waits, sent_back, refused;
    std::string_view free, before_step, last_goes, goes_itself;  // of its pages, when they run out
    std::string_view state, dead, empty, stop;                   // of an automaton, and of tokens
    std::string_view stays, gone, instead;                       // of guesses
    std::string_view week1, week2;                               // in which a part of the model is written
};

inline constexpr Words english{
    .product = "product",
    .limit = "limit",
    .solution = "solution",
    .comma = ", ",
    .cores = " cores",
    .rate = "10⁹ operations a second",
    .intensity = "operations for each byte",
    .moved_7 = "7.3 MB, last cache",
    .moved_20 = "19.9 MB, last cache",
    .moved_52 = "52.3 MB, memory",
    .multiply_adds = "multiply-adds",
    .layer = "layer ",
    .head = ", head ",
    .head_number = "head ",
    .scores = "score",
    .weights = "weight",
    .mixture = "mixture",
    .queries = "query heads",
    .keys = "key heads",
    .query = "query ",
    .cache = "cache",
    .cached = "there before",
    .fresh = "new",
    .unwritten = "not written",
    .merged = "merged",
    .in_memory = "in memory",
    .to_come = "to come",
    .tables = "tables",
    .pages = "rows",
    .page_number = "page",
    .references = "references",
    .begins_alike = "B begins like A, with three tokens",
    .goes_on = "B has written two more",
    .step = "step",
    .one_request = "request ",
    .tokens = "tokens",
    .pages_held = "pages",
    .prompt = "several tokens",
    .new_token = "one new token",
    .waits = "waits",
    .sent_back = "sent back",
    .refused = "refused",
    .free = "free",
    .before_step = "Before the step: all pages are taken",
    .last_goes = "Request 1 needs a page: request 3 goes back",
    .goes_itself = "Request 2 needs a page: it goes back itself",
    .state = "state ",
    .dead = "dead",
    .empty = "empty",
    .stop = "stop",
    .stays = "stays",
    .gone = "rejected",
    .instead = "drawn instead",
    .week1 = "week 1",
    .week2 = "week 2",
};
inline constexpr Words chinese{
    .product = "乘积",
    .limit = "极限",
    .solution = "答案",
    .comma = "，",
    .cores = " 核",
    .rate = "每秒运算次数（10⁹）",
    .intensity = "每个字节的运算次数",
    .moved_7 = "7.3 MB，末级缓存",
    .moved_20 = "19.9 MB，末级缓存",
    .moved_52 = "52.3 MB，内存",
    .multiply_adds = "乘加运算",
    .layer = "层 ",
    .head = " 头 ",
    .head_number = "头 ",
    .scores = "分数",
    .weights = "权重",
    .mixture = "加权平均",
    .queries = "query 头",
    .keys = "key 头",
    .query = "query ",
    .cache = "缓存",
    .cached = "原有的行",
    .fresh = "新的行",
    .unwritten = "没写过的行",
    .merged = "已并入",
    .in_memory = "在内存里",
    .to_come = "还没算",
    .tables = "表",
    .pages = "行",
    .page_number = "页号",
    .references = "引用数",
    .begins_alike = "B 与 A 开头相同，有三个 token",
    .goes_on = "B 又写了两个",
    .step = "步",
    .one_request = "请求 ",
    .tokens = "token 数",
    .pages_held = "占用页",
    .prompt = "几个 token",
    .new_token = "一个新 token",
    .waits = "等待",
    .sent_back = "退回",
    .refused = "拒绝",
    .free = "空",
    .before_step = "这一步之前：六页都有人占着",
    .last_goes = "请求 1 要一页：退回请求 3",
    .goes_itself = "请求 2 要一页：退回它自己",
    .state = "状态 ",
    .dead = "死状态",
    .empty = "空",
    .stop = "结束",
    .stays = "留下",
    .gone = "拒绝",
    .instead = "另抽的",
    .week1 = "第 1 周",
    .week2 = "第 2 周",
};

// Each draws one picture in a theme's colours, from what the solutions return, and gives the SVG file.

/// Two sums and a product of tensors whose shapes differ, with the repeated rows and columns.
std::string broadcasting(const Theme& theme);
/// By what SiLU and ReLU multiply a number. x from -6 to 6.
std::string factors(const Theme& theme);
/// SiLU, GELU and ReLU, and below them their slopes. x from -4 to 3.
std::string activations(const Theme& theme);
/// gelu_tanh(x) - gelu(x), in units of 0.0001. x from -5 to 5.
std::string gelu_tanh_error(const Theme& theme);
/// The row 1, 2, 3, 4, scaled and shifted, and what RMSNorm and LayerNorm make of it.
std::string row_norms(const Theme& theme);
/// For one output of each norm, the inputs that it depends on. x is 3 x 4 x 3, N x C x L.
std::string norm_axes(const Theme& theme);
/// The chapter's example row through Qwen2MLP, with every number on its way.
std::string mlp_rows(const Theme& theme);
/// One hidden number of Qwen2MLP against its gate, for three values of up.
std::string gate(const Theme& theme);
/// What is read and written per token of Qwen2-0.5B in bfloat16: an addition and a norm, apart and in one.
std::string add_rms_norm_bytes(const Theme& theme);
/// The same for SiLU and the product.
std::string silu_and_mul_bytes(const Theme& theme, const Words& words);

/// A layer's residual stream with the numbers of add_rms_norm's example: what is read from it and what is added to it.
std::string residual_stream(const Theme& theme);

/// The three stages of attention for one query and three keys: scores, weights, and the mixed values.
std::string attention_stages(const Theme& theme, const Words& words);
/// The values of two tokens split into two heads, each head's mixture, and the two joined: multi_head_attention's example.
std::string split_heads(const Theme& theme, const Words& words);
/// How much each token of a sentence takes from itself and those before it, in two heads of the shipped model, whose
/// queries and keys lie in docs/figures/attention.json.
std::string attention_heads(const Theme& theme, const Words& words);

/// How far RoPE has turned some pairs at some positions, as the hands of clocks. D and theta are the shipped model's.
std::string rope_clocks(const Theme& theme);
/// An MLP on two GPUs, with the chapter's numbers: gate and up cut by rows, down by columns, and what is added up.
std::string split_mlp(const Theme& theme);

/// The whole model and one of its layers, out of the exercises. Their names are all that is in it: nothing is computed.
std::string qwen2(const Theme& theme, const Words& words);
/// The same with what cuts text into tokens, what chooses one and what makes text of it, all that a learner has written after
/// week 2; the reader of tokenizer.json is given.
std::string talking_model(const Theme& theme);
/// Four heads of queries over four, two and one of keys, with the bytes of a token in the shipped model; and which rows of a
/// cache each of three new queries sees.
std::string grouped_heads(const Theme& theme, const Words& words);
/// The tables of two texts with a common beginning, and the pages that they name, before and after one of them goes on.
std::string shared_pages(const Theme& theme, const Words& words);
/// Four texts on a server with six pages, step by step: who computes how many tokens, who waits, is sent back or refused.
std::string timeline(const Theme& theme, const Words& words);
/// The six pages of such a server while two texts each need one more: whom each page belongs to, and who waits.
std::string sent_back(const Theme& theme, const Words& words);
/// Which scores are in memory while a tile of keys is met; and the chapter's example after each of its tiles.
std::string attention_tiles(const Theme& theme, const Words& words);
/// What becomes of guesses: of each token, how much of q stays, how much is rejected, and what is drawn instead, so that it is p.
std::string kept_guesses(const Theme& theme, const Words& words);
/// An automaton of whole numbers below 100, and which of seven tokens may come in each of its states.
std::string token_masks(const Theme& theme, const Words& words);
/// Six probabilities at three temperatures, and what top-k, top-p and min-p leave of them.
std::string cuts(const Theme& theme);
/// The same six logits from step to step until a token is drawn.
std::string sampling_chain(const Theme& theme);
/// How the shipped model's merges join " another": a row for each merge, with its pair and its rank.
std::string bpe_steps(const Theme& theme);
/// A line cut into words by Qwen2's pattern: under each word the rule that took it, below them the seven rules.
std::string word_pattern(const Theme& theme);

// These are drawn from docs/figures/bench.json, what `./learn bench --json` printed on one machine.

/// Operations a second over operations for each byte: the six fast functions at one row and at 512, below what memcpy
/// and gemm reach.
std::string roofline(const Theme& theme, const Words& words);
/// Every step of fast_silu, and the peers, beside the limit.
std::string ladder_silu(const Theme& theme, const Words& words);
/// The same for fast_qwen2_mlp, at one row and at 512.
std::string ladder_qwen2_mlp(const Theme& theme, const Words& words);

struct Picture {
    std::string name;
    std::string (*draw)(const Theme&);
};

/// All of them, by the name of their files: NAME.light.svg and NAME.dark.svg. Where NAME-zh is there too, it stands in the
/// Chinese pages.
const std::vector<Picture>& pictures();

/// The solutions' values at some points, as JSON: what the site's explorers are checked against.
std::string explorer_points();

}  // namespace tiny_llm::figures
