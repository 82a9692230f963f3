import type { Estimate } from '../../../kit/plan/estimate.ts'

/** An estimate in words: `18, at most 24`; `20, all that is allowed, of about 31`. */
export function amount({ usual, most, wanted }: Estimate): string {
  if (wanted !== undefined) return `${usual}, all that is allowed, of about ${wanted}`
  return usual === most ? String(most) : `${usual}, at most ${most}`
}

/** The sum of several estimates. */
export const totalOf = (estimates: Readonly<Record<string, Estimate>>): Estimate => {
  const sum = (kind: 'usual' | 'most'): number =>
    Object.values(estimates).reduce((total, each) => total + each[kind], 0)
  return { usual: sum('usual'), most: sum('most') }
}

/** A time in seconds in words, no less than a second: `8 s`, `2 min 10 s`. */
export function spoken(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 90) return `${whole} s`
  const rest = whole % 60
  return `${Math.floor(whole / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}
