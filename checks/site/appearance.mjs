// Light and dark, wide and narrow: can a page be read without sideways scrolling?
import { check } from './report.mjs'
import { place } from './source.mjs'

/** The lowest contrast of text and ground among what carries the text, after WCAG; runs in the page. */
function contrasts() {
  const numbers = (color) => color.match(/[\d.]+/g).map(Number)
  const luminance = (color) => {
    const [r, g, b] = color.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const over = ([r, g, b, a = 1], below) => [r, g, b].map((c, i) => c * a + below[i] * (1 - a))
  const ground = (element) => {
    if (!element) return [255, 255, 255]
    const [r, g, b, a = 1] = numbers(getComputedStyle(element).backgroundColor)
    return a === 1 ? [r, g, b] : over([r, g, b, a], ground(element.parentElement))
  }
  const kinds = [
    'p', 'a', 'li', 'td', 'th', 'summary', ':not(pre) > code', 'pre span', '.katex', '.custom-block-title', 'text',
  ]
  return kinds.flatMap((kind) => [...document.querySelectorAll(`.vp-doc ${kind}, .VPSidebar ${kind}`)]
    .filter((element) => element.textContent.trim() && element.getClientRects().length)
    .map((element) => {
      const below = ground(element)
      const [one, two] = [luminance(over(numbers(getComputedStyle(element).color), below)), luminance(below)]
      const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)
      return { kind, ratio, text: element.textContent }
    })
    .sort((a, b) => a.ratio - b.ratio).slice(0, 1))
}

/** What sticks out of the window, if the page scrolls sideways; runs in the page. */
function sticksOut() {
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= width) return null
  const all = [...document.querySelectorAll('.vp-doc *')]
  const wide = all.findLast((each) => each.getBoundingClientRect().right > width + 1)
  return (wide?.textContent.trim() || wide?.outerHTML || 'something outside the text').slice(0, 60)
}

/** Changes the scheme of the system, and waits until the page has followed and its diagrams are drawn anew. */
async function repaint(tab, colorScheme) {
  const drawn = await tab.evaluate(() => document.querySelector('.mermaid > svg')?.outerHTML)
  await tab.emulateMedia({ colorScheme })
  const followed = ([dark, old]) => document.documentElement.classList.contains('dark') === dark
    && (!old || document.querySelector('.mermaid > svg')?.outerHTML !== old)
  return tab.waitForFunction(followed, [colorScheme === 'dark', drawn], { timeout: 10000 }).then(() => true, () => false)
}

/** How the open page looks: the contrasts in both schemes, and what is wider than a phone, everything unfolded. */
export async function appearanceOf(tab) {
  await tab.addStyleTag({ content: '* { transition: none !important }' }) // colours on their way have no contrast
  await tab.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
  const light = await tab.evaluate(contrasts)
  const turnsDark = await repaint(tab, 'dark')
  const dark = await tab.evaluate(contrasts)
  const turnsLight = await repaint(tab, 'light')
  const size = tab.viewportSize()
  await tab.setViewportSize({ width: 390, height: 844 })
  const wide = await tab.evaluate(sticksOut)
  await tab.setViewportSize(size)
  return { light, dark, follows: turnsDark && turnsLight, wide }
}

export function checkAppearance(seen) {
  for (const scheme of ['light', 'dark']) {
    const all = seen.flatMap((page) => page.appearance[scheme].map((each) => ({ page, ...each })))
    const lowest = Math.min(...all.map(({ ratio }) => ratio)).toFixed(1)
    check(`${scheme}: text and ground differ on every page (lowest contrast ${lowest})`, all
      .filter(({ ratio }) => ratio < 4.5)
      .map(({ page, kind, ratio, text }) =>
        `${place(page, text)}: ${kind} “${text.trim().slice(0, 30)}” has contrast ${ratio.toFixed(1)}`))
  }
  check('every page follows the scheme of the system', seen.filter((page) => !page.appearance.follows)
    .map((page) => page.file))
  check(`${seen.length} pages at 390 px, everything unfolded: no sideways scrolling`, seen
    .filter((page) => page.appearance.wide)
    .map((page) => `${place(page, page.appearance.wide)}: wider than 390 px: ${page.appearance.wide}`))
}

async function darkSwitch(open) {
  const tab = await open({ colorScheme: 'light' })
  await tab.visit('zh/week1/01-silu')
  const isDark = () => tab.evaluate(() => document.documentElement.classList.contains('dark'))
  const states = [await isDark()]
  await tab.click('.VPNavBarAppearance button')
  states.push(await isDark())
  await tab.visit('en/sample')
  states.push(await isDark())
  const said = states.join()
  check('the switch makes a page dark, and the next one stays so', said === 'false,true,true' ? [] : [said])
  await tab.context().close()
}

async function phone(open) {
  const tab = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await tab.visit('zh/week1/02-rms-norm')
  await tab.click('.VPLocalNav .menu')
  await tab.click('.VPSidebar a:has-text("MLP")')
  await tab.waitForURL(/03-qwen2-mlp/)
  check('on a phone, the menu leads to another chapter', [])
  for (const page of ['en/index', 'zh/index']) {
    await tab.visit(page)
    const command = tab.locator('pre').first()
    const { y, height } = await command.boundingBox()
    const seen = y + height <= 844 && (await command.innerText()).startsWith('git clone https://github.com/owner/name ')
    check(`on a phone, the first screen of ${page} says how to begin`, seen ? [] : [`at ${y}: ${await command.innerText()}`])
  }
  await tab.context().close()
}

export async function devices(open) {
  await darkSwitch(open)
  await phone(open)
}
