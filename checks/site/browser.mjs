// Opens every page of the built site in Chromium, and uses it as a reader does. Runs in the folder docs/.
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { explorers } from '../figures/explorers.mjs'
import { devices } from './appearance.mjs'
import { languages } from './languages.mjs'
import { lookAround } from './pages.mjs'
import { check, finish } from './report.mjs'
import { search } from './search.mjs'
import { serve } from './serve.mjs'
import { pagesOf } from './source.mjs'

const { chromium } = createRequire(resolve('package.json'))('playwright-core')
const site = await serve('.vitepress/dist', process.env.TINY_LLM_BASE)
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
const pages = [...pagesOf('en'), ...pagesOf('zh')]

/** A tab whose troubles are kept: what the console says, what fails, what is asked of another host. */
async function open(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', ...options })
  const tab = await context.newPage()
  tab.setDefaultTimeout(30000)
  tab.troubles = []
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) tab.troubles.push(`console: ${message.text()}`)
  })
  tab.on('pageerror', (error) => tab.troubles.push(`exception: ${error.message}`))
  tab.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && !site.address.startsWith(origin)) {
      tab.troubles.push(`another host: ${request.url()}`)
    }
  })
  tab.on('response', (response) => {
    if (response.status() >= 400) tab.troubles.push(`${response.status()}: ${response.url()}`)
  })
  /** Goes to a page, "en/index", and waits until it lives. */
  tab.visit = async (page, waitUntil = 'load') => {
    const path = page.endsWith('index') ? page.slice(0, -'index'.length) : `${page}.html`
    await tab.goto(site.address + path, { waitUntil })
    await tab.waitForFunction(() => document.querySelector('#app')?.__vue_app__)
  }
  return tab
}

const stages = {
  pages: () => lookAround(open, pages, site.address),
  devices: () => devices(open),
  languages: () => languages(open, site.address),
  search: () => search(open),
  explorers: () => explorers(open, site.address),
}
for (const [name, stage] of Object.entries(stages)) {
  await stage().catch((error) => check(`${name}: a reader gets to the end`, error.message.split('\n')))
}
await browser.close()
site.close()
finish()
