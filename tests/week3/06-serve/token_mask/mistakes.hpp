#pragma once
// What people get wrong in token_mask, and the mask that gets it wrong.
#include <algorithm>
#include <optional>

#include "grader/plain.hpp"
#include "tests/week3/06-serve/token_mask/automaton.hpp"

using grader::Floats, grader::Run, grader::Values;

MISTAKE(accepting_does_not_count_alone,
    "A state counts as alive only if an accepting one can be reached from it with at least one byte. Where the text is complete and nothing can follow, it counts as dead, and the last token never comes. An accepting state is alive by itself.",
    "至少再走一个字节能走到接受状态的才算活的：写完之后再也走不动的接受状态于是算成了死的，最后那个 token 永远不允许。接受状态本身就是活的。");
MISTAKE(accepting_ends_the_text,
    "Where the automaton accepts, only stop tokens may come. The text may be complete there, and still go on: after 4 may come 2.",
    "在接受状态下只允许了停止 token。这时文字可以结束，但也可以继续：4 后面还可以写 2。");
MISTAKE(alive_by_ascii_alone,
    "Only bytes below 128 are looked at to find out which states are alive: a state from which only other bytes lead on counts as dead. Each row has 256 bytes.",
    "找活的状态时只看了 128 以下的字节：只有靠其他字节才能走下去的状态就算成了死的。每一行有 256 个字节。");
MISTAKE(alive_close_by_alone,
    "A state counts as alive only where an accepting one is at most a few dozen bytes away. The way may be longer: go on until a round changes nothing.",
    "离接受状态不超过几十个字节的才算活的。路可以更长：要一轮轮重复，直到一整轮都没有变化。");
MISTAKE(alive_kept_by_size,
    "Which states are alive is kept from call to call, as in a static variable, and found anew only for another number of states. Another automaton may have as many: find it out in each call.",
    "哪些状态是活的，算好之后一直留着（例如放在 static 变量里），状态数不同才重算。另一个自动机的状态可能一样多：每次调用都要重新算。");
MISTAKE(alive_not_too_far_away,
    "A state from which an accepting one is very far away counts as dead: the search ends after so many bytes or rounds. Go on until a round changes nothing.",
    "离接受状态太远的就算成了死的：找了若干个字节、若干轮就不找了。要一轮轮重复，直到一整轮都没有变化。");
MISTAKE(alive_without_byte_255,
    "Byte 255 is left out where you find out which states are alive: a state from which only that byte leads on counts as dead. Each row has 256 bytes, and a std::uint8_t can't count to 256.",
    "找活的状态时漏了字节 255：只有靠它才能走下去的状态就算成了死的。每一行有 256 个字节，而 std::uint8_t 数不到 256。");
MISTAKE(any_way_out_is_alive,
    "A state counts as dead only where no byte leads anywhere. But ways may lead on and on without ever reaching a state that accepts.",
    "只有一个字节都走不动的状态才算死。可是路可以一直走下去，却永远走不到接受状态。");
MISTAKE(bytes_that_lead_nowhere_skipped,
    "A byte that leads nowhere is passed over, and the token goes on in the old state. No text goes on like that: the token may not come.",
    "走不通的字节被跳过了，token 接着从原来的状态往下走。走不通就是走不通：不允许这个 token。");
MISTAKE(cycles_are_alive,
    "A state on a cycle counts as alive, as if coming back to it were a success. From there nothing new can be reached: go on with the other bytes.",
    "环上的状态都算活的了，好像走回来过的地方就是成功。回到那里什么新的也走不到：应接着试其他字节。");
MISTAKE(cycles_memoized_as_dead,
    "The search notes a state as dead while it is still looking at the states after it: whatever comes back to it on a cycle is noted as dead, too, and stays so. Mark what was visited anew for each search, or go backwards from the accepting states.",
    "搜索还没有看完一个状态后面的路，就先记它是死的；沿着环走回到它的状态，于是也记成了死的，再也改不回来。请每次搜索都重新标记来过的状态，或者从接受状态往回找。");
MISTAKE(cycles_memoized_as_dead_when_asked,
    "The search for a token's last state notes other states as dead while it still looks at what follows them. On a cycle that note stays wrong, and later tokens are judged by it. Mark what was visited anew for each search, or go backwards from the accepting states.",
    "为一个 token 走到的状态搜索时，还没有看完别的状态后面的路，就先记它们是死的。在环上这就一直错着，后面的 token 也跟着错。请每次搜索都重新标记来过的状态，或者从接受状态往回找。");
MISTAKE(dead_states_alive,
    "Only bytes that lead nowhere are noticed. A state may be there, and no accepting one can be reached from it: a token that ends in such a state may not come.",
    "只看了有没有走不通的字节。有的状态走得到，却再也走不到接受状态：走到这种状态的 token 不允许。");
MISTAKE(empty_entries_allowed,
    "Empty entries may come wherever the text can still become one that is accepted. They add nothing to it, and the model could choose them for ever: they may never come.",
    "空的条目也允许了。它们什么也不添，模型可以没完没了地选它们：空的一律不允许。");
MISTAKE(empty_entries_where_accepting,
    "Where the automaton accepts, every token with an empty entry may come, as if all special tokens ended the text. Only those in `stop` do.",
    "在接受状态下，凡是条目为空的 token 都允许了，好像特殊 token 都能结束文字。只有 stop 里的才能。");
MISTAKE(empty_stop_never,
    "A stop token whose entry is empty never comes: the rule for empty entries has the last word. For stop tokens only the state counts.",
    "条目是空的停止 token 永远不允许：空条目的规则盖过了它。停止 token 只看状态。");
MISTAKE(empty_vocabulary_refused,
    "An empty vocabulary is refused. There is nothing in it that could come: the mask is empty, too.",
    "空的词表被拒绝了。词表里什么也没有，掩码也就是空的，这不算错。");
MISTAKE(ends_at_first_acceptance,
    "A token may come as soon as its beginning reaches an accepting state: what follows in it is not looked at. All of its bytes become part of the text.",
    "token 的开头一走到接受状态就允许了，后面的字节没有再看。它的所有字节都会写进文字里。");
MISTAKE(equal_entries_first_alone,
    "Of several tokens with the same bytes only the first may come. A map from bytes to an id, or the end of a trie, keeps one id. Each id has its own place in the mask.",
    "字节相同的几个 token 里，只允许了第一个：从字节到 id 的表，或者字典树的一个节点，只记下了一个 id。每个 id 在掩码里都有自己的位置。");
MISTAKE(equal_entries_last_alone,
    "Of several tokens with the same bytes only the last may come. A map from bytes to an id, or the end of a trie, keeps one id. Each id has its own place in the mask.",
    "字节相同的几个 token 里，只允许了最后一个：从字节到 id 的表，或者字典树的一个节点，只留下了一个 id。每个 id 在掩码里都有自己的位置。");
MISTAKE(first_accepting_state_alone,
    "Only the first accepting state counts: what leads to another one is taken for dead. Begin with all of them.",
    "只有第一个接受状态算数：通向其他接受状态的都被当成了死的。应从所有的接受状态开始。");
FAMILY(first_bytes_alone,
    "How many bytes of a token are looked at: {}. If the beginning fits, that says nothing of the rest: 4a begins like 42. Go through all bytes.",
    "每个 token 只看了前 {} 个字节。开头走得通，不等于后面也走得通：4a 的开头和 42 一样。所有字节都要看。", 1, 2, 3, 4,
    8, 16, 32, 64, 128);
MISTAKE(first_stop_token_alone,
    "Only the first stop token counts as one. A model may have several, such as <|im_end|> and <|endoftext|>: all of them.",
    "只有第一个停止 token 算数。模型可以有好几个，例如 <|im_end|> 和 <|endoftext|>：都要算。");
MISTAKE(from_state_0,
    "Each token is read from state 0, as if nothing were written yet. Begin in `state`, where the text so far has led.",
    "每个 token 都从状态 0 读起，好像还什么都没写。应从 state 开始，已有的文字就走到了那里。");
MISTAKE(high_bytes_lead_nowhere,
    "Bytes from 128 on lead nowhere: no character beyond ASCII may come. If you check byte < 0: where a char is signed, as here, that holds for them. Convert to unsigned char first.",
    "128 起的字节都走不通了，ASCII 之外的字符就写不出来。如果你判断的是 byte < 0：char 有符号时（这里就是），它们正是负数。要先转成 unsigned char。");
MISTAKE(inverted, "The mask says which tokens may not come. True is for those that may.",
    "掩码说的是哪些 token 不允许。应反过来：true 表示允许。");
MISTAKE(last_accepting_state_alone,
    "Only the last accepting state counts: what leads to another one is taken for dead. Begin with all of them.",
    "只有最后一个接受状态算数：通向其他接受状态的都被当成了死的。应从所有的接受状态开始。");
MISTAKE(last_byte_forgotten, "The last byte of each token is not looked at. It has to count, too.",
    "每个 token 的最后一个字节没有看。最后一个字节也算数。");
MISTAKE(last_step_unchecked,
    "A token may come though its last byte leads nowhere: you check before each byte, but not after the last one. Check after each step.",
    "最后一个字节走不通的 token 也允许了：你在读每个字节之前检查，读完最后一个却没有再查。应在每一步之后检查。");
MISTAKE(last_stop_token_alone,
    "Only the last stop token counts as one. A model may have several, such as <|im_end|> and <|endoftext|>: all of them.",
    "只有最后一个停止 token 算数。模型可以有好几个，例如 <|im_end|> 和 <|endoftext|>：都要算。");
MISTAKE(must_end_accepting,
    "A token may come only if it ends in an accepting state, so that the text is complete. It only has to be able to become so: `ye` may come where `yes` is wanted.",
    "token 走到接受状态才允许，也就是写了它就要完整。只要以后还能写完整就行：要的是 yes，ye 也允许。");
MISTAKE(no_stop_refused, "Where no stop tokens are given, you throw. That is allowed: then nothing ends the text.",
    "没有给出停止 token 时抛出了异常。这是允许的：那样就没有 token 结束文字。");
MISTAKE(nothing_allowed_refused,
    "Where no token may come, you throw. It is for the caller to decide what to do then: give a mask that is all false.",
    "一个 token 也不允许时抛出了异常。那时怎么办由调用者决定：应给出全是 false 的掩码。");
MISTAKE(nowhere_is_state_0,
    "A byte that leads nowhere is taken to lead to state 0, and the token goes on from there. -1 ends its way: it may not come.",
    "走不通的字节被当成走到状态 0，token 又从那里接着走。遇到 -1 路就断了：不允许这个 token。");
MISTAKE(one_byte_from_accepting,
    "A state counts as alive only if it accepts or if one byte leads to a state that does. The way may be longer: go on until nothing changes.",
    "只有自己接受、或者再走一个字节就到接受状态的才算活的。路可以更长：要一直找到不再有变化为止。");
MISTAKE(one_round_down,
    "You go once through the states, from the last to the first, and check whether each leads to a state that is alive. When one turns out alive, those with larger numbers don't learn of it. Repeat until a round changes nothing.",
    "从最后一个状态到第一个，每个只看了一遍能不能走到活的状态。号码小的后来变活了，号码大的就不知道了。应一轮轮重复，直到一整轮都没有变化。");
MISTAKE(one_round_up,
    "You go once through the states, from the first to the last, and check whether each leads to a state that is alive. When one turns out alive, those with smaller numbers don't learn of it. Repeat until a round changes nothing.",
    "从第一个状态到最后一个，每个只看了一遍能不能走到活的状态。号码大的后来变活了，号码小的就不知道了。应一轮轮重复，直到一整轮都没有变化。");
MISTAKE(one_round_up_and_one_down,
    "You look at the states twice, from the first to the last and back. A way that goes up and down through their numbers may need more. Repeat until a round changes nothing.",
    "所有状态只看了两遍，从前往后一遍，从后往前一遍。编号忽大忽小的路可能要更多遍。应一轮轮重复，直到一整轮都没有变化。");
MISTAKE(nowhere_judged_by_the_state_before,
    "Where a byte leads nowhere, the way ends, and the token is judged by the state before: 4a may come because 4 may. All bytes have to lead on.",
    "字节走不通时就停下，再看停下前的状态来决定：4 可以，4a 也就可以了。应当每个字节都走得通。");
MISTAKE(only_leaves,
    "A token that is the beginning of another one may never come, as in a trie in which only leaves count as tokens. Every node can be one.",
    "是别的 token 开头的那些 token 永远不允许，好像字典树里只有叶子才算 token。每个节点都可能是一个 token。");
MISTAKE(only_traps_are_dead,
    "A state counts as dead only if all its ways lead back to itself, or nowhere. Two states may lead to each other, and no text that is accepted comes of it either.",
    "只有走来走去都回到自己、或者走不动的状态才算死。两个状态也可以互相来回，同样写不出能接受的文字。");
MISTAKE(signed_char,
    "Bytes from 128 on are looked up in the wrong row: a char is signed on this machine, so they are negative, and next[state][-61] lies before the row, in that of another state or outside of the table. Convert to unsigned char first.",
    "128 起的字节查错了行：在这台机器上 char 有符号，它们是负数，next[state][-61] 落在这一行之前，是别的状态的行，甚至在表外。要先转成 unsigned char。");
MISTAKE(state_0_is_nowhere,
    "A way that comes to state 0 counts as one that leads nowhere. State 0 is a state like others; nowhere is -1.",
    "走到状态 0 的被当成了走不通。0 和别的状态一样，-1 才是走不通。");
MISTAKE(state_another_exception,
    "A state that the automaton does not have throws another exception, such as at()'s std::out_of_range. The contract names std::invalid_argument.",
    "自动机里没有的状态抛出的是别的异常，例如 at() 的 std::out_of_range。契约写明的是 std::invalid_argument。");
MISTAKE(state_carried_on,
    "The state is not set back between tokens: each token is read from where the one before it has led. Begin each in `state`.",
    "两个 token 之间没有把状态恢复：每个 token 都从上一个走到的地方读起。每个都应从 state 开始。");
MISTAKE(state_in_a_byte,
    "States are kept in 8 bits, so that those from 128 on are negative, and taken for nowhere. Keep them as wide as they come.",
    "状态只存了 8 位，128 起的就成了负数，被当成走不通。应保持原来的宽度。");
MISTAKE(state_narrowed,
    "The state is cut to 32 bits, so that very large ones are taken for others. Compare it as the std::size_t that it is.",
    "state 被截成了 32 位，非常大的数就成了别的状态。应以 std::size_t 来比较。");
MISTAKE(state_of_their_number_accepted, "The state after the last one is accepted. Of n states, the last is n - 1.",
    "接受了最后一个状态后面的号码。n 个状态里最后一个是 n − 1。");
MISTAKE(state_outside_allows_nothing,
    "In a state that the automaton does not have, nothing may come. The caller has made a mistake: throw std::invalid_argument.",
    "自动机里没有这个状态时，什么也不允许。这是调用者出了错：应抛出 std::invalid_argument。");
MISTAKE(state_unchecked,
    "States that the automaton does not have are not refused, and memory that isn't the table's is read. Compare with the number of states.",
    "自动机里没有的状态没有拒绝，读了不属于表的内存。要与状态的个数比较。");
MISTAKE(seven_bits_of_a_byte,
    "Only seven bits of each byte count: those from 128 on are looked up as others below. Each row has 256 bytes: convert to unsigned char.",
    "每个字节只用了 7 位：128 起的当成了下面别的字节来查。每一行有 256 个字节：要转成 unsigned char。");
MISTAKE(stop_always,
    "Stop tokens may come everywhere, so that a text can end in the middle. Only where the automaton accepts.",
    "停止 token 在哪里都允许，文字写到一半就可能结束。只有在接受状态下才允许。");
MISTAKE(stop_and_its_entry,
    "A stop token may come only where the automaton accepts and its entry fits, too. Whatever its entry is, it ends the text, and may come wherever the automaton accepts.",
    "停止 token 要自动机接受、条目也走得通才允许。不管条目是什么，它都会结束文字，自动机接受就允许。");
MISTAKE(stop_another_exception,
    "A stop token that the vocabulary does not have throws another exception, such as at()'s std::out_of_range. The contract names std::invalid_argument.",
    "词表里没有的停止 token 抛出的是别的异常，例如 at() 的 std::out_of_range。契约写明的是 std::invalid_argument。");
MISTAKE(stop_by_its_entry,
    "Stop tokens are treated like the others: their entry decides. For them only the state counts, whatever their entry is.",
    "停止 token 和别的一样，由它的条目决定。对它们只看状态，不管条目是什么。");
MISTAKE(stop_overruled_by_its_entry,
    "Where the entry of a stop token isn't empty, the entry has the last word: perhaps the loop over the vocabulary comes after that over stop. For stop tokens only the state counts, whatever their entry is.",
    "停止 token 的条目不为空时，最后由条目说了算：也许遍历词表的循环排在了处理 stop 的循环之后。停止 token 只看状态，不管条目是什么。");
MISTAKE(stop_by_its_entry_too,
    "A stop token may come where the automaton accepts, and also where its entry fits. It ends the text, whatever its entry is: where the automaton does not accept, it may not come.",
    "停止 token 在接受状态下允许，可是条目走得通时也允许了。不管条目是什么，它都会结束文字：不接受时就不允许。");
MISTAKE(stop_id_v_accepted, "A stop token with the id V is accepted. The last id is V - 1.",
    "接受了 id 是 V 的停止 token。最后一个 id 是 V − 1。");
MISTAKE(stop_id_v_another_exception,
    "For the stop token V another exception is thrown, such as at()'s std::out_of_range. Ids are below V: throw std::invalid_argument.",
    "停止 token 是 V 时抛出的是别的异常，例如 at() 的 std::out_of_range。id 要小于 V：应抛出 std::invalid_argument。");
MISTAKE(stop_ids_narrowed,
    "Stop tokens are cut to 32 bits, so that very large ones are taken for others. A TokenId has 64.",
    "停止 token 的 id 被截成了 32 位，非常大的数就成了别的 token。TokenId 有 64 位。");
MISTAKE(stop_negative_accepted, "Stop tokens below 0 are not refused. No token has such an id: check id < 0, too.",
    "小于 0 的停止 token 没有拒绝。没有这样的 id：还要检查 id < 0。");
MISTAKE(stop_never, "Stop tokens never come, so that the text can't end. They may come where the automaton accepts.",
    "停止 token 永远不允许，文字就结束不了。在接受状态下要允许它们。");
MISTAKE(stop_of_state_0,
    "State 0 decides whether stop tokens may come. Look at `state` instead, where the automaton is now.",
    "停止 token 允不允许，看的是状态 0。应当看 state，也就是自动机现在的状态。");
MISTAKE(stop_outside_ignored,
    "Stop tokens that the vocabulary does not have are passed over. Throw std::invalid_argument.",
    "词表里没有的停止 token 被跳过了。应抛出 std::invalid_argument。");
MISTAKE(stop_outside_refused_where_accepting_alone,
    "A stop token that the vocabulary does not have is refused only where the automaton accepts: elsewhere the ids aren't looked at. Check them first, in every state.",
    "词表里没有的停止 token，只在接受状态下才拒绝：别的状态下没有看这些 id。应当先检查，不管在哪个状态。");
MISTAKE(stop_unchecked,
    "Stop tokens that the vocabulary does not have are not refused, and memory that isn't the mask's is written. Compare with the vocabulary's size.",
    "词表里没有的停止 token 没有拒绝，写到了掩码之外的内存。要与词表的大小比较。");
MISTAKE(stop_where_alive,
    "Stop tokens may come wherever the text can still become one that is accepted. It has to be one already.",
    "只要文字以后还能被接受，停止 token 就允许了。应当是现在就能被接受。");
MISTAKE(stop_where_nothing_follows,
    "Stop tokens may come only where the automaton accepts and no byte leads further. After 4 the number may go on, and it may end, too.",
    "只有在接受、并且再也走不动的状态下，才允许了停止 token。4 后面可以继续写，也可以就此结束。");
MISTAKE(two_rounds_up,
    "You look at the states twice, each time from the first to the last. A way that leads back to smaller numbers may need more. Repeat until a round changes nothing.",
    "所有状态只看了两遍，都是从前往后。走回较小编号的路可能要更多遍。应一轮轮重复，直到一整轮都没有变化。");
MISTAKE(up_to_a_zero,
    "A token ends at its first zero byte, as with c_str(). An entry is bytes, and zero is one of them: use size().",
    "token 到第一个零字节就结束了，例如用了 c_str()。条目是字节，零也是一个字节：应以 size() 为准。");
MISTAKE(wrong_exception,
    "What is out of range throws, but not std::invalid_argument, which the contract names and callers catch.",
    "超出范围时抛出了异常，但不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。");

namespace {

struct Dfa {
    std::vector<std::array<std::int32_t, 256>> next;
    std::vector<bool> accepting;
};

/// Where a token has led: a state, nowhere, or outside of the table, where memory holds anything.
constexpr std::int64_t nowhere = -1, outside = -2;

struct Mask {
    Dfa dfa;
    std::vector<std::string> vocabulary;
    std::size_t state;
    std::vector<bool> alive;
    std::int64_t carried = 0;
    bool alive_is_known = true;
    std::vector<bool> before = {};  // where the automaton accepts that was asked before

    std::size_t states() const { return dfa.next.size(); }

    bool leads_to(const std::vector<bool>& wanted, std::size_t from) const {
        return std::any_of(dfa.next[from].begin(), dfa.next[from].end(),
            [&](std::int32_t to) { return to >= 0 && wanted[static_cast<std::size_t>(to)]; });
    }

    std::vector<bool> alive_states() const {
        std::vector<bool> found = dfa.accepting;
        if (dead_states_alive) return std::vector<bool>(states(), true);
        const bool way_out = any_way_out_is_alive, trap = only_traps_are_dead;
        if (way_out || trap || one_byte_from_accepting) {
            for (std::size_t from = 0; from < states(); ++from) {
                const auto& row = dfa.next[from];
                found[from] = dfa.accepting[from] || (one_byte_from_accepting && leads_to(dfa.accepting, from)) ||
                              ((way_out || trap) && std::any_of(row.begin(), row.end(), [&](std::int32_t to) {
                                  return to >= 0 && (!trap || to != static_cast<std::int32_t>(from));
                              }));
            }
            return found;
        }
        if (cycles_memoized_as_dead || cycles_memoized_as_dead_when_asked) return memoized();
        if (cycles_are_alive) on_cycles(found);
        const auto accepts = std::count(found.begin(), found.end(), true);
        if (first_accepting_state_alone && accepts > 1)
            std::fill(std::find(found.begin(), found.end(), true) + 1, found.end(), false);
        if (last_accepting_state_alone && accepts > 1)
            std::fill(found.begin(), std::find(found.rbegin(), found.rend(), true).base() - 1, false);
        const bool both = one_round_up_and_one_down, up = one_round_up || both || two_rounds_up;
        if (up || one_round_down) {
            const std::size_t rounds = both || two_rounds_up ? 2 : 1;
            for (std::size_t k = 0; k < rounds * states(); ++k) {
                const std::size_t at = k % states(), from = up && !(both && k >= states()) ? at : states() - 1 - at;
                if (!found[from]) found[from] = leads_to(found, from);
            }
            return found;
        }
        go_back(found,
            alive_by_ascii_alone     ? 128
            : alive_without_byte_255 ? 255
                                     : 256,
            alive_close_by_alone     ? 32
            : alive_not_too_far_away ? 100
                                     : states());
        if (!accepting_does_not_count_alone) return found;
        std::vector<bool> with_a_byte(states());
        for (std::size_t from = 0; from < states(); ++from) with_a_byte[from] = leads_to(found, from);
        return with_a_byte;
    }
    /// Adds the states from which one that was found can be reached.
    void go_back(std::vector<bool>& found, std::size_t bytes, std::size_t rounds) const {
        std::vector<std::vector<std::size_t>> before(states());
        std::vector<std::size_t> left;
        for (std::size_t from = 0; from < states(); ++from) {
            std::int32_t last = -1;  // neighbouring bytes often lead to the same
            for (std::size_t byte = 0; byte < bytes; ++byte) {
                const std::int32_t to = dfa.next[from][byte];
                if (to >= 0 && to != last) before[static_cast<std::size_t>(to)].push_back(from);
                last = to;
            }
            if (found[from]) left.push_back(from);
        }
        for (; rounds > 0 && !left.empty(); --rounds) {
            std::vector<std::size_t> further;
            for (const std::size_t to : left) {
                for (const std::size_t from : before[to]) {
                    if (found[from]) continue;
                    found[from] = true;
                    further.push_back(from);
                }
            }
            left = std::move(further);
        }
    }
    /// Adds the states that come back to themselves.
    void on_cycles(std::vector<bool>& found) const {
        for (std::size_t start = 0; start < states(); ++start) {
            std::vector<bool> seen(states());
            std::vector<std::size_t> left{start};
            while (!left.empty()) {
                const std::size_t from = left.back();
                left.pop_back();
                for (const std::int32_t to : dfa.next[from]) {
                    if (to < 0 || seen[static_cast<std::size_t>(to)]) continue;
                    seen[static_cast<std::size_t>(to)] = true;
                    left.push_back(static_cast<std::size_t>(to));
                }
            }
            if (seen[start]) found[start] = true;
        }
    }
    /// The states whose turn it is first: where tokens end, for those who search when a token asks.
    std::vector<std::size_t> starts() const {
        std::vector<std::size_t> turns;
        for (const std::string& entry : vocabulary) {
            if (!cycles_memoized_as_dead_when_asked || entry.empty()) continue;
            auto at = static_cast<std::int64_t>(state);
            for (std::size_t k = 0; k < entry.size() && at >= 0; ++k)
                at = step(at, static_cast<unsigned char>(entry[k]));
            if (at >= 0) turns.push_back(static_cast<std::size_t>(at));
        }
        for (std::size_t from = 0; from < states(); ++from) turns.push_back(from);
        return turns;
    }
    /// A search from each state in turn, bytes from 0 on; a state is noted as dead before its ways are looked at.
    std::vector<bool> memoized() const {
        std::vector<std::optional<bool>> known(states());
        struct Place {
            std::size_t state, byte;
        };
        for (const std::size_t start : starts()) {
            if (known[start]) continue;
            std::vector<Place> path{{start, 0}};
            known[start] = dfa.accepting[start];
            while (!path.empty()) {
                auto& [from, byte] = path.back();
                if (*known[from] || byte == 256) {
                    const bool is_alive = *known[from];
                    path.pop_back();
                    if (is_alive && !path.empty()) known[path.back().state] = true;
                    continue;
                }
                const std::int32_t next = dfa.next[from][byte++];
                if (next < 0) continue;
                const auto to = static_cast<std::size_t>(next);
                if (known[to]) {
                    if (*known[to]) known[from] = true;
                } else {
                    known[to] = dfa.accepting[to];
                    path.push_back({to, 0});
                }
            }
        }
        std::vector<bool> found;
        for (const auto& one : known) found.push_back(*one);
        return found;
    }

    /// Where one byte leads.
    std::int64_t step(std::int64_t from, unsigned char byte) const {
        if (from < 0 || from >= std::ssize(dfa.next)) return outside;
        if (seven_bits_of_a_byte) byte &= 0x7F;
        if (byte >= 128 && high_bytes_lead_nowhere) return nowhere;
        if (byte >= 128 && signed_char) {
            if (from == 0) return outside;
            --from;  // the row before lies in memory before this one
        }
        const std::int32_t to = dfa.next[static_cast<std::size_t>(from)][byte];
        if (nowhere_is_state_0 && to < 0) return 0;
        return (state_in_a_byte && to >= 128) || (state_0_is_nowhere && to == 0) ? nowhere : to;
    }

    /// 1 where the token may come, 0 where not.
    float may_come(const std::string& entry) {
        std::string bytes = up_to_a_zero ? entry.substr(0, entry.find('\0')) : entry;
        if (entry.empty() && empty_entries_where_accepting) return dfa.accepting[state];
        if (entry.empty() && !empty_entries_allowed) return 0;
        if (first_bytes_alone)
            bytes.resize(std::min(bytes.size(), static_cast<std::size_t>(first_bytes_alone.number())));
        if (last_byte_forgotten && !bytes.empty()) bytes.pop_back();
        std::int64_t now = state_carried_on ? carried : from_state_0 ? 0 : static_cast<std::int64_t>(state);
        const bool skips = bytes_that_lead_nowhere_skipped, not_below_0 = state_carried_on,
                   stays = nowhere_judged_by_the_state_before, early = ends_at_first_acceptance,
                   unchecked = last_step_unchecked;
        for (std::size_t k = 0; k < bytes.size(); ++k) {
            const std::int64_t to = step(now, static_cast<unsigned char>(bytes[k]));
            if (to == nowhere && stays) break;
            if (to == nowhere && skips) continue;
            now = to;
            if (now == nowhere && unchecked && k + 1 == bytes.size()) return 1;
            if (now < 0 || (early && dfa.accepting[static_cast<std::size_t>(now)])) break;
        }
        if (now == nowhere && not_below_0) now = outside;
        carried = now;
        if (now == nowhere) return 0;
        if (now == outside) return grader::anything();
        const auto end = static_cast<std::size_t>(now);
        if (!alive_is_known) return grader::anything();
        return must_end_accepting ? dfa.accepting[end] : alive[end];
    }

    /// Takes away what a map from bytes to an id, or a trie, loses.
    void lose(std::vector<float>& mask) const {
        const bool first = equal_entries_first_alone, last = equal_entries_last_alone, leaves = only_leaves;
        if (!first && !last && !leaves) return;
        for (std::size_t id = 0; id < mask.size(); ++id) {
            for (std::size_t other = 0; other < mask.size(); ++other) {
                const bool same = vocabulary[id] == vocabulary[other];
                if ((same && ((first && other < id) || (last && other > id))) ||
                    (leaves && !same && vocabulary[other].starts_with(vocabulary[id])))
                    mask[id] = 0;
            }
        }
    }
};

[[noreturn]] void refuse(bool with_another) {
    if (with_another || wrong_exception) throw std::runtime_error("");
    throw std::invalid_argument("");
}

}  // namespace

static Floats answer(Mask mask, std::vector<std::int64_t> stop) {
    const std::size_t V = mask.vocabulary.size(), states = mask.states();
    const Dfa& dfa = mask.dfa;
    const auto all = [&](float value) { return Floats({V}, value); };

    if (empty_vocabulary_refused && V == 0) refuse(false);
    if (no_stop_refused && stop.empty()) refuse(false);
    if (state_narrowed) mask.state = static_cast<std::uint32_t>(mask.state);
    bool has_guard = false;
    if (mask.state >= states) {
        if (state_outside_allows_nothing) return all(0);
        has_guard = mask.state == states && (state_unchecked || state_of_their_number_accepted);
        if (!has_guard && !state_unchecked) refuse(state_another_exception);
        if (!has_guard) throw std::runtime_error("");  // what is not its memory ends the process
    }
    if (stop_ids_narrowed) {
        for (std::int64_t& id : stop) id = static_cast<std::int32_t>(id);
    }
    bool overwrites = false;
    for (const std::int64_t id : stop) {
        const bool is_last = id == static_cast<std::int64_t>(V);
        if ((id >= 0 && id < static_cast<std::int64_t>(V)) || stop_outside_ignored) continue;
        if (stop_outside_refused_where_accepting_alone && !(mask.state < states && dfa.accepting[mask.state])) continue;
        if (stop_unchecked || (stop_id_v_accepted && is_last) || (stop_negative_accepted && id < 0)) {
            overwrites = overwrites || !is_last || V == 0;
            continue;
        }
        refuse(stop_another_exception || (stop_id_v_another_exception && is_last));
    }
    std::erase_if(stop, [&](std::int64_t id) { return id < 0 || id >= static_cast<std::int64_t>(V); });
    if (overwrites) throw std::runtime_error("");

    mask.alive = mask.alive_states();
    if (has_guard) {
        // The state after the last one, as it is in memory: see automaton::from.
        mask.dfa.next.emplace_back().fill(0);
        mask.dfa.accepting.push_back(true);
        mask.alive.push_back(false);
    }
    if (alive_kept_by_size) {
        mask.alive_is_known = !mask.before.empty();
        std::swap(mask.dfa.accepting, mask.before);
        if (mask.alive_is_known) mask.alive = mask.alive_states();
        std::swap(mask.dfa.accepting, mask.before);
    }
    mask.carried = static_cast<std::int64_t>(mask.state);
    std::vector<float> allowed;
    for (const std::string& entry : mask.vocabulary) allowed.push_back(mask.may_come(entry));
    const bool accepts = dfa.accepting[mask.state];
    if (accepting_ends_the_text && accepts) std::fill(allowed.begin(), allowed.end(), 0.0f);
    mask.lose(allowed);

    if (first_stop_token_alone && !stop.empty()) stop.resize(1);
    if (last_stop_token_alone && !stop.empty()) stop.erase(stop.begin(), stop.end() - 1);
    const auto& row = dfa.next[mask.state];
    const bool goes_on = std::any_of(row.begin(), row.end(), [](std::int32_t to) { return to >= 0; });
    const bool may_end = stop_always                  ? true
                         : stop_never                 ? false
                         : stop_where_alive           ? bool(mask.alive[mask.state])
                         : stop_where_nothing_follows ? accepts && !goes_on
                         : stop_of_state_0            ? bool(dfa.accepting[0])
                                                      : accepts;
    for (const std::int64_t signed_id : stop) {
        const auto id = static_cast<std::size_t>(signed_id);
        if (stop_by_its_entry || (stop_overruled_by_its_entry && !mask.vocabulary[id].empty())) continue;
        if (stop_by_its_entry_too && !may_end) continue;
        if (stop_and_its_entry && may_end) continue;
        allowed[id] = may_end && !(empty_stop_never && mask.vocabulary[id].empty());
    }
    if (inverted) {
        for (float& one : allowed) {
            if (one == 0 || one == 1) one = 1 - one;
        }
    }
    if (nothing_allowed_refused && std::count(allowed.begin(), allowed.end(), 0.0f) == std::ssize(allowed))
        refuse(false);
    return Floats({V}, allowed);
}

/// As call.hpp asks it.
static Values token_mask(Run& run) {
    Mask mask{automaton::from<Dfa>(std::get<Values>(run.call["edges"].is), run.integers("accepting")), {},
        static_cast<std::size_t>(run.number("state")), {}};
    for (const grader::Value& entry : std::get<Values>(run.call["vocabulary"].is))
        mask.vocabulary.push_back(std::get<std::string>(entry.is));
    if (run.has("accepting of the one before"))
        mask.before =
            automaton::from<Dfa>(std::get<Values>(run.call["edges"].is), run.integers("accepting of the one before"))
                .accepting;
    Values outputs;
    outputs.emplace_back(answer(std::move(mask), run.integers("stop")));
    return outputs;
}
