// The search that VitePress brings splits at spaces, so it finds no Chinese word inside a sentence.
import type { DefaultTheme } from 'vitepress'
import type { PageEnv } from './page'
import { chineseSearch } from './words'

/**
 * Words; for Chinese, every two neighbouring characters; for rms_norm also rms and norm. VitePress sends the text of
 * this function to the browser, so it may use nothing outside itself.
 */
function tokenize(text: string): string[] {
  const terms: string[] = []
  const runs = text.toLowerCase().match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu) ?? []
  for (const run of runs) {
    if (/\p{Script=Han}/u.test(run) && run.length > 1) {
      for (let i = 0; i + 1 < run.length; ++i) terms.push(run.slice(i, i + 2))
    } else {
      terms.push(run)
      if (run.includes('_')) terms.push(...run.split('_').filter((part) => part !== ''))
    }
  }
  return terms
}

export const search: DefaultTheme.Config['search'] = {
  provider: 'local',
  options: {
    locales: { zh: { translations: chineseSearch } },
    miniSearch: {
      options: { tokenize },
      searchOptions: {
        combineWith: 'AND',
        prefix: true,
        fuzzy: (term: string) => (term.length > 5 ? 0.2 : false),
        boost: { title: 4, titles: 2, text: 1 },
      },
    },
    _render: (source, env, md) => md.render(source, { ...env, forSearch: true } satisfies PageEnv),
  },
}
