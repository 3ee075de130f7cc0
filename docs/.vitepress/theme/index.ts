import 'katex/dist/katex.min.css'
import DefaultTheme from 'vitepress/theme-without-fonts'
import type { Theme } from 'vitepress'
import Mermaid from './Mermaid.vue'
import Picture from './explorers/Picture.vue'
import { keepPlace } from './place'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app, router }) {
    app.component('Mermaid', Mermaid)
    app.component('Picture', Picture)
    if (!import.meta.env.SSR) keepPlace(router)
  },
} satisfies Theme
