// What the site itself says, in both languages. Everything else comes from the Markdown.
export type Language = 'en' | 'zh'

export const words = {
  en: {
    label: 'English',
    lang: 'en',
    title: 'tiny-llm in C++',
    description: 'A course that grades itself: build the parts of Qwen2 in C++, one function at a time.',
    start: 'Start here',
    week: (n: number) => `Week ${n}`,
    more: 'Look up',
    copy: 'Copy code',
    file: 'in your clone',
    alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  },
  zh: {
    label: '中文',
    lang: 'zh-CN',
    title: 'C++ 版 tiny-llm',
    description: '会自己批改的课程：用 C++ 一个函数一个函数地写出 Qwen2 的各个部件。',
    start: '从这里开始',
    week: (n: number) => `第 ${n} 周`,
    more: '查阅',
    copy: '复制代码',
    file: '见本地仓库',
    alerts: { note: '说明', tip: '提示', important: '重要', warning: '注意', caution: '小心' },
  },
}

/** The default theme's own words in Chinese; its English ones are good. */
export const chineseTheme = {
  outline: { label: '本页目录', level: [2, 3] as [number, number] },
  docFooter: { prev: '上一章', next: '下一章' },
  darkModeSwitchLabel: '外观',
  lightModeSwitchTitle: '切换到浅色',
  darkModeSwitchTitle: '切换到深色',
  sidebarMenuLabel: '目录',
  returnToTopLabel: '回到顶部',
  langMenuLabel: '切换语言',
  skipToContentLabel: '跳到正文',
  notFound: {
    title: '没有这一页',
    quote: '地址可能有误，也可能这一页改了名字。',
    linkLabel: '回到首页',
    linkText: '回到首页',
  },
}

export const chineseSearch = {
  button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
  modal: {
    displayDetails: '显示详细内容',
    resetButtonTitle: '清空',
    backButtonTitle: '关闭',
    noResultsText: '没有找到',
    footer: {
      selectText: '打开', selectKeyAriaLabel: '回车', navigateText: '选择', navigateUpKeyAriaLabel: '上箭头',
      navigateDownKeyAriaLabel: '下箭头', closeText: '关闭', closeKeyAriaLabel: 'Esc',
    },
  },
}
