// The server as a test starts it, and what its tests ask of it besides.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server that listens. `ended` is its exit status. */
export async function serve(...options) {
  const server = spawn(process.argv[2], ['--serve', '--port', '0', ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  const ended = new Promise((done) => server.on('close', done))
  const address = new Promise((found, failed) => {
    server.stderr.on('data', (text) => {
      said += text
      const line = said.match(/http:\S+:(\d+)\/v1/)
      if (line) found(line[0])
    })
    ended.then((code) => failed(new Error(`it has ended with ${code}: ${said}`)))
  })
  process.on('exit', () => server.kill('SIGKILL'))
  return { address: await address, port: Number(new URL(await address).port), ended, pid: server.pid, stop: () => server.kill('SIGINT'), said: () => said }
}

export const post = (address, body, options = {}) =>
  fetch(`${address}/chat/completions`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, ...options })

export async function metrics({ address }) {
  const text = await (await fetch(address.replace('/v1', '/metrics'))).text()
  return Object.fromEntries([...text.matchAll(/^tiny_llm_(\S+) (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]))
}

/** Waits until it is so, at most five seconds. */
export async function until(condition) {
  for (let turn = 0; turn < 100; ++turn) {
    if (await condition()) return true
    await sleep(50)
  }
  return false
}
