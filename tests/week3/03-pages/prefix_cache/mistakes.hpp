#pragma once
// What people get wrong in prefix_cache, and the cache that gets it wrong.
#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <optional>

#include "grader/plain.hpp"
#include "tests/week3/03-pages/prefix_cache/script.hpp"

using grader::Run, grader::Values;

MISTAKE(all_evicted_at_once,
    "evict forgets all the pages that it may. It should forget only the page touched longest ago: a caller that needs more calls it again.",
    "evict 把能忘的页一次全忘掉了。它只忘一页，也就是最久没有碰过的那一页；还要更多时，调用者会再调用。");
MISTAKE(all_pages_of_a_hash_dropped,
    "When evict forgets a page, other pages with the same hash are not found any more, though they are still held: by_hash.erase(hash) removes all entries of that key. Erase the one entry, by its iterator.",
    "evict 忘掉一页时，哈希相同的别的页也找不到了，引用却还占着：by_hash.erase(hash) 会删掉这个键的所有项。请用迭代器只删那一项。");
MISTAKE(a_page_left_to_compute,
    "match leaves a whole page to compute, n / page - 1 at most. One token is enough: at most (n - 1) / page pages.",
    "match 留了整整一页去算，最多只找 n / page - 1 页。留一个 token 就够了：最多 (n - 1) / page 页。");
MISTAKE(children_never_forgotten,
    "A page whose followers are all forgotten is still taken for a parent, and is never forgotten itself. When evict forgets a page, its parent has one follower less.",
    "后面的页都忘掉了，这一页却还被当作别人的前一页，永远忘不掉。evict 忘掉一页时，它的前一页就少了一个后继。");
MISTAKE(destructor_frees_all,
    "The destructor releases pages until they are free, also the references that texts still have. It should release one for each known page, the cache's own.",
    "析构函数把页一直归还到空，连文字还在用的引用也归还了。每个记住的页应只归还一处，也就是缓存自己的那一处。");
MISTAKE(destructor_only_evicts,
    "The destructor releases only what evict would forget: pages that a text still uses, and their parents, keep the cache's reference. Release one for each known page, also for those.",
    "析构函数只归还了 evict 能忘掉的页：文字还在用的页和它们前面的页，缓存的引用还留着。不管还有谁在用，每个记住的页都要归还一处引用。");
MISTAKE(destructor_releases_nothing,
    "The cache ends and its references stay: nobody can take these pages any more. The destructor releases one for each known page.",
    "缓存结束了，它的引用还在，这些页谁也取不到了。析构函数要为每个记住的页归还一处引用。");
MISTAKE(evict_always_says_true,
    "evict returns true even if there is nothing to forget. A loop that calls it until a page is free never ends.",
    "没有可以忘的页时，evict 也返回 true：循环调用它、直到有空页为止的代码，就停不下来了。");
MISTAKE(evict_always_says_false, "evict has forgotten a page, and returns false. That says that there was none.",
    "evict 忘掉了一页，却返回 false。false 的意思是没有可以忘的页。");
MISTAKE(evicted_hash_left_behind,
    "evict takes the page out of one map and leaves its number in the other, the one by hash: the next search that finds this number looks for a page that is gone, and known.at(number) throws. Erase it in both.",
    "evict 只从一个表里删掉了这一页，按哈希查的那个表里还留着页号：下次查到那里，要的是一个已经不认识的页，known.at(number) 就抛出异常。两个表里都要删。");
MISTAKE(evicted_page_not_released,
    "evict forgets a page, but keeps the reference: the page is never free. Release it to the pool.",
    "evict 忘掉了一页，却没有归还引用，这一页永远空不出来。要把它还给池。");
MISTAKE(evicted_page_still_found,
    "match still finds a page that evict has forgotten: it is left in one of the maps, the one by hash perhaps. By then somebody else may have written to it.",
    "evict 忘掉的页，match 还找得到：它还留在某个表里，也许是按哈希查的那个。这时别人可能已经往里写了别的内容。");
FAMILY(ids_cut_to_bits,
    "Ids are compared in {} bits, and so two different ones may be equal. A TokenId has 64: keep and compare Ids as they are.",
    "id 只比较了 {} 位，不同的 id 就可能相等。TokenId 有 64 位：Ids 请原样保存、原样比较。", 8, 16, 32);
MISTAKE(first_pages_have_page_0_as_parent,
    "A text's first page has the parent 0, but 0 is also the number of a page. So what follows page 0 is taken for the beginning of a text, or page 0 for a parent. Use std::optional, or a number that no page has.",
    "一段文字的第一页，它的前一页记成了 0，可是 0 也是一个页号。于是接在第 0 页后面的页被当成了文字的开头，或者第 0 页总被当成别人的前一页。请用 std::optional，或者用不可能是页号的数。");
MISTAKE(first_pages_compared_as_after_page_0,
    "When parents are compared, none counts as page 0: value_or(0). With equal hashes, what follows page 0 is taken for the beginning of a text. Compare the optionals themselves.",
    "比较前一页时，“没有前一页”被当成了第 0 页，例如写成 value_or(0)。哈希相同时，接在第 0 页后面的页就被当成了文字的开头。请直接比较两个 optional。");
MISTAKE(first_pages_mixed_with_those_after_page_0,
    "To have no parent is kept as parent 0, and 0 is also the number of a page: what follows page 0 is found at the beginning of a text, and the other way round. Use std::optional, or a number that no page has.",
    "没有前一页记成了前一页是 0，可是 0 也是一个页号：接在第 0 页后面的页，在一段文字的开头也会被找到，反过来也一样。请用 std::optional，或者用不可能是页号的数。");
MISTAKE(hash_believed,
    "Pages with equal hashes are taken for the same page. Equal hashes prove nothing: compare the ids, and the parent page, too.",
    "哈希相同就当成了同一页。哈希相同什么也证明不了：还要比较 id 和前一页。");
MISTAKE(hash_believed_by_insert,
    "insert takes a page for known as soon as its hash is. Then a page with the same hash and other ids is not remembered. Look it up as match does: compare the ids and the parent page.",
    "insert 只看哈希是不是已经有了，有就当作这一页记住了；哈希相同、id 不同的页于是没有记下来。请和 match 一样查：比较 id 和前一页。");
MISTAKE(hash_of_the_page_alone,
    "A page is looked for by its own ids only, whatever comes before it. What is in a page depends on all ids before it, so the parent page has to be the same, too.",
    "只按这一页自己的 id 去找，不管它前面是什么。页里的内容取决于前面所有的 id，所以前一页也必须相同。");
MISTAKE(ids_not_compared,
    "The hash and the parent page are compared, but not the ids. Two pages after the same one may have the same hash: compare the ids, too.",
    "比较了哈希和前一页，没有比较 id。接在同一页后面的两页，哈希也可能相同：id 也要比较。");
MISTAKE(insert_adds_no_reference,
    "insert adds no reference: when the text ends, its pages are free, and the cache still gives them away. Share each page that is remembered.",
    "insert 没有增加引用：文字一结束，它的页就空了，缓存却还会把它们给出去。每记住一页都要 share 一次。");
MISTAKE(insert_releases_the_texts_own_page,
    "Where the cache knows another page already, insert releases the text's own. That reference is the caller's, who releases it when the text ends: leave it alone.",
    "缓存已经记住了另一页时，insert 把文字自己的那一页归还了。那处引用是调用者的，文字结束时由他归还：不要动它。");
MISTAKE(insert_shares_known_pages_again,
    "insert adds a reference for pages that it knows already, too, and nobody ever releases it. The cache has one for each known page.",
    "已经记住的页，insert 又增加了一处引用，而且永远不会归还。每个记住的页，缓存只有一处引用。");
MISTAKE(insert_touches_the_last_page_alone,
    "insert touches only the last page of the text. It should touch all whole pages of it.",
    "insert 只碰了文字的最后一页。文字的每一个整页它都要碰。");
MISTAKE(insert_touches_new_pages_alone,
    "insert touches only the pages that are new to it. It should touch all whole pages of the text, those that it knows already, too.",
    "insert 只碰了新记住的页。文字的所有整页它都要碰，早已记住的也算。");
MISTAKE(known_ids_get_the_new_page,
    "Ids that are known already are moved to the page that insert brings: the old one is forgotten. Texts use the old one; it stays.",
    "已经记住的 id 被换到了 insert 带来的新页上，原来的页忘掉了。别的文字正在用原来的页，应当保留它。");
MISTAKE(known_ids_remembered_twice,
    "Where ids are known already, insert adds a reference to the page that it brings, too, and perhaps remembers it. The old page stays the only one, and of the new one nothing is kept.",
    "id 早已记住时，insert 还是给带来的那一页加了引用，也许又用它记了一遍。应只保留原来的页，新的那一页什么也不记。");
MISTAKE(last_capped_page_shared_too,
    "Where all ids are known, match adds a reference to the last page, too, and then leaves it out of what it returns: nobody releases it. Stop before that page.",
    "所有 id 都认识时，match 给最后一页也加了引用，返回时又把它去掉了，于是没有人归还它。应在这一页之前就停。");
MISTAKE(last_page_alone_shared,
    "match adds a reference only to the last page that it returns. Each of them needs one: the text releases them all.",
    "match 只给它返回的最后一页加了引用。每一页都要加：文字结束时会全部归还。");
MISTAKE(last_whole_page_not_remembered,
    "insert leaves a token over, as match does: of a text that just fills its pages, the last page is not remembered. insert takes n / page pages.",
    "insert 像 match 那样也留了一个 token：文字刚好填满时，最后一页没有记住。insert 要记 n / page 页。");
MISTAKE(later_page_of_a_hash_replaces,
    "There is room for one page for each hash, and a later page takes the place of an earlier one, which is still held but never found again. Keep several: std::unordered_multimap.",
    "每个哈希只有一个位置，后来的页把先前的挤掉了：先前的页还占着引用，却再也找不到。应能放好几页：std::unordered_multimap。");
MISTAKE(later_page_of_a_hash_not_found,
    "There is room for one page for each hash, and only the first one is found: a later page is held, but never found. Keep several: std::unordered_multimap.",
    "每个哈希只有一个位置，只找得到最先的那一页：后来的页占着引用，却永远找不到。应能放好几页：std::unordered_multimap。");
MISTAKE(least_often_touched_evicted,
    "evict forgets the page that was touched least often. It should forget the one that was touched longest ago, however often that was.",
    "evict 忘掉的是碰得次数最少的页。应忘掉最久没有碰过的页，不管碰过多少次。");
MISTAKE(lowest_number_evicted,
    "evict forgets the page with the lowest number. It should forget the one that was touched longest ago.",
    "evict 忘掉的是页号最小的页。应忘掉最久没有碰过的页。");
MISTAKE(match_adds_no_reference,
    "match adds no reference to the pages that it returns: they may be given to somebody else while the text reads them. Share each.",
    "match 没有给它返回的页加引用：文字还在读，页就可能给了别人。每一页都要 share。");
MISTAKE(match_goes_on_after_a_gap,
    "match goes on after a page that is not known, and takes what follows for the beginning of another text. It should end there.",
    "遇到不认识的页之后，match 还在继续，把后面的内容当成了另一段文字的开头。到那里就该结束。");
MISTAKE(match_touches_the_last_page_alone,
    "match touches only the last page that it returns. It should touch all of them.",
    "match 只碰了它返回的最后一页。它返回的每一页都要碰。");
MISTAKE(match_touches_nothing,
    "match does not touch the pages that it finds, so that what is used all the time may be forgotten first.",
    "match 没有碰它找到的页，一直有人用的页反而可能最先被忘掉。");
MISTAKE(newest_evicted,
    "evict forgets the page that was touched last. It should forget the one that was touched longest ago.",
    "evict 忘掉的是最近碰过的页。应忘掉最久没有碰过的页。");
MISTAKE(no_ids_refused,
    "An empty text is refused. It matches nothing, and there is nothing to remember: that is no mistake.",
    "空的文字被拒绝了。它什么也找不到，也没有什么要记，但这不算错。");
MISTAKE(no_ids_wrap_around,
    "Without ids, match looks for (n - 1) / page pages: n is unsigned, and 0 - 1 is the largest number there is. So it reads whatever comes after the ids in memory. Check first whether there are any ids, or compare without subtracting.",
    "没有 id 时，要找的页数成了 (n - 1) / page：n 是无符号数，0 - 1 就是最大的数。于是读到了内存里 id 之后的东西。请先看有没有 id，或者比较时不要做减法。");
MISTAKE(only_the_oldest_looked_at,
    "evict looks only at the page that was touched longest ago, and gives up where that one is in use or a parent. Look for the oldest among those that may be forgotten.",
    "evict 只看了最久没有碰过的那一页，它有人用、或者是别人的前一页时就放弃了。应在可以忘的页里找最久没有碰过的。");
MISTAKE(own_reference_forgotten,
    "evict looks for pages without any reference, but each known page has one, the cache's own. Nobody else uses it where there is just this one.",
    "evict 找的是没有引用的页，可是每个记住的页都有一处引用，就是缓存自己的。只有这一处时，就是没有别人在用。");
MISTAKE(page_of_no_tokens_accepted, "A page of 0 tokens is accepted. Throw std::invalid_argument in the constructor.",
    "接受了每页 0 个 token。应在构造函数里抛出 std::invalid_argument。");
MISTAKE(page_that_is_not_full_remembered,
    "The last page of a text is remembered although it is not full: the text will go on in it. Only whole pages, n / page.",
    "文字的最后一页没有填满也记住了：文字还会接着往里写。只记整页，共 n / page 页。");
MISTAKE(pages_for_the_rest_asked_for,
    "insert refuses a text whose last page is not full and not given. Only whole pages count: n / page, rounded down.",
    "文字的最后一页没有填满、也没有给出时，insert 拒绝了。只算整页：n / page，向下取整。");
MISTAKE(pages_in_use_evicted,
    "evict forgets pages that somebody else still uses. Only pages with a single reference, the cache's own, may be forgotten.",
    "evict 忘掉了别人还在用的页。只有一处引用（缓存自己的）的页才能忘。");
MISTAKE(pages_left_over_refused,
    "insert refuses more pages than n / page. A text has a last page that is not full, and pages that are reserved: look only at the first n / page.",
    "insert 拒绝了多于 n / page 的页。文字有没填满的最后一页，还有预留的页：只看前 n / page 页就好。");
MISTAKE(parent_not_compared,
    "The ids are compared, but not the parent page. With equal hashes, a page may be found that follows another beginning, and its keys and values are wrong for this one.",
    "比较了 id，却没有比较前一页。哈希相同时，可能找到接在另一个开头后面的页，它的 key 和 value 对这段文字是错的。");
MISTAKE(parent_taken_from_the_caller,
    "Where ids are known under another page, the next page is remembered as one after the caller's page, and match never gets there. Its parent is the known page.",
    "id 已经用别的页号记住时，下一页却记成了接在调用者的页后面，match 永远走不到那里。它的前一页应是记住的那一页。");
MISTAKE(parents_evicted,
    "evict forgets pages that others follow: these can't be found any more, but stay held. Forget only pages that are no known page's parent.",
    "evict 忘掉了后面还有别的页的页：后面的页再也找不到，却还占着。只能忘掉不是别人前一页的页。");
MISTAKE(parents_hash_compared,
    "The ids and the parent's hash are compared, but not the parent page itself. Two parents may have the same hash: compare their page numbers.",
    "比较了 id 和前一页的哈希，没有比较前一页本身。两个前一页的哈希可能相同：请比较页号。");
MISTAKE(rest_of_a_known_text_not_remembered,
    "insert ends at the first page that it knows: what follows is not remembered. Go on, with that page as the parent.",
    "insert 遇到第一个已经记住的页就结束了，后面的页没有记。应继续，以这一页作为前一页。");
MISTAKE(second_page_for_known_ids,
    "Where ids that are known already come with another page, that page gets a reference, too, and perhaps is remembered. The old page stays the only one, and of the new one nothing is kept.",
    "已经记住的 id，如果带来的是另一页，那一页也加了引用，也许还用它又记了一遍。应只保留原来的页，新的那一页什么也不记。");
MISTAKE(too_few_pages_accepted,
    "Fewer pages than n / page are accepted, and as many are remembered as there are. Throw std::invalid_argument.",
    "页数少于 n / page 时也接受了，有几页就记了几页。应抛出 std::invalid_argument。");
MISTAKE(too_few_pages_noticed_late,
    "Where there are too few pages you throw, but by then something has changed: pages were shared, or remembered. Check first: after a throw nothing has changed.",
    "页不够时抛出了异常，可是这时已经有了改动：有的页加了引用，或者已经记住了。应先检查：抛出异常之后什么也不变。");
MISTAKE(whole_text_matched,
    "match finds all pages of a text that just fills them, and nothing is left to compute: without a token to compute there are no logits. At most (n - 1) / page pages.",
    "文字刚好填满若干页时，match 把它们全找到了，一个 token 也没有留下去算，也就没有 logits。最多 (n - 1) / page 页。");
MISTAKE(wrong_exception,
    "insert refuses too few pages, but not with std::invalid_argument, which the contract names and callers catch. pages.at(n), for example, throws std::out_of_range.",
    "页不够时 insert 拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。例如 pages.at(n) 抛出的是 std::out_of_range。");

namespace {

using prefix_script::Ids, prefix_script::Pages;

/// A right pool.
struct Pool {
    std::vector<std::size_t> references;
    std::deque<std::size_t> free;

    explicit Pool(std::size_t blocks) : references(blocks) {
        for (std::size_t n = 0; n < blocks; ++n) free.push_back(n);
    }
    std::optional<std::size_t> take() {
        if (free.empty()) return std::nullopt;
        const std::size_t number = free.front();
        free.pop_front();
        references[number] = 1;
        return number;
    }
    void share(std::size_t number) { ++used(number); }
    void release(std::size_t number) {
        if (--used(number) == 0) free.push_back(number);
    }

private:
    std::size_t& used(std::size_t number) {
        if (number >= references.size() || references[number] == 0) throw std::invalid_argument("");
        return references[number];
    }
};

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

struct Known {
    std::size_t page, parent;
    Ids ids;
    std::uint64_t hash, parents_hash;
    std::size_t touched;
    bool is_known = true, has_followed = false, is_dropped = false;
    std::size_t touches = 1;
};

class Cache {
public:
    Cache(Pool& pool, std::size_t page, std::string kind) : pool_(pool), page_(page), kind_(std::move(kind)) {
        if (page == 0 && !page_of_no_tokens_accepted) throw std::invalid_argument("");
    }

    /// What the destructor does.
    void end() {
        if (destructor_releases_nothing) return;
        if (destructor_only_evicts) {
            for (std::size_t n = 0; evict(); ++n)
                if (n > all_.size()) throw grader::Endless{};
            return;
        }
        try {
            for (const Known& one : all_) {
                if (!one.is_known) continue;
                const std::size_t times = destructor_frees_all ? pool_.references.at(one.page) : 1;
                for (std::size_t n = 0; n < times; ++n) pool_.release(one.page);
            }
        } catch (const std::exception&) {
            throw grader::Endless{};  // an exception leaves a destructor
        }
    }

    Pages match(const Ids& all) {
        if (no_ids_refused && all.empty()) throw std::invalid_argument("");
        const Ids& ids = no_ids_wrap_around && all.empty() ? prefix_script::behind : all;
        const std::size_t n = ids.size(), whole = n / page_;
        const std::size_t most = n == 0 ? 0 : whole_text_matched ? whole : (n - 1) / page_;
        const std::size_t end = a_page_left_to_compute        ? whole - std::min<std::size_t>(whole, 1)
                                : last_capped_page_shared_too ? whole
                                                              : most;
        Pages pages;
        Path path;
        for (std::size_t k = 0; k < end; ++k) {
            Known* one = step(path, part(ids, k));
            if (!one && match_goes_on_after_a_gap) {
                path.hash = hash_of(path, part(ids, k)), path.parent = none;
                continue;
            }
            if (!one) break;
            if (!match_touches_nothing && !match_touches_the_last_page_alone) touch(*one);
            if (!match_adds_no_reference && !last_page_alone_shared) pool_.share(one->page);
            pages.push_back(one->page);
        }
        if (!match_touches_nothing && match_touches_the_last_page_alone && !path.met.empty())
            touch(all_[path.met.back()]);
        if (!match_adds_no_reference && last_page_alone_shared && !pages.empty()) pool_.share(pages.back());
        if (last_capped_page_shared_too && pages.size() > most) pages.resize(most);
        return pages;
    }

    void insert(const Ids& ids, const Pages& pages) {
        if (no_ids_refused && ids.empty()) throw std::invalid_argument("");
        const std::size_t n = ids.size();
        std::size_t whole = n / page_;
        const std::size_t wanted = pages_for_the_rest_asked_for ? (n + page_ - 1) / page_ : whole;
        const bool too_few = pages.size() < wanted;
        if (too_few && !too_few_pages_accepted && !too_few_pages_noticed_late) refuse();
        if (pages_left_over_refused && pages.size() > whole) throw std::invalid_argument("");
        if (last_whole_page_not_remembered) whole = n == 0 ? 0 : (n - 1) / page_;
        if (page_that_is_not_full_remembered) whole = (n + page_ - 1) / page_;
        Path path;
        bool is_new = false;  // the last of these
        for (std::size_t k = 0; k < (too_few_pages_noticed_late ? whole : std::min(whole, pages.size())); ++k) {
            const Ids its = part(ids, k);
            const Path before = path;
            Known* one = step(path, its, true);
            is_new = false;
            if (one && second_page_for_known_ids && k < pages.size() && one->page != pages[k]) one = nullptr;
            if (one && !insert_touches_new_pages_alone && !insert_touches_the_last_page_alone) touch(*one);
            if (one && rest_of_a_known_text_not_remembered) break;
            if (one) {
                if (insert_shares_known_pages_again) pool_.share(one->page);
                if (k >= pages.size()) continue;
                if (insert_releases_the_texts_own_page && one->page != pages[k]) pool_.release(pages[k]);
                if (known_ids_get_the_new_page && one->page != pages[k]) {
                    for (Known& other : all_)
                        if (other.is_known && other.parent == one->page) other.parent = pages[k];
                    pool_.share(pages[k]);
                    pool_.release(one->page);
                    one->page = path.parent = pages[k];
                }
                if (parent_taken_from_the_caller) path.parent = pages[k];
                continue;
            }
            if (k >= pages.size()) refuse();
            if (!insert_adds_no_reference) pool_.share(pages[k]);
            if (before.parent != none)
                for (Known& other : all_)
                    if (other.is_known && other.page == before.parent) other.has_followed = true;
            const std::uint64_t hash = hash_of(before, its);
            // The caller's page may be known already then, and a map from numbers holds one of each.
            for (Known& other : all_)
                if (parent_taken_from_the_caller && other.page == pages[k]) other.is_known = false;
            all_.push_back({pages[k], before.parent, its, hash, before.hash, ++time_});
            path = before;
            path.parent = pages[k], path.hash = hash;
            path.met.push_back(all_.size() - 1);
            is_new = true;
        }
        if (insert_touches_the_last_page_alone && !path.met.empty() && (!insert_touches_new_pages_alone || is_new))
            touch(all_[path.met.back()]);
    }

    bool evict() {
        bool some = false;
        while (Known* one = oldest()) {
            some = true;
            one->is_known = false;
            for (Known& other : all_) other.is_dropped |= all_pages_of_a_hash_dropped && other.hash == one->hash;
            if (!evicted_page_not_released) pool_.release(one->page);
            if (!all_evicted_at_once) break;
        }
        return (some || evict_always_says_true) && !evict_always_says_false;
    }

private:
    struct Path {
        std::size_t parent = none;
        std::uint64_t hash = 0;
        std::vector<std::size_t> met = {};  // indices
    };

    static void refuse() { wrong_exception ? throw std::runtime_error("") : throw std::invalid_argument(""); }

    Ids part(const Ids& ids, std::size_t k) const {
        const auto at = [&](std::size_t n) {
            return ids.begin() + static_cast<std::ptrdiff_t>(std::min(n, ids.size()));
        };
        return {at(k * page_), at((k + 1) * page_)};
    }
    std::uint64_t hash_of(const Path& path, const Ids& ids) const {
        return prefix_script::hashed(kind_, hash_of_the_page_alone ? 0 : path.hash, ids);
    }

    /// The known page with these ids after the path, which then goes on with it.
    Known* step(Path& path, const Ids& ids, bool is_insert = false) {
        if (known_ids_remembered_twice && is_insert) return nullptr;
        const std::uint64_t hash = hash_of(path, ids);
        const bool believed = hash_believed || (hash_believed_by_insert && is_insert);
        const bool any_parent = parent_not_compared || hash_of_the_page_alone || believed,
                   any_ids = believed || ids_not_compared;
        const bool by_hash = any_parent || any_ids || parents_hash_compared;
        const int bits = ids_cut_to_bits ? static_cast<int>(ids_cut_to_bits.number()) : 64;
        const auto equal = [&](std::int64_t a, std::int64_t b) {
            return (static_cast<std::uint64_t>(a ^ b) << (64 - bits)) == 0;
        };
        const bool mixed = first_pages_mixed_with_those_after_page_0,
                   zero = mixed || first_pages_have_page_0_as_parent || first_pages_compared_as_after_page_0,
                   stale = evicted_page_still_found, last_alone = later_page_of_a_hash_replaces,
                   first_alone = later_page_of_a_hash_not_found, of_hashes = parents_hash_compared,
                   left_behind = evicted_hash_left_behind;
        const auto parent = [&](std::size_t page) { return zero && page == none ? 0 : page; };
        std::size_t found = all_.size();
        for (std::size_t k = 0; k < all_.size(); ++k) {
            const Known& one = all_[k];
            if ((!one.is_known && !stale) || one.is_dropped) continue;
            if ((by_hash || last_alone || first_alone || (zero && !mixed)) && one.hash != hash) continue;
            if (last_alone) found = all_.size();  // whatever was there is not there any more
            const bool fits = (any_parent || (of_hashes ? one.parents_hash == path.hash
                                                        : parent(one.parent) == parent(path.parent))) &&
                              (any_ids || std::equal(one.ids.begin(), one.ids.end(), ids.begin(), ids.end(), equal));
            if (fits && (found == all_.size() || (mixed && one.page < all_[found].page))) found = k;
            if (first_alone) break;
        }
        // libstdc++ finds the newest of a hash first.
        for (std::size_t k = 0; k < all_.size() && left_behind; ++k) {
            const bool is_met = all_[k].hash == hash && (found == all_.size() || k > found);
            if (is_met && !all_[k].is_known && !is_known(all_[k].page)) throw std::runtime_error("");
        }
        if (found == all_.size()) return nullptr;
        path.parent = all_[found].page, path.hash = hash;
        path.met.push_back(found);
        return &all_[found];
    }

    bool is_known(std::size_t page) const {
        return std::any_of(
            all_.begin(), all_.end(), [&](const Known& one) { return one.is_known && one.page == page; });
    }

    void touch(Known& one) { one.touched = ++time_, ++one.touches; }

    /// What is to be forgotten.
    Known* oldest() {
        const bool newest = newest_evicted, lowest = lowest_number_evicted, rarest = least_often_touched_evicted;
        const auto sooner = [&](const Known& a, const Known& b) {
            return newest   ? a.touched > b.touched
                   : lowest ? a.page < b.page
                   : rarest ? std::pair(a.touches, a.page) < std::pair(b.touches, b.page)
                            : a.touched < b.touched;
        };
        Known* best = nullptr;
        for (Known& one : all_) {
            if (!one.is_known || (!only_the_oldest_looked_at && !is_free(one))) continue;
            if (!best || sooner(one, *best)) best = &one;
        }
        return best && is_free(*best) ? best : nullptr;
    }
    bool is_free(const Known& one) const {
        const std::size_t references = pool_.references.at(one.page);
        if (own_reference_forgotten ? references > 0 : references != 1 && !pages_in_use_evicted) return false;
        if (parents_evicted) return true;
        if (children_never_forgotten && one.has_followed) return false;
        return std::none_of(all_.begin(), all_.end(), [&](const Known& other) {
            return other.is_known && (other.parent == one.page ||
                                         (other.parent == none && one.page == 0 && first_pages_have_page_0_as_parent));
        });
    }

    Pool& pool_;
    std::size_t page_;
    std::string kind_;
    std::deque<Known> all_;
    std::size_t time_ = 0;
};

/// A pointer whose reset ends the cache.
struct Owner {
    std::unique_ptr<Cache> cache;
    explicit operator bool() const { return cache != nullptr; }
    Cache* operator->() const { return cache.get(); }
    void reset() {
        cache->end();
        cache.reset();
    }
};

}  // namespace

/// As call.hpp asks it.
static Values prefix_cache(Run& run) {
    Pool pool(static_cast<std::size_t>(run.number("blocks")));
    const auto page = static_cast<std::size_t>(run.number("page"));
    Owner cache{std::make_unique<Cache>(pool, page, std::get<std::string>(run.call["hash"].is))};
    std::vector<std::string> steps;
    for (const grader::Value& step : std::get<Values>(run.call["steps"].is))
        steps.push_back(std::get<std::string>(step.is));
    if (page == 0 && !steps.empty()) throw std::runtime_error("");
    const auto thrown = [](const auto& does) -> std::string {
        try {
            does();
        } catch (const std::invalid_argument&) {
            return grader::the_refusal;
        } catch (const std::exception&) {
            return grader::another_exception;
        }
        return "";
    };
    Values events;
    for (std::string& event : prefix_script::play(pool, cache, page, steps, thrown))
        events.emplace_back(std::move(event));
    return {grader::Value(std::move(events))};
}
