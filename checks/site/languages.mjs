// The ways through the site: from page to page, and from language to language.
import { check } from './report.mjs'

const other = (page) => page.replace(/^(en|zh)/, (language) => (language === 'en' ? 'zh' : 'en'))

/** Whether the reader sees the heading with this number, below the bar; runs in the page. */
function isInView(number) {
  const top = [...document.querySelectorAll('.vp-doc :is(h2, h3, h4)')][number]?.getBoundingClientRect().top ?? 0
  return top >= document.querySelector('.VPNav').offsetHeight && top < innerHeight
}

/** Half way down the open page, switches the language; the faults of where that leads. */
export async function switched(tab, page) {
  const place = await tab.evaluate(() => {
    const headings = [...document.querySelectorAll('.vp-doc :is(h2, h3, h4)')]
    const place = headings.length >> 1
    headings[place]?.scrollIntoView()
    return place
  })
  await tab.waitForTimeout(50)
  const url = tab.url()
  await tab.hover('.VPNavBarTranslations button')
  await tab.click('.VPNavBarTranslations .VPMenu a')
  await tab.waitForFunction((old) => location.href.split('#')[0] !== old, url.split('#')[0])
  const path = other(page.page).replace(/index$/, '')
  // The address changes first; how long the rest takes is the machine's affair.
  await tab.waitForFunction((wanted) => document.documentElement.lang.startsWith(wanted), path.slice(0, 2)).catch(() => {})
  await tab.waitForFunction(isInView, place, { timeout: 5000 }).catch(() => {})
  const now = tab.url().split('#')[0].replace(/(index)?(\.html)?$/, '')
  if (!now.endsWith(`/${path}`)) return [`${page.file}: the switch leads to ${tab.url()}`]
  const lang = await tab.evaluate(() => document.documentElement.lang.slice(0, 2))
  if (!path.startsWith(lang)) return [`${page.file}: the page behind the switch says it is "${lang}"`]
  if (await tab.evaluate(isInView, place)) return []
  return [`${page.file}: left at heading ${place}, which is not in view on the other side`]
}

/** Follows “next page” from the home page on, and wants to see every page of the language. */
export function readThrough(seen, language) {
  const mine = new Map(seen.filter((page) => page.page.startsWith(`${language}/`)).map((page) => [page.url, page]))
  const visited = [seen.find((page) => page.page === `${language}/index`).url]
  for (let next; visited.length <= mine.size && (next = mine.get(visited.at(-1))?.shown.next);) visited.push(next)
  const faults = mine.size === new Set(visited).size ? [] : [`${visited.length} of ${mine.size}: ${visited.join(' ')}`]
  check(`${language}: “next” leads through all ${mine.size} pages`, faults)
}

async function bareAddress(open, address, locale, language) {
  const tab = await open({ locale })
  await tab.goto(address)
  await tab.waitForURL(new RegExp(`/${language}/$`), { timeout: 5000 }).catch(() => {})
  const arrived = tab.url().endsWith(`/${language}/`)
  check(`a browser that asks for ${locale} arrives at /${language}/`, arrived ? [] : [tab.url()])
  await tab.context().close()
}

export async function languages(open, address) {
  await bareAddress(open, address, 'zh-CN', 'zh')
  await bareAddress(open, address, 'fr-FR', 'en')
}
