#pragma once
// Plays the engine around schedule, step by step. For the learner's function and for the one that makes mistakes:
//
//     arrives(1, 20)     request 1 with 20 tokens waits behind the others
//     known(1, 16)       16 tokens of request 1, which waits, are in a prefix cache
//     runs(1, 20, 8)     request 1 with 20 tokens, of which 8 are computed, runs after the others
//     schedule()         and what comes of it, a line for each list, all with the step's number
//     pass()             each running request of which all is computed gets a token
//     ends(1)            request 1 has ended
//     limits(8, 3, 6, 4) from now on these: budget, running, pages, page
//     server(2)          from now on another server

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace schedule_script {

using Numbers = std::vector<std::size_t>;

inline Numbers numbers_of(const std::string& step) {
    Numbers numbers;
    for (auto at = step.find('('); at < step.size() - 2; at = std::min(step.find(',', at + 1), step.size()))
        numbers.push_back(std::stoull(step.substr(at + 1)));
    return numbers;
}

template <class List, class Words>
std::string told(const std::string& title, const List& list, const Words& words) {
    std::string text;
    for (const auto& one : list) text += (text.empty() ? title + " " : ", ") + words(one);
    return text;
}

/// The requests after a step: a line for those that run, and one for those that wait.
template <class Server>
std::vector<std::string> state(const Server& server) {
    const auto words = [](const auto& text) {
        return std::to_string(text.id) + " " + std::to_string(text.computed) + "/" + std::to_string(text.tokens);
    };
    const std::size_t running = server.running.size(), waiting = server.waiting.size();
    if (running + waiting > 12) return {std::to_string(running) + " running, " + std::to_string(waiting) + " waiting"};
    std::vector<std::string> lines;
    if (running > 0) lines.push_back(told("running", server.running, words));
    if (waiting > 0) lines.push_back(told("waiting", server.waiting, words));
    return lines;
}

inline std::string as_text(std::size_t number) { return std::to_string(number); }

template <class Shares>
std::string computed(const Shares& shares) {
    if (shares.size() <= 12)
        return told("computes", shares, [](const auto& one) { return as_text(one.id) + " +" + as_text(one.tokens); });
    std::size_t all = 0;
    for (const auto& one : shares) all += one.tokens;
    return "computes " + as_text(all) + " tokens of " + as_text(shares.size()) + " requests";
}

/// How long each request is.
template <class Server>
std::map<std::size_t, std::size_t> lengths(const Server& server) {
    std::map<std::size_t, std::size_t> all;
    for (const auto& text : server.running) all[text.id] = text.tokens;
    for (const auto& text : server.waiting) all[text.id] = text.tokens;
    return all;
}

/// Whether there can be such a server, after one with requests of these lengths.
template <class Server, class Limits>
bool can_go_on(const Server& server, const Limits& limits, const std::map<std::size_t, std::size_t>& before) {
    std::size_t free = limits.pages;
    for (const auto& text : server.running) {
        const std::size_t held = text.computed / limits.page + (text.computed % limits.page != 0);
        if (text.computed > text.tokens || held > free) return false;
        free -= held;
    }
    for (const auto& text : server.waiting)
        if (text.computed >= text.tokens) return false;
    const auto after = lengths(server);
    const bool twice = after.size() != server.running.size() + server.waiting.size();
    return !twice && std::all_of(after.begin(), after.end(), [&](const auto& text) {
        const auto was = before.find(text.first);
        return was != before.end() && was->second == text.second;
    });
}

template <class Server>
struct Played {
    std::vector<std::string> events;
    Server server;  // the last one, as it is then
};

/// What happened. `schedules` calls the function for a step, and says what it has thrown.
template <class Server, class Limits, class Step, class Schedules>
Played<Server> play(const std::vector<std::string>& steps, const Schedules& schedules) {
    std::map<std::size_t, Server> servers;
    std::size_t which = 1, calls = 0;
    Limits limits;
    Played<Server> played;
    for (const std::string& step : steps) {
        Server& server = servers[which];
        auto& [running, waiting] = server;
        const Numbers given = numbers_of(step);
        const auto is_meant = [&](const auto& text) { return text.id == given.at(0); };
        played.events.push_back(step);
        std::string& event = played.events.back();
        if (step.starts_with("arrives")) waiting.push_back({given.at(0), given.at(1), 0});
        else if (step.starts_with("known"))
            std::for_each(waiting.begin(), waiting.end(), [&](auto& text) {
                if (is_meant(text)) text.computed = given.at(1);
            });
        else if (step.starts_with("runs")) running.push_back({given.at(0), given.at(1), given.at(2)});
        else if (step.starts_with("pass"))
            std::for_each(
                running.begin(), running.end(), [](auto& text) { text.tokens += text.computed == text.tokens; });
        else if (step.starts_with("ends")) std::erase_if(running, is_meant), std::erase_if(waiting, is_meant);
        else if (step.starts_with("limits")) limits = {given.at(0), given.at(1), given.at(2), given.at(3)};
        else if (step.starts_with("server")) which = given.at(0);
        else {
            const auto before = lengths(server);
            const std::string number = "step " + std::to_string(++calls);
            event = number;
            Step result;
            const std::string thrown = schedules(server, limits, result);
            if (!thrown.empty()) event += " throws " + thrown;
            std::string separator = ": ";
            for (const std::string& part : {computed(result.computes), told("sent back", result.sent_back, as_text),
                     told("refused", result.refused, as_text)}) {
                if (part.empty()) continue;
                event += separator + part;
                separator = "; ";
            }
            for (const std::string& line : state(server)) played.events.push_back(number + ": " + line);
            // What happens after that would depend on how the function is written.
            if (thrown.empty() && limits.page > 0 && !can_go_on(server, limits, before)) {
                played.events.push_back("there is no such server, so the engine stops");
                break;
            }
        }
    }
    played.server = servers[which];
    return played;
}

template <class Server>
std::vector<std::string> described(const Server& server) {
    std::vector<std::string> all;
    const auto describe = [&](const std::string& where, const auto& text) {
        all.push_back(where + " " + std::to_string(text.id) + " " + std::to_string(text.computed) + "/" +
                      std::to_string(text.tokens));
    };
    for (const auto& text : server.running) describe("running", text);
    for (const auto& text : server.waiting) describe("waiting", text);
    return all;
}

}  // namespace schedule_script
