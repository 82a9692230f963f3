import { describe, expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../define.ts'
import type { Code } from './story/inbox.ts'
import type { OtpScenario } from './story/otp-scenario.ts'
import { TemplateOrders } from './template-orders.ts'

/** What is said of texts that two templates were made to; a template was taken before them, or refused. */
function said(texts: readonly [string, string], refused: object = {}): readonly string[] {
  const told: string[] = []
  const t = {
    cellOf: () => undefined,
    conclude: (id: string, { ok }: { readonly ok: boolean }) => told.push(`${ok ? 'pass' : 'fail'} ${id}`),
    markUnexercised: (id: string) => told.push(`unexercised ${id}`),
  } as unknown as CheckContext
  const rich = { trial: { accepted: exchangeOf({ status: 200 }), refused }, code: { channel: 'sms' } }
  const orders = new TemplateOrders(t, { rich, marker: 'M' } as unknown as OtpScenario)
  for (const [nth, text] of texts.entries()) {
    const code = { code: '123456', text, channel: 'sms' } as Partial<Code> as Code
    orders.look(orders.template(nth), exchangeOf({ status: 200 }), code)
  }
  orders.close()
  return [...new Set(told)]
}

const [CODE, EXPIRY] = ['msg.otp.template-code', 'msg.otp.template-expiry']

describe('of two texts whose templates have the placeholders in either order', () => {
  test.for<[string, readonly [string, string], readonly string[]]>([
    ['both are replaced', ['M: 10 / 123456 end', 'M: 123456 / ten minutes end'], [`pass ${CODE}`, `pass ${EXPIRY}`]],
    [
      'one stays where it comes first',
      ['M: {expiry} / 123456 end', 'M: 123456 / 10 end'],
      [`pass ${CODE}`, `fail ${EXPIRY}`],
    ],
    [
      'one stays where it comes last',
      ['M: 10 / 123456 end', 'M: 123456 / {expiry} end'],
      [`pass ${CODE}`, `fail ${EXPIRY}`],
    ],
    ['the other is another code', ['M: 10 / 123456 end', 'M: 654321 / 10 end'], [`fail ${CODE}`, `pass ${EXPIRY}`]],
    ['the wording is another one', ['M: 10 / 123456 end', 'Your code: 123456'], [`fail ${CODE}`, `pass ${EXPIRY}`]],
  ])('%s', ([, texts, expected]) => {
    expect(said(texts)).toEqual(expected)
  })

  test('nothing is asked where no template was taken', () => {
    expect(said(['M: {expiry}', 'M: {code}'], { template: exchangeOf({ status: 422 }) })).toEqual([
      `unexercised ${CODE}`,
      `unexercised ${EXPIRY}`,
    ])
  })
})
