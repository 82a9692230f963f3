import { afterAll, aroundEach, describe, expect, test } from 'vitest'
import type { OwnTargetFile } from '../../cli/own/services.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { denyClaims } from '../../kit/run/preflight/claims-probe.ts'
import { assertPlaced } from '../../kit/run/preflight/misplaced-by-key.ts'
import { Session } from '../../kit/run/session.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { messagingTroubles, messagingVariants, startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentVariants } from '../../reference/payment/variants.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { httpServer } from '../servers.ts'
import { fileOf, judgedBy, targetOf } from '../targets.ts'

aroundEach(inVirtualTime)

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

async function payment(change: (file: OwnTargetFile) => object): Promise<OwnTargetFile> {
  const service = await startPaymentService({ timeScale: 60 })
  open.push(service)
  const file = fileOf(service)
  return { ...file, payment: { ...file.payment, ...change(file) } } as OwnTargetFile
}

const judged = (file: OwnTargetFile, ...only: readonly string[]): Promise<Report> =>
  judgeTarget({
    ...judgedBy(targetOf(file)),
    checks: file.payment === undefined ? messagingChecks : paymentChecks,
    seed: 1,
    only,
  })

const verdictOf = (report: Report, id: string) => report.requirements.find((each) => each.id === id)?.verdict

test.for([
  ['stale-signature-on-retries', true],
  ['signs-body-only', false],
] as const)('whether only what is sent again is signed otherwise is told: %s', async ([flaw, isTold]) => {
  const service = await startPaymentService({ timeScale: 60, flaw })
  open.push(service)
  const report = await judged(fileOf(service))
  const found = report.requirements.find(({ id }) => id === 'pay.signature.verifies')
  const [failure] = found?.judgements.filter(({ verdict }) => verdict === 'fail') ?? []
  expect(failure).toBeDefined()
  expect(`${failure?.reason}`.includes('first attempts verify, and those that follow them do not')).toBe(isTold)
})

const UNKNOWN = 'sk_live_0000000000000000000000000000'

describe('what the target file claims and the target denies', () => {
  test('one of two live keys is named, and left alone', async () => {
    const report = await judged(
      await payment(({ payment: given }) => ({
        keys: { ...given?.keys, live: [given?.keys?.live?.[0] ?? '', UNKNOWN] },
      })),
      'pay.idempotency.key-*',
    )
    expect(report.notes.filter((note) => !note.startsWith('left behind'))).toEqual([
      'claimed but absent: payment.keys.live[1] is claimed, and a read with it was answered 401 invalid_api_key. The target does not take the key: correct it in the target file or in the variable that this takes it from, or have the target know it.',
    ])
    expect(report.outcome.exitCode).toBe(0)
    expect(report.exchanges.filter(({ key }) => key === 'live[1]').map(({ check }) => check)).toEqual(['claims'])
  })

  test('one of two live keys is held against nobody', async () => {
    const report = await judged(
      await payment(({ payment: given }) => ({
        keys: { ...given?.keys, live: [UNKNOWN, given?.keys?.live?.[0] ?? ''] },
      })),
      'pay.auth.*',
      'pay.idempotency.key-*',
    )
    expect(verdictOf(report, 'pay.auth.bearer')).toBe('pass')
    expect(report.outcome.exitCode).toBe(0)
  })

  test('without a live key what needs one is blocked for that reason', async () => {
    const report = await judged(await payment(() => ({ keys: { live: [UNKNOWN] } })), 'pay.create.mobile')
    expect(report.outcome).toMatchObject({ exitCode: 3 })
    expect(report.requirements.find(({ id }) => id === 'pay.create.mobile')).toMatchObject({
      verdict: 'blocked',
      judgements: [{ reason: expect.stringContaining('correct it in the target file') }],
    })
  })

  /** @param toStrangers error code of a 401 to a key that nobody has; all others are answered as if there were none */
  async function refusing(toStrangers: string): Promise<OwnTargetFile> {
    const known: string[] = ['']
    const server = await httpServer(({ headers: { authorization = '' } }, response) => {
      const code = known.includes(authorization) ? 'unauthorized' : toStrangers
      response.writeHead(401, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ status: 'error', code: 401, error_code: code, message: 'no' }))
    })
    open.push(server)
    const file = await payment(() => ({ baseUrl: server.url }))
    known.push(...(file.payment?.keys?.live ?? []).map((key) => `Bearer ${key}`))
    return file
  }

  test('an answer that speaks of no key at all is the target’s fault, and its checks judge it', async () => {
    const report = await judged(await refusing('invalid_api_key'), 'pay.auth.*')
    expect(report.notes.join('\n')).toMatch(
      /payment\.keys\.live\[0\] .* answered 401 unauthorized\. .* the target is at fault/,
    )
    expect(verdictOf(report, 'pay.auth.bearer')).toBe('fail')
  })

  test('a target with one word for a missing key and a wrong one may be right not to take that of the file', async () => {
    const report = await judged(await refusing('unauthorized'), 'pay.auth.*')
    expect(report.notes.join('\n')).toMatch(
      /payment\.keys\.live\[0\] .* answered 401 unauthorized\. The target does not take the key, and answers one that nobody has alike: correct it in the target file/,
    )
    expect([verdictOf(report, 'pay.auth.bearer'), verdictOf(report, 'pay.auth.invalid-key')]).toEqual([
      'blocked',
      'fail',
    ])
  })

  test('keys and fixtures of the messaging service too', async () => {
    const service = await startMessagingService({ timeScale: 60 })
    open.push(service)
    const file = fileOf(service)
    const report = await judged(
      {
        ...file,
        messaging: {
          ...file.messaging,
          keys: { ...file.messaging?.keys, unbound: 'no-such-key' },
          bearer: 'no-such-token',
          fixtures: { ...file.messaging?.fixtures, conversation: '00000000-0000-4000-8000-000000000000' },
        },
      } as OwnTargetFile,
      'msg.senders.*',
      'msg.auth.bearer-*',
      'msg.conversation*',
    )
    expect(report.notes.flatMap((note) => /^claimed but absent: (\S+)/.exec(note)?.[1] ?? [])).toEqual([
      'messaging.keys.unbound',
      'messaging.fixtures.conversation',
      'messaging.bearer',
    ])
  })
})

describe('at the right base URL keys are asked with once each, and nothing more', () => {
  const started = [
    ...Object.keys(paymentVariants).map((each) => () => startPaymentService({ variants: [each] })),
    ...Object.keys({ ...messagingVariants, ...messagingTroubles }).map(
      (each) => () => startMessagingService({ variants: [each] }),
    ),
  ]

  test('under every variant', async () => {
    for (const start of started) {
      const service = await start()
      const { target, services } = judgedBy(targetOf(fileOf(service)))
      const session = new Session({ target, services, seed: 1 })
      try {
        const { answered } = await denyClaims(session, new Set(session.claims.all))
        const asked = session.store.exchanges.length
        await assertPlaced(session, answered)
        expect(answered.length).toBeGreaterThan(2)
        expect(session.store.exchanges.slice(asked)).toEqual([])
      } finally {
        await session.close()
        await service.close()
      }
    }
  })

  test('but for one request where a payment that is not there is answered in other words', async () => {
    const service = await startPaymentService({ flaw: 'not-found-plain-text' })
    open.push(service)
    const { target, services } = judgedBy(targetOf(fileOf(service)))
    const session = new Session({ target, services, seed: 1 })
    const { answered } = await denyClaims(session, new Set(session.claims.all))
    const asked = session.store.exchanges.length
    await assertPlaced(session, answered)
    expect(session.store.exchanges.slice(asked)).toHaveLength(1)
    await session.close()
  })
})

test('what is there and not claimed is told, with the line', async () => {
  const report = await judged(await payment(() => ({ signingKey: undefined })), 'pay.delivery.*')
  expect(report.notes.filter((note) => note.startsWith('present'))).toEqual([
    'present but unclaimed: webhooks of the payment service are signed; judged with payment.signingKey: "${PAY_SIGNING_KEY}"',
  ])
})
