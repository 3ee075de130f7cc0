// Every page is opened once, because that takes the most time: does it show what its Markdown holds, do its links lead
// somewhere, can it be read in light, dark and on a phone, and does the language switch keep the place?
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { appearanceOf, checkAppearance } from './appearance.mjs'
import { readThrough, switched } from './languages.mjs'
import { check } from './report.mjs'
import { place } from './source.mjs'

/** What the browser shows; runs in the page. */
function shown() {
  const content = document.querySelector('.vp-doc')
  const count = (selector) => content.querySelectorAll(selector).length
  return {
    formulas: count('.math .katex'),
    broken: [...content.querySelectorAll('.katex-error')].map((each) => each.textContent),
    diagrams: count('.mermaid > svg'),
    undrawn: [...content.querySelectorAll('.mermaid:not(:has(svg))')].map((each) => each.dataset.line),
    codeBlocks: count('div[class*="language-"] > pre'),
    headings: count('h1, h2, h3, h4, h5, h6'),
    details: count('details'),
    tables: count('table'),
    alerts: count('.custom-block'),
    footnotes: count('.footnote-item'),
    pictures: [...content.querySelectorAll('img')].filter((image) => image.naturalWidth > 0).length,
    next: document.querySelector('.pager-link.next')?.href,
    ids: [...document.querySelectorAll('[id]')].map((each) => each.id),
    links: [...document.querySelectorAll('a[href]')].map((each) => ({
      url: each.href, text: each.textContent, written: content.contains(each) && each.className !== 'header-anchor',
    })),
  }
}

const counted = [
  'formulas', 'diagrams', 'codeBlocks', 'headings', 'details', 'tables', 'alerts', 'footnotes', 'pictures',
]

const fileOf = (url) => readFileSync(`.vitepress/dist/assets/${url.split('/assets/')[1]}`)

async function look(tab, page) {
  const asked = new Set() // without the pages that are fetched ahead
  const note = (request) => request.resourceType() === 'script' && asked.add(request.url())
  tab.on('request', note)
  await tab.visit(page.page, 'networkidle')
  // Waits until the diagrams are drawn; one that cannot be is counted afterwards.
  await tab.waitForFunction(() => !document.querySelector('pre.mermaid')).catch(() => {})
  tab.off('request', note)
  const scripts = [...asked].reduce((sum, url) => sum + gzipSync(fileOf(url)).length, 0)
  const seen = { ...page, scripts, shown: await tab.evaluate(shown), url: tab.url() }
  seen.appearance = await appearanceOf(tab)
  seen.switchFaults = await switched(tab, page)
  return seen
}

function linkFaults(seen, address) {
  const known = new Map(seen.map((page) => [page.url, page]))
  const faults = []
  let written = 0
  let anchors = 0
  let own = 0
  for (const page of seen) {
    const internal = page.shown.links.filter((link) => link.url.startsWith(new URL(address).origin))
    for (const { url, text, written: isWritten } of internal) {
      const [path, anchor] = url.split('#')
      const target = known.get(path.replace(/index\.html$/, ''))
      if (!isWritten) ++own
      else if (anchor) ++anchors
      else ++written
      if (!target) faults.push(`${place(page, text)}: “${text.trim()}” leads to ${path}, which is no page`)
      else if (anchor && !target.shown.ids.includes(decodeURIComponent(anchor))) {
        const missing = `${target.file}#${decodeURIComponent(anchor)}`
        faults.push(`${place(page, text)}: “${text.trim()}” leads to ${missing}, no such heading`)
      }
    }
  }
  return { faults, count: { written, anchors, own } }
}

export async function lookAround(open, pages, address) {
  const tab = await open({})
  const seen = []
  const noisy = []
  for (const page of pages) {
    seen.push(await look(tab, page))
    for (const trouble of tab.troubles.splice(0)) {
      noisy.push(`${place(page, trouble.match(/https?:\S+/)?.[0])}: ${trouble}`)
    }
  }
  const total = (what) => pages.reduce((sum, page) => sum + page[what], 0)

  for (const what of counted) {
    const got = (page) => (Array.isArray(page.shown[what]) ? page.shown[what].length : page.shown[what])
    check(`${what}: ${total(what)} in the Markdown, as many on the pages`, seen
      .filter((page) => got(page) !== page[what])
      .map((page) => `${page.file}: ${page[what]} in the Markdown, ${got(page)} on the page`))
  }
  check('every diagram is drawn', seen.flatMap((page) => page.shown.undrawn.map((line) => `${page.file}:${line}`)))
  check('no formula is shown as an error', seen.flatMap((page) =>
    page.shown.broken.map((text) => `${place(page, text)}: ${text}`)))

  const { faults, count } = linkFaults(seen, address)
  check(`${count.written} links to pages and ${count.anchors} to anchors in the text, ${count.own} of the site's own: `
    + 'all lead to what is there', faults)
  const files = seen.flatMap((page) => page.shown.links.filter((link) => link.url.includes('/owner/name/')))
  check(`${files.length} links to files of the repository lead to GitHub`, files.length >= 4 ? [] : ['too few'])
  check('no console message, no failed request, no other host', noisy)
  checkAppearance(seen)
  check(`${seen.length} pages: the switch keeps the page and the place on it`, seen.flatMap((page) => page.switchFaults))

  for (const language of ['en', 'zh']) {
    readThrough(seen, language)
    const mine = seen.filter((page) => page.page.startsWith(language) && !page.page.endsWith('sample'))
    const words = mine.reduce((sum, page) => sum + page.words, 0)
    console.log(`      ${language}: ${mine.length} pages, ${words} words, the README among them`)
  }
  const kilobytes = seen.filter((page) => !page.diagrams).map((page) => Math.round(page.scripts / 1024))
  console.log(`      script per page: ${Math.min(...kilobytes)} to ${Math.max(...kilobytes)} KB, compressed`)
  check('Mermaid is loaded only where there is a diagram', seen
    .filter((page) => !page.diagrams && page.scripts > 200 * 1024)
    .map((page) => `${page.file}: ${page.scripts} bytes of script`))
  await tab.context().close()
}
