#include <cmath>
#include <limits>

#include "pictures.hpp"
#include "tools/drawing/svg.hpp"
#include "week3/03-pages/paged_kv_cache.hpp"

namespace tiny_llm::figures {

namespace {

constexpr double left = 96, pitch = 78, cell = 29, entry = 24, entry_pitch = 30;

/// A store of one layer and five pages of two rows, a number to a row.
struct Memory {
    PageStore store{{xt::ones<float>({5, 2, 1, 1}) * std::numeric_limits<float>::quiet_NaN()},
                    {xt::zeros<float>({5, 2, 1, 1})}};
    BlockPool pool{5};
};

void append(PagedKVCache& text, const std::vector<float>& keys) {
    Tensor rows = Tensor::from_shape({keys.size(), 1, 1});
    std::copy(keys.begin(), keys.end(), rows.begin());
    text.reserve(keys.size());
    text.write(0, rows, rows);
    text.commit();
}

double middle_of_page(std::size_t page) { return left + pitch * static_cast<double>(page) + cell; }

/// A table, with a line from each of its entries to the page.
void table(Svg& svg, const Theme& theme, double top, double pages_top, std::string_view name, double x,
           const PagedKVCache& text, std::string_view colour) {
    svg.text({x, top + 17}, name, {theme.text, "start", 15, true});
    for (std::size_t j = 0; j < text.table.size(); ++j) {
        const double at = x + 20 + entry_pitch * static_cast<double>(j);
        svg.line({at + entry / 2, top + entry}, {middle_of_page(text.table[j]), pages_top}, {colour, 2});
        svg.rectangle({at, top}, entry, entry, colour);
        svg.text({at + entry / 2, top + 17}, std::to_string(text.table[j]), {theme.ground, "middle"});
    }
}

void panel(Svg& svg, const Theme& theme, const Words& words, double top, std::string_view title, const Memory& memory,
           const PagedKVCache& a, const PagedKVCache& b) {
    const double tables = top + 28, pages = tables + 74;
    svg.text({0, top + 14}, title, {theme.text, "start", 15, true});
    svg.text({0, tables + 17}, words.tables, {theme.text});
    table(svg, theme, tables, pages, "A", left, a, theme.first);
    table(svg, theme, tables, pages, "B", left + 3 * pitch, b, theme.second);
    svg.text({0, pages + 19}, words.pages, {theme.text});
    svg.text({0, pages + 48}, words.page_number, {theme.muted});
    svg.text({0, pages + 68}, words.references, {theme.muted});
    for (std::size_t page = 0; page < memory.pool.references.size(); ++page) {
        const bool used = memory.pool.references[page] > 0;
        for (std::size_t row = 0; row < 2; ++row) {
            const double x = middle_of_page(page) - cell + cell * static_cast<double>(row);
            const float key = memory.store.keys[0](page, row, 0, 0);
            svg.rectangle({x, pages}, cell, cell, used ? theme.faint : std::string_view("none"),
                          {theme.rule, 1, used ? std::string_view() : std::string_view("3 3")});
            if (!std::isnan(key)) svg.text({x + cell / 2, pages + 19}, number(key), {theme.text, "middle"});
        }
        svg.text({middle_of_page(page), pages + 48}, std::to_string(page), {theme.muted, "middle"});
        svg.text({middle_of_page(page), pages + 68}, std::to_string(memory.pool.references[page]),
                 {theme.muted, "middle"});
    }
}

}  // namespace

std::string shared_pages(const Theme& theme, const Words& words) {
    Svg svg(370);
    Memory memory;
    PagedKVCache a(memory.store, memory.pool), b(memory.store, memory.pool);
    append(a, {1, 2, 3});
    for (const std::size_t page : a.table) memory.pool.share(page);
    b.table = a.table;
    b.length = a.length;
    panel(svg, theme, words, 0, words.begins_alike, memory, a, b);
    append(b, {4, 5});
    panel(svg, theme, words, 192, words.goes_on, memory, a, b);
    return svg.file();
}

}  // namespace tiny_llm::figures
