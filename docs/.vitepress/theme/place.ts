// Keeps the reader's place when the language is switched, and shows the page's entry in the sidebar. Both pages have the
// same headings in the same order, so the place is the number of the last heading that has been scrolled past.
import { nextTick } from 'vue'
import type { Router } from 'vitepress'

const headings = () => [...document.querySelectorAll<HTMLElement>('.vp-doc :is(h2, h3, h4)')]
const top = 160 // where a heading stands that a link has led to, below the bars, and a little more
const withoutLanguage = (path: string) => path.replace(/\/(en|zh)\//, '/*/').replace(/(#.*|\?.*|\.html)/g, '')

/** In the last chapters the entry of the page would be below the sidebar's end. */
function showEntry() {
  const entry = document.querySelector('.VPSidebar .is-link.is-active > .item')
  if (innerWidth >= 960) entry?.scrollIntoView({ block: 'nearest' })
}

export function keepPlace(router: Router) {
  let place = -1

  router.onBeforeRouteChange = (to) => {
    const target = new URL(to, location.href).pathname
    const switches = target !== location.pathname && withoutLanguage(target) === withoutLanguage(location.pathname)
    const below = (heading: HTMLElement) => heading.getBoundingClientRect().top > top
    place = switches ? headings().filter((heading) => !below(heading)).length - 1 : -1
  }

  router.onAfterRouteChange = async () => {
    setTimeout(showEntry) // the first page is not mounted yet
    if (place < 0) return
    await nextTick()
    const heading = headings()[place]
    place = -1
    if (!heading) return
    history.replaceState(history.state, '', `#${heading.id}`) // the old one was in the other language
    heading.scrollIntoView()
    // A picture above it that comes later, the other language has its own, would push it away.
    const pictures = [...document.querySelectorAll<HTMLImageElement>('.vp-doc img')].filter((each) => !each.complete)
    await Promise.all(pictures.map((each) => each.decode().catch(() => {})))
    if (pictures.length > 0) heading.scrollIntoView()
  }
}
