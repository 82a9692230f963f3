import type { Check } from '../../../kit/check/check.ts'
import type { CheckContext } from '../../../kit/check/context.ts'
import type { Definers } from '../../../kit/check/define.ts'
import type { Vocabulary } from '../../../kit/check/vocabulary.ts'
import type { Property } from './property.ts'

/** What a check of many values says of itself. */
export interface GeneratedCheck<V extends Vocabulary> {
  readonly id: string
  readonly title: string
  readonly covers: readonly V['requirement'][]
  readonly needs?: readonly V['claim'][]
  readonly uses?: Check['uses']
}

/** Requests per value with which key, and values at each depth. */
export interface Price<Key extends string = string> {
  readonly requests: number
  readonly key: Key
  readonly standard: number
  readonly deep: number
}

/**
 * Defines checks of many values for one contract. Their generators are loaded when they run: most runs need none.
 * @param defineCheck that of the contract
 */
export function generatedFor<V extends Vocabulary>(defineCheck: Definers<V>['defineCheck']) {
  /** @param control blocks unless an ordinary request goes through */
  return function generated<T>(
    given: GeneratedCheck<V>,
    { requests, key, standard, deep }: Price<V['key'] | 'none'>,
    control: (t: CheckContext<V>) => Promise<void>,
    load: () => Promise<(t: CheckContext<V>) => Promise<Property<T>>>,
  ): Check {
    return defineCheck({
      ...given,
      tier: 'write',
      phase: 'generated',
      generated: { standard, deep },
      cost: { requests: { [key]: requests * standard } as Readonly<Partial<Record<V['key'] | 'none', number>>> },
      async run(t) {
        const context = t as CheckContext<V>
        await control(context)
        const [{ checkProperty }, property] = await Promise.all([
          import('./property.ts'),
          load().then((made) => made(context)),
        ])
        await checkProperty(context, given, property)
      },
    })
  }
}
