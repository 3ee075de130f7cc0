// Loads the server for a while, with clients of which many vanish: soak.mjs STORY MINUTES [CLIENTS [PAUSE]]. By hand. Each answer is compared
// with what the server says when nobody else asks; at the end it is told what was lost, and how the memory grew. A client waits up to
// PAUSE milliseconds before it asks again.
import { isDeepStrictEqual } from 'node:util'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { metrics, post, serve, until } from './server.mjs'

const [minutes, clients = 24, pause = 200] = process.argv.slice(3).map(Number)
const server = await serve()
const memory = () => Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024
const schema = { type: 'object', properties: { name: { type: 'string', maxLength: 8 }, friends: { type: 'array', items: { type: 'integer' } } } }
const response_format = { type: 'json_schema', json_schema: { name: 'animal', schema } }
const asks = ['Once upon a time', 'One day, Tom', 'Lily had a red ball', '从前，有一只小猫', 'The dog is'].flatMap((content, i) =>
  [1, 2, 3, 4].flatMap((seed) =>
    [1, 30, 120].map((max_tokens) => ({ model: 'm', messages: [{ role: 'user', content }], seed, max_tokens, ...(i === 4 && { response_format }) })),
  ),
)
const seen = { whole: 0, streamed: 0, left: 0, later: 0, tokens: 0, wrong: [] }
const random = (n) => Math.floor(Math.random() * n)

/** The answer, or nothing where the client has left or was told to come later. */
async function whole(asked) {
  const response = await post(server.address, JSON.stringify(asked))
  const body = await response.json()
  if (response.status === 429) return void ++seen.later
  const [choice] = body.choices
  return { text: choice.message.content, finish: choice.finish_reason, usage: body.usage }
}

async function streamed(asked, most = Infinity) {
  const stop = new AbortController()
  const response = await post(server.address, JSON.stringify({ ...asked, stream: true, stream_options: { include_usage: true } }), { signal: stop.signal })
  if (response.status === 429) return void ++seen.later
  let events = ''
  for await (const part of response.body) {
    events += Buffer.from(part).toString('latin1')
    if (events.length > most) return stop.abort(), void ++seen.left
  }
  const chunks = Buffer.from(events, 'latin1').toString().trimEnd().split('\n\n').map((event) => event.slice('data: '.length))
  if (chunks.pop() !== '[DONE]') throw new Error(`no end: ${events.slice(-300)}`)
  const values = chunks.map(JSON.parse), { usage } = values.pop()
  return { text: values.map((value) => value.choices[0].delta.content ?? '').join(''), finish: values.at(-1).choices[0].finish_reason, usage }
}

const alone = new Map()
for (const asked of asks) alone.set(asked, await whole(asked))

const end = Date.now() + 60000 * minutes

async function client() {
  while (Date.now() < end) {
    const asked = asks[random(asks.length)], kind = random(3)
    try {
      const answer = await (kind === 0 ? whole(asked) : streamed(asked, kind === 1 ? 500 + random(10000) : Infinity))
      if (answer) {
        ++seen[kind === 0 ? 'whole' : 'streamed']
        seen.tokens += answer.usage.completion_tokens
        if (!isDeepStrictEqual(answer, alone.get(asked))) seen.wrong.push([answer, alone.get(asked)])
      }
    } catch (error) {
      if (error.name !== 'AbortError') seen.wrong.push(String(error))
    }
    await sleep(random(pause))
  }
}

const memories = []
const watch = setInterval(() => memories.push(Math.round(memory())), 600 * minutes)
await Promise.all(Array.from({ length: clients }, client))
clearInterval(watch)
const free = await until(async () => (await metrics(server)).requests_running === 0)
console.log({ ...seen, wrong: seen.wrong.length, first: seen.wrong.slice(0, 3) }, free ? '' : 'texts that nobody waits for are still written')
console.log(await metrics(server))
console.log(`memory in MB, a hundred times: ${memories.join(' ')}`)
server.stop()
console.log(`it ended with ${await server.ended}`)
