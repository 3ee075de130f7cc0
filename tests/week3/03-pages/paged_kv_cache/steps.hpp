#pragma once
// What happens to the texts of one store and one pool, step by step. Written once for call.hpp, which asks an answer, and for
// mistakes.hpp, which gives a World without xtensor.
//
//     A.append(3)          reserve(3), write of each layer, commit()
//     A.reserve(3)         A.write(1): the reserved rows of layer 1        A.write(1, (2, 2, 3), (2, 1, 3)): of these shapes
//     A.commit()           A.truncate(2)         A.end(): its destructor
//     B.fork(A, 5)         B begins with the first five positions of A, in the same pages
//     others.take(2)       two pages are taken by nobody of these          others.release(1): the first of them again
//
// Pages are named a, b, c ... as they come into use, since contracts leave open which of the free ones goes where.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/call.hpp"

namespace paged {

/// World has: Unsolved and OutOfPages, exceptions; Array, key or value; Text, with length, table, reserve, write, commit and
/// truncate; pool, with references, take, share and release; text(), a new one; rows(of_keys, layer, from, count) and
/// filled(shape), an Array; layers, pages, page and row, numbers, where row is what a row has; store(of_keys, layer), floats.
template <class World>
class Steps {
public:
    explicit Steps(World& world) : world_(world), before_(copied()), in_use_(world.pages, false) {}

    /// The events and, for each text that is left, its keys and its values: layers x length x row.
    grader::Values all(const grader::Values& steps) {
        for (const grader::Value& step : steps) take(std::get<std::string>(step.is));
        grader::Values outputs;
        outputs.emplace_back(grader::Values());  // in braces, it would be a copy to clang and a first element to g++
        for (const auto& [name, text] : texts_) {
            for (const bool of_keys : {true, false}) outputs.emplace_back(gathered(*text.cache, of_keys));
        }
        while (!texts_.empty()) end(texts_.begin());
        events_.emplace_back("all texts end: " + std::to_string(free_pages()) + " free");
        outputs[0] = events_;
        return outputs;
    }

private:
    using Numbers = std::vector<std::size_t>;
    using Shapes = std::vector<Numbers>;
    struct Text {
        std::unique_ptr<typename World::Text> cache;
        std::size_t begin = 0, reserved = 0;  // of the rows that are given out, those that it is to write
    };

    /// Numbers in the outer brackets, and shapes in brackets of their own.
    static std::pair<Numbers, Shapes> numbers_of(const std::string& step) {
        Numbers numbers;
        Shapes shapes;
        int depth = 0;
        for (std::size_t i = 0; i < step.size(); ++i) {
            if (step[i] == '(' && ++depth == 2) shapes.emplace_back();
            if (step[i] == ')') --depth;
            if (step[i] < '0' || step[i] > '9' || depth < 1) continue;
            std::size_t behind = 0;
            (depth == 2 ? shapes.back() : numbers).push_back(std::stoull(step.substr(i), &behind));
            i += behind - 1;
        }
        return {numbers, shapes};
    }

    void take(const std::string& step) {
        const std::size_t dot = step.find('.'), bracket = step.find('(');
        if (dot == std::string::npos || bracket == std::string::npos || bracket < dot) return;
        const std::string who = step.substr(0, dot), what = step.substr(dot + 1, bracket - dot - 1);
        const auto [numbers, shapes] = numbers_of(step);
        spoiled_.clear();
        std::string event = step;
        const auto free_before = free_in_order();
        try {
            if (who == "others") others(what, numbers);
            else act(who, what, step, numbers, shapes);
        } catch (const typename World::Unsolved&) {
            throw;
        } catch (const std::invalid_argument&) {
            event += std::string(" throws ") + grader::the_refusal;
        } catch (const typename World::OutOfPages&) {
            event += " throws OutOfPages";
            if (free_in_order() != free_before) event += ", free pages in another order";
        } catch (...) {
            event += std::string(" throws ") + grader::another_exception;
        }
        look_for_changes();
        name_pages();
        for (std::size_t k = 0; k < spoiled_.size(); ++k) event += (k == 0 ? " changes rows of " : ", ") + spoiled_[k];
        events_.emplace_back(event + " -> " + state());
    }

    void others(const std::string& what, const Numbers& numbers) {
        for (std::size_t n = numbers.empty() ? 1 : std::min<std::size_t>(numbers[0], world_.pages); n-- > 0;) {
            if (what == "take") {
                if (const auto page = world_.pool.take()) others_.push_back(*page);
            } else if (!others_.empty()) {
                world_.pool.release(others_.front());
                others_.pop_front();
            }
            name_pages();
        }
    }

    void act(const std::string& who, const std::string& what, const std::string& step, const Numbers& numbers,
        const Shapes& shapes) {
        if (what == "fork") return fork(who, step, numbers);
        if (what == "end") {
            if (const auto text = texts_.find(who); text != texts_.end()) end(text);
            return;
        }
        Text& text = texts_[who];
        if (!text.cache) text.cache = world_.text();
        const std::size_t n = numbers.empty() ? 0 : numbers[0];
        if (what == "append") {
            reserve(text, n);
            for (std::size_t layer = 0; layer < world_.layers; ++layer) write(text, layer);
            commit(text);
        } else if (what == "reserve") reserve(text, n);
        else if (what == "write" && shapes.size() == 2)
            text.cache->write(n, world_.filled(shapes[0]), world_.filled(shapes[1]));
        else if (what == "write") write(text, n);
        else if (what == "commit") commit(text);
        else if (what == "truncate") {
            text.cache->truncate(n);
            text.reserved = 0;
        }
    }
    /// One with a free page in its table is never destroyed: the destructor would throw, and so end the process.
    void end(typename std::map<std::string, Text>::iterator text) {
        const auto& table = text->second.cache->table;
        const auto is_free = [&](std::size_t page) {
            return page >= world_.pages || world_.pool.references[page] == 0;
        };
        if (std::any_of(table.begin(), table.end(), is_free)) {
            events_.emplace_back(text->first + " ends with a free page in its table");
            (void)text->second.cache.release();
        }
        texts_.erase(text);
    }
    void reserve(Text& text, std::size_t n) {
        text.cache->reserve(n);
        text.begin = given_out_, text.reserved = n;
        given_out_ += n;
        look_for_changes();
    }
    void write(Text& text, std::size_t layer) {
        const std::size_t length = text.cache->length;
        text.cache->write(layer, world_.rows(true, layer, text.begin, text.reserved),
            world_.rows(false, layer, text.begin, text.reserved));
        look_for_changes(&text, layer, length);
    }
    void commit(Text& text) {
        text.cache->commit();
        text.reserved = 0;
        look_for_changes();
    }
    void fork(const std::string& who, const std::string& step, const Numbers& numbers) {
        const auto from = texts_.find(step.substr(step.find('(') + 1, 1));
        if (from == texts_.end() || from->first == who || texts_.count(who)) return;
        const auto& first = *from->second.cache;
        Text text{world_.text()};
        const std::size_t most = std::min(first.length, first.table.size() * world_.page);
        text.cache->length = numbers.empty() ? most : std::min(numbers[0], most);
        for (std::size_t j = 0; j * world_.page < text.cache->length; ++j) {
            world_.pool.share(first.table[j]);
            text.cache->table.push_back(first.table[j]);
        }
        texts_[who] = std::move(text);
    }

    std::vector<float> copied() const {
        std::vector<float> all;
        for (const bool of_keys : {true, false}) {
            for (std::size_t layer = 0; layer < world_.layers; ++layer) {
                const float* floats = world_.store(of_keys, layer);
                all.insert(all.end(), floats, floats + world_.pages * world_.page * world_.row);
            }
        }
        return all;
    }
    /// Which pages in use have rows that nobody may change: all but those that `writer` has reserved, in one layer, from its
    /// length on.
    void look_for_changes(const Text* writer = nullptr, std::size_t its_layer = 0, std::size_t its_length = 0) {
        const std::vector<float> now = copied();
        const std::size_t of_page = world_.page * world_.row, of_layer = world_.pages * of_page;
        for (std::size_t i = 0; i < now.size(); i += std::max<std::size_t>(world_.row, 1)) {
            if (std::memcmp(&now[i], &before_[i], world_.row * sizeof(float)) == 0) continue;
            const std::size_t page = i % of_layer / of_page, row = i % of_page / world_.row;
            const std::size_t layer = i / of_layer % world_.layers;
            bool may = !in_use_[page];
            for (std::size_t j = 0; writer && layer == its_layer && j < writer->reserved; ++j) {
                const std::size_t at = its_length + j, entry = at / world_.page;
                may = may || (entry < writer->cache->table.size() && writer->cache->table[entry] == page &&
                                 at % world_.page == row && world_.pool.references[page] == 1);
            }
            if (!may && std::find(spoiled_.begin(), spoiled_.end(), name(page)) == spoiled_.end())
                spoiled_.push_back(name(page));
        }
        before_ = now;
        for (std::size_t page = 0; page < world_.pages; ++page) in_use_[page] = world_.pool.references[page] > 0;
    }

    std::string name(std::size_t page) const {
        const auto known = names_.find(page);
        return known == names_.end() ? "?" : known->second;
    }
    void name_pages() {
        for (auto known = names_.begin(); known != names_.end();)
            known = is_used(known->first) ? std::next(known) : names_.erase(known);
        const auto give_name = [&](std::size_t page) {
            if (page >= world_.pages || names_.count(page)) return;
            std::string name = "a";
            const auto is_known = [&](const auto& known) { return known.second == name; };
            while (std::any_of(names_.begin(), names_.end(), is_known)) next(name);
            names_[page] = name;
        };
        for (const std::size_t page : others_) give_name(page);
        for (const auto& text : texts_) {
            for (const std::size_t page : text.second.cache->table) give_name(page);
        }
    }
    static void next(std::string& name) {
        if (name.back()++ == 'z') name.back() = 'a', name.insert(name.begin(), 'a');
    }
    bool is_used(std::size_t page) const {
        if (world_.pool.references[page] > 0) return true;
        return std::any_of(texts_.begin(), texts_.end(), [&](const auto& text) {
            const Numbers& table = text.second.cache->table;
            return std::find(table.begin(), table.end(), page) != table.end();
        });
    }
    /// As they will be taken.
    Numbers free_in_order() const {
        auto pool = world_.pool;
        Numbers free;
        while (free.size() < world_.pages) {
            const auto page = pool.take();
            if (!page) break;
            free.push_back(*page);
        }
        return free;
    }
    auto free_pages() const {
        return std::count(world_.pool.references.begin(), world_.pool.references.end(), std::size_t{0});
    }

    /// "A 5: ab, B 2: a; a2 b1; 3 free"
    std::string state() const {
        std::string all, uses;
        for (const auto& [name_of_text, text] : texts_) {
            all += (all.empty() ? "" : ", ") + name_of_text + " " + std::to_string(text.cache->length) + ": ";
            for (const std::size_t page : text.cache->table) all += name(page);
            if (text.cache->table.empty()) all += "-";
        }
        std::map<std::string, std::size_t> pages;
        for (const auto& [page, page_name] : names_) pages[page_name] = page;
        for (const auto& [page_name, page] : pages)
            uses += (uses.empty() ? "" : " ") + page_name + std::to_string(world_.pool.references[page]);
        if (!all.empty()) all += "; ";
        if (!uses.empty()) uses += "; ";
        return all + uses + std::to_string(free_pages()) + " free";
    }

    grader::Floats gathered(const typename World::Text& text, bool of_keys) const {
        const std::size_t length = std::min(text.length, text.table.size() * world_.page), row = world_.row;
        grader::Floats all({world_.layers, length, row}, std::numeric_limits<float>::quiet_NaN());
        for (std::size_t layer = 0; layer < world_.layers; ++layer) {
            for (std::size_t j = 0; j < length; ++j) {
                const std::size_t page = text.table[j / world_.page];
                if (page >= world_.pages) continue;
                std::copy_n(world_.store(of_keys, layer) + (page * world_.page + j % world_.page) * row, row,
                    all.data() + (layer * length + j) * row);
            }
        }
        return all;
    }

    World& world_;
    std::vector<float> before_;  // the store, as it was
    std::vector<bool> in_use_;   // which pages were
    std::map<std::string, Text> texts_;
    std::deque<std::size_t> others_;
    std::map<std::size_t, std::string> names_;
    std::vector<std::string> spoiled_;
    std::size_t given_out_ = 0;
    grader::Values events_;
};

}  // namespace paged
