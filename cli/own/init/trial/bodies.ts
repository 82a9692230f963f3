import type { JsonObject } from '../../../../kit/target/file/file.ts'
import type { Answer } from './asker.ts'

const CUSTOMER = { firstname: 'Asha', lastname: 'Mushi', email: 'asha.mushi@example.com' }
const PAGES = { redirect_url: 'https://example.com/thanks', cancel_url: 'https://example.com/basket' }
const ADDRESS = { line1: '1 Market Street', city: 'Arusha', country: 'TZ' }

/** Kinds of payment that a target file may have a body for. */
export type BodyKind = 'mobile' | 'card' | 'qr'

/** What the document shows of a creation, filled with what is usual. */
export const STARTS: Readonly<Record<BodyKind, JsonObject>> = {
  mobile: { amount: 500, currency: 'TZS', type: 'mobile', phone: '255700000100', customer: CUSTOMER },
  card: { amount: 500, currency: 'TZS', type: 'card', customer: CUSTOMER, ...PAGES, billing_address: ADDRESS },
  qr: { amount: 500, currency: 'TZS', type: 'qr', customer: CUSTOMER },
}

/** What may stand at a member that the document leaves open, the usual first. */
const USUAL: Readonly<Record<string, readonly unknown[]>> = {
  network: ['mpesa', 'vodacom', 'airtel', 'tigo', 'halotel', 'mtn', 'alpha'],
  currency: ['TZS', 'USD', 'KES', 'UGX'],
  phone: ['255700000100', '255712345678', '255754000100'],
  amount: [1000, 5000],
  type: ['mobile', 'mobile_money', 'card', 'qr', 'dynamic_qr', 'qr_code'],
  billing_address: [ADDRESS],
  billing: [ADDRESS],
  address: [ADDRESS],
}

const MEMBER = /^[a-z]\w*$/i

/**
 * Bodies to try after one was refused: the member that the answer blames, with what the answer names for it, else with
 * what is usual. None where it blames no member that anything is known of.
 */
export function nextBodies(body: JsonObject, refused: Answer): readonly JsonObject[] {
  const blamed = blamedMember(refused.body)
  if (blamed === undefined) return []
  const named = valuesNamed(refused.body, blamed)
  const values = [...named, ...(USUAL[blamed] ?? [])].filter((value) => value !== body[blamed])
  return [...new Set(values)].map((value) => ({ ...body, [blamed]: value }))
}

/** The first member of a request that a refusal names, in its details or in its message. */
export function blamedMember(body: unknown): string | undefined {
  const { details, message, error_code: code } = (body ?? {}) as Readonly<Record<string, unknown>>
  const field = fieldsIn(details).find((each) => MEMBER.test(each))
  if (field !== undefined) return field.toLowerCase()
  const words = typeof message === 'string' ? message.toLowerCase() : ''
  const known = Object.keys(USUAL).find((name) => words.includes(name) || words.includes(name.replaceAll('_', ' ')))
  // Errors › Payments: a creation fails as such where its amount is too small.
  const isSmall = /minimum|at least|too (?:small|low)/.test(words) || code === 'PAYMENT_FAILED'
  return known ?? (isSmall ? 'amount' : undefined)
}

/** Whether a text names a member of a creation: `name` may be one of these, or be what names it. */
const isOfCreation = (text: unknown): boolean =>
  typeof text === 'string' &&
  [...Object.keys(USUAL), ...Object.values(STARTS).flatMap((each) => Object.keys(each))].includes(text)

/** Members by which entries of details name a field. */
const FIELD_NAMES = ['field', 'name', 'path', 'param', 'property'] as const

/** The fields that details name: in entries of a list, as texts of it, as the members of an object, or as the one entry that it is. */
function fieldsIn(details: unknown): readonly string[] {
  if (typeof details !== 'object' || details === null) return []
  const one = FIELD_NAMES.map((name) => (details as Readonly<Record<string, unknown>>)[name]).filter(isOfCreation)
  const entries: readonly unknown[] = Array.isArray(details) ? details : [...one, ...Object.keys(details)]
  return entries.flatMap((entry) => {
    const named = FIELD_NAMES.map((name) => (Object(entry) as Record<string, unknown>)[name])
    const text = [entry, ...named].find((each) => typeof each === 'string')
    return typeof text === 'string' ? [text.replace(/^\$?\.?/, '').split(/[.[]/)[0] ?? ''] : []
  })
}

/** Values that a refusal says are accepted: `one of alpha, beta` or `"alpha", "beta"`. */
function valuesNamed(body: unknown, member: string): readonly string[] {
  const text = JSON.stringify(body)
  const list =
    /(?:one of|allowed|supported|accepted|expected|valid values)[^:[(]{0,40}[:[( ]+([\w\\", |/-]+)/i.exec(text)?.[1] ??
    ''
  const words = list.split(/[^\w-]+/).filter((word) => word.length > 1 && word.toLowerCase() !== member)
  return words.filter((word) => !['and', 'or', 'one', 'of'].includes(word.toLowerCase())).slice(0, 6)
}
