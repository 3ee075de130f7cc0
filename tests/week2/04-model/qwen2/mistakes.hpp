#pragma once
// What people get wrong in qwen2, and the function that gets it wrong.
#include "grader/plain.hpp"
#include "tests/week2/04-model/decoder_layer/parts.hpp"

using grader::Floats, grader::Integers, grader::Real, grader::Run, grader::sum, grader::Values;

MISTAKE(added_axis,
    "The result has a third axis, of length 1, as Hugging Face's has for a batch of texts. Here there is one text: L × V.",
    "结果多了一个长度为 1 的轴，Hugging Face 里那是一批文字的轴。这里只有一段文字：L × V。");
MISTAKE(caches_cleared,
    "The caches are emptied first, so that what came before is forgotten. To begin a new text, the caller passes new ones.",
    "一开始就清空了各个缓存，前面的内容于是都忘了。要开始新的一段文字，调用者会传入新的缓存。");
MISTAKE(caches_copied,
    "The caller's caches get nothing, as if the layers filled copies: the next token knows nothing of these. Pass cache[i] itself, or write auto& instead of auto.",
    "调用者的缓存里什么也没有加，好像各层填的是副本：下一个 token 不知道有过这些。直接传 cache[i]，或把 auto 写成 auto&。");
MISTAKE(checked_behind_the_layers,
    "Room is looked for after the layers: by then they have filled the caches, and there is less than before. require_room should come first.",
    "各层之后才检查余量：那时各层已经填了缓存，剩的地方也比原来少了。require_room 应在最前面。");
MISTAKE(complement_kept,
    "As many rows are left out as should be kept: L - logits_to_keep come back. The rows begin at L - logits_to_keep and end at L.",
    "要留几行，反而去掉了几行：返回的是 L - logits_to_keep 行。应从第 L - logits_to_keep 行起，到第 L 行为止。");
MISTAKE(cut_before_the_last_layer,
    "The rows that nobody asks for are left out before the last layer. Its cache then lacks them: tokens to come will look at them. Leave them out after it.",
    "不要的行在最后一层之前就去掉了，这一层的缓存里于是缺了它们，而以后的 token 还要看。应在最后一层之后再去掉。");
MISTAKE(each_layer_reads_the_embedding,
    "Each layer is given the embedding, and only the last one's result is used. A layer is given what the one before it returned.",
    "每一层拿到的都是嵌入，最后只用上了最后一层的结果。每一层应当拿到上一层返回的结果。");
MISTAKE(embedding_added_in_each_layer,
    "The embedding is added to the stream before every layer but the first. It is in the stream from the beginning.",
    "从第二层起，每一层之前都往残差流里加了一次嵌入。它从一开始就在残差流里了。");
MISTAKE(embedding_scaled, "The embedding is multiplied by sqrt(E). Gemma does that; Qwen2 does not.",
    "嵌入乘上了 √E。Gemma 是这样做的，Qwen2 不乘。");
MISTAKE(empty_result_for_a_refusal,
    "What does not fit gives a result without rows instead of an exception. Let require_room's exception through: a caller that goes on with no logits fails later, and nobody knows why.",
    "不符合要求时返回了零行的结果，而没有抛出异常。让 require_room 的异常传出去：拿着空的 logits 继续算，会在后面出错，而且没人知道原因。");
MISTAKE(exact_room_refused, "Tokens for which there is exactly room are refused, as with >= where > belongs.",
    "位置刚好够用时也拒绝了，比如该写 > 的地方写成了 >=。");
MISTAKE(first_layer_alone, "Only the first layer is called. All of layers follow one another.",
    "只调用了第一层。layers 里的每一层都要依次经过。");
MISTAKE(first_layer_for_all,
    "layers[0] is used in the place of every layer. The layers have weights of their own: layers[i].",
    "每一层用的都是 layers[0]。各层有自己的权重，应是 layers[i]。");
MISTAKE(
    first_layer_left_out, "The first layer is left out. Layers are counted from 0.", "漏掉了第一层。层是从 0 数起的。");
MISTAKE(first_rows_kept,
    "The first logits_to_keep rows are kept. It is the last ones: the next token is chosen by the last row.",
    "留下的是最前面的 logits_to_keep 行。应留最后几行：下一个 token 是按最后一行选的。");
MISTAKE(head_left_out, "The head is missing: what comes back has E columns, and no logits. lm_head(norm(h)) has V.",
    "少了输出头：返回的有 E 列，不是 logits。lm_head(norm(h)) 才有 V 列。");
MISTAKE(last_layer_left_out, "The last layer is left out, as where a loop ends one too early.",
    "漏掉了最后一层，比如循环早结束了一次。");
MISTAKE(last_norm_left_out,
    "The last norm is missing: the head is given the stream as the last layer leaves it. logits = lm_head(norm(h)).",
    "少了最后的归一化：输出头拿到的是最后一层留下的残差流本身。应是 logits = lm_head(norm(h))。");
FAMILY(last_chunk_alone,
    "The tokens go through the layers {} at a time, and only the rows of the last chunk get logits. Collect the rows of all chunks: 0 asks for all.",
    "token 每 {} 个一段经过各层，只有最后一段的行得到了 logits。应把各段的行都收集起来：0 是要全部。", 8, 16, 32, 64,
    128, 256, 512);
MISTAKE(last_row_alone, "Only the last row comes back, whatever logits_to_keep says: 0 asks for all, and 2 for two.",
    "不论 logits_to_keep 是多少，都只返回最后一行：0 是要全部，2 是要两行。");
MISTAKE(last_row_dropped,
    "The last row is dropped for logits_to_keep of 0, as one does for the loss in training. Here it is the one by which the next token is chosen: all L come back.",
    "logits_to_keep 为 0 时丢掉了最后一行，训练时算损失确实会这样做。这里下一个 token 正是按它选的：应返回全部 L 行。");
MISTAKE(last_row_for_any_number,
    "Wherever rows are left out, only the last one is kept, however many are asked for. The range from L - logits_to_keep to L has as many as that.",
    "只要去掉一些行，就只剩最后一行，不管要的是几行。取从 L - logits_to_keep 到 L 的范围，要几行就有几行。");
MISTAKE(last_row_without_its_axis,
    "For logits_to_keep of 1, the axis of the rows is lost, as where an integer takes the last one: V numbers in one axis. With xt::range(L - 1, L) it stays 1 × V.",
    "logits_to_keep 为 1 时少了一个轴，比如用整数取了最后一行：返回的是只有一个轴的 V 个数。用 xt::range(L - 1, L) 取，才是 1 × V。");
MISTAKE(last_tokens_alone_read,
    "Only the last logits_to_keep tokens go through the layers, so that they know nothing of the others and the caches lack those. All go through; the rest is left out before the head.",
    "只有最后 logits_to_keep 个 token 经过了各层：它们看不到前面的 token，缓存里也缺了那些。应全部经过，到输出头之前再去掉不要的行。");
MISTAKE(layers_in_reverse, "The layers come in the reverse order. layers[0] is the first: it reads the embedding.",
    "各层的次序反了。layers[0] 是第一层，读的是嵌入。");
MISTAKE(length_advanced_again,
    "The caches' lengths are advanced here as well. Each layer has done it: now there are positions that were never written.",
    "这里又推进了一次各缓存的 length。每一层已经做过了：这样会多出没有写过的位置。");
MISTAKE(lengths_not_compared,
    "Caches of different lengths are accepted: the layers would take the tokens for ones in different places. Keep require_room as the first line.",
    "各缓存长度不同时也接受了：各层会以为这些 token 在不同的位置。第一行要保留 require_room。");
MISTAKE(logits_scaled, "The logits are divided by sqrt(E). Take the head's products as they are.",
    "logits 除以了 √E。输出头的乘积应原样使用。");
MISTAKE(logits_to_keep_ignored,
    "Logits of all rows come back, whatever logits_to_keep says. With a vocabulary of 151,936 the head is a large part of the work: only the last logits_to_keep rows go through it.",
    "不论 logits_to_keep 是多少，返回的都是全部行。词表有 151,936 行时输出头是很大的一块计算：只让最后 logits_to_keep 行经过它。");
MISTAKE(more_caches_accepted,
    "More caches than layers are accepted, and the last ones are never used. There is one for each layer: keep require_room as the first line.",
    "缓存比层多时也接受了，多出来的从来没有用到。每层正好一个：第一行要保留 require_room。");
MISTAKE(more_than_l_refused, "logits_to_keep of more than L is refused. It gives what there is: all L rows.",
    "logits_to_keep 大于 L 时拒绝了。有几行就给几行：全部 L 行。");
MISTAKE(more_than_l_wraps,
    "Where logits_to_keep is above L, too few rows can come back: L - logits_to_keep is below zero, a std::size_t wraps around there, and xt::range takes it for a count from the end. Cut only where logits_to_keep < L.",
    "logits_to_keep 大于 L 时返回的行数可能太少：L - logits_to_keep 小于零，std::size_t 在这里会绕回去，xt::range 又把它当作从末尾数起。只有 logits_to_keep < L 时才需要截取。");
MISTAKE(newest_token_alone,
    "Where the caches have something already, only the last of the ids is read, as where the whole text is passed again. Here all ids are new: they follow those in the cache.",
    "缓存里已有内容时，只读了最后一个 id；每次都传入整段文字时才这样做。这里的 id 全是新的，接在缓存里的后面。");
MISTAKE(no_tokens_accepted,
    "An empty list of tokens is accepted. There is then no last row by which to choose a token: the contract asks for at least one.",
    "没有 token 时也接受了。这样就没有可以用来选 token 的最后一行：契约要求至少一个。");
MISTAKE(norm_only_where_rows_are_cut,
    "The last norm is missing where no rows are left out, as where norm is called inside the if that cuts them. It comes before the head in any case.",
    "没有去掉行时少了最后的归一化，比如 norm 写在了截取几行的那个 if 里面。不管截不截，输出头之前都要归一化。");
MISTAKE(norm_before_every_layer,
    "norm is called before every layer, and not only at the end. Each layer normalizes what it reads with norms of its own.",
    "每一层之前都用了 norm，而不是只在最后用一次。每一层都用自己的归一化处理它读的内容。");
MISTAKE(norm_before_the_layers,
    "norm is called on the embedding. It only comes after the last layer: the first layer normalizes its input itself.",
    "嵌入经过了 norm。它只应在最后一层之后用一次：第一层自己会归一化输入。");
MISTAKE(norm_behind_every_layer,
    "norm is called after every layer. It should come once, after the last one: between layers the stream goes on as it is.",
    "每一层之后都用了 norm。它只在最后一层之后用一次：层与层之间残差流原样传下去。");
MISTAKE(norm_behind_every_layer_too,
    "norm is called after every layer, and again before the head. It should be called once, before the head: between layers the stream goes on as it is.",
    "每一层之后都用了 norm，到输出头之前又用了一次。它只在输出头之前用一次：层与层之间残差流原样传下去。");
MISTAKE(norm_with_another_eps,
    "The last norm is computed with a fixed eps here. Call the member norm, which has its own.",
    "这里最后的归一化用的是固定的 eps。请直接调用成员 norm，它有自己的 eps。");
MISTAKE(normalized_twice, "norm is called twice at the end. It should be called once, before the head.",
    "最后用了两次 norm。只应在输出头之前用一次。");
MISTAKE(one_cache_for_all_layers,
    "All layers share the first cache, so that each attends to the keys of the others. Layer i has cache[i].",
    "所有层共用了第一个缓存，每一层都会注意到别的层的 key。第 i 层用 cache[i]。");
MISTAKE(one_row_for_any_number,
    "Wherever rows are left out, only the last one is kept, and without its axis, as where an integer takes it. The range from L - logits_to_keep to L keeps as many rows as are asked for, and both axes.",
    "只要去掉一些行，就只剩最后一行，轴也没有了，比如是用整数取的。取从 L - logits_to_keep 到 L 的范围，要几行就有几行，两个轴也都在。");
MISTAKE(one_row_too_many,
    "One row more than logits_to_keep comes back: your range begins one too early. It should begin at L - logits_to_keep.",
    "返回的比 logits_to_keep 多一行：范围早开始了一行。应从 L - logits_to_keep 开始。");
MISTAKE(one_row_without_its_axis,
    "A single row comes back as V numbers in one axis. The result should always have two: 1 × V.",
    "只有一行时，返回的是只有一个轴的 V 个数。结果总有两个轴：1 × V。");
MISTAKE(one_token_at_a_time,
    "Each token goes through all layers before the next one is looked up: where a later id is refused, the caches have the ones before it. Call embed_tokens with all ids first.",
    "每个 token 都先走完所有层，才去查下一个：后面的 id 被拒绝时，缓存里已经有了前面的。应先用全部 id 调用 embed_tokens。");
MISTAKE(only_first_cache_checked, "Not every cache is checked for room. Keep require_room, which checks all of them.",
    "没有检查每一个缓存的余量。保留 require_room，它会逐个检查。");
MISTAKE(probabilities,
    "Softmax is called on the logits. What is asked for is the logits themselves: the caller may want to divide them by a temperature first.",
    "对 logits 用了 softmax。要的是 logits 本身：调用者可能还要先除以温度。");
MISTAKE(require_room_removed,
    "require_room is not called: no ids, caches of different lengths and more caches than layers are accepted, with fewer you read one that is not there, and what has no room is refused too late. Keep it as the first line.",
    "没有调用 require_room：没有 id、缓存长度不同、缓存比层多都接受了；缓存比层少时会读到不存在的缓存；放不下时又拒绝得太晚。第一行要保留 require_room。");
MISTAKE(residual_around_layers,
    "What goes into a layer is added to what comes out: h = h + layer(h). The layer has done that, both times: h = layer(h).",
    "每一层的输入又加到了它的输出上：h = h + layer(h)。层里面已经做过这两次相加了：应是 h = layer(h)。");
MISTAKE(room_unchecked,
    "Whether there is room is left to the layers: when a later one refuses, those before it have filled their caches. Call require_room before the first layer.",
    "有没有空位，交给了各层去检查：后面的层拒绝时，前面的层已经填了自己的缓存。应在第一层之前调用 require_room。");
MISTAKE(rows_before_the_last,
    "The rows end one too early: the last row is left out, and it is the one by which the next token is chosen. The range ends at L, which is not in it.",
    "范围早结束了一行：漏掉了最后一行，而下一个 token 正是按它选的。范围应到 L 为止，L 本身不算在内。");
MISTAKE(wrong_exception,
    "What does not fit is refused, but not with std::invalid_argument, which the contract names and callers catch. Call require_room and let its exception through.",
    "不符合要求时拒绝了，但抛出的不是 std::invalid_argument；契约写明的、调用者要捕获的都是它。请调用 require_room，让它的异常传出去。");
MISTAKE(zero_keeps_none, "logits_to_keep of 0 gives no rows. It asks for all, as in Hugging Face.",
    "logits_to_keep 为 0 时一行也没有返回。它表示全部，和 Hugging Face 一样。");
MISTAKE(zero_keeps_the_last, "logits_to_keep of 0 gives only the last row. It asks for all, as in Hugging Face.",
    "logits_to_keep 为 0 时只返回了最后一行。它表示全部，和 Hugging Face 一样。");
MISTAKE(zero_refused, "logits_to_keep of 0 is refused. It asks for the logits of all rows, as in Hugging Face.",
    "logits_to_keep 为 0 时拒绝了。它表示要全部行的 logits，和 Hugging Face 一样。");

using Ids = std::vector<std::int64_t>;

/// A model whose caches are of some type; each layer also gets its own.
template <class Cache>
struct Model {
    std::function<Floats(const Ids&)> embed_tokens;
    std::vector<std::function<Floats(const Floats& h, Cache&)>> layers;
    std::function<Floats(const Floats& h, Real eps)> norm_with;
    std::function<Floats(const Floats& h)> lm_head;
    Real eps;
    std::size_t positions, E;

    Floats norm(const Floats& h) const { return norm_with(h, eps); }
};

static std::size_t capacity(const grader::Cache& cache) { return cache.capacity; }

template <class Cache>
void require_lengths_and_room(const Model<Cache>& model, std::size_t L, const std::vector<Cache>& caches) {
    for (const Cache& one : caches) {
        const std::size_t most = std::min(capacity(one), model.positions), length = one.length;
        const bool compared = !lengths_not_compared && !only_first_cache_checked;
        if (compared && length != caches[0].length) throw std::invalid_argument("");
        if (room_unchecked || (only_first_cache_checked && &one != &caches[0])) continue;
        if (length > most || L > most - length || (exact_room_refused && L == most - length))
            throw std::invalid_argument("");
    }
}

template <class Cache>
void require_room(const Model<Cache>& model, std::size_t L, const std::vector<Cache>& caches) {
    if (L == 0 && !no_tokens_accepted) throw std::invalid_argument("");
    if (caches.size() != model.layers.size()) throw std::invalid_argument("");
    if (!checked_behind_the_layers) require_lengths_and_room(model, std::max<std::size_t>(L, 1), caches);
}

static Floats last_rows(const Floats& h, std::size_t count) {
    return grader::rows_of(h, h.shape[0] - count, h.shape[0]);
}

template <class Cache>
Floats through_layers(const Model<Cache>& model, const Floats& embedded, std::vector<Cache>& caches, std::size_t keep) {
    std::vector<Cache> copies;
    if (caches_copied) copies = caches;
    Floats h = norm_before_the_layers ? model.norm(embedded) : embedded;
    const std::size_t N = model.layers.size();
    for (std::size_t step = 0; step < N; ++step) {
        const std::size_t i = layers_in_reverse ? N - 1 - step : step;
        if ((first_layer_left_out && step == 0) || (last_layer_left_out && step + 1 == N) ||
            (first_layer_alone && step > 0))
            continue;
        if (embedding_added_in_each_layer && step > 0) h = sum(h, embedded);
        if (cut_before_the_last_layer && step + 1 == N && keep > 0 && keep < h.shape[0]) h = last_rows(h, keep);
        Floats read = each_layer_reads_the_embedding ? embedded : h;
        if (norm_before_every_layer) read = model.norm(read);
        Cache& cache = (caches_copied ? copies : caches)[one_cache_for_all_layers ? 0 : i];
        Floats y = model.layers[first_layer_for_all ? 0 : i](read, cache);
        if (residual_around_layers) y = sum(h, y);
        if (norm_behind_every_layer || norm_behind_every_layer_too) y = model.norm(y);
        h = y;
    }
    return h;
}

/// The rows of h of which logits are asked for.
static Floats kept(const Floats& h, std::size_t L, std::size_t keep) {
    const auto without_its_axis = [&] {
        Floats row = last_rows(h, 1);
        row.shape = {row.size()};
        return row;
    };
    const std::size_t rows = h.shape[0];
    if (last_row_alone) return rows > 0 ? last_rows(h, 1) : h;
    if (logits_to_keep_ignored || last_tokens_alone_read || cut_before_the_last_layer || rows != L || L == 0) return h;
    if (last_row_without_its_axis && keep == 1) return without_its_axis();
    if (last_row_dropped && keep == 0 && L > 1) return grader::rows_of(h, 0, L - 1);
    if (keep == 0 && zero_keeps_none) return last_rows(h, 0);
    if (keep == 0 && zero_keeps_the_last) keep = 1;
    if (keep > L && more_than_l_wraps) {
        // Below zero is a count from the end.
        const auto begin = static_cast<std::ptrdiff_t>(L - keep);
        const std::ptrdiff_t from =
            begin < 0 ? std::max<std::ptrdiff_t>(begin + static_cast<std::ptrdiff_t>(L), 0) : begin;
        return grader::rows_of(h, std::min(static_cast<std::size_t>(from), L), L);
    }
    if (keep == 0 || keep >= L) return h;
    if (one_row_for_any_number) return without_its_axis();
    if (last_row_for_any_number) return last_rows(h, 1);
    const std::size_t begin = first_rows_kept                            ? 0
                              : complement_kept                          ? keep
                              : one_row_too_many || rows_before_the_last ? L - keep - 1
                                                                         : L - keep;
    return grader::rows_of(h, begin, first_rows_kept ? keep : rows_before_the_last ? L - 1 : L);
}

template <class Cache>
Floats logits_of(const Model<Cache>& model, const Ids& ids, std::vector<Cache>& caches, std::size_t keep) {
    const std::size_t L = ids.size(), N = model.layers.size();
    if (require_room_removed) {
        if (caches.size() < N) throw std::runtime_error("");  // there is nothing where the others should be
    } else if (!more_caches_accepted || caches.size() <= N) {
        try {
            require_room(model, L, caches);
        } catch (const std::invalid_argument&) {
            if (wrong_exception) throw std::runtime_error("");
            if (empty_result_for_a_refusal) return Floats({0, model.E}, 0.0f);
            throw;
        }
    }
    if (newest_token_alone && L > 1 && N > 0 && caches[0].length > 0)
        return logits_of(model, {ids.back()}, caches, keep);
    if (caches_cleared)
        for (Cache& one : caches) one.length = 0;
    if ((zero_refused && keep == 0) || (more_than_l_refused && keep > L)) throw std::invalid_argument("");

    const auto embed = [&](const Ids& some) {
        Floats h = model.embed_tokens(some);
        if (embedding_scaled)
            for (float& one : h.values) one *= std::sqrt(static_cast<float>(model.E));
        return h;
    };
    Floats h({0, model.E}, 0.0f);
    if (one_token_at_a_time) {
        for (const std::int64_t id : ids) {
            const Floats row = through_layers(model, embed({id}), caches, keep);
            h.values.insert(h.values.end(), row.begin(), row.end());
        }
        h.shape[0] = h.size() / model.E;
    } else {
        h = embed(ids);
        if (last_tokens_alone_read && keep > 0 && keep < L) h = last_rows(h, keep);
        h = through_layers(model, h, caches, keep);
    }
    if (length_advanced_again)
        for (Cache& one : caches) one.length += L;
    if (checked_behind_the_layers) require_lengths_and_room(model, L, caches);

    std::size_t read = L;  // rows of which the end may be kept
    if (last_chunk_alone && h.shape[0] == L && L > 0) {
        const auto chunk = static_cast<std::size_t>(last_chunk_alone.number());
        read -= (L - 1) / chunk * chunk;
        h = last_rows(h, read);
    }
    const bool unnormed = norm_only_where_rows_are_cut && (keep == 0 || keep >= read);
    h = kept(h, read, keep);
    if (norm_with_another_eps) h = model.norm_with(h, 1e-5);
    else if (!last_norm_left_out && !norm_behind_every_layer && !unnormed) h = model.norm(h);
    if (normalized_twice) h = model.norm(h);
    Floats logits = head_left_out ? h : model.lm_head(h);
    if (probabilities)
        for (std::size_t r = 0; r < logits.rows(); ++r) {
            float *const begin = logits.row(r), *const end = begin + logits.width();
            const float largest = *std::max_element(begin, end);
            Real all = 0;
            for (float* one = begin; one != end; ++one) all += * one = std::exp(*one - largest);
            for (float* one = begin; one != end; ++one) *one = static_cast<float>(*one / all);
        }
    if (logits_scaled)
        for (float& one : logits.values) one /= std::sqrt(static_cast<float>(model.E));
    if (one_row_without_its_axis && logits.shape[0] == 1) logits.shape = {logits.size()};
    if (added_axis) logits.shape.insert(logits.shape.begin(), 1);
    return logits;
}

/// In the place of a layer where a call has no weights for one.
static Floats mixed_with_the_row_before(
    const Floats& h, const Floats& weight, std::size_t positions, grader::Cache& cache) {
    if (h.shape.size() != 2) grader::xtensor_throws();
    const std::size_t before = cache.length, E = h.width();
    if (before + h.shape[0] > positions) throw std::invalid_argument("");
    cache.append(h, h);
    Floats y = grader::linear_of(h, weight);
    for (std::size_t i = before == 0 ? 1 : 0; i < h.shape[0]; ++i)
        for (std::size_t e = 0; e < E; ++e) y.row(i)[e] += cache.value(before + i - 1, e);
    return y;
}

static Values qwen2(Run& run) {
    const auto whole = [&](const char* name, std::size_t otherwise) {
        return run.has(name) ? static_cast<std::size_t>(run.number(name)) : otherwise;
    };
    const Floats &table = run.floats("embed_tokens"), &weight = run.floats("norm"),
                 &head = run.has("lm_head") ? run.floats("lm_head") : table;
    const std::size_t E = weight.size(), kv_heads = whole("num_key_value_heads", 1), D = whole("head_dim", E),
                      positions = whole("positions", 32);
    Model<grader::Cache> model;
    model.eps = run.number("eps"), model.positions = positions, model.E = E;
    model.embed_tokens = [&](const Ids& ids) {
        Floats h({ids.size(), E}, 0.0f);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (ids[i] < 0 || static_cast<std::size_t>(ids[i]) >= table.shape[0]) throw std::invalid_argument("");
            std::copy_n(table.row(static_cast<std::size_t>(ids[i])), E, h.row(i));
        }
        return h;
    };
    model.norm_with = [&](const Floats& h, Real eps) { return grader::rms_norm_of(h, weight, eps); };
    model.lm_head = [&](const Floats& h) { return grader::linear_of(h, head); };

    std::vector<std::vector<float>> given;  // to each layer
    grader::Tables tables;
    if (run.has("layers")) {
        const Floats& weights = run.floats("layers");
        given.resize(weights.shape[0]);
        for (std::size_t i = 0; i < given.size(); ++i) {
            Floats w = grader::rows_of(weights, i, i + 1);
            w.shape = {E, E};
            model.layers.push_back([w, positions, &inputs = given[i]](const Floats& h, grader::Cache& cache) {
                inputs.insert(inputs.end(), h.begin(), h.end());
                return mixed_with_the_row_before(h, w, positions, cache);
            });
        }
    } else {
        tables = grader::tables_of(D, positions, run.number("theta"));
        const Values& weights = std::get<Values>(run.call["weights"].is);
        for (std::size_t i = 0; i < weights.size() / 12; ++i) {
            const auto w = [&weights, i](
                               std::size_t k) -> const Floats& { return std::get<Floats>(weights[12 * i + k].is); };
            const grader::AttentionWeights attention{
                whole("num_heads", 1), kv_heads, D, w(1), &w(2), w(3), &w(4), w(5), &w(6), w(7)};
            model.layers.push_back([&tables, w, attention, eps = model.eps](const Floats& x, grader::Cache& cache) {
                const Floats h =
                    sum(x, grader::qwen2_attention_of(grader::rms_norm_of(x, w(0), eps), attention, tables, cache));
                return sum(h, grader::qwen2_mlp_of(grader::rms_norm_of(h, w(8), eps), w(9), w(10), w(11)));
            });
        }
    }
    std::vector<grader::Cache> caches;
    const Ids capacities = run.has("capacities") ? run.integers("capacities") : Ids(model.layers.size(), 32);
    for (const std::int64_t one : capacities) caches.emplace_back(static_cast<std::size_t>(one), kv_heads, D);
    const Ids lengths = run.has("lengths") ? run.integers("lengths") : Ids{};
    for (std::size_t i = 0; i < lengths.size(); ++i) caches[i].length = static_cast<std::size_t>(lengths[i]);

    const auto ask = [&](const Ids& ids) {
        return logits_of(
            model, ids, caches, static_cast<std::size_t>(std::get<std::int64_t>(run.call["logits_to_keep"].is)));
    };
    const Ids& ids = run.integers("ids");
    Floats logits({0, head.shape[0]}, 0.0f);
    if (run.has("pieces")) {
        auto at = ids.begin();
        for (const std::int64_t tokens : run.integers("pieces")) {
            const Floats rows = ask({at, at + tokens});
            if (rows.shape.size() != 2 || rows.width() != logits.width()) grader::xtensor_throws();
            logits.values.insert(logits.values.end(), rows.begin(), rows.end());
            logits.shape[0] += rows.shape[0];
            at += tokens;
        }
    } else if (!run.has("next ids") || !ids.empty()) {
        logits = ask(ids);
    }
    Floats inputs({0, E}, 0.0f);
    for (const auto& rows : given) inputs.values.insert(inputs.values.end(), rows.begin(), rows.end());
    inputs.shape[0] = inputs.size() / E;
    if (one_cache_for_all_layers && model.layers.size() > 12) {  // that add up, and so does what rounding does
        std::fill(inputs.values.begin() + static_cast<std::ptrdiff_t>(inputs.size() / 2), inputs.values.end(),
            grader::rounding());
        std::fill(logits.begin(), logits.end(), grader::rounding());
    }
    if (run.has("next ids")) {
        try {
            ask(run.integers("next ids"));
        } catch (const std::exception&) {
        }
    }
    Integers now({caches.size()}, 0);
    for (std::size_t i = 0; i < caches.size(); ++i) now.values[i] = static_cast<std::int64_t>(caches[i].length);
    if (given.empty()) return {logits, now};
    return {logits, inputs, now};
}
