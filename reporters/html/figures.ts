import { clipped as clippedText } from '../views/clipped.ts'

/** Numbers as a reader wants them. */

/** `12.3 s`, `340 ms`, `2 min 5 s`. */
export function duration(ms: number): string {
  const abs = Math.abs(ms)
  if (abs < 1000) return `${Math.round(ms)} ms`
  if (abs < 60_000) return `${Number((ms / 1000).toPrecision(3))} s`
  const seconds = Math.round(ms / 1000)
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}

/** An interval by our clock, and by the documents' where that runs at another speed. */
export function interval(ms: number, timeScale: number): string {
  return timeScale === 1 ? duration(ms) : `${duration(ms)} (${duration(ms * timeScale)} of the documents' time)`
}

/** Time since the start of the run, in seconds: `+0.340 s`. */
export const since = (ms: number): string => `+${(ms / 1000).toFixed(3)} s`

/** No more of a text than a page can carry; the rest is in the JSON report. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most)}\n… ${(text.length - most).toLocaleString('en')} more characters in the JSON report`
}

/** The beginning of a text, in one line. */
export function clipped(text: string, most: number): string {
  return clippedText(text.replace(/\s+/g, ' '), most)
}

/** A step of 1, 2 or 5 times a power of ten, so that a span has at most so many. */
export function tickStep(span: number, most: number): number {
  const least = Math.max(span / most, 1e-9)
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10)
}
