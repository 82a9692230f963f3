import { afterAll, aroundEach, describe, expect, test } from 'vitest'
import type { OwnTargetFile } from '../../cli/own/services.ts'
import type { Check } from '../../kit/check/check.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'

aroundEach(inVirtualTime)

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

async function started<T extends { targetFile(): object; close(): unknown }>(
  service: Promise<T>,
): Promise<OwnTargetFile> {
  open.push(await service)
  return fileOf(await service)
}

/** What only a deployment that behaves so shows: a 429 or a 422 that the document does not say how to bring about. */
const UNPROVOKED = [
  'msg.limits.rate-answer',
  'msg.limits.retry-after-readable',
  'msg.limits.recovers',
  'msg.workspaces.refusal-shape',
]

/** Reasons that no line of a target file changes. */
const BEYOND: readonly (string | undefined)[] = ['unobservable', 'not selected']

/** A base URL and one key, and nothing else; the clocks of the services run fast, so that has to be said. */
const reduced: Readonly<Record<string, () => Promise<[OwnTargetFile, readonly Check[]]>>> = {
  'the payment service': async () => {
    const { payment } = await started(startPaymentService({ timeScale: 60 }))
    const live = payment?.keys?.live?.slice(0, 1) ?? []
    return [{ timeScale: 60, payment: { baseUrl: payment?.baseUrl ?? '', keys: { live } } }, paymentChecks]
  },
  'the messaging service': async () => {
    const { messaging } = await started(startMessagingService({ timeScale: 60 }))
    const { bound = '' } = messaging?.keys ?? {}
    return [{ timeScale: 60, messaging: { baseUrl: messaging?.baseUrl ?? '', keys: { bound } } }, messagingChecks]
  },
}

describe.each(Object.entries(reduced))('a target file with a base URL and one key: %s', (_, target) => {
  let report: Report

  test('accuses nobody, and nothing breaks', { timeout: 60_000 }, async () => {
    const [file, checks] = await target()
    report = await judgeTarget({ ...judgedBy(targetOf(file)), checks, seed: 1, depth: 'deep' })
    const told = report.requirements.filter(
      ({ verdict }) => !['pass', 'noted', 'inapplicable', 'unexercised'].includes(verdict),
    )
    expect(told.map(({ id, verdict, judgements }) => ({ id, verdict, reason: judgements[0]?.reason }))).toEqual([])
    expect(report.faults).toEqual([])
    expect(report.requirements.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(10)
    expect(report.outcome.exitCode).toBe(0)
  })

  test('names, for each requirement that is not exercised, the line that would have it exercised', () => {
    const open = report.requirements.filter(({ verdict, why }) => verdict === 'unexercised' && !BEYOND.includes(why))
    expect(open.length).toBeGreaterThan(20)
    const mute = open.filter(({ line = '' }) => !/^[a-z]+(\.\w+(\[\d+\])?)*: \S/m.test(line))
    const told = mute.filter(({ id }) => !UNPROVOKED.includes(id))
    expect(told.map(({ id, why, reason }) => `${id} (${why}): ${reason}`)).toEqual([])
  })
})
