// The pictures and the explorers of the built site, used as a reader does. For checks/site/browser.mjs, which gives
// `open`, a new tab, and the site's address.
import { check } from '../site/report.mjs'

const words = {
  en: { lowest: 'SiLU’s lowest point', scale: 'scale', shift: 'shift', same: 'as for', changed: 'changed', sign: 'sign' },
  zh: { lowest: '到 SiLU 的最低点', scale: '缩放', shift: '平移', same: '相同', changed: '变了', sign: '正负号' },
}

/** What is seen: one fault for each text that is not what it should be. */
async function seen(tab, where, expected) {
  const faults = []
  for (const [selector, part] of Object.entries(expected)) {
    const text = (await tab.textContent(`.explorer ${selector}`)).trim()
    if (!text.includes(part)) faults.push(`${where}: ${selector} says “${text}”, not “${part}”`)
  }
  return faults
}

async function activation(tab, language) {
  const page = `${language}/week1/01-silu`
  await tab.visit(page)
  const slider = tab.getByRole('slider', { name: 'x' })
  await slider.waitFor()
  const faults = await seen(tab, page, { '[data-value=silu]': '−0.2689', '[data-slope=gelu]': '−0.0833' })
  await slider.focus()
  await tab.keyboard.press('End')
  faults.push(...await seen(tab, `${page} at 4`, { '[data-value=silu]': '3.9281', '[data-slope=relu]': '1.0000' }))
  const spoken = await slider.getAttribute('aria-valuetext')
  if (!spoken.includes('SiLU 3.928')) faults.push(`${page}: the slider says “${spoken}”`)
  const before = await tab.getAttribute('.explorer circle', 'cx')
  await tab.keyboard.press('ArrowLeft')
  if (before === await tab.getAttribute('.explorer circle', 'cx')) faults.push(`${page}: the point does not move`)
  await tab.getByRole('radio', { name: 'GELU' }).check()
  if (await tab.getAttribute('.explorer circle', 'class') !== 'gelu') faults.push(`${page}: GELU cannot be chosen`)
  await tab.getByRole('button', { name: words[language].lowest }).click()
  const lowest = { '[data-value=silu]': '−0.2785', '[data-slope=silu]': '0.0000' }
  faults.push(...await seen(tab, `${page} at the lowest point`, lowest))
  return faults
}

async function norms(tab, language) {
  const page = `${language}/week1/02-rms-norm`
  const { scale, shift, same, changed, sign } = words[language]
  await tab.visit(page)
  const press = async (name, key) => {
    await tab.getByRole('slider', { name }).focus()
    await tab.keyboard.press(key)
  }
  await press(scale, 'End')
  const faults = await seen(tab, `${page} times 3`, {
    '[data-norm=row]': '12.0', '[data-norm=rms]': '1.4606', '[data-said=rms]': same, '[data-said=layer]': same })
  await press(shift, 'ArrowRight')
  faults.push(...await seen(tab, `${page} plus 0.5`, { '[data-said=rms]': changed, '[data-said=layer]': same }))
  await press(shift, 'ArrowLeft')
  await press(scale, 'Home')
  faults.push(...await seen(tab, `${page} times -3`, { '[data-said=rms]': sign, '[data-said=layer]': sign }))
  return faults
}

/** Which of its two files a drawing shows, when the site is dark and the system is light. */
async function dark(open) {
  const tab = await open({ colorScheme: 'light' })
  await tab.visit('en/week1/03-qwen2-mlp')
  const image = tab.locator('.picture img').first()
  const file = () => image.evaluate((each) => each.currentSrc)
  const files = [await file()]
  await tab.click('.VPNavBarAppearance button')
  const changed = () => document.querySelector('.picture img').currentSrc.includes('.dark.')
  await tab.waitForFunction(changed, null, { timeout: 5000 }).catch(() => {})
  files.push(await file())
  await tab.context().close()
  return files[0].includes('.light.') && files[1].includes('.dark.') ? [] : [`shown: ${files.join(', then ')}`]
}

async function withoutScript(open, address) {
  const tab = await open({ javaScriptEnabled: false })
  await tab.goto(`${address}en/week1/01-silu.html`)
  const faults = await tab.isVisible('.picture img') ? [] : ['docs/en/week1/01-silu.md: nothing is seen']
  await tab.context().close()
  return faults
}

export async function explorers(open, address) {
  const faults = []
  const wide = []
  for (const language of ['en', 'zh']) {
    const tab = await open({ viewport: { width: 390, height: 844 } })
    for (const use of [activation, norms]) {
      faults.push(...await use(tab, language).catch((error) => [`${tab.url()}: ${error.message.split('\n')[0]}`]))
      const width = await tab.evaluate(() => document.documentElement.scrollWidth)
      if (width > 390) wide.push(`${tab.url()}: ${width} px wide`)
    }
    faults.push(...tab.troubles)
    await tab.context().close()
  }
  check('the explorers move, by keyboard and mouse, and say what the chapter says', faults)
  check('with them, pages at 390 px do not scroll sideways', wide)
  check('pictures follow the site’s own switch for dark', await dark(open))
  check('without script the still picture is seen', await withoutScript(open, address))
}
