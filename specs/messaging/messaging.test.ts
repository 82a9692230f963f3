import { describe, expect, test } from 'vitest'
import type { Requirement } from '../contract.ts'
import { exampleErrorCode, messagingBodyShapes, messagingStatusRows, validationStatuses } from './errors.ts'
import { messagingHeadings } from './headings.ts'
import { messagingReadings } from './readings.ts'
import { accessRequirements } from './requirements/access.ts'
import { eventsRequirements } from './requirements/events.ts'
import { otpRequirements } from './requirements/otp.ts'
import { resourcesRequirements } from './requirements/resources.ts'
import { messagingRequirements } from './requirements.ts'
import {
  fixedWordingChannels,
  otpChannels,
  type SmsTransition,
  smsEventKinds,
  smsEvents,
  smsTransitions,
  statusLabels,
  whatsappEvents,
} from './statuses.ts'
import { messagingUnstated } from './unstated.ts'

const requirements: [string, Requirement][] = Object.entries(messagingRequirements)
const unstated = Object.entries(messagingUnstated)
const readings = Object.entries(messagingReadings)

const headings: readonly string[] = messagingHeadings
const modal = /\b(must|should|shall|may|might|can|cannot|could|will|would)\b/i
const longest = 160

const areas = [
  'apps',
  'auth',
  'base',
  'campaign',
  'conversation',
  'delivery',
  'endpoints',
  'envelope',
  'error',
  'event',
  'limits',
  'otp',
  'read',
  'resource',
  'send',
  'senders',
  'service',
  'signature',
  'validation',
  'version',
  'webhook',
  'workspaces',
]

/** Sentences of ours that break the house form, as `id: sentence`. */
const badlySaid = (sentences: readonly (readonly [string, string])[]): string[] =>
  sentences
    .filter(([, text]) => !/^\S.*\.$/.test(text) || modal.test(text) || text.length > longest)
    .map(([id, text]) => `${id}: ${text}`)

describe('messaging ids', () => {
  test('of requirements are msg.<area>.<behaviour> in words', () => {
    expect(requirements.filter(([id]) => !/^msg\.[a-z]+\.[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
  })

  test('of requirements stand in these areas', () => {
    expect([...new Set(requirements.map(([id]) => id.split('.')[1]))].sort()).toEqual(areas)
  })

  test('of open points and readings stand in their own areas', () => {
    expect(unstated.filter(([id]) => !/^msg\.open\.[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
    expect(readings.filter(([id]) => !/^msg\.reading\.[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
  })

  test('are lost by no part of the catalogue to another', () => {
    const parts = [accessRequirements, otpRequirements, resourcesRequirements, eventsRequirements]
    expect(parts.reduce((sum, part) => sum + Object.keys(part).length, 0)).toBe(requirements.length)
  })
})

describe('messaging sentences', () => {
  test('of requirements end with a full stop, hold no modal verb and stay short', () => {
    const reasons = requirements.flatMap(([id, { unobservable }]) =>
      unobservable ? [[id, unobservable] as const] : [],
    )
    expect(badlySaid([...requirements.map(([id, { text }]) => [id, text] as const), ...reasons])).toEqual([])
  })

  test('of open points, readings and status rows do too', () => {
    expect(
      badlySaid([
        ...unstated.map(([id, { text }]) => [id, text] as const),
        ...readings.map(([id, { conflict }]) => [id, conflict] as const),
        ...readings.flatMap(([id, { policy }]) => policy.split(/(?<=\.) /).map((sentence) => [id, sentence] as const)),
        ...messagingStatusRows.map(({ from, meaning }) => [`${from}`, meaning] as const),
        ...smsTransitions.map(({ reports, condition }) => [reports, condition] as const),
      ]),
    ).toEqual([])
  })

  test('are not said twice', () => {
    const texts = [...requirements, ...unstated].map(([, { text }]) => text)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })
})

describe('messaging places', () => {
  test('name headings of the document', () => {
    const places = [...requirements, ...unstated, ...readings].map(([id, { at }]) => [id, at] as const)
    expect(places.filter(([, at]) => !headings.includes(at))).toEqual([])
  })

  test('cover every heading but the one that only holds others', () => {
    const used = new Set(requirements.map(([, { at }]) => at))
    expect(headings.filter((heading) => !used.has(heading))).toEqual(['Messaging › Events'])
  })
})

describe('messaging levels', () => {
  test('hold what is typical or for example at may, so that it is never judged', () => {
    const noted = ['attempts', 'timeout', 'backoff', 'rate-answer'].map((name) => `msg.limits.${name}`)
    for (const id of [...noted, 'msg.send.validation-code']) {
      expect(Object.fromEntries(requirements)[id]?.level, id).toBe('may')
    }
  })

  test('hold the input rules without a stated answer at should', () => {
    const levels = messagingReadings['msg.reading.input-rules'].touches.map((id) => messagingRequirements[id].level)
    expect(new Set(levels)).toEqual(new Set(['should']))
  })
})

describe('messaging readings', () => {
  test('touch requirements of the catalogue, none twice', () => {
    for (const [id, { touches }] of readings) {
      expect(touches.length, id).toBeGreaterThan(0)
      expect(new Set<string>(touches).size, id).toBe(touches.length)
      expect(
        touches.filter((touched) => !Object.hasOwn(messagingRequirements, touched)),
        id,
      ).toEqual([])
    }
  })
})

describe('messaging status rows', () => {
  test('do not overlap, and hold the statuses that refuse bad input', () => {
    for (let status = 100; status < 600; status++) {
      expect(
        messagingStatusRows.filter(({ from, to }) => from <= status && status <= to).length,
        `${status}`,
      ).toBeLessThan(2)
    }
    for (const status of validationStatuses) {
      expect(messagingStatusRows.some(({ from, to }) => from === status && to === status)).toBe(true)
    }
  })

  test('leave three body shapes apart by their member, which their fields define', () => {
    const shapes = Object.values(messagingBodyShapes)
    expect(new Set(shapes.map(({ member }) => member)).size).toBe(3)
    expect(shapes.filter(({ member, fields }) => !Object.hasOwn(fields, member))).toEqual([])
  })

  test('give one code as an example, and a requirement of level may speaks of it', () => {
    expect(messagingRequirements['msg.send.validation-code'].text).toContain(exampleErrorCode)
  })
})

describe('messaging statuses', () => {
  const kinds = Object.entries(smsEventKinds)

  test('have an event kind for every event, and two for sms.failed', () => {
    expect(new Set(kinds.map(([, { event }]) => event))).toEqual(new Set(smsEvents))
    expect(kinds.filter(([, { event }]) => event === 'sms.failed').map(([, { phase }]) => phase)).toEqual([
      'submit',
      'delivery report',
    ])
  })

  test('carry message_id in every event and job_id in those of the submit only', () => {
    for (const [name, { data, phase }] of kinds) {
      expect(Object.hasOwn(data, 'message_id'), name).toBe(true)
      expect(Object.hasOwn(data, 'job_id'), name).toBe(phase === 'submit')
    }
  })

  test('report each event kind from one transition', () => {
    const transitions: readonly SmsTransition[] = smsTransitions
    expect(transitions.map(({ reports }) => reports).sort()).toEqual(kinds.map(([name]) => name).sort())
    const labels = new Set(transitions.flatMap(({ label }) => (label ? [label] : [])))
    expect(labels).toEqual(new Set(statusLabels))
  })

  test('name a requirement for every field of an event', () => {
    const texts = Object.entries(eventsRequirements).map(([, { text }]) => text)
    for (const [name, { data, event }] of kinds) {
      for (const field of Object.keys(data)) {
        expect(
          texts.some((text) => text.includes(event) && text.includes(field)),
          `${name}.${field}`,
        ).toBe(true)
      }
    }
  })

  test('keep the channels with fixed wording among the channels, and WhatsApp events in their own space', () => {
    expect(otpChannels.filter((channel) => !fixedWordingChannels.some((fixed) => fixed === channel))).toEqual(['sms'])
    expect(whatsappEvents.filter((event) => !event.startsWith('whatsapp.'))).toEqual([])
  })
})
