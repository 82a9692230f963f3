import type { Verdict } from '../../kit/check/verdicts/verdict.ts'
import { SIGNS } from '../views/verdict-words.ts'
import { styleSheet } from './assets.ts'
import { html, type Markup, type Part } from './markup.ts'

/** A page of several runs. */
export interface Framed {
  /** Class of its body. */
  readonly kind: string
  readonly title: string
  /** Beside the name of the suite, in the bar above. */
  readonly brand: string
  readonly tone: Verdict
  readonly heading: string
  readonly because: string
  /** Below the heading, in the same card. */
  readonly head?: Part
  readonly parts: Part
  readonly footer: string
}

/** One file for a browser and for paper: it loads nothing, sends nothing and runs nothing. */
export function framed({ kind, title, brand, tone, heading, because, head, parts, footer }: Framed): string {
  const style = styleSheet()
  const policy = `default-src 'none'; style-src ${style.hash}; img-src data:; base-uri 'none'; form-action 'none'`
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${title} – Assay</title><link rel="icon" href="data:,">
<style>${style.markup}</style></head><body class="${kind}">
<header class="top"><p class="brand"><b>Assay</b> <span>${brand}</span></p></header>
<main id="main"><section class="headline ${tone}" aria-labelledby="verdict"><div class="verdict"><span class="sign" aria-hidden="true">${SIGNS[tone]}</span><div>
<h1 id="verdict">${heading}</h1>
<p class="because">${because}</p></div></div>${head}</section>
${parts}
</main><footer><p>${footer}</p></footer></body></html>
`
  return page.source
}

/** A part of such a page, with how much it holds beside its title. */
export const part = (id: string, title: string, many: number, content: Part): Markup =>
  html`<section id="${id}" class="part" aria-labelledby="${id}-title"><h2 id="${id}-title">${title} <span class="count">${many}</span></h2>${content}</section>`

/** What may be wider than the page. */
export const scrolled = (label: string, table: Part): Markup =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">${table}</div>`
