// Loads the server for a while, with clients of which many vanish: soak.mjs STORY MINUTES. By hand; says at the end what was lost, and how
// its memory grew.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { metrics, post, serve, until } from './server.mjs'

const server = await serve()
const memory = () => Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024
const begins = ['Once upon a time', 'One day, Tom', 'Lily had a red ball', '从前，有一只小猫']
const seen = { whole: 0, streamed: 0, left: 0, later: 0, tokens: 0, wrong: [] }
const random = (n) => Math.floor(Math.random() * n)

async function whole(asked) {
  const response = await post(server.address, JSON.stringify(asked))
  const body = await response.json()
  if (response.status === 429) return void ++seen.later
  if (response.status !== 200 || typeof body.choices[0].message.content !== 'string') return seen.wrong.push(body)
  ++seen.whole
  seen.tokens += body.usage.completion_tokens
}

async function streamed(asked, leaves) {
  const stop = new AbortController()
  const response = await post(server.address, JSON.stringify({ ...asked, stream: true, stream_options: { include_usage: true } }), { signal: stop.signal })
  if (response.status === 429) return void ++seen.later
  let text = ''
  for await (const part of response.body) {
    text += Buffer.from(part)
    if (leaves && text.length > 1000) return stop.abort(), void ++seen.left
  }
  const events = text.split('\n\n').filter(Boolean).map((event) => event.slice('data: '.length))
  if (events.pop() !== '[DONE]') return seen.wrong.push(text.slice(-300))
  const { usage } = JSON.parse(events.pop())
  ++seen.streamed
  seen.tokens += usage.completion_tokens
}

async function client(until) {
  while (Date.now() < until) {
    const asked = { model: 'm', messages: [{ role: 'user', content: begins[random(4)] }], max_tokens: 1 + random(120), seed: random(1000) }
    const kind = random(3)
    await (kind === 0 ? whole(asked) : streamed(asked, kind === 1)).catch((error) => error.name === 'AbortError' || seen.wrong.push(String(error)))
    await sleep(random(200))
  }
}

const end = Date.now() + 60000 * Number(process.argv[3])
const memories = []
const watch = setInterval(() => memories.push(Math.round(memory())), 10000)
await Promise.all(Array.from({ length: 24 }, () => client(end)))
clearInterval(watch)
await until(async () => (await metrics(server)).requests_running === 0)
const told = await metrics(server)
console.log({ ...seen, wrong: seen.wrong.length, first: seen.wrong.slice(0, 3) })
console.log(told)
console.log(`memory in MB, every ten seconds: ${memories.join(' ')}`)
server.stop()
console.log(`it ended with ${await server.ended}`)
