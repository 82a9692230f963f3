import { describe, expect, test } from 'vitest'
import type { Requirement } from '../contract.ts'
import { paymentErrors } from './errors.ts'
import { paymentHeadings } from './headings.ts'
import { paymentReadings } from './readings.ts'
import { paymentRequirements } from './requirements.ts'
import {
  liveStatuses,
  type PaymentTransition,
  paymentStatuses,
  paymentTransitions,
  terminalStatuses,
} from './statuses.ts'
import { paymentUnstated } from './unstated.ts'

const requirements: [string, Requirement][] = Object.entries(paymentRequirements)
const unstated = Object.entries(paymentUnstated)
const readings = Object.entries(paymentReadings)
const errors = Object.entries(paymentErrors)

const headings: readonly string[] = paymentHeadings
const longest = 160

/** What is wrong with a sentence of ours; empty when nothing is. */
const faults = (text: string): string[] => {
  const found: string[] = []
  if (!/^\S.*\.$/.test(text)) found.push('does not end with a full stop')
  if (/\b(must|should|shall)\b/i.test(text)) found.push('holds a modal verb')
  if (text.length > longest) found.push(`has ${text.length} characters`)
  return found
}

describe('payment ids', () => {
  test('of requirements are pay.<area>.<behaviour>, outside the reserved areas', () => {
    const badly = requirements.filter(([id]) => !/^pay\.(?!open\.|reading\.)[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    expect(badly).toEqual([])
  })

  test('of open points and readings stand in their own areas', () => {
    expect(unstated.filter(([id]) => !/^pay\.open\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
    expect(readings.filter(([id]) => !/^pay\.reading\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })
})

describe('payment sentences', () => {
  const sentences = [
    ...requirements.flatMap(([id, { text, unobservable }]) => [
      [id, text],
      [id, unobservable ?? text],
    ]),
    ...unstated.map(([id, { text }]) => [id, text]),
    ...readings.map(([id, { conflict }]) => [id, conflict]),
    ...errors.map(([code, { meaning }]) => [code, meaning]),
  ] as [string, string][]

  test('end with a full stop, hold no modal verb and stay short', () => {
    expect(sentences.map(([id, text]) => [id, ...faults(text)]).filter(([, ...found]) => found.length > 0)).toEqual([])
  })

  test('of policies hold to the same, each sentence for itself', () => {
    const policies = readings.flatMap(([id, { policy }]) =>
      policy.split(/(?<=\.) /).map((sentence) => [id, ...faults(sentence)]),
    )
    expect(policies.filter(([, ...found]) => found.length > 0)).toEqual([])
  })

  test('are not said twice', () => {
    const texts = [...requirements, ...unstated].map(([, { text }]) => text)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })
})

describe('payment places', () => {
  test('name headings of the document', () => {
    const places = [...requirements, ...unstated, ...readings].map(([id, { at }]) => [id, at] as const)
    expect(places.filter(([, at]) => !at.startsWith('Payment › ') || !headings.includes(at))).toEqual([])
  })

  test('stand below headings that exist', () => {
    const parents = headings.map((heading) => heading.split(' › ').slice(0, -1).join(' › '))
    expect(parents.filter((parent) => parent !== 'Payment' && !headings.includes(parent))).toEqual([])
  })
})

describe('payment readings', () => {
  test('are 35, and each touches requirements of the catalogue, none twice', () => {
    expect(readings).toHaveLength(35)
    for (const [id, { touches }] of readings) {
      expect(touches.length, id).toBeGreaterThan(0)
      expect(new Set<string>(touches).size, id).toBe(touches.length)
      expect(
        touches.filter((touched) => !Object.hasOwn(paymentRequirements, touched)),
        id,
      ).toEqual([])
    }
  })
})

describe('payment error rows', () => {
  test('are the 27 of the document, at statuses of errors', () => {
    expect(errors).toHaveLength(27)
    expect(errors.filter(([, { status }]) => status < 400 || status > 599)).toEqual([])
  })

  test('count as the tables do by status', () => {
    const counts: Record<number, number> = {}
    for (const [, { status }] of errors) counts[status] = (counts[status] ?? 0) + 1
    expect(counts).toEqual({ 400: 7, 401: 4, 402: 3, 403: 3, 404: 1, 409: 2, 422: 2, 429: 1, 500: 2, 502: 2 })
  })

  test('carry arrays at 400 only', () => {
    expect(errors.filter(([, { details, status }]) => details === 'binding' && status !== 400)).toEqual([])
  })

  test('named by a requirement come with the status it names', () => {
    const named = requirements.flatMap(([id, { text }]) =>
      [...text.matchAll(/\b([1-5]\d\d) ([A-Za-z]+_[A-Za-z_]+|CONFLICT|UNAUTHORIZED|unauthorized)\b/g)].map(
        ([, status, code]) => ({ id, status: Number(status), code: code ?? '' }),
      ),
    )
    const rows: Record<string, { status: number }> = paymentErrors
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ status, code }) => rows[code]?.status !== status)).toEqual([])
  })
})

describe('payment statuses', () => {
  test('are terminal, live or both', () => {
    const both = new Set([...terminalStatuses, ...liveStatuses])
    expect([...both].sort()).toEqual([...paymentStatuses].sort())
    expect(terminalStatuses.filter((status) => liveStatuses.some((live) => live === status))).toEqual(['completed'])
  })

  test('change in the table as the document shows, out of no terminal status', () => {
    const transitions: readonly PaymentTransition[] = paymentTransitions
    expect(transitions.map(({ from, to }) => [from, to])).toEqual([
      ['new', 'failed'],
      ['processing', 'completed'],
    ])
    expect(transitions.filter(({ from }) => terminalStatuses.some((status) => status === from))).toEqual([])
  })
})
