import type { Check } from '../../../kit/check/check.ts'
import type { CheckContext } from '../../../kit/check/context.ts'
import { defineCheck } from '../../../kit/check/define.ts'
import type { Property } from './property.ts'

type Given = Omit<Parameters<typeof defineCheck>[0], 'run' | 'phase' | 'cost' | 'generated' | 'tier'>

/** Requests per value with which key, and values at each depth. */
export interface Price {
  readonly requests: number
  readonly key: string
  readonly standard: number
  readonly deep: number
}

/**
 * A check of many values. Its generators are loaded when it runs: most runs need none.
 * @param control blocks unless an ordinary request goes through
 */
export function generated<T>(
  given: Given,
  { requests, key, standard, deep }: Price,
  control: (t: CheckContext) => Promise<void>,
  load: () => Promise<(t: CheckContext) => Promise<Property<T>>>,
): Check {
  return defineCheck({
    ...given,
    tier: 'write',
    phase: 'generated',
    generated: { standard, deep },
    cost: { requests: { [key]: requests * standard } },
    async run(t) {
      await control(t)
      const [{ checkProperty }, property] = await Promise.all([import('./property.ts'), load().then((made) => made(t))])
      await checkProperty(t, given, property)
    },
  })
}
