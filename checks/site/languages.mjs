// The ways through the site: from page to page, and from language to language.
import { check } from './report.mjs'

const other = (page) => page.replace(/^(en|zh)/, (language) => (language === 'en' ? 'zh' : 'en'))

/** Whether the reader sees the heading with this number, below the bar; runs in the page. */
function isInView(number) {
  const top = [...document.querySelectorAll('.vp-doc :is(h2, h3, h4)')][number]?.getBoundingClientRect().top ?? 0
  return top >= document.querySelector('.VPNav').offsetHeight && top < innerHeight
}

async function switchOn(tab, page) {
  await tab.visit(page.page)
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
  await tab.waitForTimeout(150)
  const path = other(page.page).replace(/index$/, '')
  const now = tab.url().split('#')[0].replace(/(index)?(\.html)?$/, '')
  if (!now.endsWith(`/${path}`)) return [`${page.file}: the switch leads to ${tab.url()}`]
  const lang = await tab.evaluate(() => document.documentElement.lang.slice(0, 2))
  if (!path.startsWith(lang)) return [`${page.file}: the page behind the switch says it is "${lang}"`]
  if (await tab.evaluate(isInView, place)) return []
  return [`${page.file}: left at heading ${place}, which is not in view on the other side`]
}

/** Clicks "next page" from the home page on, and wants to see every page of the language. */
async function readThrough(tab, pages, language) {
  const mine = pages.filter((page) => page.page.startsWith(`${language}/`))
  await tab.visit(`${language}/index`)
  const visited = [tab.url()]
  while (visited.length <= mine.length && (await tab.$('.pager-link.next'))) {
    await tab.click('.pager-link.next')
    await tab.waitForFunction((old) => location.href !== old, visited.at(-1))
    await tab.waitForTimeout(100)
    visited.push(tab.url())
  }
  const faults = mine.length === visited.length ? [] : [`${visited.length} of ${mine.length}: ${visited.join(' ')}`]
  check(`${language}: “next” leads through all ${mine.length} pages`, faults)
}

async function bareAddress(open, address, locale, language) {
  const tab = await open({ locale })
  await tab.goto(address)
  await tab.waitForURL(new RegExp(`/${language}/$`), { timeout: 5000 }).catch(() => {})
  const arrived = tab.url().endsWith(`/${language}/`)
  check(`a browser that asks for ${locale} arrives at /${language}/`, arrived ? [] : [tab.url()])
  await tab.context().close()
}

export async function languages(open, pages, address) {
  const tab = await open({})
  const faults = []
  for (const page of pages) faults.push(...(await switchOn(tab, page)))
  check(`${pages.length} pages: the switch keeps the page and the place on it`, faults)
  await readThrough(tab, pages, 'en')
  await readThrough(tab, pages, 'zh')
  check('nothing was said on the console on the way', tab.troubles)
  await tab.context().close()
  await bareAddress(open, address, 'zh-CN', 'zh')
  await bareAddress(open, address, 'fr-FR', 'en')
}
