#pragma once
// What people get wrong in schedule, and the function that gets it wrong.
#include <algorithm>
#include <deque>
#include <vector>

#include "grader/plain.hpp"
#include "tests/week3/04-many/schedule/script.hpp"
#include "week3/04-many/schedule.hpp"

using grader::Run, grader::Values;

MISTAKE(admitted_at_the_front, "A request that is admitted runs before the others. It should go to the end of running.",
    "新接收的请求排在了运行中的最前面。应当放到 running 的末尾。");
MISTAKE(admitted_before_the_running,
    "Waiting requests are admitted before the running ones have got what they need. The running ones come first.",
    "先接收了等待的请求，后轮到运行中的。应当先满足运行中的请求。");
MISTAKE(admitted_from_the_back, "The last waiting request is admitted, not the first: the queue is used as a stack.",
    "接收的是队尾的请求，不是队首的：把队列当成了栈。");
MISTAKE(admitted_one_per_step, "Only one waiting request is admitted in a step. Go on while the next one may come in.",
    "每一步只接收一个等待的请求。只要下一个还能进来，就应接着接收。");
MISTAKE(admitted_without_computing,
    "A request that is admitted computes nothing in that step. It should compute at once what the budget still allows.",
    "刚接收的请求在这一步里什么也没算。应当马上用剩下的预算计算。");
MISTAKE(admitted_without_budget,
    "Waiting requests are admitted when nothing is left of the budget, with 0 tokens to compute. Let them wait until there is some.",
    "预算用完了还在接收等待的请求，让它们算 0 个 token。应当等到有预算的时候。");
MISTAKE(all_pages_needed_again,
    "The pages that a running request holds already are counted once more: it needs those for computed + new tokens, less those that it holds.",
    "运行中的请求已经占着的页又要了一遍：它还缺的，是 computed 加新 token 所要的页，减去已经占着的页。");
MISTAKE(asking_text_sent_back,
    "The request that finds too few free pages is sent back itself. Always send back the last running request, whichever request needs the page.",
    "谁要页就把谁退回去了。不管是谁要页，退回的都是最后一个运行中的请求。");
MISTAKE(another_exception, "Impossible limits or requests are refused, but not with std::invalid_argument.",
    "拒绝了不可能的情形，但抛出的不是 std::invalid_argument。");
MISTAKE(budget_for_each_text,
    "Each request may compute as much as the whole budget: what others compute isn't taken from it. The budget is for all of them together.",
    "每个请求都有一整份预算：没有减去别人已经用掉的。预算是大家合用的。");
MISTAKE(budget_ignored,
    "A request computes all that it has not computed yet, even if that's more than the budget allows. Cut a long prompt into pieces.",
    "没算的都一次算完，超出预算也不管。长的提示词应当分几次算。");
MISTAKE(budget_not_spent_by_the_running,
    "What a running request computes isn't taken from the budget, so each of them may use all of it. Take its share off, as for those that are admitted.",
    "运行中的请求算掉的没有从预算里减去，于是每个都能用上全部预算。应当减去它算的个数，和接收等待的请求时一样。");
MISTAKE(budget_of_waiting_texts_separate,
    "What the running requests compute isn't taken from the budget of those that are admitted. The budget is for all of them together.",
    "运行中的请求用掉的预算，接收等待的请求时没有减去。预算是大家合用的。");
MISTAKE(free_tokens_wrap_around,
    "free * page wraps around when there are very many free pages, and a request that fits isn't admitted. Compare the pages that it needs with the free ones.",
    "空页非常多时，free * page 会绕回去，放得下的请求也不接收了。应当拿它要的页数与空页数比较。");
MISTAKE(capacity_wraps_around,
    "pages * page wraps around when there are very many pages, and requests are refused that fit. Compare the pages that a request needs with limits.pages.",
    "页非常多时，pages * page 会绕回去，放得下的请求也拒绝了。应当拿请求要的页数与 limits.pages 比较。");
MISTAKE(computed_kept_when_sent_back,
    "A request that is sent back still counts as computed, though its pages are gone: computed is 0 then.",
    "退回的请求，页已经没有了，computed 却没有变：应当是 0。");
MISTAKE(computed_not_moved, "computed stays as it was: it should grow by what the request computes in this step.",
    "computed 没有变：这一步算几个，它就应当加几。");
MISTAKE(exact_fit_refused, "A request that needs just as many pages as there are is refused. It fits when it's alone.",
    "需要的页数正好等于总页数的请求被拒绝了。只有它一个时放得下。");
MISTAKE(exact_fit_refused_while_running,
    "A running request that needs just as many pages as there are is refused. It has them when it's alone.",
    "运行中的请求，需要的页数正好等于总页数，却被拒绝了。只有它一个时放得下。");
MISTAKE(exact_fit_refused_while_waiting,
    "A waiting request that needs just as many pages as there are is refused. It fits when it's alone.",
    "等待的请求，需要的页数正好等于总页数，却被拒绝了。只有它一个时放得下。");
MISTAKE(exact_fit_waits, "A waiting request that needs just as many pages as are free isn't admitted, but it fits.",
    "等待的请求需要的页数正好等于空页数，却没有接收。它放得下。");
MISTAKE(first_sent_back,
    "The first running request is sent back. Send back the last one, so that the first can always go on.",
    "退回的是第一个运行中的请求。应当退回最后一个，第一个才总能往下算。");
MISTAKE(
    last_free_page_never_used, "A running request doesn't get the last free page.", "最后一个空页不给运行中的请求。");
MISTAKE(known_computed_again,
    "Tokens of a waiting request that were computed already are computed again when it's admitted. Go on from computed.",
    "接收等待的请求时，已经算过的部分又算了一遍。应当从 computed 接着算。");
MISTAKE(known_pages_are_free,
    "When a request is admitted, only the pages of its new tokens are taken from the free ones. A waiting request holds none, so it takes those up to computed as well.",
    "接收一个请求时，只减去了新 token 要的页。它等待时一页也没有占，所以直到 computed 的页都要减去。");
MISTAKE(known_pages_not_counted,
    "When you check whether a waiting request fits, you leave out the pages of its tokens that were computed already. All of its tokens have to fit.",
    "判断等待的请求放不放得下时，没有把已经算过的部分的页数进去。应当是全部 token 都放得下。");
MISTAKE(known_pages_not_counted_and_taken_where_free,
    "When you check whether a waiting request fits, you leave out the pages of its tokens that were computed already, and you go on although too few pages are free. All of its tokens have to fit.",
    "判断等待的请求放不放得下时，没有把已经算过的部分的页数进去，空页不够也照样往下做。应当是全部 token 都放得下。");
MISTAKE(largest_sent_back, "The request that holds the most pages is sent back. Send back the last running request.",
    "退回的是占页最多的请求。应当退回最后一个运行中的请求。");
MISTAKE(limit_allows_one_more, "One request too many is admitted: at most limits.running may run.",
    "多接收了一个请求：最多只能有 limits.running 个在运行。");
MISTAKE(limit_asked_once,
    "The limit on running requests is checked once, before the first one is admitted. Check it before each.",
    "运行的上限只在接收第一个之前看了一次。每接收一个都要看。");
MISTAKE(limit_below_what_runs_is_none,
    "Where more requests run than limits.running allows, the limit stops nobody: perhaps limits.running - running.size() wraps around, or != stays true. Compare with <.",
    "运行中的请求已经多于上限时，上限谁也拦不住：也许是 limits.running - running.size() 绕回去了，或者 != 一直成立。应当用 < 比较。");
MISTAKE(limit_counts_only_the_admitted,
    "The limit counts only the requests that are admitted in this step. Those that run already count, too.",
    "上限只数了这一步接收的请求。早已在运行的也要算。");
MISTAKE(limit_counts_only_those_that_compute,
    "The limit counts only the requests that compute something in this step. All in running count.",
    "上限只数了这一步有计算的请求。running 里的都要算。");
MISTAKE(limit_ignored, "Any number of requests run, whatever limits.running is.",
    "不管 limits.running 是多少，运行中的请求都没有上限。");
MISTAKE(never_refused,
    "A request that can never fit isn't refused: at the head of the queue, it would keep everybody after it waiting for ever.",
    "永远放不下的请求没有拒绝：它一旦排到队首，后面的就永远等下去了。");
MISTAKE(never_sent_back_itself,
    "When the request that needs the pages is itself the last one, it stays and keeps its pages. It should go back, too.",
    "要页的就是最后一个时，它留在原处，继续占着页。它自己也要退回去。");
MISTAKE(next_running_text_not_refused,
    "Of two neighbours in running that can never fit, only the first is refused: after erase(), the next request is in its place already, and the loop goes past it. Go on only where nothing was erased.",
    "running 里相邻的两个请求都永远放不下时，只拒绝了前一个：erase() 之后，后一个已经补到这个位置，循环却又往后走了一步。没有删除时才往后走。");
MISTAKE(next_waiting_text_not_refused,
    "Of two neighbours in the queue that can never fit, only the first is refused: after erase(), the next request is in its place already, and the loop goes past it. Go on only where nothing was erased.",
    "队列里相邻的两个请求都永远放不下时，只拒绝了前一个：erase() 之后，后一个已经补到这个位置，循环却又往后走了一步。没有删除时才往后走。");
MISTAKE(not_admitted_after_a_refusal,
    "Nobody is admitted in a step in which a request was refused. A refusal shouldn't stop the others.",
    "这一步拒绝过请求，就谁也不接收了。拒绝一个不影响接收别的。");
MISTAKE(nothing_is_checked, "Impossible limits or requests aren't refused. Check before you compute.",
    "不可能的情形没有拒绝。要先检查。");
MISTAKE(nothing_to_do_ends_the_round, "A request with nothing to compute ends the round. Go on with the next one.",
    "遇到没有要算的请求，这一轮就结束了。应当接着看下一个。");
MISTAKE(nothing_to_do_is_listed,
    "A request with nothing to compute is listed with 0 tokens. It should not be in `computes` at all.",
    "没有要算的请求也列了出来，写着 0 个 token。它不应出现在 computes 里。");
MISTAKE(one_page_more_when_full,
    "Where tokens just fill their pages, one page more is counted, as by tokens / page + 1. Round up instead.",
    "token 正好填满页时，多算了一页，就像 tokens / page + 1。应当向上取整。");
MISTAKE(one_sent_back_is_enough,
    "Only one request is sent back, however many pages are missing, and the one that needs them computes without having them. Go on until there are enough.",
    "不管缺几页，都只退回一个，页还不够，请求就算了下去。应当一直退到页够为止。");
MISTAKE(one_sent_back_then_the_next_text,
    "One request is sent back, however many pages are missing, and if that isn't enough, the request is passed over. Go on until there are enough pages.",
    "不管缺几页，都只退回一个；还不够，就跳过这个请求。应当一直退到页够为止。");
MISTAKE(one_token_each,
    "A running request computes one token in a step. It should compute everything that isn't computed yet, as far as the budget allows: the rest of a prompt, too.",
    "运行中的请求每一步只算一个 token。没算的都要补上，包括提示词余下的部分，只要预算允许。");
MISTAKE(only_the_first_refused,
    "Of several requests that can never fit, only the first one in each list is refused in a step. All of them are.",
    "有几个永远放不下的请求时，每个列表里每一步只拒绝了第一个。应当全部拒绝。");
MISTAKE(only_the_piece_must_fit,
    "A waiting request is admitted when the piece that it computes in this step fits. All of its tokens have to fit, or it may soon be sent back.",
    "这一步要算的那一小段放得下，就接收了。应当全部 token 都放得下，否则它可能很快又要退回。");
MISTAKE(only_waiting_texts_refused,
    "A running request that has grown too long isn't refused. It can never fit either, wherever it is.",
    "运行中的请求变得太长，没有拒绝。它也永远放不下了，不管在哪里。");
MISTAKE(order_of_sent_back_turned,
    "Of several requests that are sent back, the one that ran last is first in the queue. They should keep their order: the last one is put at the head first, and the one before it then in front of it.",
    "退回了几个，最晚开始的却排在了队首。它们的先后应当不变：先把最后一个放到队首，再把它前面的一个放到它前面。");
MISTAKE(others_sent_back_after_itself,
    "When the request that needs the pages has gone back itself, others before it are sent back, too. Nobody needs the pages any more: stop there.",
    "要页的请求自己退回之后，前面的还接着退回。这时已经没有谁要页了：应当停下来。");
MISTAKE(overtaken,
    "When the first waiting request doesn't fit, one after it is admitted. Nobody overtakes, or long requests would wait for ever: break instead of looking on.",
    "队首的请求放不下，就接收了它后面的。不能越过，否则长的请求会永远等下去：应当 break，不要往后找。");
MISTAKE(pages_of_admitted_texts_not_taken,
    "The pages of a request that is admitted still count as free for the next one in the same step.",
    "接收了一个请求，它的页在同一步里还当作空页，又给了下一个。");
MISTAKE(pages_held_asked_for_too,
    "When you check whether there are enough free pages, you count all pages of a running request, even those that it holds. Count the pages for computed + new tokens, less those that it holds.",
    "看空页够不够时，把运行中的请求已经占着的页也算了进去。应是 computed + 新 token 的页数，减去已经占着的。");
MISTAKE(pages_of_new_tokens_alone,
    "The pages for the new tokens are counted by themselves, as if they began a page. They first fill the page that is begun: count pages for computed + new tokens, less those held.",
    "新 token 要的页是单独算的，好像总从新的一页开始。应当先填没填满的页：computed 加新 token 所要的页，减去已经占着的页。");
MISTAKE(pages_of_running_texts_not_taken,
    "The pages that a running request takes still count as free for the next one in the same step.",
    "运行中的请求取了页，在同一步里还当作空页，又给了下一个。");
MISTAKE(pages_of_all_tokens_freed,
    "A request that is sent back gives back pages for all of its tokens. It held only those for what was computed.",
    "退回的请求，按全部 token 还了页。它占着的只是已经算过的那些页。");
MISTAKE(pages_of_sent_back_not_free,
    "The pages of a request that is sent back don't become free: add them before you check again.",
    "退回的请求，它的页没有空出来：要先加上，再判断。");
MISTAKE(pages_of_refused_not_free,
    "The pages of a running request that is refused still count as held in this step. Count the free pages after refusing.",
    "拒绝了运行中的请求，它的页在这一步里还当作占着。应当先拒绝，再数空页。");
MISTAKE(pages_rounded_down, "The pages for a number of tokens are rounded down: a page that is begun counts, too.",
    "若干个 token 要几页，算的时候向下取整了：只用了一部分的页也要算。");
MISTAKE(pages_wrap_around,
    "(tokens + page - 1) / page wraps around for very large numbers, and a request that's too long to count needs no page. tokens / page + (tokens % page != 0) doesn't.",
    "数很大时，(tokens + page - 1) / page 会绕回去，长得数不清的请求就一页也不要了。tokens / page + (tokens % page != 0) 不会。");
MISTAKE(refused_when_full,
    "A request that fits is refused because its next token wouldn't. Refuse it only when it can't fit as it is now.",
    "放得下的请求，因为再多一个 token 就放不下，就拒绝了。按现在的长度放不下才拒绝，下一个 token 不算。");
MISTAKE(refused_at_the_head_only,
    "A request that can never fit is refused only when it's its turn to be admitted. Look at all of them, at the beginning.",
    "永远放不下的请求，轮到接收它时才拒绝。应当一开始就把所有请求看一遍。");
MISTAKE(refused_from_the_head_on,
    "In the queue, you refuse a request that can never fit only while it's at the head. If a request that fits is in front of it, it goes on waiting. Look at all of them.",
    "队列里永远放不下的请求，只在排到队首时才拒绝；前面有放得下的，它就继续等着。应当把所有请求看一遍。");
MISTAKE(refused_by_what_is_free_at_first,
    "A waiting request is refused when it needs more pages than are free as the step begins. It can wait: compare with limits.pages, the number of all pages.",
    "等待的请求需要的页比这一步开始时空着的多，就拒绝了。它可以等：应与 limits.pages（总页数）比。");
MISTAKE(refused_by_free_pages,
    "A waiting request is refused when it doesn't fit now. It can wait: refuse only what needs more pages than there are at all.",
    "眼下放不下的请求就拒绝了。它可以等：只有需要的页比总页数还多，才拒绝。");
MISTAKE(refused_not_told,
    "A request that can never fit disappears, but step.refused doesn't name it: the caller has to tell somebody.",
    "永远放不下的请求不见了，step.refused 里却没有：调用者还要告诉发请求的人。");
MISTAKE(refused_still_there, "A request that is refused is still there. It's neither running nor waiting any more.",
    "拒绝的请求还留着。它不应再运行，也不应再等待。");
MISTAKE(refused_waiting_first, "In step.refused the waiting requests come before the running ones.",
    "step.refused 里，等待的排在了运行中的前面。");
MISTAKE(reserved_whole,
    "A running request has to find pages for all of its tokens. Only a waiting one has to: a running one needs pages for the tokens that it computes in this step.",
    "运行中的请求要有放得下全部 token 的页才算。只有等待的请求才这样要求：运行中的只要这一步所算的页。");
MISTAKE(room_for_the_next_token,
    "A waiting request must find room for a token that it doesn't have yet. All of its tokens have to fit, and no more.",
    "等待的请求还要给没有的 token 留位置。只要它的全部 token 放得下。");
MISTAKE(round_ends_without_pages,
    "When too few pages are free, the round ends, and nobody is sent back. If all requests wait for a page, none ever goes on.",
    "空页不够，这一轮就结束了，谁也没有退回。要是大家都在等页，就谁也走不下去了。");
MISTAKE(server_unchanged,
    "The server stays as it was. Change running and waiting of `server`, not copies: auto& [running, waiting] = server.",
    "server 没有变。应当改 server 里的 running 和 waiting，而不是副本：auto& [running, waiting] = server。");
MISTAKE(sent_back_and_computed,
    "A request that was sent back is listed among those that compute: when the very request that needs the pages goes back, stop there.",
    "退回的请求还列在 computes 里：退回的就是要页的那一个时，应当停下来。");
MISTAKE(sent_back_and_next,
    "The round goes on over requests that were sent back in it: perhaps the loop has kept the old end of running, and reads what isn't there any more. Count with an index, and look at running.size() again each time.",
    "这一轮里退回的请求，后面又轮到它们计算：也许循环还记着 running 原来的末尾，读的是已经不在的东西。应当用下标，每次都重新看 running.size()。");
MISTAKE(sent_back_not_told,
    "A request is sent back, but step.sent_back doesn't name it: the caller has to release its pages.",
    "请求退回了，step.sent_back 里却没有：调用者还要归还它的页。");
MISTAKE(sent_back_told_in_queue_order,
    "step.sent_back names the requests in the order of the queue. The first one to be sent back, which ran last, should come first.",
    "step.sent_back 里是队列的次序。最先退回的，也就是最后一个，应当排在前面。");
MISTAKE(sent_back_to_the_end, "A request that is sent back waits at the end of the queue. It belongs at the head.",
    "退回的请求排到了队尾。应当放到队首。");
MISTAKE(share_cut_to_the_free_pages,
    "When pages run out, a request computes only what fits into the free ones, and nobody is sent back for the rest.",
    "页不够时，只算放得下的那几个 token，没有为其余的退回别人。");
MISTAKE(share_cut_where_some_of_it_fits,
    "When too few pages are free, a request computes only what fits into them, and others are sent back for it only where nothing fits. Let it compute all that the budget allows, and send back the last ones for that.",
    "空页不够时，只算放得下的那几个 token，一个也放不下时才退回别人。应按预算能算多少就算多少，页不够就从最后一个起退回。");
MISTAKE(slot_for_the_next_token,
    "A running request takes a page for the token that comes after this step. It needs those for computed + the tokens of this step.",
    "运行中的请求为这一步之后的 token 也要了页。只要 computed 加这一步的 token 所要的页。");
MISTAKE(total_listed, "`computes` has how many tokens are computed in all. It should have those of this step.",
    "computes 里写的是一共算了几个 token。应当是这一步算几个。");
MISTAKE(waits_without_the_whole_budget,
    "A waiting request that has more to compute than is left of the budget waits on. Admit it, and let it compute a piece.",
    "要算的比剩下的预算多，就继续等着。应当接收它，先算一段。");
MISTAKE(without_pages_passed_over,
    "A request that finds too few free pages is passed over, and the next one computes. Send the last running request back for it.",
    "空页不够的请求被跳过了，轮到下一个。应当为它退回最后一个运行中的请求。");

namespace {

using tiny_llm::Limits, tiny_llm::Request, tiny_llm::Server, tiny_llm::Step;

std::size_t pages_for(std::size_t tokens, const Limits& limits) {
    const std::size_t page = limits.page;
    if (page == 0) throw std::runtime_error("the program ends");
    if (pages_rounded_down) return tokens / page;
    if (one_page_more_when_full) return tokens / page + (tokens > 0);
    if (pages_wrap_around) return (tokens + page - 1) / page;
    return tokens / page + (tokens % page != 0);
}

std::size_t free_pages(const Server& server, const Limits& limits) {
    std::size_t free = limits.pages;
    for (const Request& text : server.running) free -= pages_for(text.computed, limits);
    return free;
}

/// Whether there can be such a server.
bool is_possible(const Server& server, const Limits& limits) {
    if (limits.page == 0) return false;
    std::size_t free = limits.pages;
    for (const Request& text : server.running) {
        const std::size_t held = pages_for(text.computed, limits);
        if (text.computed > text.tokens || held > free) return false;
        free -= held;
    }
    return std::none_of(
        server.waiting.begin(), server.waiting.end(), [](const Request& text) { return text.computed >= text.tokens; });
}

/// One step.
class Round {
public:
    Round(Server& server, const Limits& limits)
        : running_(server.running), waiting_(server.waiting), limits_(limits), budget_(limits.budget) {
        if (!nothing_is_checked && !is_possible(server, limits)) {
            if (another_exception) throw std::runtime_error("");
            throw std::invalid_argument("");
        }
        free_ = free_pages(server, limits);
        refuse();
        if (!pages_of_refused_not_free) free_ = free_pages(server, limits);
        if (admitted_before_the_running) {
            const std::size_t ran = running_.size();
            admit();
            run(ran);
        } else {
            run(running_.size());
            admit();
        }
        if (sent_back_told_in_queue_order) std::reverse(step.sent_back.begin(), step.sent_back.end());
        if (sent_back_not_told) step.sent_back.clear();
        if (refused_not_told) step.refused.clear();
    }

    Step step;

private:
    bool can_never_fit(const Request& text, bool waits) const {
        const std::size_t pages = pages_for(text.tokens + (refused_when_full ? 1 : 0), limits_);
        if (waits && refused_by_what_is_free_at_first) return pages > free_pages({running_, {}}, limits_);
        if (capacity_wraps_around) return text.tokens > limits_.pages * limits_.page;
        const bool with_equals =
            exact_fit_refused || (waits ? exact_fit_refused_while_waiting : exact_fit_refused_while_running);
        return with_equals ? pages >= limits_.pages : pages > limits_.pages;
    }
    template <class Texts>
    void refuse_among(Texts& texts, bool passes_over_the_next) {
        constexpr bool waits = std::is_same_v<Texts, std::deque<Request>>;
        for (auto text = texts.begin(); text != texts.end();) {
            if (!can_never_fit(*text, waits)) {
                ++text;
                continue;
            }
            step.refused.push_back(text->id);
            text = refused_still_there ? text + 1 : texts.erase(text);
            if (only_the_first_refused) break;
            if (passes_over_the_next && !refused_still_there && text != texts.end()) ++text;
        }
    }
    void refuse() {
        if (never_refused || refused_by_free_pages) return;
        const bool waiting = !refused_at_the_head_only;
        if (waiting && refused_waiting_first) refuse_among(waiting_, next_waiting_text_not_refused);
        if (!only_waiting_texts_refused) refuse_among(running_, next_running_text_not_refused);
        while (refused_from_the_head_on && !waiting_.empty() && can_never_fit(waiting_.front(), true)) {
            step.refused.push_back(waiting_.front().id);
            waiting_.pop_front();
        }
        if (refused_from_the_head_on) return;
        if (waiting && !refused_waiting_first) refuse_among(waiting_, next_waiting_text_not_refused);
    }

    void send_back(std::size_t which) {
        Request text = running_[which];
        gone_.insert(gone_.begin(), text);
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(which));
        if (!pages_of_sent_back_not_free)
            free_ += pages_for(pages_of_all_tokens_freed ? text.tokens : text.computed, limits_);
        if (!computed_kept_when_sent_back) text.computed = 0;
        const auto before = order_of_sent_back_turned ? static_cast<std::ptrdiff_t>(sent_back_) : 0;
        if (sent_back_to_the_end) waiting_.push_back(text);
        else waiting_.insert(waiting_.begin() + before, text);
        step.sent_back.push_back(text.id);
        ++sent_back_;
    }
    /// Which one has to go when request i needs pages.
    std::size_t victim(std::size_t i) const {
        if (asking_text_sent_back) return i;
        if (first_sent_back) return 0;
        if (largest_sent_back) {
            const auto smaller = [](const Request& a, const Request& b) { return a.computed < b.computed; };
            return static_cast<std::size_t>(
                std::max_element(running_.begin(), running_.end(), smaller) - running_.begin());
        }
        return running_.size() - 1;
    }

    void compute(Request& text, std::size_t tokens) {
        step.computes.push_back({text.id, total_listed ? text.computed + tokens : tokens});
        if (!computed_not_moved) text.computed += tokens;
        if (!budget_for_each_text) budget_ -= std::min(tokens, budget_);
    }

    std::size_t share_of(const Request& text) const {
        const std::size_t rest = text.tokens - text.computed;
        return budget_ignored ? rest : std::min(rest, budget_);
    }

    /// As a loop over running does it that has kept its old end: the requests are out of the list, but still in memory.
    void run_on() {
        for (Request& text : gone_) {
            if (budget_ == 0) return;
            const std::size_t tokens = share_of(text);
            if (tokens == 0) continue;
            const std::size_t needed = pages_for(text.computed + tokens, limits_) - pages_for(text.computed, limits_);
            if (needed > free_) throw std::runtime_error("");  // sends others back, and then reads on
            free_ -= needed;
            compute(text, tokens);
        }
    }

    void run(std::size_t count) {
        bool asker_is_gone = false;
        for (std::size_t i = 0; i < running_.size() && i < count && budget_ > 0; ++i) {
            std::size_t tokens = share_of(running_[i]);
            if (one_token_each) tokens = std::min<std::size_t>(tokens, 1);
            if (tokens == 0) {
                if (nothing_to_do_ends_the_round) break;
                if (nothing_to_do_is_listed) compute(running_[i], 0);
                continue;
            }
            const std::size_t held = pages_for(running_[i].computed, limits_);
            std::size_t needed = pages_for(running_[i].computed + tokens, limits_);
            if (slot_for_the_next_token) needed = pages_for(running_[i].computed + tokens + 1, limits_);
            if (reserved_whole) needed = pages_for(running_[i].tokens, limits_);
            if (!all_pages_needed_again) needed -= std::min(held, needed);
            if (pages_of_new_tokens_alone) needed = pages_for(tokens, limits_);
            const std::size_t too = pages_held_asked_for_too ? held : 0;
            const auto is_missing = [&] {
                return needed + too > 0 && (last_free_page_never_used ? needed >= free_ : needed + too > free_);
            };
            if (is_missing() && round_ends_without_pages) break;
            if (is_missing() && without_pages_passed_over) continue;
            // As many tokens as the pages have room for. Where that is none, a single page is asked for first.
            const bool is_cut = is_missing() && (share_cut_to_the_free_pages || share_cut_where_some_of_it_fits);
            const auto cut = [&](std::size_t pages) {
                tokens = std::min(tokens, (held + pages) * limits_.page - running_[i].computed);
                needed = pages_for(running_[i].computed + tokens, limits_) - held;
            };
            if (is_cut && (held + free_) * limits_.page > running_[i].computed) cut(free_);
            else if (is_cut && share_cut_to_the_free_pages) needed = 1;
            bool is_gone = false;
            while ((!is_gone || (others_sent_back_after_itself && !running_.empty())) && is_missing()) {
                const std::size_t which = victim(i);
                if (which >= running_.size() || (never_sent_back_itself && which == i)) break;
                const std::size_t asking = is_gone ? 0 : running_[i].id;
                send_back(which);
                is_gone = is_gone || which == i;
                if (which == i && sent_back_and_computed) step.computes.push_back({asking, tokens});
                if (which <= i) --i, --count;  // beyond 0 it comes round again
                if (one_sent_back_is_enough || one_sent_back_then_the_next_text) break;
            }
            asker_is_gone = asker_is_gone || is_gone;
            if (is_gone) continue;
            if (is_cut && share_cut_to_the_free_pages) cut(free_);
            if (is_missing() && (never_sent_back_itself || one_sent_back_then_the_next_text)) continue;
            if (!pages_of_running_texts_not_taken) free_ -= needed;
            compute(running_[i], tokens);
            if (budget_not_spent_by_the_running) budget_ = limits_.budget;
        }
        if (sent_back_and_next && !asker_is_gone) run_on();
    }

    bool may_admit(std::size_t admitted) const {
        if (not_admitted_after_a_refusal && !step.refused.empty()) return false;
        if (admitted_one_per_step && admitted > 0) return false;
        if (limit_ignored || (limit_asked_once && admitted > 0)) return true;
        if (limit_below_what_runs_is_none && running_.size() - admitted > limits_.running) return true;
        const std::size_t count = limit_counts_only_the_admitted         ? admitted
                                  : limit_counts_only_those_that_compute ? step.computes.size()
                                                                         : running_.size();
        return limit_allows_one_more ? count <= limits_.running : count < limits_.running;
    }

    void admit() {
        if (budget_of_waiting_texts_separate) budget_ = limits_.budget;
        std::size_t at = 0;  // in the queue
        for (std::size_t admitted = 0;
             at < waiting_.size() && (budget_ > 0 || admitted_without_budget) && may_admit(admitted);) {
            const auto place =
                admitted_from_the_back ? waiting_.end() - 1 : waiting_.begin() + static_cast<std::ptrdiff_t>(at);
            Request text = *place;
            const std::size_t all = pages_for(text.tokens + (room_for_the_next_token ? 1 : 0), limits_),
                              known = pages_for(text.computed, limits_);
            if (refused_at_the_head_only && can_never_fit(text, true)) {
                step.refused.push_back(text.id);
                if (refused_still_there) break;
                waiting_.erase(place);
                continue;
            }
            if (known_computed_again) text.computed = 0;
            const std::size_t tokens = share_of(text);
            if (waits_without_the_whole_budget && tokens < text.tokens - text.computed) break;
            std::size_t needed = all;
            if (only_the_piece_must_fit) needed = pages_for(text.computed + tokens, limits_);
            if (known_pages_not_counted || known_pages_not_counted_and_taken_where_free)
                needed -= std::min(known, needed);
            const bool wraps = free_tokens_wrap_around && text.tokens > free_ * limits_.page;
            if (wraps || (exact_fit_waits ? needed >= free_ : needed > free_)) {
                if (refused_by_free_pages) {
                    step.refused.push_back(text.id);
                    if (refused_still_there) break;
                    waiting_.erase(place);
                    continue;
                }
                if (!overtaken) break;
                ++at;
                if (admitted_from_the_back) break;
                continue;
            }
            waiting_.erase(place);
            ++admitted;
            std::size_t taken = pages_for(text.computed + tokens, limits_);
            if (known_pages_are_free) taken -= std::min(known, taken);
            if (known_pages_not_counted_and_taken_where_free) taken = std::min(taken, free_);
            if (!pages_of_admitted_texts_not_taken) free_ -= taken;
            if (!admitted_without_computing) compute(text, tokens);
            running_.insert(admitted_at_the_front ? running_.begin() : running_.end(), text);
        }
    }

    std::vector<Request>& running_;
    std::deque<Request>& waiting_;
    const Limits& limits_;
    std::vector<Request> gone_;  // as they were, in the order of running_
    std::size_t budget_, free_ = 0, sent_back_ = 0;
};

}  // namespace

/// As call.hpp asks it.
static Values schedule(Run& run) {
    std::vector<std::string> steps;
    for (const grader::Value& step : std::get<Values>(run.call["steps"].is))
        steps.push_back(std::get<std::string>(step.is));
    const auto played = schedule_script::play<Server, Limits, Step>(
        steps, [](Server& server, const Limits& limits, Step& step) -> std::string {
            try {
                Server copy = server;
                step = Round(server_unchanged ? copy : server, limits).step;
            } catch (const std::invalid_argument&) {
                return grader::the_refusal;
            } catch (const std::runtime_error&) {
                return grader::another_exception;
            }
            return "";
        });
    Values outputs;
    const auto described = schedule_script::described(played.server);
    outputs.emplace_back(Values(played.events.begin(), played.events.end()));
    outputs.emplace_back(Values(described.begin(), described.end()));
    return outputs;
}
