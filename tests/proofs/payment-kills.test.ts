import { describe, expect, test } from 'vitest'
import { inTurnPayment } from '../../reference/payment/flaws/in-turn.ts'
import { paymentWarnings } from '../../reference/payment/flaws/warnings.ts'
import { paymentFlaws } from '../../reference/payment/flaws.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { catalogue } from '../../specs/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { prove } from './proof.ts'

const flaws = Object.entries(paymentFlaws)
/** Forms of creations that have their turn with another seed. */
const SEEDS: Readonly<Record<string, number>> = { 'long-references-cut': 8 }

describe('every flaw of the payment service turns red exactly what it breaks', () => {
  test.for(flaws)('%s', async ([name, { breaks, mayBreak = [] }]) => {
    const start = () => startPaymentService({ flaw: name })
    const { failed, warned, told } = await prove(start, 'payment', paymentChecks, undefined, undefined, SEEDS[name])
    const may: readonly string[] = mayBreak
    const warnings = paymentWarnings[name] ?? []
    const failures = breaks.filter((id) => !warnings.includes(id))
    expect(failed.filter((id) => !may.includes(id)).toSorted(), told.join('\n')).toEqual(failures.toSorted())
    expect(warned.filter((id) => !may.includes(id)).toSorted(), told.join('\n')).toEqual(warnings)
  })
})

/** One in so many at the standard depth, which people run: what `serve --list` says of depth holds for the others. */
const EVERY = 8
const usual = flaws.filter(([name]) => !inTurnPayment.includes(name)).filter((_, place) => place % EVERY === 0)

test.for(usual)('%s is told at the standard depth as well', async ([name, { breaks }]) => {
  const { failed, warned, told } = await prove(
    () => startPaymentService({ flaw: name }),
    'payment',
    paymentChecks,
    'standard',
  )
  const seen = [...failed, ...warned]
  expect(
    breaks.filter((id) => !seen.includes(id)),
    told.join('\n'),
  ).toEqual([])
})

test('every must of the payment service with a check is broken by some flaw', () => {
  const broken = new Set<string>(flaws.flatMap(([, { breaks }]) => breaks))
  const covered = new Set(paymentChecks.flatMap(({ covers }) => covers))
  const unproven = [...covered].filter((id) => catalogue[id]?.level === 'must' && !broken.has(id))
  expect(unproven).toEqual([])
})

test('at least 60 flaws', () => {
  expect(flaws.length).toBeGreaterThanOrEqual(60)
})
