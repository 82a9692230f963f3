import type { Page } from 'playwright-core'

/** A text whose contrast is below what WCAG 2.2 AA asks for: 4.5, or 3 for large text. */
export interface Faint {
  readonly text: string
  readonly colour: string
  readonly on: string
  readonly ratio: number
}

/** Texts of the page as it stands that are too faint, one per colour pair. Placeholders and hidden texts are not looked at. */
export function faintTexts(page: Page): Promise<Faint[]> {
  // One string: what is compiled here could name things that the page does not have.
  return page.evaluate(`(() => {
    const channels = (colour) => {
      const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\\d.]+/g) ?? []).map(Number)
      return { r, g, b, a }
    }
    const luminance = ({ r, g, b }) => {
      const [x, y, z] = [r, g, b].map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * x + 0.7152 * y + 0.0722 * z
    }
    const backgroundOf = (element) => {
      for (let each = element; each !== null; each = each.parentElement) {
        const colour = getComputedStyle(each).backgroundColor
        if (channels(colour).a === 1) return colour
      }
      return 'rgb(255, 255, 255)'
    }
    const found = new Map()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent.trim()
      const element = walker.currentNode.parentElement
      if (text === '' || element.matches('script, style, title') || !element.checkVisibility()) continue
      const style = getComputedStyle(element)
      const colour = element instanceof SVGElement ? style.fill : style.color
      const on = backgroundOf(element)
      const [light, dark] = [luminance(channels(colour)), luminance(channels(on))].sort((a, b) => b - a)
      const ratio = (light + 0.05) / (dark + 0.05)
      const size = Number.parseFloat(style.fontSize)
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      if (ratio < (large ? 3 : 4.5)) found.set(colour + on, { text: text.slice(0, 40), colour, on, ratio })
    }
    return [...found.values()]
  })()`) as Promise<Faint[]>
}
