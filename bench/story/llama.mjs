// What a step of llama.cpp takes, which npm's node-llama-cpp has: llama.mjs FOLDER FILE.gguf TEXTS TOKENS THREADS. The package is installed
// in FOLDER. Prints milliseconds of processor time and by the clock. In a step each text gets a token, as llama-batched-bench does it:
// always the same one, so that choosing it costs nothing.
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const [folder, file] = process.argv.slice(2)
const [texts, tokens, threads] = process.argv.slice(4).map(Number)
const { getLlama } = await import(createRequire(join(resolve(folder), 'package.json')).resolve('node-llama-cpp'))
const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: threads })
const model = await llama.loadModel({ modelPath: file })
const { _ctx: context } = await model.createContext({ sequences: texts, contextSize: tokens + 5, threads })
context.setThreads(threads)

async function step(position, ids) {
  context.initBatch(texts * ids.length)
  for (let text = 0; text < texts; ++text) context.addToBatch(text, position, Uint32Array.from(ids), Uint32Array.of(ids.length - 1))
  await context.decodeBatch()
}

await step(0, [1, 2, 3, 4])
const begin = performance.now(), before = process.cpuUsage()
for (let k = 0; k < tokens; ++k) await step(4 + k, [5])
const clock = performance.now() - begin, { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ processor: (user + system) / 1000 / tokens, clock: clock / tokens }))
process.exit()
