#pragma once
// What people get wrong in kv_cache, and the cache that gets it wrong.
#include <cstring>
#include <limits>

#include "grader/plain.hpp"

using grader::Floats, grader::Integers, grader::Run, grader::Shape, grader::Values;

MISTAKE(any_shape_of_that_many_numbers,
    "key is accepted when it has as many numbers as rows of the cache: swapped heads and width pass, and so does L × (H_kv D). Compare each axis.",
    "只要 key 的数值个数对得上就接受了：头数与宽度对调的、L × (H_kv D) 的都能通过。要逐个轴比较。");
MISTAKE(appended_until_full,
    "Rows are appended one by one until there is no room, and only then you throw: the cache has changed. Check before the first row is written.",
    "一行一行地加，装满了才抛出异常，这时缓存已经变了。应在写第一行之前就检查。");
MISTAKE(as_many_as_fit,
    "Where there is no room for all, those that fit are appended and the rest is dropped. That is refused: std::invalid_argument, and nothing is written.",
    "装不下全部时，装得下的装了，其余的丢了。应当拒绝：抛出 std::invalid_argument，什么也不写。");
MISTAKE(as_many_as_fit_until_full,
    "A full cache refuses, but one with too little room takes as many rows as fit, and the others are lost. Check that there is room for all L before anything is written: std::invalid_argument, and the cache stays as it was.",
    "缓存满了会拒绝，可位置不够时却只收下放得下的几行，其余的丢了。写之前先看 L 行是否都放得下：放不下就抛 std::invalid_argument，缓存保持原样。");
MISTAKE(brim_and_no_rows_refused,
    "Rows that just fit are refused, and so are 0 rows where the cache is full. Room for L more is L <= capacity - length, and this also holds with 0 on both sides.",
    "刚好装得下时也拒绝了，缓存装满后加零行也拒绝了。还能装 L 行的条件是 L <= 容量 - length，两边都是 0 时也成立。");
MISTAKE(brim_refused,
    "The last row is never filled: append refuses rows that just fit. Room for L more is L <= capacity - length.",
    "最后一行永远用不上：刚好装得下时也拒绝了。还能装 L 行的条件是 L <= 容量 - length。");
MISTAKE(concatenated,
    "New tensors are made of the filled rows and the new ones, so keys and values have only as many rows as there are tokens. They have to keep their capacity: write into them.",
    "用已有的行和新行重新拼出了张量，keys 和 values 的行数于是等于文字的长度。它们应保持原来的容量：请写进原来的张量里。");
MISTAKE(concatenated_after_the_check,
    "New tensors are made of the filled rows and the new ones, so keys and values have no row left, and the next append finds no room. They have to keep their capacity: write into them.",
    "用已有的行和新行重新拼出了张量，keys 和 values 就没有空行了，下一次 append 便装不下。它们应保持原来的容量：请写进原来的张量里。");
MISTAKE(concatenated_behind_the_capacity,
    "The new rows are put after all rows that keys and values have, empty ones too, so that the tensors grow and the rows from length on stay empty. They keep their capacity: write the new rows into them, from row length on.",
    "新行接在了 keys 和 values 的所有行（包括空行）后面：张量变大了，第 length 行起却还是空的。它们应保持原来的容量：请把新行写进去，从第 length 行写起。");
MISTAKE(copied_by_count_not_bytes,
    "Only the first quarter of the numbers is copied. std::memcpy counts bytes, and a float has four: multiply by sizeof(float), or use std::copy.",
    "只复制了前四分之一的数。std::memcpy 数的是字节，一个 float 有四个字节：请乘上 sizeof(float)，或者用 std::copy。");
MISTAKE(emptied_when_full,
    "Where there is no room the cache is emptied and begins again. The text so far is lost: std::invalid_argument, and the cache stays as it was.",
    "没有空位时清空了缓存，从头再来。已有的文字就丢了：应抛出 std::invalid_argument，缓存保持原样。");
MISTAKE(first_row_for_all, "The first new row is written to all the new rows. Row r of key goes to row length + r.",
    "第一行被写到了所有的新行上。key 的第 r 行应写到第 length + r 行。");
MISTAKE(first_row_only,
    "Only the first of the new rows is written, though length counts all. append takes any number of rows.",
    "新行里只写了第一行，length 却把它们全算上了。append 一次可以加任意多行。");
MISTAKE(grown_when_full,
    "Where there is no room the tensors are made larger. The capacity is fixed: std::invalid_argument, and the cache stays as it was.",
    "没有空位时把张量变大了。容量是固定的：应抛出 std::invalid_argument，缓存保持原样。");
MISTAKE(heads_and_width_unchecked,
    "Heads and width of key are not compared with the cache's. Keep the check of the stub.",
    "没有检查 key 的头数和宽度是否与缓存相同。请保留桩代码里的检查。");
MISTAKE(input_edited, "An input is changed: perhaps key was scaled or moved away. It is the caller's: copy it.",
    "输入被改了：也许 key 被缩放过，或者被移走了。它是调用者的：请复制。");
MISTAKE(key_not_written, "The keys are never written.", "没有写 key。");
MISTAKE(keys_and_values_exchanged, "Keys are written to values and values to keys.",
    "key 写进了 values，value 写进了 keys，写反了。");
MISTAKE(keys_are_the_values, "value is written to both: keys gets key.", "两边写的都是 value：keys 应写 key。");
MISTAKE(length_from_another_axis, "length grows by key.shape(1), the heads. Rows are the first axis: key.shape(0).",
    "length 加的是头数 key.shape(1)。行是第一个轴：key.shape(0)。");
MISTAKE(length_goes_on_in_larger_tensors,
    "Where there is no room the tensors are made twice as large, as a std::vector does it. The capacity is fixed: std::invalid_argument, and the cache stays as it was.",
    "没有空位时像 std::vector 那样把张量加大了一倍。容量是固定的：应抛出 std::invalid_argument，缓存保持原样。");
MISTAKE(length_in_heads, "length grows by rows times heads: it counts positions. Add only key.shape(0).",
    "length 加的是行数乘头数，它数的是位置：只加 key.shape(0)。");
MISTAKE(length_in_numbers, "length grows by the number of elements: it counts positions. Add key.shape(0), not size().",
    "length 加的是元素个数，它数的是位置：应加 key.shape(0)，而不是 key.size()。");
MISTAKE(length_is_the_new_rows,
    "length becomes the number of new rows: it should be the number of all rows so far. Add to it, with +=.",
    "length 变成了新行的行数，它应是到现在为止的总行数：请用 += 加上去。");
MISTAKE(length_moved_by_a_refusal,
    "Where there is no room you throw, but length has moved already. Check first, then write, then move length.",
    "没有空位时抛出了异常，但 length 已经变了。应先检查，再写，最后改 length。");
MISTAKE(length_moved_by_one,
    "length grows by 1, even where several rows come: it should grow by the number of rows, key.shape(0).",
    "加了好几行，length 也只加 1：应加上行数 key.shape(0)。");
MISTAKE(length_not_moved, "length stays what it was: after append, add the number of new rows, key.shape(0).",
    "length 没有变：append 之后应加上新行的行数 key.shape(0)。");
MISTAKE(moved_before_the_copy,
    "The rows land L rows too far, as where length is moved before they are copied. Copy first, then add.",
    "新行往后错了 L 行，好像先改了 length 再复制。应先复制，再加。");
MISTAKE(no_room_ignored,
    "Where there is no room, append returns as if nothing was: the caller does not learn that the rows are missing. Throw std::invalid_argument.",
    "没有空位时 append 悄悄返回了，调用者不知道自己的行没有存进去。应抛出 std::invalid_argument。");
MISTAKE(no_rows_refused, "A call with 0 rows is refused. It is fine: nothing is written, and length stays.",
    "加零行被拒绝了。这没有问题：什么也不写，length 不变。");
MISTAKE(none_at_the_brim_refused,
    "A call with 0 rows is refused where the cache is full. It needs no room: L <= capacity - length holds with 0 on both sides.",
    "缓存装满后，加零行也被拒绝了。零行不需要空位：L <= 容量 - length 两边都是 0，成立。");
MISTAKE(nothing_written,
    "Neither keys nor values are written, only length moves. In xtensor, a Tensor made from a view is a copy: assign to the view itself, xt::view(keys, rows) = key.",
    "key 和 value 都没有写进去，只有 length 变了。在 xtensor 里，由视图构造出的 Tensor 是副本：要给视图本身赋值，即 xt::view(keys, rows) = key。");
MISTAKE(oldest_dropped,
    "Where there is no room the oldest rows are dropped. Every position keeps its row: std::invalid_argument, and the cache stays as it was.",
    "没有空位时丢掉了最早的行。每个位置的行都应保留：应抛出 std::invalid_argument，缓存保持原样。");
MISTAKE(one_row_too_early, "Rows are written from length - 1 on, over the last one. The next free row is row length.",
    "从第 length - 1 行写起，盖掉了原来的最后一行。下一个空行就是第 length 行。");
MISTAKE(one_row_too_far, "Rows are written from length + 1 on: the next free row is length itself.",
    "从第 length + 1 行写起了：下一个空行就是第 length 行。");
MISTAKE(one_too_many_accepted,
    "One row more than fits is accepted, and written after the end or lost. Room for L more is L <= capacity - length.",
    "多出一行时也接受了，那一行写到了末尾之外，或者丢了。还能装 L 行的条件是 L <= 容量 - length。");
MISTAKE(only_the_newest_kept,
    "The rows from before have become 0: only the new rows are in the tensors. Write into the tensors that are there, and make no new ones.",
    "以前的行都变成了 0：张量里只有新行。请写进原来的张量，不要新建。");
MISTAKE(room_for_the_first_row_only_asked,
    "You check whether the cache is full, not whether there is room for all L rows. Compare L with capacity - length.",
    "只检查了缓存是不是满了，没有检查装不装得下全部 L 行。应拿 L 与 容量 - length 比。");
MISTAKE(room_refused_with_another_exception,
    "Where there is no room you throw, but not std::invalid_argument, which the contract names and callers catch.",
    "没有空位时抛出了异常，但不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");
MISTAKE(room_unchecked,
    "A lack of room is not noticed: perhaps there is no check, or it tests whether capacity - length - L is below 0, which a std::size_t never is. xtensor does not check, either: it cuts the view at the end of the tensor. Check first, and throw std::invalid_argument.",
    "没有发现空位不够：也许没有检查，也许检查的是 容量 - length - L 是否小于 0，而 std::size_t 从不小于 0。xtensor 也不检查：视图会在张量末尾截断。应先检查，抛出 std::invalid_argument。");
MISTAKE(room_without_length,
    "The new rows are compared with the whole capacity: the rows that are filled already were forgotten. There is room for capacity - length.",
    "新行数是与总容量比的，忘了已经填好的行。空位是容量 - length。");
MISTAKE(row_width_forgotten,
    "The numbers are copied to place length of all numbers, data() + length. A row has H_kv D of them: row length begins at length · H_kv · D. Where length is 0 nothing shows it.",
    "数值复制到了第 length 个数的位置，即 data() + length。一行有 H_kv · D 个数：第 length 行从 length · H_kv · D 开始。length 为 0 时看不出来。");
MISTAKE(place_without_width,
    "The numbers are copied to place length · H_kv of all numbers, without D. A row has H_kv D of them: row length begins at length · H_kv · D. Where length is 0 nothing shows it.",
    "数值复制到了第 length · H_kv 个数的位置，漏了 D。一行有 H_kv · D 个数：第 length 行从 length · H_kv · D 开始。length 为 0 时看不出来。");
MISTAKE(rows_on_top_of_each_other,
    "All new rows are written to row length, each over the one before. Row r goes to length + r.",
    "所有新行都写到了第 length 行，后一行盖掉前一行。第 r 行应写到第 length + r 行。");
MISTAKE(single_row_unchecked,
    "A single row is written without asking for room; only several are checked. In a full cache it goes past the end of the tensors, into memory that is not theirs, or is lost. Check first, however many rows come.",
    "只有一行时没有检查空位就写了，几行时才检查。缓存装满后，这一行写到了张量末尾之外、不属于它的内存里，或者丢了。不论来几行，都应先检查。");
MISTAKE(tensors_replaced,
    "keys and values become key and value themselves: the assignment replaces the whole tensor, its shape too. Assign to a view of the rows.",
    "keys 和 values 直接变成了 key 和 value：这样赋值会把整个张量连形状一起换掉。应给那几行的视图赋值。");
MISTAKE(value_checked_after_the_length_moved,
    "The shape of value is checked when length has moved already: after a refusal, the cache has changed. Check everything before anything is changed.",
    "length 已经变了才检查 value 的形状：拒绝之后缓存就不是原样了。应在改动之前把该检查的都检查完。");
MISTAKE(value_not_written, "The values are never written.", "没有写 value。");
MISTAKE(value_unchecked, "The shape of value is not compared with that of key. Keep the check of the stub.",
    "没有检查 value 的形状是否与 key 相同。请保留桩代码里的检查。");
MISTAKE(values_after_the_length_moved,
    "The values land L rows too far, as where length is moved between keys and values. Copy both, then add.",
    "value 往后错了 L 行，好像在复制 key 和复制 value 之间改了 length。应先把两者都复制，再加。");
MISTAKE(values_are_the_keys, "key is written to both: values gets value.", "两边写的都是 key：values 应写 value。");
MISTAKE(values_at_the_start,
    "The keys are written after those that were there, the values from row 0 on. Both belong in rows length to length + L - 1.",
    "key 写在了原有的后面，value 却总是从第 0 行写起。两者都应写到第 length 到 length + L - 1 行。");
MISTAKE(written_at_the_start,
    "Each append writes from row 0 on, over what was there. New rows belong after the old ones: from row length on.",
    "每次 append 都从第 0 行写起，盖掉了原有的行。新行应写在原有的后面：从第 length 行开始。");
MISTAKE(written_from_the_end,
    "Rows are written at the end of the tensors. They should be filled from the start: the next free row is length.",
    "新行写到了张量的末尾。应从头填起：下一个空行是第 length 行。");
MISTAKE(written_past_the_end,
    "Rows for which there is no room are accepted: they are written past the end of the tensors, into memory that is not theirs, and length exceeds the capacity. Throw std::invalid_argument first.",
    "空位不够时也接受了：写到了张量末尾之外、不属于它的内存里，length 也超过了容量。应先检查，抛出 std::invalid_argument。");
MISTAKE(wrong_exception,
    "Shapes that do not fit are refused, but not with std::invalid_argument, which the contract names and callers catch. Keep the checks of the stub.",
    "形状不匹配时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。请保留桩代码里的检查。");

/// The numbers in a row, which has whatever axes follow the first.
static std::size_t row_of(const Shape& shape) {
    return shape.empty() ? 0 : Floats::count({shape.begin() + 1, shape.end()});
}
static Shape with_rows(Shape shape, std::size_t rows) {
    if (!shape.empty()) shape[0] = rows;
    return shape;
}

struct Cache {
    Floats keys, values;
    std::size_t length = 0;

    // Fresh memory is NaN where answers run (poison.cpp).
    static constexpr float nobody_wrote = std::numeric_limits<float>::quiet_NaN();

    std::size_t capacity() const { return keys.shape.empty() ? 0 : keys.shape[0]; }
    std::size_t room() const { return length <= capacity() ? capacity() - length : 0; }

    void append(Floats& key, Floats& value) {
        const std::size_t heads = key.shape.size() > 1 ? key.shape[1] : 1;
        std::size_t L = checked_rows(key, value);
        if (!find_room(key, value, L)) return;
        if (no_rows_refused && L == 0) throw std::invalid_argument("");
        const std::size_t at = place(L);
        write(key, value, at, L);
        move_length(key, L, heads);
        if (input_edited)
            for (float& number : key.values) number *= 0.5f;
    }

    /// How many rows there are; refuses what does not fit.
    std::size_t checked_rows(const Floats& key, const Floats& value) const {
        const auto refuse = [] { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); };
        const std::size_t row = row_of(keys.shape);
        const bool in_all = any_shape_of_that_many_numbers && row > 0 && key.size() % row == 0;
        if (!fits(key) && !in_all && !(heads_and_width_unchecked && key.shape.size() == 3)) refuse();
        if (value.shape != key.shape && !value_unchecked && !value_checked_after_the_length_moved) refuse();
        return fits(key) || !in_all ? key.shape[0] : key.size() / row;
    }
    bool fits(const Floats& key) const {
        return key.shape.size() == 3 && with_rows(key.shape, 0) == with_rows(keys.shape, 0);
    }

    /// Refuses more rows than there is room for; says whether there is something to write.
    bool find_room(const Floats& key, const Floats& value, std::size_t& L) {
        const bool has_room = brim_refused                        ? L == 0 || length + L < capacity()
                              : brim_and_no_rows_refused          ? length + L < capacity()
                              : none_at_the_brim_refused          ? length < capacity() && L <= room()
                              : one_too_many_accepted             ? L <= room() + 1
                              : room_without_length               ? L <= capacity()
                              : room_for_the_first_row_only_asked ? L == 0 || length < capacity()
                                                                  : L <= room();
        if (has_room && room_without_length && room() > 0 && L > room()) grader::xtensor_throws();
        if (has_room || (single_row_unchecked && L == 1) || written_past_the_end || concatenated || tensors_replaced)
            return true;
        if (room_unchecked) {
            if (room() > 0) grader::xtensor_throws();
        } else if (appended_until_full) {
            const std::size_t some = room();
            write(key, value, place(some), some);
            length += some;
            throw std::invalid_argument("");
        } else if (no_room_ignored) return false;
        else if (room_refused_with_another_exception) throw std::runtime_error("");
        else if (grown_when_full) remake(length + L, 0, 0, length, 0.0f);
        else if (length_goes_on_in_larger_tensors)
            remake(std::max(length + L, 2 * capacity()), 0, 0, length, nobody_wrote);
        else if (as_many_as_fit || (as_many_as_fit_until_full && room() > 0)) L = room();
        else if ((oldest_dropped || emptied_when_full) && L <= capacity()) {
            const std::size_t kept = oldest_dropped ? std::min(capacity() - L, length) : 0;
            remake(capacity(), 0, length - kept, kept, nobody_wrote);
            length = kept;
        } else {
            if (length_moved_by_a_refusal) length += L;
            throw std::invalid_argument("");
        }
        return true;
    }

    /// Where L rows go; some make the tensors anew.
    std::size_t place(std::size_t L) {
        if (only_the_newest_kept) remake(capacity(), 0, 0, 0, 0.0f);
        if (concatenated || concatenated_after_the_check) remake(length + L, 0, 0, length, nobody_wrote);
        const std::size_t end = capacity();
        if (concatenated_behind_the_capacity) {
            if (length == 0) keys = values = Floats(keys.shape, grader::anything());
            remake(end + L, 0, 0, end, nobody_wrote);
            return end;
        }
        const std::size_t at = written_at_the_start              ? 0
                               : written_from_the_end            ? end - std::min(L, end)
                               : one_row_too_early && length > 0 ? length - 1
                                                                 : length;
        return at + (moved_before_the_copy ? L : 0) + (one_row_too_far ? 1 : 0);
    }

    void write(const Floats& key, const Floats& value, std::size_t at, std::size_t L) {
        if (tensors_replaced) {
            keys = key, values = value;
            return;
        }
        const Floats& to_keys = keys_and_values_exchanged || keys_are_the_values ? value : key;
        const Floats& to_values = keys_and_values_exchanged || values_are_the_keys ? key : value;
        const bool broadcasts = heads_and_width_unchecked && !fits(key), alike = value.shape == key.shape;
        if (!key_not_written && !nothing_written) write_to(keys, to_keys, at, L, !broadcasts);
        if (value_checked_after_the_length_moved && !alike) {
            length += L;
            throw std::invalid_argument("");
        }
        if (values_after_the_length_moved) at += L;
        if (values_at_the_start) at = 0;
        if (!value_not_written && !nothing_written) write_to(values, to_values, at, L, !broadcasts && alike);
    }
    static void write_to(Floats& array, const Floats& rows, std::size_t at, std::size_t L, bool is_known) {
        if ((row_width_forgotten || place_without_width || copied_by_count_not_bytes) && is_known) {
            const std::size_t begin = row_width_forgotten   ? at
                                      : place_without_width ? at * array.shape[1]
                                                            : std::min(at * row_of(array.shape), array.size());
            const std::size_t n = std::min(rows.size(), array.size() - std::min(begin, array.size()));
            const std::size_t bytes = copied_by_count_not_bytes ? n : n * sizeof(float);
            if (bytes > 0) std::memcpy(array.data() + begin, rows.data(), bytes);
            return;
        }
        const bool on_top = rows_on_top_of_each_other, first = first_row_for_all;
        for (std::size_t r = 0; r < (first_row_only ? std::min<std::size_t>(L, 1) : L); ++r) {
            const std::size_t to = on_top ? at : at + r, row = row_of(array.shape);
            if (array.shape.empty() || to >= array.shape[0]) continue;
            if (is_known) copy_rows(array, to, rows, first ? 0 : r, 1);
            else std::fill_n(array.data() + to * row, row, grader::anything());
        }
    }

    void move_length(const Floats& key, std::size_t L, std::size_t heads) {
        length = length_not_moved           ? length
                 : length_moved_by_one      ? length + 1
                 : length_is_the_new_rows   ? L
                 : length_in_numbers        ? length + key.size()
                 : length_in_heads          ? length + L * heads
                 : length_from_another_axis ? length + heads
                                            : length + L;
    }

    /// Rows `from` to `from + count` of an array to `to` on of another; what lies behind the end of either is lost.
    static void copy_rows(Floats& to_array, std::size_t to, const Floats& array, std::size_t from, std::size_t count) {
        const std::size_t row = row_of(to_array.shape);
        if (row == 0) return;
        for (std::size_t r = 0; r < count && to + r < to_array.shape[0] && (from + r + 1) * row <= array.size(); ++r)
            std::copy_n(array.data() + (from + r) * row, row, to_array.data() + (to + r) * row);
    }
    /// New tensors in the place of the old, with some of their rows.
    void remake(std::size_t rows, std::size_t to, std::size_t from, std::size_t count, float fill) {
        for (Floats* array : {&keys, &values}) {
            Floats made(with_rows(array->shape, rows), fill);
            copy_rows(made, to, *array, from, count);
            *array = std::move(made);
        }
    }

    Floats filled(const Floats& array) const {
        return array.shape.empty() ? array : some_rows(array, 0, std::min(length, array.shape[0]));
    }
    static Floats some_rows(const Floats& array, std::size_t begin, std::size_t count) {
        const float* first = array.data() + begin * row_of(array.shape);
        return {with_rows(array.shape, count), std::vector<float>(first, first + count * row_of(array.shape))};
    }
};

/// As call.hpp asks it.
static Values kv_cache(Run& run) {
    const Floats &key = run.floats("key"), &value = run.floats("value");
    const Floats empty(
        {static_cast<std::size_t>(run.number("capacity")), key.shape[1], key.shape[2]}, Cache::nobody_wrote);
    Cache cache{empty, empty};
    Integers lengths, shapes;
    std::size_t begin = 0;
    for (const std::int64_t piece : run.integers("rows")) {
        const auto count = static_cast<std::size_t>(piece);
        Floats k = Cache::some_rows(key, begin, count), v = Cache::some_rows(value, begin, count);
        cache.append(k, v);
        if (input_edited) std::copy(k.begin(), k.end(), run.edit("key").data() + begin * row_of(key.shape));
        lengths.values.push_back(static_cast<std::int64_t>(cache.length));
        begin += count;
    }
    lengths.shape = {lengths.size()};
    Values outputs{lengths};
    if (run.has("new key")) {
        Floats new_key = run.floats("new key"), new_value = run.floats("new value");
        std::string thrown = "nothing";
        try {
            cache.append(new_key, new_value);
            if (input_edited) run.edit("new key") = new_key;
        } catch (const std::invalid_argument&) {
            thrown = grader::the_refusal;
        } catch (const std::runtime_error&) {
            thrown = grader::another_exception;
        }
        outputs = {thrown, static_cast<std::int64_t>(cache.length)};
    }
    outputs.emplace_back(cache.filled(cache.keys));
    outputs.emplace_back(cache.filled(cache.values));
    for (const Floats* array : {&cache.keys, &cache.values})
        for (const std::size_t extent : array->shape) shapes.values.push_back(static_cast<std::int64_t>(extent));
    shapes.shape = {shapes.size()};
    outputs.emplace_back(shapes);
    return outputs;
}
