#include "setup.hpp"

#include <limits>

#include "grader/questions.hpp"

using grader::Floats;
using grader::grade;
using grader::Integers;
using grader::refuses;
using grader::with;
using grader::zeros;

using Table = std::vector<std::int64_t>;

static const float nan_ = std::numeric_limits<float>::quiet_NaN();

static Integers listed(const Table& table) { return {{table.size()}, table}; }

/// Rows of a text in the pages of its table, NaN in all others.
static Floats stored(const Floats& rows, const Table& table, std::size_t pages, std::size_t page) {
    const std::size_t row = rows.shape[1] * rows.shape[2];
    Floats store({pages, page, rows.shape[1], rows.shape[2]}, nan_);
    for (std::size_t j = 0; j < rows.shape[0]; ++j) {
        const std::size_t at = static_cast<std::size_t>(table[j / page]) * page + j % page;
        std::copy_n(rows.data() + j * row, row, store.data() + at * row);
    }
    return store;
}

static Floats column(const std::vector<float>& numbers) { return {{numbers.size(), 1, 1}, numbers}; }

/// One head of one number: these keys and values, and a query of 1 for each key from `offset` on. Pages of two rows, the last
/// one first.
static grader::Call of(const std::vector<float>& keys, const std::vector<float>& values, std::size_t offset = 0) {
    const std::size_t page = 2, pages = keys.size() / page + 2;
    Table table;
    for (std::size_t p = 0; p * page < keys.size(); ++p) table.push_back(static_cast<std::int64_t>(pages - 1 - p));
    return with("first-token",
        {{"query", Floats({keys.size() - offset, 1, 1}, 1.0f)}, {"keys", stored(column(keys), table, pages, page)},
            {"values", stored(column(values), table, pages, page)}, {"table", listed(table)}, {"offset", offset}});
}

QUESTION("two heads, three tokens in two pages of two rows, worked by hand in the chapter",
    "章节里手算的两个头：三个 token，放在两页里，每页两行") {
    grade("by-hand");
}

QUESTION("the very first token sees only itself", "最开头的 token 只看得到自己") { grade("first-token"); }

QUESTION("a prompt in a single page", "提示词放在一页里") { grade("one-page"); }

QUESTION("pages 0, 1 and 2, one after the other", "依次是第 0、1、2 页") { grade("in-order"); }

QUESTION("pages in falling order", "页号从大到小") { grade("backwards"); }

QUESTION("pages in any order, with others between them", "页号没有次序，中间还隔着别的页") { grade("any-order"); }

QUESTION("pages of one row", "一页只有一行") {
    grade("pages-of-one");
    grade("pages-of-one-later");
}

QUESTION("pages of 16 rows", "一页有 16 行") {
    grade("in-a-page-of-16");
    grade("over-a-page-of-16");
}

QUESTION("a last page that is just full", "最后一页刚好填满") {
    grade("pages-full");
    grade("pages-full-later");
}

QUESTION("one token after others: its row is in the middle of a page, the last of one, the first of one",
    "前面已有文字，只来一个 token：在页的中间、最后一行、第一行") {
    grade("one-query-within");
    grade("one-query-last-of-its-page");
    grade("one-query-first-of-its-page");
}

QUESTION("five tokens after five: over three pages", "五个 token 之后的五个：跨三页") { grade("over-three-pages"); }

QUESTION("three key heads, each shared by two query heads", "三个 key 头，每个供两个 query 头用") {
    grade("three-groups-of-two");
}

QUESTION("two key heads, each shared by three query heads", "两个 key 头，每个供三个 query 头用") {
    grade("two-groups-of-three");
}

QUESTION("one key head for all; as many key heads as query heads", "所有头共用一个 key 头；key 头与 query 头一样多") {
    grade("one-key-head");
    grade("as-many-key-heads");
}

QUESTION("pages, rows, heads and widths all of two, and all of four", "页数、行数、头数和宽度都是 2，都是 4") {
    grade("all-two");
    grade("all-four");
}

QUESTION("other numbers in the rest of the last page and in the pages of other texts",
    "最后一页的空行里、别的文字的页里，还有别的数") {
    grade("numbers-elsewhere");
}

QUESTION("NaN in the rest of the last page and in the pages of other texts is not read",
    "最后一页的空行里、别的文字的页里是 NaN：不能读") {
    // Whoever reads one of the two alone passes the other.
    grade("no-keys-known-elsewhere");
    grade("no-values-known-elsewhere");
}

QUESTION("pages that are reserved for later are not read", "为后面的文字预留的页不能读") { grade("pages-reserved"); }

QUESTION("later entries of the table are not looked at, whatever they are", "表里后面的项不管是什么都不看") {
    grade("later-entries-anything");
    grade("later-entries-behind-a-full-page");
}

QUESTION("a page that the table names twice", "同一页在表里出现两次") { grade("a-page-twice"); }

QUESTION("the same store, other tables", "同一个存储，换几张表") {
    // All keys are 0: each query has the mean of the values up to its own.
    const auto mean = [](const Table& table, std::size_t offset, float expected) {
        grade(with("first-token", {{"query", Floats({1, 1, 1}, 1.0f)}, {"keys", zeros({4, 2, 1, 1})},
                                      {"values", Floats({4, 2, 1, 1}, {1, 2, 4, 8, 16, 32, 64, 128})},
                                      {"table", listed(table)}, {"offset", offset}}),
            {Floats({1, 1, 1}, expected)});
    };
    mean({0, 1, 2, 3}, 0, 1);
    mean({3, 1, 2, 0}, 0, 64);
    mean({3, 1, 2, 0}, 1, 96);
    mean({3, 1, 2, 0}, 3, 51);
    mean({2, 0}, 2, 49.0f / 3);
    mean({1, 3, 0, 2}, 7, 255.0f / 8);
    mean({3, 3, 3, 3, 3, 0, 1}, 9, 96);
}

QUESTION("a new token in a page that has rows already: what was written since the last call is seen",
    "一页里又添了一个 token：上次调用之后写的也看得到") {
    for (const std::size_t length : {1, 2, 3, 4, 5}) {
        const std::vector<float> values(length, static_cast<float>(length));
        grade(of(std::vector<float>(length, 0.5f), values, length - 1), {column({static_cast<float>(length)})});
    }
}

QUESTION("scores up to 7,000 do not overflow", "分数到 ±7000 也不溢出") { grade("large-scores"); }

QUESTION("all visible keys score far below zero", "看得到的分数全都远小于零") {
    grade(of({-100, -100, -100}, {5, 7, 9}, 2), {column({7})});
    grade(of({-2e5f, -2e5f, -2e5f}, {5, 7, 9}), {column({5, 6, 7})});
}

QUESTION("a page whose scores are far above or below those of the others", "一页的分数远高于或远低于别的页") {
    const float inverse = std::exp(-1.0f);
    grade(of({0, 1, 200, 201}, {1, 2, 3, 5}, 3), {column({(5 + 3 * inverse) / (1 + inverse)})});
    grade(of({200, 201, 0, 1}, {3, 5, 1, 2}, 3), {column({(5 + 3 * inverse) / (1 + inverse)})});
    grade(of({0, 0, 2e4f, 0, -2e4f, 0}, {1, 2, 3, 4, 5, 6}, 5), {column({3})});
}

QUESTION("a hidden key scores far above all visible ones", "被挡住的 key 分数远高于看得到的") {
    for (const auto& [seen, hidden] :
        {std::pair(0.0f, 200.0f), {0.0f, 2e4f}, {0.0f, 2e9f}, {0.0f, 2e38f}, {-3e38f, 3e38f}}) {
        grade(of({seen, hidden}, {1, 5}), {column({1, 5})});
    }
    grade(of({0, 0, 500}, {1, 3, 5}, 1), {column({2, 5})});
}

QUESTION("page numbers that 16 bits cannot hold", "16 位放不下的页号") {
    Floats values = zeros({70'001, 1, 1, 1});
    values.values[70'000] = 3, values.values[65'536] = 7;
    values.values[0] = 17, values.values[70'000 % 65'536] = 11,
    values.values[70'000 % 256] = 13;  // cut to 16, to 8 bits
    grade(with("first-token", {{"query", Floats({1, 1, 1}, 1.0f)}, {"keys", zeros({70'001, 1, 1, 1})},
                                  {"values", values}, {"table", listed({70'000, 65'536})}, {"offset", 1}}),
        {Floats({1, 1, 1}, 5.0f)});
}

QUESTION("no queries: a result without rows", "没有 query 就没有行") {
    const auto none = zeros({0, 4, 3});
    for (const int offset : {0, 4, 6, 12}) {
        grade(with("over-three-pages", {{"query", none}, {"offset", offset}}), {none});
    }
    grade(with("over-three-pages", {{"query", none}, {"table", listed({})}, {"offset", 0}}), {none});
    const auto empty = zeros({0, 3, 2, 3});  // a store without pages
    grade(with("over-three-pages",
              {{"query", none}, {"keys", empty}, {"values", empty}, {"table", listed({})}, {"offset", 0}}),
        {none});
}

QUESTION("a table with fewer entries than the positions need is refused", "表的项数不够时拒绝") {
    // Ten positions in pages of three need four.
    for (const Table& table : {Table{3, 0, 4}, {3, 0}, {3}, {}}) {
        refuses(with("over-three-pages", {{"table", listed(table)}}));
    }
    for (const int offset : {8, 9, 10, 11, 12, 20, 1000}) {
        refuses(with("over-three-pages", {{"offset", offset}}));
    }
    refuses(with("first-token", {{"table", listed({})}}));
    refuses(with("one-query-first-of-its-page", {{"table", listed({3, 1})}}));
    refuses(with("over-three-pages", {{"query", zeros({8, 4, 3})}}));
}

QUESTION(
    "without queries, the positions before them need their pages all the same", "没有 query 时，前面的位置照样需要页") {
    const auto none = zeros({0, 4, 3});
    refuses(with("over-three-pages", {{"query", none}, {"offset", 13}}));
    refuses(with("over-three-pages", {{"query", none}, {"table", listed({})}, {"offset", 1}}));
    refuses(with("over-three-pages", {{"query", none}, {"table", listed({3, 6})}, {"offset", 4}}));
}

QUESTION("an offset so large that sums wrap around is refused", "offset 大到求和会绕回去时拒绝") {
    // The largest std::size_t, and those before it.
    for (const int offset : {-1, -2, -5, -6, -7}) refuses(with("over-three-pages", {{"offset", offset}}));
}

/// Ten positions after each other in four pages of a store that has pages 0 to 5.
static void refuses_table(const Table& table) { refuses(with("over-three-pages", {{"table", listed(table)}})); }

QUESTION("a last page that is not in the store is refused", "最后一页不在存储里时拒绝") {
    for (const std::int64_t wrong : {7, 1000, 1 << 30, -1}) refuses_table({3, 0, 4, wrong});
}

QUESTION("a first page that is not in the store is refused", "第一页不在存储里时拒绝") {
    for (const std::int64_t wrong : {7, 1000, 1 << 30, -1}) refuses_table({wrong, 0, 4, 1});
}

QUESTION("a page between others that is not in the store is refused", "中间某一页不在存储里时拒绝") {
    for (const std::int64_t wrong : {7, 1000, 1 << 30, -1}) {
        refuses_table({3, wrong, 4, 1});
        refuses_table({3, 0, wrong, 1});
    }
}

QUESTION("a page whose number is the number of pages is refused", "页号等于页数时拒绝") {
    for (const Table& table : {Table{3, 0, 4, 6}, {6, 0, 4, 1}, {3, 6, 4, 1}}) refuses_table(table);
    refuses(
        with("first-token", {{"keys", zeros({0, 3, 2, 3})}, {"values", zeros({0, 3, 2, 3})}, {"table", listed({0})}}));
}

QUESTION("query heads that the key heads do not divide are refused", "query 头数不能被 key 头数整除时拒绝") {
    for (const std::size_t heads : {3, 1, 5}) refuses(with("over-three-pages", {{"query", zeros({5, heads, 3})}}));
    refuses(with("over-three-pages", {{"keys", zeros({6, 3, 8, 3})}, {"values", zeros({6, 3, 8, 3})}}));
}

QUESTION("pages without rows are refused, and zero key heads", "一页没有行、没有 key 头时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{6, 0, 2, 3}, {6, 3, 0, 3}}) {
        refuses(with("over-three-pages", {{"keys", zeros(shape)}, {"values", zeros(shape)}}));
        refuses(with("over-three-pages",
            {{"query", zeros({0, 4, 3})}, {"keys", zeros(shape)}, {"values", zeros(shape)}, {"offset", 0}}));
    }
}

QUESTION("query and keys of different widths are refused", "query 与 key 的宽度不同时拒绝") {
    for (const std::size_t dim : {1, 2, 4, 6}) {
        refuses(with("over-three-pages", {{"keys", zeros({6, 3, 2, dim})}, {"values", zeros({6, 3, 2, dim})}}));
    }
    refuses(with("over-three-pages", {{"query", zeros({5, 4, 1})}}));
}

QUESTION("values of a different shape than the keys are refused", "value 与 key 形状不同时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{6, 2, 3, 3}, {1, 3, 2, 3}, {6, 1, 2, 3}, {6, 3, 1, 3},
             {5, 3, 2, 3}, {7, 3, 2, 3}, {6, 4, 2, 3}, {6, 3, 2, 4}, {18, 2, 3}, {6, 3, 6}}) {
        refuses(with("over-three-pages", {{"values", zeros(shape)}}));
    }
}

QUESTION("a query without three axes, and keys without four, are refused", "query 不是三维、key 不是四维时拒绝") {
    for (const auto& shape : {std::vector<std::size_t>{5, 3}, {12}, {3}, {}, {1, 5, 4, 3}, {5, 4, 3, 1}}) {
        refuses(with("over-three-pages", {{"query", zeros(shape)}}));
    }
    for (const auto& shape : {std::vector<std::size_t>{18, 2, 3}, {36, 3}, {3}, {1, 6, 3, 2, 3}}) {
        refuses(with("over-three-pages", {{"keys", zeros(shape)}}));
        refuses(with("over-three-pages", {{"keys", zeros(shape)}, {"values", zeros(shape)}}));
    }
}

QUESTION("Qwen2-0.5B's 14 query heads and 2 key heads, pages of 16: 4 tokens after 20",
    "Qwen2-0.5B 的 14 个 query 头、2 个 key 头，一页 16 行：20 个 token 之后的 4 个") {
    grade("qwen2");
}

QUESTION("a prompt of 200 tokens after 100, in 19 pages of 16 without any order",
    "100 个 token 之后的 200 个，放在 19 页里，一页 16 行，页号没有次序") {
    const std::size_t offset = 100, L = 200, H = 4, kv_heads = 2, D = 4, page = 16, pages = 23, S = offset + L;
    Table table;
    for (std::size_t p = 0; p * page < S; ++p) table.push_back(static_cast<std::int64_t>((p * 7 + 5) % pages));
    const Floats query = grader::counted({L, H, D}, 2131, 3), value = grader::counted({S, kv_heads, D}, 2133);
    Floats key = grader::counted({S, kv_heads, D}, 2132, 3), y = query;
    // Later keys are longer, so that the largest score so far has to be replaced many times.
    for (std::size_t i = 0; i < key.size(); ++i) {
        key.values[i] *= 0.25f + static_cast<float>(i / (kv_heads * D)) / 100.0f;
    }
    for (std::size_t r = 0; r < L * H; ++r) {
        const std::size_t head = r % H / (H / kv_heads), seen = offset + r / H + 1;
        const auto at = [&](const Floats& rows, std::size_t j, std::size_t d) {
            return double{rows.values[(j * kv_heads + head) * D + d]};
        };
        std::vector<double> score(seen, 0.0), mean(D, 0.0);
        for (std::size_t j = 0; j < seen; ++j) {
            for (std::size_t d = 0; d < D; ++d) score[j] += double{query.values[r * D + d]} * at(key, j, d) / 2;
        }
        const double largest = *std::max_element(score.begin(), score.end());
        double sum = 0;
        for (std::size_t j = 0; j < seen; ++j) {
            const double power = std::exp(score[j] - largest);
            sum += power;
            for (std::size_t d = 0; d < D; ++d) mean[d] += power * at(value, j, d);
        }
        for (std::size_t d = 0; d < D; ++d) y.values[r * D + d] = static_cast<float>(mean[d] / sum);
    }
    // Scores reach 80, and what float32 rounds in them is a factor in their powers.
    grade(with("first-token",
              {{"query", query}, {"keys", stored(key, table, pages, page)},
                  {"values", stored(value, table, pages, page)}, {"table", listed(table)}, {"offset", offset}}),
        {y}, {.rtol = 5e-5, .atol = 5e-5});
}

QUESTION("one token after 131,071, in 8,192 pages of 16: as many keys as Qwen2 can read",
    "131071 个 token 之后的一个，放在 8192 页里，一页 16 行：key 已多到 Qwen2 能读的上限") {
    // exp(-1000) is 0, and those that are left are alike, a power of two: no weight and no sum is rounded.
    const std::size_t S = 131'072, page = 16, pages = S / page;
    Table table(pages);
    for (std::size_t p = 0; p < pages; ++p) table[p] = static_cast<std::int64_t>(p * 3 % pages);
    std::vector<float> keys(S, -1000.0f), values(S, 0.0f);
    std::fill(keys.begin() + S / 2, keys.end(), 0.0f);
    values[0] = values[100'000] = S;
    values[S - 1] = 2.0f * S;
    grade(with("first-token",
              {{"query", Floats({1, 1, 1}, 1.0f)}, {"keys", stored(column(keys), table, pages, page)},
                  {"values", stored(column(values), table, pages, page)}, {"table", listed(table)}, {"offset", S - 1}}),
        {column({6})});
}
