import { expect, test } from 'vitest'
import { messagingWarnings } from '../../reference/messaging/flaws/warnings.ts'
import { messagingFlaws } from '../../reference/messaging/index.ts'
import { paymentWarnings } from '../../reference/payment/flaws/warnings.ts'
import { paymentFlaws } from '../../reference/payment/flaws.ts'

// A kill takes what is listed here out of what has to fail: it must be something that the flaw breaks.
test.for([
  ['payment', paymentWarnings, paymentFlaws],
  ['messaging', messagingWarnings, messagingFlaws],
] as const)('of the %s service whatever warns is named by its flaw, in the order of kills', ([, warnings, flaws]) => {
  for (const [name, ids] of Object.entries(warnings)) {
    const { breaks } = (flaws as Readonly<Record<string, { readonly breaks: readonly string[] }>>)[name] ?? {
      breaks: [],
    }
    expect(breaks, name).toEqual(expect.arrayContaining([...ids]))
    expect(ids, name).toEqual(ids.toSorted())
    expect(ids.length, name).toBeGreaterThan(0)
  }
})
