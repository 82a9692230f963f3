import { describe, expect, test } from 'vitest'
import type { CheckContext } from '../../define.ts'
import { noJson } from './unusable-bodies.ts'

const context = (mayPay: boolean): CheckContext =>
  ({
    service: { keys: { live: ['sk'] }, bodies: { mobile: { customer: { lastname: 'Mushi' }, amount: 5000 } } },
    target: { environment: 'local' },
    permits: () => mayPay,
    has: () => true,
    key: () => ({ name: 'live[0]', value: 'sk' }),
    fresh: (kind: string) => `${kind}-1`,
    seed: 0,
    random: () => 0,
  }) as never

describe('texts that are no JSON', () => {
  test.for([true, false])('are none, whether payments may be made (%s)', (mayPay) => {
    for (const { text } of noJson(context(mayPay))) expect(() => JSON.parse(text)).toThrow()
  })

  test('have all that a creation needs where payments may be made, and its amount alone elsewhere', () => {
    const whole = noJson(context(true)).filter(({ isWhole }) => isWhole)
    expect(whole.map(({ label }) => label)).toEqual([
      'without its end',
      'in single quotes',
      'with the amount NaN',
      'of a form',
    ])
    for (const { text } of whole) expect(text).toContain('Mushi')
    expect(noJson(context(false)).map(({ text }) => text)).toEqual([
      '',
      '<amount>500</amount>',
      '{"amount":500,',
      "{'amount':500}",
      '{"amount":NaN}',
      'amount=500',
    ])
  })
})
