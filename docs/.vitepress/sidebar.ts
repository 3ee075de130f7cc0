// The sidebar, read from the files: setup.md, weekN/NN-name.md in the order of their names, then every other page.
import { readdirSync, readFileSync } from 'node:fs'
import type { DefaultTheme } from 'vitepress'
import { docs } from './repository'
import { words, type Language } from './words'

function title(page: string): string {
  const text = readFileSync(docs + page, 'utf8').match(/^# (.+)$/m)?.[1]
  if (!text) throw new Error(`docs/${page}:1: the page has no title, a line that begins with "# "`)
  return text.replaceAll('`', '')
}

function items(folder: string): DefaultTheme.SidebarItem[] {
  const pages = readdirSync(docs + folder).filter((name) => name.endsWith('.md') && name !== 'index.md').sort()
  return pages.map((name) => {
    const number = name.match(/^0*(\d+)-/)?.[1]
    const text = title(`${folder}/${name}`)
    return { text: number ? `${number}. ${text}` : text, link: `/${folder}/${name.replace(/\.md$/, '')}` }
  })
}

export function sidebar(language: Language): DefaultTheme.SidebarItem[] {
  const say = words[language]
  const pages = items(language)
  const isSetup = (page: DefaultTheme.SidebarItem) => page.link!.endsWith('/setup')
  const weeks = readdirSync(docs + language).flatMap((name) => name.match(/^week(\d+)$/)?.[1] ?? []).map(Number)
  return [
    { text: say.start, link: `/${language}/` },
    ...pages.filter(isSetup),
    ...weeks.sort((a, b) => a - b).map((n) => ({ text: say.week(n), items: items(`${language}/week${n}`) })),
    { text: say.more, items: pages.filter((page) => !isSetup(page)) },
  ]
}
