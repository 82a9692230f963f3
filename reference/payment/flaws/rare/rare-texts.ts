import { randomUUID } from 'node:crypto'
import type { Attempt } from '../../behaviour.ts'
import { isLive, type JsonObject } from '../../domain/payment.ts'
import { objectsTo, type Patch } from '../../patch.ts'
import { type RareFlaw, rareFlaws } from './rare-flaw.ts'

const told = rareFlaws('pay/generated/told')
const accepted = rareFlaws('pay/generated/accepted')

const payload =
  (change: (payload: JsonObject, attempt: Attempt) => JsonObject): Patch =>
  (before) => ({ ...before, payload: (attempt) => change(before.payload(attempt), attempt) })
const reference = (change: (reference: string) => string): Patch =>
  payload((before) => ({ ...before, merchant_reference: change(String(before.merchant_reference)) }))
const amount = (change: (amount: number) => number): Patch =>
  payload((before) => {
    const data = before.data as JsonObject
    return { ...before, data: { ...data, amount: change(Number(data.amount)) } }
  })
const isForeign = (text: string): boolean => /[^\x20-\x7e]/.test(text)

/** Unicode, escapes and fractions on their way through bodies, events and signatures. */
export const rareTexts: Record<string, RareFlaw> = {
  'normalises-references': told(
    'References are told in compatibility form',
    'pay.event.merchant-reference',
    reference((text) => text.normalize('NFKC')),
  ),
  'drops-emoji-from-references': told(
    'Characters of four bytes are lost from references',
    'pay.event.merchant-reference',
    reference((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
  ),
  'escapes-markup-in-references': told(
    'References are told with entities of HTML',
    'pay.event.merchant-reference',
    reference((text) => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')),
  ),
  'truncates-fractions': told(
    'Fractions of an amount that are no half are lost',
    'pay.event.amount',
    amount((value) => (value % 1 === 0.5 ? value : Math.trunc(value))),
  ),
  'rounds-amounts-to-ten': told(
    'Whole amounts are told in tens',
    'pay.event.amount',
    amount((value) => (Number.isInteger(value) ? Math.round(value / 10) * 10 : value)),
  ),
  'replay-of-foreign-letters-conflicts': accepted(
    'A replay of a reference beyond ASCII answers CONFLICT',
    'pay.idempotency.replay-status',
    objectsTo('replay', 'state-conflict', ({ payment }) => isForeign(payment?.request.reference ?? '')),
  ),
  'forgets-keys-with-percent': accepted(
    'A key with a percent sign is not found again',
    ['pay.idempotency.replay-status', 'pay.idempotency.replay-same-payment'],
    {
      keyScope: (merchantId, key) => `${merchantId} ${key.includes('%') ? randomUUID() : key}`,
      referenceTaken: (existing, key) => isLive(existing.status) && existing.idempotencyKey !== key,
    },
  ),
  'refuses-names-with-apostrophe': accepted(
    'A customer whose name has an apostrophe or a hyphen is refused',
    'pay.create.mobile',
    objectsTo('create', 'invalid-details', ({ request }) => /['-]/.test(String(request?.customer.lastname))),
  ),
}
