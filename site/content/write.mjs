// Writes every page that the generator makes HTML of, and its menu, into site/pages.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { guides } from './guides.mjs'
import { catalogPages } from './pages.mjs'

/** @returns how many pages there are */
export function writePages(root, known, folder) {
  rmSync(folder, { recursive: true, force: true })
  const texts = guides(root)
  const pages = { ...catalogPages(known), ...Object.fromEntries(texts.map(({ path, text }) => [path, text])) }
  pages['index.md'] = home(known)
  for (const [path, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const name of readdirSync(join(root, 'docs')).filter((each) => /\.(png|svg)$/.test(each)))
    copyFileSync(join(root, 'docs', name), join(folder, 'guides', name))
  writeFileSync(join(folder, 'menu.json'), JSON.stringify(menu(known, texts, Object.keys(pages)), undefined, 1))
  return Object.keys(pages).length
}

const addressOf = (path) => `/${path.replace(/\.md$/, '.html').replace(/(^|\/)index\.html$/, '$1')}`

function menu({ contracts }, texts, paths) {
  const catalog = contracts.map(({ id, prefix, title }) => ({
    text: title,
    collapsed: false,
    items: [
      ...paths
        .filter((path) => path.startsWith(`areas/${prefix}.`))
        .map((path) => ({ text: path.slice('areas/'.length, -'.md'.length), link: addressOf(path) })),
      ...['checks', 'codes', 'readings', 'open-points'].map((room) => ({
        text: { checks: 'Checks', codes: 'Error codes', readings: 'Readings', 'open-points': 'Open points' }[room],
        link: `/${room}/${id}.html`,
      })),
    ],
  }))
  const guide = [{ text: 'Guides', items: texts.map(({ path, title }) => ({ text: title, link: addressOf(path) })) }]
  const all = [{ text: 'All requirements', link: '/requirements/' }, ...catalog]
  const rooms = ['requirements', 'areas', 'checks', 'codes', 'readings', 'open-points']
  return {
    nav: [
      { text: 'Guides', link: '/guides/start.html' },
      { text: 'Requirements', link: '/requirements/' },
    ],
    sidebar: { '/guides/': guide, ...Object.fromEntries(rooms.map((room) => [`/${room}/`, all])) },
  }
}

function home({ explanations, contracts }) {
  const many = (kind) => explanations.filter((each) => each.kind === kind).length
  return `---
layout: home
hero:
  name: Assay
  text: Does a deployment keep what its documents promise?
  tagline: ${many('requirement')} requirements of ${contracts.length} documents, ${many('check')} checks, statement by statement
  actions:
    - { theme: brand, text: Start, link: /guides/start.html }
    - { theme: alt, text: Requirements, link: /requirements/ }
features:
  - { title: What is promised, details: 'Every requirement in our words, with its place and level, what keeps it and what breaks it', link: /requirements/ }
  - { title: The target file, details: 'Where a deployment is, what it has, and what a run may do to it', link: /guides/target-file.html }
  - { title: Certification, details: 'Sealed runs that anybody judges again, offline', link: /guides/certification.html }
  - { title: CI and many deployments, details: 'An action, a component, baselines, matrices and shards', link: /guides/ci.html }
---
`
}
