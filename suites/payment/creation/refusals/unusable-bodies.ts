import type { Exchange } from '../../../../kit/http/exchange.ts'
import type { JsonObject } from '../../../../kit/target/file/parts.ts'
import { create, liveKey } from '../../client/api.ts'
import { freshKey } from '../../client/bodies.ts'
import { unlessBroken } from '../../client/defect.ts'
import { draft } from '../../client/payment.ts'
import type { CheckContext } from '../../define.ts'

/** Texts of JSON that is no object. */
export const NO_OBJECT = ['null', '42', '"amount"', 'true', '[[]]', '["amount"]'] as const

interface Body {
  readonly label: string
  readonly text: string
  /** A lax reader makes a payment of it. */
  readonly isWhole: boolean
}

/** Texts that are no JSON. Where payments may be made those that lax readers take have all that a creation needs. */
export function noJson(t: CheckContext): readonly Body[] {
  const isWhole = t.permits('write') && t.has('payment.bodies.mobile')
  const { amount = 500, ...others } = isWhole ? draft(t, { label: 'body', urls: 'none' }).body : {}
  const members: JsonObject = { amount, ...others }
  const text = JSON.stringify(members)
  return [
    { label: 'of no bytes', text: '', isWhole: false },
    { label: 'of XML', text: '<amount>500</amount>', isWhole: false },
    { label: 'without its end', text: `${text.slice(0, -1)},`, isWhole },
    { label: 'in single quotes', text: text.replaceAll('"', "'"), isWhole },
    { label: 'with the amount NaN', text: text.replace(/:[^,}]*/, ':NaN'), isWhole },
    { label: 'of a form', text: String(new URLSearchParams(fieldsOf(members))), isWhole },
  ]
}

/** The fields of a form; those of an object have its name before theirs. */
const fieldsOf = (members: JsonObject): [string, string][] =>
  Object.entries(members).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? fieldsOf(value as JsonObject).map(([inner, text]): [string, string] => [`${name}[${inner}]`, text])
      : [[name, String(value)]],
  )

/** Sends a body that a payment can be made of, on the budget. */
export const sendWhole = (t: CheckContext, label: string, body: Buffer): Promise<Exchange> =>
  unlessBroken(() => create(t, { label, as: liveKey(t), body, idempotencyKey: freshKey(t), expects: 'refused' }))
