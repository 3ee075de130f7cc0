import { defineConfig, type DefaultTheme, type LocaleSpecificConfig } from 'vitepress'
import { headingText, slugify } from './links'
import { markdown } from './markdown'
import { repository } from './repository'
import { search } from './search'
import { sidebar } from './sidebar'
import { chineseTheme, words, type Language } from './words'

// On GitHub Pages the site lies in a folder with the repository's name.
const base = process.env.TINY_LLM_BASE || '/'

const github = {
  link: repository,
  ariaLabel: 'GitHub',
  // Named icons come from another host.
  icon: {
    svg: '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor"><path d="M9 8 4 12l5 4M15 8l5 4-5 4"/></svg>',
  },
}

type Locale = LocaleSpecificConfig<DefaultTheme.Config> & { label: string }

function locale(language: Language, theme: DefaultTheme.Config): Locale {
  const { label, lang, title, description } = words[language]
  return { label, lang, title, description, themeConfig: { siteTitle: title, sidebar: sidebar(language), ...theme } }
}

export default defineConfig({
  base,
  title: 'tiny-llm',
  lang: 'en',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  locales: {
    en: locale('en', { outline: { label: 'On this page', level: [2, 3] } }),
    zh: locale('zh', chineseTheme),
  },
  themeConfig: {
    search,
    socialLinks: repository ? [github] : [],
    externalLinkIcon: true,
  },
  markdown: {
    anchor: { slugify, getTokensText: headingText },
    // GitHub's colours of today; those that VitePress takes are too faint for comments.
    theme: { light: 'github-light-default', dark: 'github-dark-default' },
    languageAlias: { hpp: 'cpp' },
    config: markdown,
  },
  // The bare address goes on to the reader's language.
  transformHead: ({ pageData }) =>
    pageData.relativePath === 'index.md'
      ? [['script', {}, `location.replace('${base}' + (navigator.language.startsWith('zh') ? 'zh/' : 'en/'))`]]
      : [],
})
