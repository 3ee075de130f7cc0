// Searches as a reader types them, in both languages.
import { check } from './report.mjs'

// What is typed, and a page that must be among the first five.
const queries = {
  en: [
    ['row mean square', '02-rms-norm'], ['rms_norm', '02-rms-norm'], ['sigmoid', '01-silu'], ['fusion', '04-fusion'],
    ['qwen2_mlp', '03-qwen2-mlp'], ['BatchNorm', '07-more-norms'], ['learn doctor', '/en/#'],
  ],
  zh: [
    ['归一化', '02-rms-norm'], ['均方根', '02-rms-norm'], ['激活函数', '01-silu'], ['融合', '04-fusion'],
    ['RMSNorm 不减均值', '02-rms-norm'], ['门', '03-qwen2-mlp'], ['软件包', '/zh/setup'],
  ],
}

async function results(tab, query) {
  await tab.fill('.VPLocalSearchBox input', query)
  await tab.waitForTimeout(400) // the box waits for the typing to end
  return tab.$$eval('.VPLocalSearchBox .result', (all) => all.map((each) => each.href))
}

export async function search(open) {
  for (const [language, asked] of Object.entries(queries)) {
    const tab = await open({})
    await tab.visit(`${language}/week1/04-fusion`)
    await tab.keyboard.press('Control+k')
    await tab.waitForSelector('.VPLocalSearchBox input')
    for (const [query, wanted] of asked) {
      const found = await results(tab, query)
      const strangers = found.filter((url) => !url.includes(`/${language}/`))
      check(`${language}: “${query}” finds ${found.length}, ${wanted} among the first`, [
        ...(found.slice(0, 5).some((url) => url.includes(wanted)) ? [] : found.slice(0, 5).concat('not among these')),
        ...strangers.map((url) => `in the other language: ${url}`),
      ])
    }
    const none = await results(tab, 'xyzzy')
    check(`${language}: “xyzzy” finds nothing`, none)
    const [first] = await results(tab, asked[0][0])
    await tab.keyboard.press('Enter')
    await tab.waitForTimeout(500)
    const url = tab.url()
    check(`${language}: Enter opens the first result`, url === first ? [] : [`${url} instead of ${first}`])
    check(`${language}: nothing was said on the console while searching`, tab.troubles)
    await tab.context().close()
  }
}
