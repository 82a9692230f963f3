import { readFileSync } from 'node:fs'
import { relativeLinks } from '../content/relative-links.mjs'

const { nav, sidebar } = JSON.parse(readFileSync(new URL('../pages/menu.json', import.meta.url), 'utf8'))

export default {
  title: 'Assay',
  description: 'Every requirement in our words, with its place, what judges it and what breaks it',
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  // Where the pages stand on a server: `/assay/` for one that has others beside them.
  base: process.env.DOCS_BASE ?? '/',
  // Reports name pages by their file, which is there without a server as well.
  cleanUrls: false,
  appearance: true,
  metaChunk: true,
  markdown: {
    config(markdown) {
      // Texts of the catalogue and of the guides are texts: neither HTML nor templates.
      markdown.set({ html: false })
      const plain = markdown.renderer.rules.text
      markdown.renderer.rules.text = (...args) => plain(...args).replaceAll('{{', '&#123;&#123;')
    },
  },
  // Headings in the fonts of the system: a page asks nobody for one.
  transformHead: () => [],
  buildEnd: ({ outDir }) => relativeLinks(outDir),
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { detailedView: false } },
    docFooter: { prev: false, next: false },
    externalLinkIcon: true,
  },
}
