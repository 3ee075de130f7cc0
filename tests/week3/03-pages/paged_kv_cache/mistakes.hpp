#pragma once
// What people get wrong in paged_kv_cache, and the cache that gets it wrong.
#include "grader/plain.hpp"
#include "tests/week3/03-pages/paged_kv_cache/steps.hpp"

using grader::Floats, grader::Run, grader::Shape, grader::Values;

MISTAKE(all_layers_written, "write fills all layers with the rows of one. Only the layer that it is given changes.",
    "write 把一层的行写进了所有的层。只应改给定的那一层。");
MISTAKE(all_shared_pages_copied,
    "reserve copies every shared page. Only the one that the new positions fall into is written: full pages stay shared.",
    "reserve 把共用的页全都复制了。只有新位置落到的那一页才会被写，填满的页应继续共用。");
MISTAKE(back_of_the_table_copied,
    "Whether a page is copied is decided by the last one of the table, and that may be full, or reserved and still without rows. Look at the page of the first new position, table[length / page], if there is one.",
    "要不要复制，看的是表里的最后一页，而它可能已经填满，也可能是预留的、还没有行。应看第一个新位置所在的页 table[length / page]，如果有的话。");
MISTAKE(commit_keeps_the_reservation,
    "After commit the positions are still reserved: a second commit adds them again. commit ends the reservation.",
    "commit 之后预留还在，再 commit 一次又会加上。commit 之后就没有预留的位置了。");
MISTAKE(copied_always,
    "The page of the first new position is copied even if nobody else uses it. Copy where references is above 1.",
    "新位置落到的那一页，没有别人用时也复制了。references 大于 1 时才复制。");
MISTAKE(copied_backwards,
    "The new page is copied onto the shared one, so everybody's rows are lost. Copy from the shared page to the new one.",
    "把新页复制到了共用的页上，大家的行都丢了。应从共用的页复制到新页。");
MISTAKE(copied_by_write,
    "The shared page is copied when it is written, and reserve does not count it. Room is made, and refused, in reserve: then write always has its rows.",
    "到 write 时才复制共用的页，reserve 没有把它算进去。位置够不够，应在 reserve 时就定下来，之后的 write 不会再要新页。");
MISTAKE(copied_for_no_positions,
    "reserve(0) copies a shared page. No position is written, so there is nothing to copy for.",
    "reserve(0) 也复制了共用的页。没有位置要写，就不必复制。");
MISTAKE(copied_in_layer_0_only,
    "The shared page is copied in layer 0 only. A page number means the same place in every layer: copy in all.",
    "共用的页只复制了第 0 层。页号在每一层指的是同一个位置：每层都要复制。");
MISTAKE(copied_only_where_two_share,
    "A shared page is copied where just two texts use it, but not where three do. Copy where references is above 1.",
    "只有两段文字共用时才复制，三段共用时却没有。references 大于 1 就要复制。");
MISTAKE(copy_made_before_the_check,
    "The shared page is copied before it is known whether there are enough pages: after OutOfPages, something has changed. Count first.",
    "还没弄清页够不够就复制了：抛出 OutOfPages 时已经有了改变。应先数。");
MISTAKE(copy_not_counted,
    "When you check whether there are enough free pages, you forget the page for the copy: it has to be free, too.",
    "数空页够不够时，忘了复制也要一页。");
MISTAKE(copy_not_in_the_table, "A copy is made, but the table still has the shared page, which is written then.",
    "复制了，但表里还是共用的那一页，之后写的仍是它。");
MISTAKE(destructor_forgets_what_is_reserved,
    "The destructor releases the pages of the first length positions only. The table may have more: reserved ones.",
    "析构函数只归还了前 length 个位置的页。表里可能还有预留的页，也要归还。");
MISTAKE(destructor_frees_shared_pages,
    "The destructor frees its pages altogether, also for others who use them. It should release each one once.",
    "析构函数把页彻底放掉了，别人共用的也一样。每一页应只归还一次。");
MISTAKE(destructor_keeps_shared_pages,
    "The destructor doesn't release pages that others use, too, so that these are never free again.",
    "析构函数没有归还与别人共用的页，这些页就再也空不出来了。");
MISTAKE(destructor_of_an_empty_text_releases_nothing,
    "The destructor releases nothing where length is 0. The table may have pages even then: reserved ones.",
    "length 为 0 时，析构函数什么也没有归还。这时表里也可能有页：预留的那些。");
MISTAKE(destructor_releases_nothing, "The destructor releases no pages: the pool loses them for ever.",
    "析构函数没有归还页，池就永远少了这些页。");
MISTAKE(first_row_copied_only,
    "Only the first row of the shared page is copied. All rows in front of the new positions are needed.",
    "共用的页只复制了第一行。新位置之前的行都要复制。");
MISTAKE(first_row_for_all, "The first row of key is written to all positions. Position length + i gets row i.",
    "key 的第 0 行写到了所有位置上。第 length + i 个位置应写第 i 行。");
MISTAKE(free_pages_are_all_without_the_table,
    "When free pages are counted, only those of this text are taken for used. Other texts have pages, too: look at references.",
    "数空页时，只把这段文字的页当作在用的。别的文字也有页：应看 references。");
MISTAKE(free_pages_have_one_reference,
    "Pages with one reference are counted as free. One text uses them: free pages have none.",
    "把引用数为 1 的页也当成了空页。那是有一段文字在用的，空页的引用数是 0。");
MISTAKE(free_pages_in_another_order,
    "When pages run out, the free ones are in another order afterwards, as if they had been taken for a trial and released. Count the free ones first, and take none.",
    "页不够时，空页的次序变了，像是试着取出来又归还了。应先数空页，一页也不取。");
MISTAKE(key_not_written, "The keys are never written.", "没有写 key。");
MISTAKE(keys_and_values_exchanged, "Keys are written to the values of the store and values to its keys.",
    "key 写进了 values，value 写进了 keys，写反了。");
MISTAKE(keys_copied_only, "Of the shared page only the keys are copied, the values are not.",
    "共用的页只复制了 key，没有复制 value。");
MISTAKE(last_free_page_refused,
    "OutOfPages is thrown though there are just enough free pages. They are too few when missing > free.",
    "空页刚好够时也抛出了 OutOfPages。缺的页数 > 空页数才是不够。");
MISTAKE(last_free_page_refused_and_none,
    "OutOfPages is thrown though there are just enough free pages, or where none is free but none is missing. They are too few when missing > free, not >=.",
    "空页刚好够时、没有空页但也不缺页时，都抛出了 OutOfPages。缺的页数 > 空页数才是不够，不是 >=。");
MISTAKE(last_full_page_copied,
    "Where length is at the end of a page, the full page before it is copied. The first new position is in the next one: length / page.",
    "length 正好在页的末尾时，复制了前面已经填满的那一页。新位置在下一页：length / page。");
MISTAKE(last_page_for_all_rows, "All rows go to the last page of the table. Position j is in page table[j / page].",
    "所有的行都写进了表里的最后一页。第 j 个位置在第 table[j / page] 页。");
MISTAKE(last_page_of_the_table_copied,
    "The copy is made if others use the last page of the table. After a longer reservation that's a page without rows, and the shared one is written: look at the page of the first new position, table[length / page].",
    "要不要复制，看的是表里最后一页有没有别人在用。之前预留得更多时，最后一页还没有行，被写的是共用的那一页：应看第一个新位置所在的页 table[length / page]。");
MISTAKE(last_row_not_copied,
    "The last row before the new positions is not copied: rows 0 to length % page - 1 are needed.",
    "新位置前面的最后一行没有复制：第 0 行到第 length % page − 1 行都要。");
MISTAKE(layer_0_written, "All layers are written into layer 0.", "每一层都写进了第 0 层。");
MISTAKE(layer_another_exception,
    "A layer that isn't there throws, but not std::invalid_argument, which the contract names. Keep the stub's check.",
    "没有这一层时抛出的不是 std::invalid_argument，契约写明的是它。请保留桩代码里的检查。");
MISTAKE(length_is_all_that_fits,
    "length becomes the room in all pages of the table. It should count the positions of the text.",
    "length 变成了表里所有页能放的行数。它数的是文字的位置。");
MISTAKE(length_is_what_was_reserved, "commit makes length the number of new positions. It should add them: +=.",
    "commit 把 length 设成了新位置的个数。应加上去：+=。");
MISTAKE(length_moved_by_one, "commit adds no more than 1, even if more positions were reserved. A prompt brings many.",
    "预留了不止一个位置时，commit 也只加 1。提示词一次会带来很多位置。");
MISTAKE(length_moved_by_reserve,
    "length grows in reserve already. Until commit, the positions are no part of the text.",
    "reserve 时 length 就变了。commit 之前，这些位置还不属于这段文字。");
MISTAKE(length_moved_by_the_last_write,
    "The write of the last layer moves length. Layers may be written in any order, and commit moves it.",
    "写最后一层时就改了 length。各层的写入次序不一定，length 应由 commit 来改。");
MISTAKE(length_moved_by_write,
    "length grows with each write, so each layer writes further on, and a position counts once for each layer. commit moves it.",
    "每次 write 都改了 length，于是一层比一层写得靠后，一个位置在每一层都算了一次。length 应由 commit 来改。");
MISTAKE(new_page_released,
    "After the copy, the new page is released, and not the shared one: perhaps the table was changed too early.",
    "复制之后归还的是新页，而不是共用的那一页：也许表改得太早了。");
MISTAKE(no_positions_refused, "reserve(0) is refused. It is fine: nothing is taken.",
    "拒绝了 reserve(0)。这没有问题：什么也不取。");
MISTAKE(old_page_kept,
    "After the copy, the shared page isn't released: it has one reference too many, and will never be free.",
    "复制之后没有归还共用的那一页：它多了一处引用，再也空不出来。");
MISTAKE(one_page_for_all_rows,
    "All rows are written into the page of the first one, round and round. Each has its own: table[(length + i) / page].",
    "所有的行都写进了第一行所在的页，绕着圈写。每一行要各查一次：table[(length + i) / page]。");
MISTAKE(one_page_too_many,
    "One page too many is taken where the positions just fill a page: (length + L) / page + 1. Round up instead.",
    "位置正好填满一页时多取了一页：(length + L) / page + 1。应向上取整。");
MISTAKE(page_boundary_ignored,
    "Rows go on into the next page of the store, whatever the table says. Position j is in page table[j / page].",
    "写到页的末尾就接着写存储里的下一页，没有查表。第 j 个位置在第 table[j / page] 页。");
FAMILY(page_fixed, "You take a page to have {} rows, whatever the store says. The number is shape(1) of a layer.",
    "这里一页总是 {} 行。一页几行要看存储：一层的 shape(1)。", 16, 4);
MISTAKE(page_taken_but_not_copied, "A page is taken in the place of the shared one, but its rows are not copied.",
    "取了新页来代替共用的页，但没有把行复制过来。");
MISTAKE(page_from_another_axis,
    "The number of pages is taken for the rows of a page. A layer is pages × page × H_kv × D: shape(1).",
    "把页数当成了一页的行数。一层是 页数 × page × H_kv × D：应取 shape(1)。");
FAMILY(pages_at_most,
    "reserve takes no more than {} of the missing pages. A prompt may need many: go on until the table is long enough.",
    "reserve 最多只取 {} 页。提示词可能要很多页：应一直取到表够长为止。", 1, 2);
MISTAKE(pages_counted_from_the_new_rows,
    "Row i is written into page length / page + i / page of the table. Divide length + i.",
    "第 i 行写进了表里的第 length / page + i / page 页。应用 length + i 去除。");
MISTAKE(pages_for_the_new_alone,
    "Pages are counted for the new positions only, though there's room left in the last page, or reserved before. Round up length + L, and subtract what the table has.",
    "只按新位置的个数取页，没有算上最后一页剩下的、或已经预留的位置。应把 length + L 向上取整，再减去表里已有的页数。");
MISTAKE(pages_rounded_apart,
    "The pages of length and of the new positions are rounded up apart: the room in the last page is forgotten. Round up the sum.",
    "length 和新位置的页数是分别向上取整的，忘了最后一页剩下的位置。应把总和向上取整。");
MISTAKE(pages_rounded_down, "Too few pages are taken: the last one, which isn't full, counts, too. Round up.",
    "取的页少了：最后没填满的一页也要算。应向上取整。");
MISTAKE(pages_taken_until_none_is_left,
    "Pages are taken one by one until the pool is empty, and only then you throw: table, references or a copy have changed. Count first.",
    "一页一页地取，取空了才抛出异常：表、引用数或副本已经变了。应先数够不够。");
MISTAKE(reservation_changed_by_a_refusal,
    "A reserve that throws has replaced the earlier reservation already. Nothing may change: set it last.",
    "reserve 抛出异常，之前的预留却已经被换掉了。什么也不该变：最后才设置它。");
MISTAKE(reservation_lost_by_a_refusal, "After OutOfPages, the earlier reservation is gone. Nothing may change.",
    "抛出 OutOfPages 之后，之前的预留没有了。什么也不该变。");
MISTAKE(reservation_outlives_truncate,
    "After truncate, positions are still reserved, and their pages may be gone. truncate ends the reservation.",
    "truncate 之后预留还在，可是那些页可能已经归还了。truncate 之后就没有预留的位置了。");
MISTAKE(reservations_add_up,
    "A second reserve adds to the first. It should replace it: the room is for what was reserved last.",
    "第二次 reserve 加在了第一次上面。再次预留时，以最后一次为准。");
MISTAKE(reserved_pages_counted_again,
    "Pages that an earlier reservation has put into the table are counted as missing once more: where few are free, reserving again throws OutOfPages for nothing. Missing is what the table doesn't have.",
    "前一次预留已经放进表里的页，又算成了缺的：空页不多时，再次预留就白白抛出 OutOfPages。表里没有的才是缺的。");
MISTAKE(reserved_pages_taken_again,
    "Pages that an earlier reservation has put into the table are taken once more: the missing ones are counted from length. Missing is what the table doesn't have.",
    "前一次预留已经放进表里的页又取了一遍：缺的页数是从 length 算起的。表里没有的才是缺的。");
MISTAKE(reserved_counted_as_length,
    "truncate accepts a length that is only reserved. Positions that were not committed are no part of the text.",
    "truncate 接受了只是预留的长度。没有 commit 的位置不属于这段文字。");
MISTAKE(row_counted_from_the_new_rows,
    "The page is that of position length + i, but the row in it is i % page, as if the new rows began with a page. It should be (length + i) % page.",
    "页是位置 length + i 的页，页里的行却用了 i % page，好像新的行总从一页的开头写起。应当是 (length + i) % page。");
MISTAKE(row_without_length,
    "Rows begin at row 0 of the page, over those that are there. Position length + i is row (length + i) % page.",
    "从页的第 0 行写起，盖掉了已有的行。第 length + i 个位置是第 (length + i) % page 行。");
MISTAKE(rows_unchecked, "As many rows are written as key has, whatever was reserved. Keep the check of the stub.",
    "key 有几行就写几行，没有管预留了多少。请保留桩代码里的检查。");
MISTAKE(shared_page_written,
    "A page that others use, too, isn't copied before it is written: writing into it changes their texts.",
    "别人也在用的页，没有复制就要往里写：别人的文字会跟着变。");
MISTAKE(table_ignored,
    "Position j is written to page j / page of the store, without the table. The table says which page it is: table[j / page].",
    "第 j 个位置写进了存储的第 j / page 页，没有查表。应写进第 table[j / page] 页。");
MISTAKE(smaller_reservation_gives_pages_back,
    "A reserve of fewer positions than the last one gives pages back. It should only take those that are missing: what is left over stays in the table until truncate or the end.",
    "预留的位置比上一次少时，把多出来的页归还了。reserve 只取缺少的页：多出来的留在页表里，直到 truncate 或者文字结束。");
MISTAKE(too_few_pages_another_exception,
    "Where pages run out you throw, but not OutOfPages, which the contract names and the engine catches.",
    "页不够时抛出的不是 OutOfPages；契约写明的、引擎要捕获的都是它。");
MISTAKE(truncate_accepts_more,
    "truncate beyond length makes the text longer, by rows that nobody wrote. Throw std::invalid_argument.",
    "truncate 的长度超过 length 时，文字反而变长了，多出来的是没人写过的行。应抛出 std::invalid_argument。");
MISTAKE(truncate_adds_a_page_but_for_none,
    "truncate keeps positions / page + 1 pages, one too many where the positions just fill a page. Round up instead.",
    "truncate 保留了 positions / page + 1 页，位置正好到页末时多了一页。应当向上取整。");
MISTAKE(truncate_another_exception,
    "truncate beyond length throws, but not std::invalid_argument, which the contract names.",
    "truncate 的长度超过 length 时，抛出的不是契约写明的 std::invalid_argument。");
MISTAKE(truncate_counts_up_while_pages_go,
    "Only half of the pages that truncate should take out go, perhaps because a loop counts up to table.size() while each makes that smaller. Go on while the table has more pages than are kept.",
    "truncate 该取出的页只取出了一半，也许是循环一边往上数到 table.size()，一边取出页使它变小。应写成：只要表里的页比要留的多，就继续。");
MISTAKE(truncate_copies, "truncate copies a shared page. Nothing is written yet: reserve copies when the text goes on.",
    "truncate 复制了共用的页。现在还没有要写的：到 reserve 时再复制。");
MISTAKE(truncate_from_the_front,
    "truncate gives back the first pages of the table. Those that hold nothing any more are the last.",
    "truncate 归还的是表里最前面的页。不再有内容的是最后的页。");
MISTAKE(truncate_ignores_more,
    "truncate beyond length does nothing. The caller is wrong about the text: throw std::invalid_argument.",
    "truncate 的长度超过 length 时什么也没做。调用者弄错了：应抛出 std::invalid_argument。");
MISTAKE(truncate_keeps_a_page_too_many,
    "Where the text just fills its last page, truncate keeps another one that holds nothing: length / page + 1. Round up instead.",
    "文字正好填满一页时，truncate 多留了一页空的：length / page + 1。应向上取整。");
MISTAKE(truncate_keeps_the_length,
    "truncate gives the pages back, but length stays as it was: the text goes on after rows that are gone. length becomes positions.",
    "truncate 归还了页，length 却没有变：文字会接在已经没有的行后面。length 应变成 positions。");
MISTAKE(truncate_keeps_pages,
    "After truncate, pages that hold nothing any more are neither released nor out of the table.",
    "truncate 之后，不再有内容的页没有归还，也没有从表里去掉。");
MISTAKE(truncate_keeps_shared_pages,
    "truncate takes shared pages out of the table but doesn't release them, so that they are never free again.",
    "truncate 把共用的页从表里去掉了，却没有归还，这些页就再也空不出来了。");
MISTAKE(truncate_keeps_the_first_page, "truncate(0) keeps a page, though the page holds nothing any more.",
    "truncate(0) 还留着一页，里面已经没有内容了。");
MISTAKE(truncate_keeps_the_table,
    "truncate releases pages but leaves them in the table, which then has pages of others, and they are released twice.",
    "truncate 归还了页，却还留在表里：表里就有了别人的页，还会再归还一次。");
MISTAKE(truncate_releases_nothing, "truncate takes pages out of the table but doesn't release them: they are lost.",
    "truncate 把页从表里去掉了，却没有归还，这些页就丢了。");
MISTAKE(truncate_releases_the_last_page_too,
    "truncate releases the page that the text ends in. It still holds rows: round up, not down.",
    "truncate 把文字结尾所在的页也归还了。里面还有行：应向上取整，不是向下。");
MISTAKE(truncate_removes_that_many, "truncate takes off that many positions. It should keep that many.",
    "truncate 去掉了这么多个位置。应保留这么多个。");
MISTAKE(truncate_to_the_length_ignored,
    "truncate to the present length does nothing. What is reserved has to go, with its pages.",
    "truncate 到现有的长度时什么也没做。预留的位置和它们的页也要去掉。");
MISTAKE(truncate_to_the_length_refused,
    "truncate to the present length is refused. It's allowed: refuse only what is beyond it.",
    "truncate 到现有的长度时拒绝了。这是允许的，超过才拒绝。");
MISTAKE(truncated_rows_cleared,
    "truncate overwrites the rows that it takes off. If the page is shared, they are others' too: leave them.",
    "truncate 把去掉的行清成了 0。如果页是共用的，那也是别人的行：不要动。");
MISTAKE(value_not_written, "The values are never written.", "没有写 value。");
MISTAKE(values_are_the_keys, "key is written to both: values gets value.", "两边写的都是 key：values 应写 value。");
MISTAKE(values_copied_from_the_keys, "The keys of the shared page are copied to both: the new values are the keys.",
    "共用的页的 key 复制到了两边：新页的 value 成了 key。");
MISTAKE(written_from_position_0, "Each write begins at position 0, over the text. It should begin at position length.",
    "每次 write 都从第 0 个位置写起，盖掉了文字。应从第 length 个位置写起。");
MISTAKE(wrong_exception,
    "Shapes that don't fit are refused, but not with std::invalid_argument. Keep the checks of the stub.",
    "形状不匹配时抛出的不是 std::invalid_argument。请保留桩代码里的检查。");

namespace {

struct Pool {
    std::vector<std::size_t> references;
    std::deque<std::size_t> free;

    explicit Pool(std::size_t pages) : references(pages, 0), free(pages) {
        for (std::size_t page = 0; page < pages; ++page) free[page] = page;
    }
    std::optional<std::size_t> take() {
        if (free.empty()) return std::nullopt;
        const std::size_t page = free.front();
        free.pop_front();
        references[page] = 1;
        return page;
    }
    bool is_used(std::size_t page) const { return page < references.size() && references[page] > 0; }
    void share(std::size_t page) {
        if (!is_used(page)) throw std::invalid_argument("");
        ++references[page];
    }
    void release(std::size_t page) {
        if (!is_used(page)) throw std::invalid_argument("");
        if (--references[page] == 0) free.push_back(page);
    }
};

struct OutOfPages {};

struct Store {
    std::size_t layers, pages, page, heads, width, row = heads * width;
    std::vector<std::vector<float>> keys = empty(), values = empty();

    std::vector<std::vector<float>> empty() const {
        return {layers, std::vector<float>(pages * page * row, std::numeric_limits<float>::quiet_NaN())};
    }
};

struct Cache {
    Store& store;
    Pool& pool;
    std::size_t length = 0;
    std::vector<std::size_t> table = {};
    std::size_t reserved = 0;

    Cache(Store& store, Pool& pool) : store(store), pool(pool) {}
    Cache(const Cache&) = delete;
    ~Cache() {
        if (destructor_releases_nothing || (destructor_of_an_empty_text_releases_nothing && length == 0)) return;
        const std::size_t pages =
            destructor_forgets_what_is_reserved ? std::min(rounded_up(length), table.size()) : table.size();
        for (std::size_t j = 0; j < pages; ++j) {
            const bool kept = destructor_keeps_shared_pages && is_shared(table[j]);
            if (!kept && pool.is_used(table[j])) pool.release(table[j]);
            while (destructor_frees_shared_pages && pool.is_used(table[j])) pool.release(table[j]);
        }
    }

    std::size_t rows() const {
        if (page_fixed) return static_cast<std::size_t>(page_fixed.number());
        return std::max<std::size_t>(1, page_from_another_axis ? store.pages : store.page);
    }
    std::size_t rounded_up(std::size_t positions) const { return (positions + rows() - 1) / rows(); }
    bool is_shared(std::size_t page) const { return page < store.pages && pool.references[page] > 1; }

    void reserve(std::size_t positions) {
        if (no_positions_refused && positions == 0) throw std::invalid_argument("");
        if (reservations_add_up) positions += reserved;
        const std::size_t all = length + positions;
        std::size_t end = pages_rounded_down           ? all / rows()
                          : one_page_too_many          ? all / rows() + 1
                          : pages_for_the_new_alone    ? table.size() + rounded_up(positions)
                          : pages_rounded_apart        ? rounded_up(length) + rounded_up(positions)
                          : reserved_pages_taken_again ? table.size() + rounded_up(all) - rounded_up(length)
                                                       : rounded_up(all);
        if (pages_at_most) end = std::min(end, table.size() + static_cast<std::size_t>(pages_at_most.number()));
        std::vector<std::size_t> copies = entries_to_copy(positions);
        const std::size_t known = reserved_pages_counted_again ? rounded_up(length) : table.size();
        const std::size_t missing = (end > known ? end - known : 0) + (copy_not_counted ? 0 : copies.size());
        const std::size_t ones = std::count(pool.references.begin(), pool.references.end(), std::size_t{1});
        const std::size_t free = free_pages_are_all_without_the_table
                                     ? store.pages - std::min(store.pages, table.size())
                                     : pool.free.size() + (free_pages_have_one_reference ? ones : 0);
        if (copy_made_before_the_check && !pool.free.empty()) {
            for (const std::size_t entry : copies) copy(entry);
            copies.clear();
        }
        if (reservation_changed_by_a_refusal) reserved = positions;
        const bool too_few = last_free_page_refused            ? missing > 0 && missing >= free
                             : last_free_page_refused_and_none ? missing >= free
                                                               : missing > free;
        if (too_few) {
            if (reservation_lost_by_a_refusal) reserved = 0;
            if (too_few_pages_another_exception) throw std::runtime_error("");
            if (free_pages_in_another_order) std::reverse(pool.free.begin(), pool.free.end());
            if (!pages_taken_until_none_is_left) throw OutOfPages();
        }
        for (const std::size_t entry : copies) copy(entry);
        for (; smaller_reservation_gives_pages_back && table.size() > end; table.pop_back()) pool.release(table.back());
        while (table.size() < end) table.push_back(taken());
        if (length_moved_by_reserve) length += positions;
        reserved = positions;
    }
    /// Where there is none although it was counted, value() throws.
    std::size_t taken() {
        const auto page = pool.take();
        if (!page && pages_taken_until_none_is_left) throw OutOfPages();
        if (!page) throw std::runtime_error("");
        return *page;
    }
    std::vector<std::size_t> entries_to_copy(std::size_t positions) const {
        if (shared_page_written || copied_by_write || (positions == 0 && !copied_for_no_positions)) return {};
        std::vector<std::size_t> entries;
        if (all_shared_pages_copied) {
            for (std::size_t entry = 0; entry < table.size(); ++entry)
                if (is_shared(table[entry])) entries.push_back(entry);
            return entries;
        }
        const std::size_t entry = back_of_the_table_copied                               ? table.size() - 1
                                  : last_full_page_copied && length > 0                  ? (length - 1) / rows()
                                  : last_page_of_the_table_copied && length % rows() > 0 ? table.size() - 1
                                                                                         : length / rows();
        if (entry >= table.size()) return {};
        const bool by_two = table[entry] < store.pages && pool.references[table[entry]] == 2;
        if (copied_always || (copied_only_where_two_share ? by_two : is_shared(table[entry]))) return {entry};
        return {};
    }
    void copy(std::size_t entry) {
        const std::size_t mine = taken(), old = table[entry], filled = length % store.page;
        const std::size_t rows_copied = first_row_copied_only ? 1
                                        : last_row_not_copied ? std::max<std::size_t>(1, filled) - 1
                                                              : store.page;
        const std::size_t from = copied_backwards ? mine : old, to = copied_backwards ? old : mine;
        for (std::size_t layer = 0; layer < (copied_in_layer_0_only ? 1 : store.layers); ++layer) {
            if (page_taken_but_not_copied) break;
            for (auto* all : {&store.keys, &store.values}) {
                if (keys_copied_only && all == &store.values) continue;
                const auto& source = values_copied_from_the_keys ? store.keys : *all;
                std::copy_n(source[layer].data() + from * store.page * store.row, rows_copied * store.row,
                    (*all)[layer].data() + to * store.page * store.row);
            }
        }
        if (!old_page_kept) pool.release(new_page_released ? mine : old);
        if (!copy_not_in_the_table) table[entry] = mine;
    }

    void write(std::size_t layer, const Floats& key, const Floats& value) {
        if (layer >= store.layers) {
            if (layer_another_exception) throw std::runtime_error("");
            refuse();
        }
        const std::size_t L = rows_unchecked && !key.shape.empty() ? key.shape[0] : reserved;
        const Shape shape{L, store.heads, store.width};
        if (key.shape != shape || value.shape != shape) refuse();
        const Floats &to_keys = keys_and_values_exchanged ? value : key,
                     &to_values = keys_and_values_exchanged ? key : value_of(key, value);
        const std::size_t first = length / rows();
        if (copied_by_write && L > 0 && first < table.size() && is_shared(table[first]) && !pool.free.empty())
            copy(first);
        for (std::size_t to = 0; to < store.layers; ++to) {
            if (!(all_layers_written || to == (layer_0_written ? 0 : layer))) continue;
            for (std::size_t i = 0; i < L; ++i) {
                const std::optional<std::size_t> place = place_of(i);
                if (!place) continue;  // memory that is not the store's
                const std::size_t from = first_row_for_all ? 0 : i;
                if (!key_not_written)
                    std::copy_n(
                        to_keys.data() + from * store.row, store.row, store.keys[to].data() + *place * store.row);
                if (!value_not_written)
                    std::copy_n(
                        to_values.data() + from * store.row, store.row, store.values[to].data() + *place * store.row);
            }
        }
        if (length_moved_by_write) length += L;
        if (length_moved_by_the_last_write && layer + 1 == store.layers) length += std::exchange(reserved, 0);
    }
    static const Floats& value_of(const Floats& key, const Floats& value) { return values_are_the_keys ? key : value; }
    [[noreturn]] static void refuse() {
        if (wrong_exception) throw std::runtime_error("");
        throw std::invalid_argument("");
    }
    /// The row of the store, counted through all pages, for row i of what is written.
    std::optional<std::size_t> place_of(std::size_t i) const {
        const std::size_t begin = written_from_position_0 ? 0 : length_moved_by_reserve ? length - reserved : length;
        const std::size_t position = begin + i;
        std::size_t entry = position / rows(), row = position % rows();
        if (row_without_length || pages_counted_from_the_new_rows) entry = begin / rows() + i / rows();
        if (row_without_length || row_counted_from_the_new_rows) row = i % rows();
        if (one_page_for_all_rows || page_boundary_ignored) entry = begin / rows();
        if (last_page_for_all_rows && !table.empty()) entry = table.size() - 1;
        if (table_ignored) return within(entry * store.page + row);
        if (entry >= table.size()) return std::nullopt;
        if (page_boundary_ignored) row = begin % rows() + i;
        return within(table[entry] * store.page + row);
    }
    std::optional<std::size_t> within(std::size_t place) const {
        return place < store.pages * store.page ? std::optional(place) : std::nullopt;
    }

    void commit() {
        if (!length_moved_by_reserve && !length_moved_by_write)
            length = length_is_all_that_fits       ? table.size() * rows()
                     : length_is_what_was_reserved ? reserved
                     : length_moved_by_one         ? length + std::min<std::size_t>(reserved, 1)
                                                   : length + reserved;
        if (!commit_keeps_the_reservation) reserved = 0;
    }

    void truncate(std::size_t positions) {
        if (truncate_removes_that_many && positions <= length) positions = length - positions;
        const std::size_t most = length + (reserved_counted_as_length ? reserved : 0);
        if (truncate_to_the_length_refused ? positions >= length : positions > most) {
            if (truncate_ignores_more) return;
            if (truncate_another_exception) throw std::runtime_error("");
            if (!truncate_accepts_more) throw std::invalid_argument("");
        }
        if (truncate_to_the_length_ignored && positions == length) return;
        if (truncated_rows_cleared) clear(positions);
        std::size_t kept = truncate_releases_the_last_page_too                  ? positions / rows()
                           : truncate_keeps_a_page_too_many                     ? positions / rows() + 1
                           : truncate_adds_a_page_but_for_none && positions > 0 ? positions / rows() + 1
                                                                                : rounded_up(positions);
        if (truncate_keeps_the_first_page) kept = std::max<std::size_t>(kept, 1);
        if (truncate_counts_up_while_pages_go && kept < table.size()) kept += (table.size() - kept) / 2;
        for (std::size_t entry = table.size(); !truncate_keeps_pages && entry > kept; --entry) {
            const auto place = table.begin() + (truncate_from_the_front ? 0 : static_cast<std::ptrdiff_t>(entry) - 1);
            const std::size_t page = *place;
            const bool stays = truncate_releases_nothing || (truncate_keeps_shared_pages && is_shared(page));
            if (!stays) pool.release(page);
            if (!truncate_keeps_the_table) table.erase(place);
        }
        if (!truncate_keeps_the_length) length = positions;
        if (truncate_copies && length % rows() > 0 && length / rows() < table.size() &&
            is_shared(table[length / rows()]))
            copy(length / rows());
        if (!reservation_outlives_truncate) reserved = 0;
    }
    void clear(std::size_t from) {
        for (std::size_t j = from; j < length && j / rows() < table.size(); ++j) {
            const auto place = within(table[j / rows()] * store.page + j % rows());
            for (std::size_t layer = 0; place && layer < store.layers; ++layer) {
                std::fill_n(store.keys[layer].data() + *place * store.row, store.row, 0.0f);
                std::fill_n(store.values[layer].data() + *place * store.row, store.row, 0.0f);
            }
        }
    }
};

/// call.hpp's, without xtensor.
struct World {
    struct Unsolved {};
    using OutOfPages = ::OutOfPages;
    using Array = Floats;
    using Text = Cache;

    explicit World(Run& run)
        : keys(run.floats("keys")),
          values(run.floats("values")),
          layers(keys.shape[0]),
          pages(static_cast<std::size_t>(run.number("pages"))),
          page(static_cast<std::size_t>(run.number("page"))),
          pages_of{layers, pages, page, keys.shape[2], keys.shape[3]},
          row(pages_of.row),
          pool(pages) {}

    std::unique_ptr<Cache> text() { return std::make_unique<Cache>(pages_of, pool); }
    const float* store(bool of_keys, std::size_t layer) const {
        return (of_keys ? pages_of.keys : pages_of.values)[layer].data();
    }
    Floats rows(bool of_keys, std::size_t layer, std::size_t from, std::size_t count) const {
        const Floats& all = of_keys ? keys : values;
        Floats some({count, pages_of.heads, pages_of.width}, 0.0f);
        for (std::size_t i = 0; i < count; ++i)
            std::copy_n(all.data() + (std::min(layer, layers - 1) * all.shape[1] + (from + i) % all.shape[1]) * row,
                row, some.data() + i * row);
        return some;
    }
    static Floats filled(const Shape& shape) { return {shape, 9.0f}; }

    const Floats &keys, &values;
    std::size_t layers, pages, page;
    Store pages_of;
    std::size_t row;
    Pool pool;
};

}  // namespace

static Values paged_kv_cache(Run& run) {
    World world(run);
    return paged::Steps<World>(world).all(std::get<Values>(run.call["steps"].is));
}
