// Starts the server and talks to it: as the clients do that people use, as those do that mean no good, and as many do at once.
// clients.mjs STORY: the program `story`. Runs in the folder that has the packages.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import net from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { check, finish } from '../site/report.mjs'
import { metrics, post, serve, until } from './server.mjs'

const load = (name) => import(createRequire(resolve('package.json')).resolve(name))
const { default: OpenAI } = await load('openai')
const { createOpenAICompatible } = await load('@ai-sdk/openai-compatible')
const { generateText, streamText } = await load('ai')

const is = (what, got, expected) =>
  check(what, JSON.stringify(got) === JSON.stringify(expected) ? [] : [`${JSON.stringify(got)}, not ${JSON.stringify(expected)}`])
const holds = (what, right, seen = '') => check(what, right ? [] : [`it does not: ${JSON.stringify(seen)}`])

async function curl({ address }) {
  const text = execFileSync('curl', ['-sS', `${address}/completions`, '-H', 'Content-Type: application/json', '-d',
    '{"model": "tiny-llm", "prompt": "Once upon a time", "max_tokens": 5, "temperature": 0}'], { encoding: 'utf8' })
  const answer = JSON.parse(text)
  const large = execFileSync('curl', ['-sS', `${address}/completions`, '-d', JSON.stringify({ model: 'm', prompt: 'Tom', max_tokens: 1, x: 'x'.repeat(20000) })])
  is('curl need not say that it sends JSON', JSON.parse(large).usage?.completion_tokens, 1)
  is('curl gets a completion', [answer.object, answer.choices[0].finish_reason, answer.usage.completion_tokens], ['text_completion', 'length', 5])
}

const messages = [{ role: 'user', content: 'Once upon a time' }]
const asked = { model: 'tiny-llm', messages, max_tokens: 30, seed: 7 }

async function openai({ address }) {
  const client = new OpenAI({ baseURL: address, apiKey: 'none', maxRetries: 0 })
  is('openai: the model is listed', (await client.models.list()).data.map((model) => model.id), ['tiny-llm'])
  is('openai: and found by its name alone', [(await client.models.retrieve('tiny-llm')).id, (await client.models.retrieve('gpt').catch((caught) => caught)).status], ['tiny-llm', 404])
  const plain = await client.chat.completions.create(asked)
  const { content } = plain.choices[0].message
  is('openai: a whole answer', [plain.object, plain.choices[0].finish_reason, plain.usage.completion_tokens], ['chat.completion', 'length', 30])
  const again = await client.chat.completions.create(asked)
  is('openai: the same seed gives the same answer', again.choices[0].message.content, content)

  let text = ''
  const seen = { roles: 0, usage: null, finish: null }
  for await (const { choices: [choice], usage } of
    await client.chat.completions.create({ ...asked, stream: true, stream_options: { include_usage: true } })) {
    text += choice?.delta.content ?? ''
    seen.roles += choice?.delta.role ? 1 : 0
    seen.finish ??= choice?.finish_reason
    seen.usage = usage ?? seen.usage
  }
  is('openai: the stream says the same', text, content)
  is('openai: with one role, an end and the usage', [seen.roles, seen.finish, seen.usage.prompt_tokens, seen.usage.completion_tokens],
    [1, 'length', plain.usage.prompt_tokens, 30])

  const word = content.split(' ')[4]
  const stopped = await client.chat.completions.create({ ...asked, stop: ['never there', word] })
  is('openai: a stop string ends it before itself', [stopped.choices[0].message.content, stopped.choices[0].finish_reason],
    [content.slice(0, content.indexOf(word)), 'stop'])

  const schema = { type: 'object', properties: { name: { type: 'string', maxLength: 20 }, age: { type: 'integer' } }, required: ['name', 'age'] }
  const json = await client.chat.completions.create({
    ...asked, max_tokens: 120, response_format: { type: 'json_schema', json_schema: { name: 'child', schema } } })
  const value = JSON.parse(json.choices[0].message.content)
  holds('openai: response_format gives what its schema says', typeof value.name === 'string' && Number.isInteger(value.age), value)
  const any = await client.chat.completions.create({ ...asked, max_tokens: 120, response_format: { type: 'json_object' } })
  holds('openai: and any object', typeof JSON.parse(any.choices[0].message.content) === 'object')

  for (const [what, wrong, param] of [
    ['two answers', { n: 2 }, 'n'],
    ['an unknown role', { messages: [{ role: 'judge', content: 'x' }] }, 'messages[0].role'],
    ['max_tokens 0', { max_tokens: 0 }, 'max_tokens'],
    ['a text longer than the model', { messages: [{ role: 'user', content: 'once '.repeat(9000) }] }, 'messages'],
    ['a schema that is not known', { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { not: {} } } } }, 'response_format'],
  ]) {
    const error = await client.chat.completions.create({ ...asked, ...wrong }).catch((caught) => caught)
    is(`openai: ${what} is refused by name`, [error.status, error.param], [400, param])
  }
  const huge = await client.chat.completions.create({ ...asked, max_tokens: 1e9, stop: [' '] })
  is('openai: a huge max_tokens is as many as there is room for', huge.choices[0].finish_reason, 'stop')
}

async function aiSdk({ address }) {
  const model = createOpenAICompatible({ name: 'tiny', baseURL: address, includeUsage: true })('tiny-llm')
  const whole = await generateText({ model, messages, maxOutputTokens: 12, seed: 3 })
  const streamed = streamText({ model, messages, maxOutputTokens: 12, seed: 3 })
  let text = ''
  for await (const piece of streamed.textStream) text += piece
  is('AI SDK: the stream says what the whole answer says', [text, await streamed.finishReason, (await streamed.usage).outputTokens],
    [whole.text, 'length', 12])
}

async function badInput({ address, port }) {
  const statuses = []
  for (const body of ['', 'no JSON', '[]', '{}', '['.repeat(1e6), Buffer.from('{"model": "\xff"}', 'latin1')]) {
    const response = await post(address, body)
    statuses.push([response.status, typeof (await response.json()).error.message])
  }
  is('what is no request is refused, with an error object', statuses, Array(6).fill([400, 'string']))
  const deep = `{"model": "m", "messages": [{"role": "user", "content": "Tom"}], "max_tokens": 1, "x": ${'['.repeat(1e5)}${']'.repeat(1e5)}}`
  is('what nobody asked for may be nested deeply', (await post(address, deep)).status, 200)
  const large = await post(address, 'x'.repeat(100 << 20)).then((response) => response.status, () => 'closed')
  holds('100 MB are refused', large === 413 || large === 'closed', large)

  const sockets = []
  for (let i = 0; i < 1000; ++i) sockets.push(net.connect(port, '127.0.0.1').on('error', () => {}))
  const endless = net.connect(port, '127.0.0.1').on('error', () => {})
  endless.write('POST /v1/chat/completions HTTP/1.1\r\n')
  const writes = setInterval(() => endless.write(`X-More: ${'y'.repeat(1000)}\r\n`), 50)
  await sleep(500)
  const served = await post(address, JSON.stringify({ ...asked, max_tokens: 3 }))
  is('beside a thousand connections that say nothing, and headers that never end, others are served', served.status, 200)
  clearInterval(writes)
  for (const socket of [...sockets, endless]) socket.destroy()
}

async function many(server) {
  const before = await metrics(server)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, seed) =>
    post(server.address, JSON.stringify({ ...asked, seed, max_tokens: 20 })).then(async (response) => [response.status, await response.json()])))
  const good = answers.filter(([status]) => status === 200)
  const tokens = good.reduce((sum, [, { usage }]) => sum + usage.completion_tokens, 0)
  holds('of a hundred at once at least 64 are answered, and the others are told to come back', good.length >= 64
    && answers.every(([status, body]) => status === 200 || (status === 429 && body.error.code === 'rate_limit_exceeded')),
    answers.map(([status]) => status))
  await until(async () => (await metrics(server)).requests_running === 0)
  const after = await metrics(server)
  is('/metrics have counted each token', after.generation_tokens_total - before.generation_tokens_total, tokens)
}

/** Whether an answer was cancelled because its client went away. It may be complete before that is seen, so a few are tried. */
async function cancelled(server, asked, read) {
  const count = async () => (await metrics(server))['requests_total{reason="cancelled"}']
  for (let turn = 0; turn < 10; ++turn) {
    const before = await count()
    const leaves = new AbortController()
    const response = post(server.address, JSON.stringify({ ...asked, seed: turn }), { signal: leaves.signal })
    await read(response)
    leaves.abort()
    await response.catch(() => {})
    if (await until(async () => (await metrics(server)).requests_running === 0) && await count() > before) return true
  }
  return false
}

async function vanishing(server) {
  const schema = { type: 'string', minLength: 400, maxLength: 400 }
  const long = { ...asked, max_tokens: 500, response_format: { type: 'json_schema', json_schema: { name: 'long', schema } } }
  const first = async (response) => (await response).body.getReader().read()
  holds('who leaves in a stream is noticed', await cancelled(server, { ...long, stream: true }, first))
  const begins = () => until(async () => (await metrics(server)).requests_running > 0)
  holds('and who leaves before a whole answer', await cancelled(server, long, begins))
  is('their pages are free', (await metrics(server)).pages_in_use, 0)

  // More of them than may be open at once.
  for (let i = 0; i < 70; ++i) {
    const left = new AbortController()
    const opened = await post(server.address, JSON.stringify({ ...asked, max_tokens: 100, stream: true }), { signal: left.signal })
    await opened.body.getReader().read()
    left.abort()
  }
  const again = async () => (await post(server.address, JSON.stringify({ ...asked, max_tokens: 3 }))).status === 200
  holds('and their places', await until(again))

  const slow = net.connect(server.port, '127.0.0.1')
  const body = JSON.stringify({ ...asked, stream: true, max_tokens: 200 })
  slow.pause()
  slow.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  is('one who does not read holds nobody up', (await post(server.address, JSON.stringify({ ...asked, max_tokens: 3 }))).status, 200)
  slow.destroy()
}

async function page(server) {
  const { chromium } = (await load('playwright-core')).default
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  for (const [width, locale] of [[390, 'zh-CN'], [1280, 'en-US']]) {
    const tab = await (await browser.newContext({ viewport: { width, height: 800 }, locale })).newPage()
    const troubles = []
    tab.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
    tab.on('request', (request) => request.url().startsWith(`http://127.0.0.1:${server.port}/`) || request.url().startsWith('data:') || troubles.push(request.url()))
    await tab.goto(server.address.replace('v1', ''))
    await tab.fill('textarea', 'Once upon a time')
    await tab.keyboard.press('Enter')
    await tab.waitForSelector('small', { timeout: 60000 })
    const text = await tab.textContent('article.assistant')
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    if (process.env.PICTURES) await tab.screenshot({ path: `${process.env.PICTURES}/page-${width}.png` })
    await tab.click('#anew')
    const left = await tab.locator('article').count()
    check(`the chat page at ${width} px: an answer comes, nothing sticks out, nothing is asked of another host`, [
      ...troubles, ...(text.length > 20 ? [] : [`the answer: ${text}`]), ...(wide ? ['it scrolls sideways'] : []), ...(left ? [`${left} are left`] : [])])
  }
  await browser.close()
}

async function interrupted(server) {
  const stream = await post(server.address, JSON.stringify({ ...asked, stream: true, max_tokens: 5000, temperature: 2 }))
  const reader = stream.body.getReader()
  let text = Buffer.from((await reader.read()).value).toString()
  server.stop()
  for (let part; (part = await reader.read().catch(() => ({ done: true }))) && !part.done;) text += Buffer.from(part.value)
  holds('Ctrl-C ends a stream with a word or at its end', text.includes('"error"') || text.endsWith('data: [DONE]\n\n'), text.slice(-200))
  is('and the server', await server.ended, 0)
}

/** With a stub in the place of one part, which throws. */
async function thrown() {
  for (const part of ['stop_text', 'chat_chunk', 'batched_attention', 'schedule']) {
    const stub = resolve(process.argv[2], `../../answers/stub/${part}.so`)
    const server = await serve('--part', `${part}=${stub}`, '--yours', part)
    const response = await post(server.address, JSON.stringify({ ...asked, stream: true }))
    const text = await response.text()
    holds(`a ${part} that throws ends the request with a 500 that names it`, response.status === 500
      && JSON.parse(text).error.message.startsWith(`${part}: `), [response.status, text.slice(0, 200)])
    is('and the server goes on', (await fetch(server.address.replace('v1', 'health'))).status, 200)
    server.stop()
    await server.ended
  }
}

async function guarded() {
  const refused = await serve('--host', '0.0.0.0').catch((error) => error.message)
  holds('another address than loopback asks for a token', String(refused).includes('ended with 2') && String(refused).includes('--token'), refused)
  const server = await serve('--token', 'secret')
  is('who does not know the token is not let in', (await fetch(`${server.address}/models`)).status, 401)
  const client = new OpenAI({ baseURL: server.address, apiKey: 'secret' })
  is('who knows it is', (await client.models.list()).data.length, 1)
  server.stop()
  await server.ended
}

const server = await serve()
for (const stage of [curl, openai, aiSdk, badInput, many, vanishing, ...(process.env.CHROMIUM ? [page] : []), interrupted, thrown, guarded]) {
  await stage(server).catch((error) => check(`${stage.name}: a client gets to the end`, [String(error.stack)]))
}
finish()
