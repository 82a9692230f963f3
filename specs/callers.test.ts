import { describe, expect, test } from 'vitest'
import { messagingCallerContract } from './messaging/caller/contract.ts'
import { messagingHeadings } from './messaging/headings.ts'
import { paymentCallerContract } from './payment/caller/contract.ts'
import { paymentHeadings } from './payment/headings.ts'

const MODAL = /\b(must|should|shall|may|might|can|could|would)\b/i

describe.each([
  ['payment', paymentCallerContract, paymentHeadings],
  ['messaging', messagingCallerContract, messagingHeadings],
] as const)('what the %s document says of its callers', (_, contract, headings) => {
  const requirements = Object.entries(contract.catalogue) as [string, { at: string; text: string; level: string }][]
  const unstated = Object.entries(contract.unstated) as [string, { at: string; text: string }][]
  const readings = Object.entries(contract.readings) as [string, { at: string; touches: readonly string[] }][]

  test('has ids in their areas', () => {
    const own = new RegExp(`^${contract.prefix}\\.(?!open\\.|reading\\.)[a-z]+\\.[a-z0-9]+(-[a-z0-9]+)*$`)
    expect(requirements.filter(([id]) => !own.test(id))).toEqual([])
    expect(unstated.filter(([id]) => !id.startsWith(`${contract.prefix}.open.`))).toEqual([])
    expect(readings.filter(([id]) => !id.startsWith(`${contract.prefix}.reading.`))).toEqual([])
  })

  test('stands at headings of the document', () => {
    const known: readonly string[] = headings
    const strays = [...requirements, ...unstated, ...readings].filter(([, { at }]) => !known.includes(at))
    expect(strays).toEqual([])
  })

  test('is said in whole sentences without modal verbs, none twice', () => {
    const texts = [...requirements, ...unstated].map(([, { text }]) => text)
    expect(texts.filter((text) => !text.endsWith('.') || text.length > 160)).toEqual([])
    expect(requirements.filter(([, { text }]) => MODAL.test(text))).toEqual([])
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })

  test('is read by decisions that touch its statements', () => {
    const strange = readings.flatMap(([id, { touches }]) =>
      touches.filter((each) => !Object.hasOwn(contract.catalogue, each)).map((each) => `${id}: ${each}`),
    )
    expect(strange).toEqual([])
  })
})
