import { createHash } from 'node:crypto'
import { VERDICTS, type Verdict } from '../../kit/check/verdicts/verdict.ts'
import type { ReportedDelivery, ReportedExchange, ReportedMessage } from '../../kit/evidence/recorder.ts'
import { heldAgainstBaseline, type ReportedBaseline } from '../../kit/report/baseline.ts'
import { coverageOf } from '../../kit/report/coverage/coverage.ts'
import {
  REPORT_FORMAT,
  type Report,
  type ReportedJudgement,
  type ReportedRequirement,
} from '../../kit/report/report.ts'
import { reportedService } from '../../kit/report/service.ts'
import type { Requirement, Unstated } from '../../specs/contract.ts'
import { messagingService } from '../../suites/messaging/service/index.ts'
import { paymentService } from '../../suites/payment/service/index.ts'

const TIME_SCALE = 60
const contracts = [paymentService.contract, messagingService.contract]
const catalogue: Readonly<Record<string, Requirement>> = Object.assign({}, ...contracts.map((each) => each.catalogue))
const unstated: Readonly<Record<string, Unstated>> = Object.assign({}, ...contracts.map((each) => each.unstated))

const START = Date.parse('2026-03-01T10:00:00.000Z')

/** Every verdict at some place of a list. */
const VERDICT_AT: Readonly<Record<number, Verdict>> = {
  3: 'fail',
  9: 'warn',
  14: 'blocked',
  19: 'broken',
  23: 'noted',
  31: 'inapplicable',
}

function verdictOf(index: number): Verdict {
  const own = VERDICT_AT[index % 40]
  return own ?? (index % 7 === 6 ? 'unexercised' : 'pass')
}

function message(body: string): ReportedMessage {
  const digest = createHash('sha256').update(body).digest('hex')
  return {
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Request-Id', 'abc'],
    ],
    body,
    bytes: body.length,
    digest,
  }
}

function exchange(index: number): ReportedExchange {
  const sentAt = START + index * 20
  const status = index % 29 === 0 ? 429 : index % 3 === 0 ? 400 : 200
  return {
    id: `x${index + 1}`,
    service: 'payment',
    check: 'pay/validation/key-required',
    label: `step ${index}`,
    operation: 'POST /api/v1/payments',
    key: `live[${index % 3}]`,
    sentAt,
    endedAt: sentAt + 12,
    request: {
      ...message('{"amount":500,"reference":"ref-1","customer":{"phone":"255***78~abcdef"}}'),
      method: 'POST',
      url: 'http://127.0.0.1:8080/api/v1/payments?page=1',
    },
    response: {
      ...message('{"status":"error","error_code":"VALIDATION_ERROR","details":[{"field":"amount"}]}'),
      status,
    },
    curl: `curl -sS -i -w '\\n' -X POST http://127.0.0.1:8080/api/v1/payments -H 'Authorization: Bearer '"$PAY_KEY"`,
  }
}

/** Four attempts at each event: two refused, one left without an answer, one accepted. */
function delivery(index: number): ReportedDelivery {
  const attempt = (index % 4) + 1
  const event = Math.floor(index / 4)
  const kinds = [
    { kind: 'status', status: 500 },
    { kind: 'reset' },
    { kind: 'hang', forMs: 6000 },
    { kind: 'status', status: 200 },
  ] as const
  return {
    id: `d${index + 1}`,
    inbox: `pay/receiver ${event % 5}`,
    event: 'payment.completed',
    identity: `id 0d00ad4d-0000-4000-8000-${String(event).padStart(12, '0')}`,
    attempt,
    ...(attempt === 1 ? {} : { afterMs: 500 * attempt }),
    method: 'POST',
    truncated: false,
    aborted: false,
    ...message('{"event":"payment.completed","data":{"status":"completed"}}'),
    arrivedAt: START + event * 90 + attempt * 700,
    answer: kinds[attempt - 1] ?? kinds[0],
  }
}

function requirement(id: string, index: number): ReportedRequirement {
  const { level, at, text } = catalogue[id] ?? {
    level: 'must',
    at: 'Payment › Limits',
    text: 'A limit holds.',
  }
  const verdict = verdictOf(index)
  const judgement: ReportedJudgement = {
    check: 'pay/validation/key-required',
    verdict,
    subject: 'POST /api/v1/payments (replay)',
    expected: '400 VALIDATION_ERROR with the field amount in details',
    ...(verdict === 'pass' ? {} : { actual: '200 (no error_code)' }),
    ...(verdict === 'blocked' || verdict === 'broken' ? { reason: 'the control did not go as needed' } : {}),
    evidence: [`x${(index % 200) + 1}`, ...(index % 2 === 1 ? [`d${(index % 60) + 1}`] : [])],
  }
  const entry = { id, level, at, text, verdict }
  if (verdict === 'inapplicable') {
    const observation = { check: judgement.check, verdict, reason: 'every loan of 3 is of one kind', evidence: ['x1'] }
    return { ...entry, judgements: [observation] }
  }
  if (verdict !== 'unexercised') return { ...entry, judgements: [judgement] }
  const claim = index % 2 === 0
  return claim
    ? {
        ...entry,
        why: 'not claimed',
        reason: 'the target file does not name it',
        line: 'payment.signingKey: "${PAY_SIGNING_KEY}"',
        judgements: [],
      }
    : { ...entry, why: 'unobservable', reason: 'One run observes one deployment.', judgements: [] }
}

/** A baseline with an entry in every state, as long as there are two failures. */
function gateOn(report: Report): ReportedBaseline {
  const having = (verdict: Verdict) => report.requirements.filter((each) => each.verdict === verdict)
  const [[holds, expired], [stale], [aside]] = [having('fail'), having('pass'), having('blocked')]
  const known = [holds, stale, expired, { id: 'pay.gone.for-good' }, aside].map((found, index) => ({
    requirement: found?.id ?? `pay.absent.${index}`,
    reason: `ticket ${index + 1}`,
    owner: 'payments team',
    expires: found !== undefined && found === expired ? '2026-02-28' : '2026-12-31',
  }))
  // With what is broken it would come to no verdict.
  const judged = { ...report, requirements: report.requirements.filter(({ verdict }) => verdict !== 'broken') }
  return { baseline: 'known.yaml', ...heldAgainstBaseline(judged, known, '2026-03-01') }
}

/** A report with every verdict and with a gate, of at least so many requirements; the same at every call. */
export function sampleReport(requirements = 500): Report {
  const ids: string[] = Object.keys(catalogue)
  while (ids.length < requirements) ids.push(`pay.extra.limit-${ids.length}`)
  const entries = ids.slice(0, Math.max(requirements, 40)).map(requirement)
  const failed = entries.filter(({ verdict }) => verdict === 'fail').length
  const points = Object.entries(unstated).slice(0, 12)
  const report: Report = {
    format: REPORT_FORMAT,
    suite: {
      name: 'assay',
      version: '0.1.0',
      catalogue: { requirements: entries.length, sha256: 'a'.repeat(64) },
      command: 'assay',
    },
    run: {
      id: 'asysample',
      seed: 7,
      startedAt: new Date(START).toISOString(),
      endedAt: new Date(START + 9_000).toISOString(),
      seconds: { total: 9, working: 4, waiting: 5 },
      depth: 'standard',
      certify: false,
      only: [],
      skip: [],
    },
    target: {
      name: 'acme staging',
      environment: 'test',
      timeScale: TIME_SCALE,
      baseUrls: { payment: 'http://127.0.0.1:8080', messaging: 'http://127.0.0.1:8081' },
      claims: ['payment'],
      allow: { budgets: { payments: 40, messages: 10 }, limits: {}, permissions: { profileWrites: false } },
    },
    services: [paymentService, messagingService].map((each) => reportedService(each, { timeScale: TIME_SCALE })),
    outcome: { exitCode: 1, headline: 'not conformant', because: `${failed} requirements broken` },
    plan: {
      selected: ['pay/validation/key-required'],
      excluded: [
        {
          why: 'not claimed',
          reason: 'the target file does not name payment.bodies.card',
          line: 'payment.bodies.card: …',
          checks: ['pay/create/card'],
        },
      ],
      requests: { 'payment.live': { usual: 90, most: 95 }, none: { usual: 4, most: 6 } },
      keys: { 'payment.live': 3 },
      spends: { payments: { usual: 18, most: 24 }, messages: { usual: 5, most: 5 } },
      generated: 0,
      largestAmount: { amount: 500, currency: 'TZS', from: 'payment.bodies.mobile' },
      permissions: [],
      forecast: {
        seconds: 8,
        limiterSeconds: 1,
        phases: { main: 4, settled: 1, exclusive: 3, generated: 0, rules: 0 },
      },
    },
    cost: {
      requests: { 'payment.live[0]': 100 },
      spends: { payments: 20, messages: 5, generated: 0 },
      unexpected429: 1,
      waitedSeconds: 2.5,
      longestWaitSeconds: 1,
    },
    coverage: coverageOf([], contracts),
    faults: [],
    requirements: entries,
    checks: [
      {
        id: 'pay/validation/key-required',
        title: 'A creation without a key is refused',
        verdict: 'fail',
        startedAt: START,
        ms: 120,
      },
    ],
    observations: points.map(([id, { at, text }], index) => ({
      id,
      check: 'pay/x',
      value: `value ${index}`,
      evidence: ['x1'],
      at,
      text,
    })),
    nextSteps: [
      {
        lines: [
          'payment.keys.live: ["${PAY_KEY}"]',
          'payment.bodies.mobile: { amount: 500, currency: TZS, type: mobile, phone: "…", network: "…", customer: { email: "…" } }',
        ],
        requirements: entries.slice(0, 6).map(({ id }) => id),
      },
      ...entries.slice(6, 9).map(({ id }, index) => ({
        lines: [`payment.outcomes.${['declined', 'failed', 'expired'][index]}: { with: { phone: "…" } }`],
        requirements: [id],
      })),
    ],
    notes: ['the target is a sample'],
    steps: [
      {
        check: 'pay/x',
        recipe: 'payment.outcomes.expired',
        kind: 'call',
        text: 'POST http://127.0.0.1:8080/sim',
        startedAt: START,
        endedAt: START + 10,
        outcome: 'done',
      },
    ],
    variables: { PAY_KEY: 'payment.keys.live[0]', PAY_SIGNING_KEY: 'payment.signingKey' },
    exchanges: Array.from({ length: 300 }, (_, index) => exchange(index)),
    deliveries: Array.from({ length: 80 }, (_, index) => delivery(index)),
  }
  return { ...report, gate: gateOn(report) }
}

/** Members whose values the schema fixes, and what ids begin with. */
const FIXED =
  /^(state|expires|format|level|verdict|why|service|services|kind|prefix|headline|environment|depth|startedAt|endedAt|sha256|digest|name)$/

/** The same report with a text in every place where a target, a target file or a tampered report could put one. */
export function poisoned(report: Report, poison: string): Report {
  const change = (value: unknown, member: string): unknown => {
    if (typeof value === 'string') return FIXED.test(member) ? value : `${value}${poison}`
    if (Array.isArray(value)) return value.map((each) => change(each, member))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, name)]))
  }
  const changed = change(report, '') as Report
  return { ...changed, target: { ...changed.target, name: `${report.target.name}${poison}` } }
}

/** Requirements per verdict. */
export const tally = ({ requirements }: Report): Readonly<Record<Verdict, number>> =>
  Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, requirements.filter((each) => each.verdict === verdict).length]),
  ) as Record<Verdict, number>
