// What a budget is worth: first_tokens.mjs STORY BUDGET… By hand. For each of the budgets, which take turns, 64 clients ask at once, one in
// four with a long prompt; then 15 write, and one with a long prompt comes along. Medians of nine turns, in milliseconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { metrics, post, serve } from './server.mjs'

const budgets = process.argv.slice(3)
const servers = await Promise.all(budgets.map((budget) => serve('--budget', budget)))
const sorted = (numbers) => [...numbers].sort((a, b) => a - b)
const at = (part, numbers) => sorted(numbers)[Math.round(part * (numbers.length - 1))]
// Different from the first token on, so that no page is known already.
let count = 0
const prompt = (words) => `${(++count).toString(2).replaceAll('0', 'cat ').replaceAll('1', 'dog ')}${'there was a little fox '.repeat(words / 5)}`

/** When the tokens of an answer came: the first one's time since it was asked for, and the pauses between the others. */
async function ask(server, words, max_tokens) {
  const begin = performance.now()
  const response = await post(server.address, JSON.stringify({ model: 'm', messages: [{ role: 'user', content: prompt(words) }], max_tokens, temperature: 2, stream: true }))
  const times = []
  for await (const _ of response.body) times.push(performance.now())
  return { first: times[0] - begin, pauses: times.slice(1).map((time, i) => time - times[i]) }
}

const rows = budgets.map(() => [])
for (let turn = 0; turn < 9; ++turn) {
  for (const [k, server] of servers.entries()) {
    const before = await metrics(server), begin = performance.now()
    const all = await Promise.all(Array.from({ length: 64 }, (_, i) => ask(server, i % 4 === 0 ? 300 : 5, 40)))
    const step = (performance.now() - begin) / ((await metrics(server)).steps_total - before.steps_total)
    const firsts = all.map(({ first }) => first)
    const writing = Array.from({ length: 15 }, () => ask(server, 5, 120))
    await sleep(40)
    const late = await ask(server, 300, 1)
    const pauses = (await Promise.all(writing)).flatMap((answer) => answer.pauses)
    rows[k].push([step, at(0.5, firsts), at(0.99, firsts), late.first, at(0.99, pauses), at(1, pauses)])
  }
}
const names = ['a step', 'first token', 'p99', 'of the late one', 'pauses of the others: p99', 'longest']
console.table(Object.fromEntries(budgets.map((budget, k) =>
  [budget, Object.fromEntries(names.map((name, i) => [name, +at(0.5, rows[k].map((row) => row[i])).toFixed(1)]))])))
process.exit()
