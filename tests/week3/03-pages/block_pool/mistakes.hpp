#pragma once
// What people get wrong in block_pool, and the pool that gets it wrong.
#include <algorithm>
#include <deque>
#include <optional>

#include "grader/plain.hpp"

using grader::Run, grader::Values;

MISTAKE(all_blocks_are_block_0,
    "The queue of a new pool holds block 0 again and again: a vector or deque of n numbers begins with n zeros. Fill it with 0, 1, 2 …, for example with std::iota.",
    "新池的队列里全是 0 号块：含 n 个数的 vector 或 deque 一开始就是 n 个 0。请依次填入 0、1、2……，例如用 std::iota。");
MISTAKE(begins_at_the_last_block, "A new pool gives its last block first. Blocks are first taken as 0, 1, 2 …",
    "新的池先给出最后一块。一开始应依次给出 0、1、2……");
MISTAKE(block_0_is_nothing,
    "take gives nothing where the block is number 0, as if 0 meant none. Block 0 is a block like any other: return it.",
    "轮到第 0 块时，take 什么也没给，好像 0 表示没有。第 0 块和别的块一样：应当返回它。");
MISTAKE(block_0_refused, "Block 0 is refused, as if 0 meant none. It is a block like any other.",
    "拒绝了 0 号块，好像 0 就是没有。它和别的块一样。");
MISTAKE(changed_before_release_is_refused,
    "release refuses a free block, but by then its references are 0 - 1, a huge number: release counts down first and checks afterwards. Check first.",
    "release 拒绝了空着的块，可这时它的引用数已经成了 0 − 1，一个巨大的数：先减了计数，后检查。应先检查。");
MISTAKE(changed_before_release_is_refused_and_counted_on,
    "release refuses a free block, but by then its references are 0 - 1, a huge number, and the take that gives it makes 0 of that: release counts down first and checks afterwards. Check first.",
    "release 拒绝了空着的块，可这时它的引用数已经成了 0 − 1，一个巨大的数，等 take 取走它时加一，又成了 0：先减了计数，后检查。应先检查。");
MISTAKE(changed_before_share_is_refused,
    "share refuses a free block, but by then the block has a reference: share counts first and checks afterwards. Check first.",
    "share 拒绝了空着的块，可这时它已经多了一处引用：先加了计数，后检查。应先检查。");
MISTAKE(
    first_block_lost, "Block 0 is never taken. It is a block like any other.", "0 号块永远取不到。它和别的块一样。");
MISTAKE(free_at_every_release,
    "A block is put among the free ones at each release, also while others still use it. It is free when no reference is left.",
    "每次 release 都把块放进了空块里，哪怕还有别人在用。引用数到 0 时才算空出来。");
MISTAKE(free_at_every_release_and_counted_on,
    "A block is put among the free ones at each release, also while others still use it, and take then adds its reference to theirs. It is free when no reference is left.",
    "每次 release 都把块放进了空块里，哪怕还有别人在用；再取走时，take 又在他们的引用上加一。引用数到 0 时才算空出来。");
MISTAKE(free_at_one_reference,
    "A block is put among the free ones already when one reference is left: somebody still uses it. It should be free at none.",
    "引用数还剩 1 时就当作空块了：还有人在用它。引用数到 0 才算空出来。");
MISTAKE(free_block_put_back_twice,
    "Releasing a free block puts it among the free ones once more, so that two get the same block later. It should be refused: std::invalid_argument.",
    "归还空着的块时，又把它放进了空块里一次，以后就会有两处拿到同一个块。应当拒绝：抛出 std::invalid_argument。");
MISTAKE(free_block_put_back_twice_and_counted_on,
    "Releasing a free block puts it among the free ones once more: two get the same block later, and its references count both. It should be refused: std::invalid_argument.",
    "归还空着的块时，又把它放进了空块里一次，以后就会有两处拿到同一个块，引用数把两处都算上。应当拒绝：抛出 std::invalid_argument。");
MISTAKE(free_block_release_ignored,
    "Releasing a free block does nothing. But such a release means that somebody has counted wrongly, so refuse it: std::invalid_argument.",
    "归还空着的块时什么也没做。这说明调用者数错了，应当拒绝：抛出 std::invalid_argument。");
MISTAKE(free_block_share_ignored,
    "Sharing a free block does nothing. But the caller believes that he holds it now, so refuse it: std::invalid_argument.",
    "共用空着的块时什么也没做，调用者却以为自己拿到了。应当拒绝：抛出 std::invalid_argument。");
MISTAKE(free_block_shared,
    "A free block can be shared: it gets a reference and stays among the free ones, so that a later take gives it to another. It should be refused: std::invalid_argument.",
    "空着的块也能共用：它有了引用，却还在空块里，以后 take 又会把它给别人。应当拒绝：抛出 std::invalid_argument。");
MISTAKE(free_block_shared_and_counted_on,
    "A free block can be shared: it gets a reference and stays among the free ones, so that a later take gives it to another and adds a second one. It should be refused: std::invalid_argument.",
    "空着的块也能共用：它有了引用，却还在空块里，以后 take 又会把它给别人，引用再加一。应当拒绝：抛出 std::invalid_argument。");
MISTAKE(free_block_taken_by_share,
    "Sharing a free block takes it, as vLLM's touch does. In this pool only take gives free blocks: std::invalid_argument.",
    "共用空着的块时把它取走了，vLLM 的 touch 正是这样。但在这里，空块只能由 take 给出：应抛出 std::invalid_argument。");
MISTAKE(freed_before_fresh,
    "Blocks that became free again are taken before those that nobody has taken yet. These have been free for longer.",
    "又空出来的块排到了从没用过的块前面。没用过的块空得更久，应先取。");
MISTAKE(free_only_at_one_reference,
    "A block becomes free when one reference is left, and not when the last one goes. Count down first, and compare what is left with 0.",
    "引用数还剩 1 时就放进了空块，最后一处引用去掉时反而没有。应先减，再把剩下的数与 0 比较。");
MISTAKE(freed_while_shared,
    "release takes all references of a block at once: the others who share it lose it. It should take one reference away.",
    "release 一次就把块的引用全去掉了，共用它的其他人就失去了这个块。每次应只去掉一处引用。");
MISTAKE(last_free_block_kept,
    "The last free block is never taken: take gives nothing where one is left. Only an empty queue has none.",
    "最后一个空块永远取不到：还剩一个时，take 就什么也不给了。队列空了才是没有。");
MISTAKE(last_freed_first,
    "What became free last is taken first: the free blocks are a stack. They should be a queue: put in at the end, taken from the front.",
    "最后空出来的最先取：空块成了栈。它应是队列：从后面放进去，从前面取出来。");
MISTAKE(last_reference_kept, "A block becomes free, but references still says 1: the last reference is not taken away.",
    "块空出来了，references 里却还是 1：最后一处引用没有去掉。");
MISTAKE(lowest_first,
    "The free block with the lowest number is taken. Take the one that has been free for the longest time.",
    "取的是号码最小的空块。应取空得最久的那一块。");
MISTAKE(narrowed_number,
    "Numbers of blocks are cut to 32 bits, so that very large ones are taken for others. Leave them std::size_t.",
    "块的号码被截成了 32 位，非常大的号码就成了别的块。应一直用 std::size_t。");
MISTAKE(never_free_again,
    "A block without references doesn't become free again: nothing puts it at the end of the queue.",
    "没有引用的块没有再空出来：没有把它放回空块的队尾。");
MISTAKE(no_blocks_refused, "A pool of 0 blocks is refused. It is allowed: take gives nothing.",
    "拒绝了 0 个块的池。这是允许的：take 什么也不给。");
MISTAKE(no_reference_when_taken, "A block that is taken has no reference: references[block] becomes 1.",
    "取走的块没有引用：references[block] 应变成 1。");
MISTAKE(none_free_gives_block_0, "Where none is free, take gives block 0. Return std::nullopt.",
    "没有空块时，take 给出了 0 号块。应返回 std::nullopt。");
MISTAKE(none_free_gives_the_largest_number,
    "Where none is free, take gives the largest number there is, -1 without a sign. Return std::nullopt.",
    "没有空块时，take 给出的是最大的数，也就是无符号的 −1。应返回 std::nullopt。");
MISTAKE(none_free_gives_the_size,
    "Where none is free, take gives the number of blocks, like a search that has reached the end. Return std::nullopt.",
    "没有空块时，take 给出的是块的总数，就像查找落空时返回的终点。应返回 std::nullopt。");
MISTAKE(none_free_refused,
    "Where none is free, take throws std::invalid_argument. That is no mistake of the caller: return std::nullopt.",
    "没有空块时，take 抛出了 std::invalid_argument。这不是调用者的错：应返回 std::nullopt。");
MISTAKE(none_free_throws,
    "Where none is free, take throws. That happens in any server, and the caller is ready for it: return std::nullopt.",
    "没有空块时，take 抛出了异常。服务器里这是常事，由调用者来判断：应返回 std::nullopt。");
MISTAKE(one_past_the_end_accepted,
    "The block after the last one is accepted. Blocks are 0 to n - 1: refuse what is >= n.",
    "接受了最后一块后面的号码。块的号码是 0 到 n − 1：大于等于 n 的都要拒绝。");
MISTAKE(outside_accepted,
    "Blocks that are not in the pool are not refused: nothing is done, or memory that isn't the pool's is read and written. Compare with the size, and throw.",
    "没有拒绝池里没有的块：什么也没做，或者读写了不属于自己的内存。要与池的大小比较，并抛出异常。");
MISTAKE(outside_another_exception,
    "Blocks that are not in the pool throw another exception, such as at()'s std::out_of_range. The contract names std::invalid_argument.",
    "池里没有的块抛出的是别的异常，例如 at() 的 std::out_of_range。契约写明的是 std::invalid_argument。");
MISTAKE(references_are_a_flag,
    "share makes references 2, however many there are: the third user is not counted. It should add one.",
    "不管已经有几处引用，share 都把它设成 2：第三个使用者没有算上。应加一。");
MISTAKE(references_only_reserved,
    "references stays empty, perhaps because reserve() only makes room. Make it hold a 0 for each block: references(blocks), or resize.",
    "references 一直是空的，也许是因为 reserve() 只留出空间。应让它给每个块存一个 0：用 references(blocks) 或 resize。");
MISTAKE(references_in_braces,
    "references has a single number: in braces, std::vector<std::size_t>{n} is a vector that holds n. In parentheses it has n numbers.",
    "references 里只有一个数：用花括号写的 std::vector<std::size_t>{n} 是只含 n 的 vector。用圆括号才是 n 个数。");
MISTAKE(references_on_demand,
    "references grows as blocks are taken. It should have a number for each block from the start, 0 for free ones.",
    "references 是随着取用才变长的。一开始就应给每个块一个数，空着的是 0。");
MISTAKE(references_start_at_one, "The references of a new pool are 1. Nobody uses its blocks: they are 0.",
    "新池的 references 都是 1。还没有人用这些块，应是 0。");
MISTAKE(release_another_exception,
    "release refuses free blocks, but with another exception than share: throw std::invalid_argument.",
    "release 拒绝空着的块时，抛出的异常与 share 不同：应抛出 std::invalid_argument。");
MISTAKE(release_does_nothing,
    "release changes nothing: it should take one reference away, and at none the block is free.",
    "release 什么也没改：应去掉一处引用，引用数到 0 时块就空出来。");
MISTAKE(references_below_zero,
    "Releasing a free block makes its references 0 - 1, and that's a huge number: they are unsigned. It should be refused: std::invalid_argument.",
    "归还空着的块，引用数成了 0 − 1，而无符号数会变成一个巨大的数。应当拒绝：抛出 std::invalid_argument。");
MISTAKE(scanned_round,
    "The search for a free block goes on from where the last one ended, round and round. Take the one that became free first.",
    "从上次停下的地方往后绕圈找空块。应按空出来的先后来取。");
MISTAKE(share_of_an_outside_block_ignored,
    "share does nothing for a block that isn't in the pool. Throw std::invalid_argument: somebody has counted wrongly.",
    "share 遇到池里没有的块，什么也不做。应抛出 std::invalid_argument：调用者一定是数错了。");
MISTAKE(share_not_counted, "share adds no reference, so the block is free at the first release.",
    "share 没有增加引用，第一次 release 后块就空出来了。");
MISTAKE(still_free_when_taken, "take looks at the first free block but leaves it there: the next take gives it again.",
    "take 看了最前面的空块，却没有把它拿走：下一次 take 又给出同一块。");
MISTAKE(taken_from_the_back,
    "Blocks are put at the back and taken from the back, so the free ones are a stack: a new pool gives its last block first, and later what became free last. They should be a queue: take from the front.",
    "从后面放进去，也从后面取出来，空块就成了栈：新的池先给出最后一块，之后先给出最后空出来的。它应是队列：要从前面取。");
MISTAKE(wrong_exception,
    "Free blocks are refused, but not with std::invalid_argument, which the contract names and callers catch.",
    "空着的块拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");

struct Pool {
    std::vector<std::size_t> references;
    std::deque<std::size_t> free_blocks;
    std::vector<bool> was_taken;
    std::size_t next = 0;  // where a search that goes round begins

    explicit Pool(std::size_t blocks)
        : references(references_on_demand || references_only_reserved ? 0
                     : references_in_braces                           ? 1
                                                                      : blocks,
              references_in_braces      ? blocks
              : references_start_at_one ? 1
                                        : 0),
          was_taken(blocks) {
        if (no_blocks_refused && blocks == 0) throw std::invalid_argument("");
        for (std::size_t block = first_block_lost ? 1 : 0; block < blocks; ++block) {
            if (begins_at_the_last_block) free_blocks.push_front(block);
            else free_blocks.push_back(all_blocks_are_block_0 ? 0 : block);
        }
    }

    std::optional<std::size_t> take() {
        if (free_blocks.empty() || (last_free_block_kept && free_blocks.size() == 1)) {
            if (none_free_refused) throw std::invalid_argument("");
            if (none_free_throws) throw std::runtime_error("");
            if (none_free_gives_block_0) return 0;
            if (none_free_gives_the_largest_number) return std::numeric_limits<std::size_t>::max();
            if (none_free_gives_the_size) return was_taken.size();
            return std::nullopt;
        }
        const auto place = chosen();
        const std::size_t block = *place;
        if (!still_free_when_taken) free_blocks.erase(place);
        if (references_on_demand && block >= references.size()) references.resize(block + 1);
        const bool counts_on = free_at_every_release_and_counted_on || free_block_shared_and_counted_on ||
                               changed_before_release_is_refused_and_counted_on ||
                               free_block_put_back_twice_and_counted_on;
        if (!no_reference_when_taken && block < references.size())
            references[block] = counts_on ? references[block] + 1 : 1;
        was_taken[block] = true;
        next = block + 1;
        if (block_0_is_nothing && block == 0) return std::nullopt;
        return block;
    }
    std::deque<std::size_t>::iterator chosen() {
        const auto begin = free_blocks.begin(), end = free_blocks.end();
        if (taken_from_the_back) return end - 1;
        if (lowest_first) return std::min_element(begin, end);
        if (freed_before_fresh) {
            const auto freed = std::find_if(begin, end, [&](std::size_t block) { return was_taken[block]; });
            return freed == end ? begin : freed;
        }
        if (scanned_round) {
            const std::size_t blocks = was_taken.size();
            const auto steps = [&](std::size_t block) { return (block + blocks - next % blocks) % blocks; };
            return std::min_element(begin, end, [&](std::size_t a, std::size_t b) { return steps(a) < steps(b); });
        }
        return begin;
    }

    /// Whether there is such a block; refuses one that there is not.
    bool is_inside(std::size_t& block) const {
        if (narrowed_number) block = static_cast<std::uint32_t>(block);
        if (block_0_refused && block == 0) throw std::invalid_argument("");
        if (block < references.size()) return true;
        if (outside_accepted || (one_past_the_end_accepted && block == references.size())) return false;
        if (outside_another_exception) throw std::runtime_error("");
        throw std::invalid_argument("");
    }
    [[noreturn]] static void refuse_free() {
        if (wrong_exception) throw std::runtime_error("");
        throw std::invalid_argument("");
    }

    void share(std::size_t block) {
        if (share_of_an_outside_block_ignored && block >= references.size()) return;
        if (!is_inside(block)) return;
        const bool is_free = references[block] == 0;
        if (is_free && free_block_share_ignored) return;
        if (is_free && free_block_taken_by_share) {
            const auto place = std::find(free_blocks.begin(), free_blocks.end(), block);
            if (place != free_blocks.end()) free_blocks.erase(place);
        } else if (is_free && !free_block_shared && !free_block_shared_and_counted_on) {
            if (changed_before_share_is_refused) ++references[block];
            refuse_free();
        }
        if (!share_not_counted) references[block] = references_are_a_flag ? 2 : references[block] + 1;
    }

    void release(std::size_t block) {
        if (!is_inside(block)) return;
        if (references[block] == 0) {
            if (free_block_release_ignored) return;
            if (free_block_put_back_twice || free_block_put_back_twice_and_counted_on) return put_back(block);
            if (references_below_zero || changed_before_release_is_refused ||
                changed_before_release_is_refused_and_counted_on)
                --references[block];
            if (references_below_zero) return;
            if (release_another_exception) throw std::runtime_error("");
            refuse_free();
        }
        if (release_does_nothing) return;
        std::size_t& left = references[block];
        const bool is_last = left == 1;
        left = freed_while_shared ? 0 : last_reference_kept && is_last ? 1 : left - 1;
        const bool always = free_at_every_release || free_at_every_release_and_counted_on;
        const bool is_free = always                       ? true
                             : free_at_one_reference      ? left <= 1
                             : free_only_at_one_reference ? left == 1
                                                          : is_last || freed_while_shared;
        if (is_free && !never_free_again) put_back(block);
    }
    void put_back(std::size_t block) {
        if (last_freed_first) free_blocks.push_front(block);
        else free_blocks.push_back(block);
    }
};

/// As call.hpp asks it.
static Values block_pool(Run& run) {
    const auto blocks = static_cast<std::size_t>(run.number("blocks"));
    Pool pool(blocks);
    const auto state = [&] {
        std::string text;
        for (const std::size_t number : pool.references) text += (text.empty() ? "" : ", ") + std::to_string(number);
        return blocks > 8 ? "" : ", references {" + text + "}";
    };
    Values events{"BlockPool(" + std::to_string(blocks) + ")" + state()};
    for (const grader::Value& value : std::get<Values>(run.call["steps"].is)) {
        const auto& step = std::get<std::string>(value.is);
        const auto block = [&] { return std::stoull(step.substr(step.find('(') + 1)); };
        std::string happened = step;
        try {
            if (step == "take()") {
                const auto taken = pool.take();
                happened += " = " + (taken ? std::to_string(*taken) : "nothing");
            } else if (step.starts_with("share")) pool.share(block());
            else pool.release(block());
        } catch (const std::invalid_argument&) {
            happened += std::string(" throws ") + grader::the_refusal;
        } catch (const std::runtime_error&) {
            happened += std::string(" throws ") + grader::another_exception;
        }
        events.emplace_back(happened + state());
    }
    const Values references(pool.references.begin(), pool.references.end());
    return {events, references};
}
