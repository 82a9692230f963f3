import type { ReplayLog } from '../../kit/certificate/replay/replay-log.ts'
import type { Report } from '../../kit/report/report.ts'
import { otherThan, valueIn, withValue } from './forged.ts'

/** What somebody forges who writes the records of a bundle anew, so that chain and statement fit them. */
export interface Records {
  readonly report: Report
  readonly log: ReplayLog
}

export interface Forgery {
  readonly name: string
  forge(records: Records): Records
}

const at = (place: string, change: (value: unknown) => unknown, name: string): Forgery => ({
  name: name.replace(/\.\d+/g, '.*'),
  forge: (records) => withValue(records, place, change) as Records,
})
const changed = (place: string, to: (value: unknown) => unknown = otherThan): Forgery =>
  at(place, to, `${place} changed`)
const dropped = (place: string): Forgery => at(place, () => undefined, `${place} dropped`)
const added = (place: string, value: unknown): Forgery => at(place, () => value, `${place} added`)
const list = (place: string, what: string, to: (items: readonly never[]) => unknown): Forgery =>
  at(place, (items) => to(items as readonly never[]), `${place} ${what}`)
const lists = (place: string): Forgery[] => [
  list(place, 'without its first', (items) => items.slice(1)),
  list(place, 'with one twice', (items) => [items[0], ...items]),
  list(place, 'in another order', (items) => [items[1], items[0], ...items.slice(2)]),
]
const all =
  (...forgeries: readonly Forgery[]): Forgery['forge'] =>
  (records) =>
    forgeries.reduce((before, { forge }) => forge(before), records)

/** Indices of what a forgery is worth trying on. */
interface Places {
  /**
   * Of an exchange that a check sent with a body, of a delivery that is signed and of which nothing was hidden, of a judged
   * and an unexercised requirement.
   */
  readonly exchange: number
  readonly delivery: number
  readonly pass: number
  readonly open: number
  readonly step: number
  readonly probe: number
  readonly fixedAttested: number
}

function placesIn({ report, log }: Records): Places {
  const { exchanges, deliveries, requirements, steps } = report
  return {
    exchange: exchanges.findIndex(
      ({ check, request, response }) => check.startsWith('fixture/') && request.body !== '' && response?.status === 201,
    ),
    delivery: deliveries.findIndex(
      ({ headers, attempt, body }) =>
        attempt > 1 && !/[[*\uFFFD]/.test(body) && headers.some(([name]) => /signature/i.test(name)),
    ),
    pass: requirements.findIndex(
      ({ verdict, judgements }) => verdict === 'pass' && judgements.some(({ evidence }) => evidence.length > 0),
    ),
    open: requirements.findIndex(({ verdict }) => verdict === 'unexercised'),
    step: steps.findIndex(({ kind }) => kind === 'call'),
    probe: steps.findIndex(({ kind }) => kind === 'probe'),
    fixedAttested: log.attested.findIndex(({ requirement }) => requirement === 'pay.signature.verifies'),
  }
}

/** Every one: each member of each record changed, dropped, doubled, put elsewhere, and some together. */
export function forgeriesOf(records: Records): Forgery[] {
  const { exchange, delivery, pass, open, step, probe, fixedAttested } = placesIn(records)
  const [x, d, r, u] = [
    `report.exchanges.${exchange}`,
    `report.deliveries.${delivery}`,
    `report.requirements.${pass}`,
    `report.requirements.${open}`,
  ]
  const [s, p] = [`report.steps.${step}`, `report.steps.${probe}`]
  const first = (place: string): string => Object.keys(Object(valueIn(records, place)))[0] ?? ''
  const arrival = `log.arrivals.${String(valueIn(records, `${d}.id`))}`
  return [
    ...['version', 'catalogue.sha256', 'catalogue.requirements'].map((name) => changed(`report.suite.${name}`)),
    ...['id', 'seed', 'startedAt', 'endedAt', 'seconds.total', 'certify', 'only', 'skip'].map((name) =>
      changed(`report.run.${name}`),
    ),
    changed('report.run.depth', () => 'quick'),
    added('report.run.stopped', 'time'),
    added('report.run.because', 'it was late'),
    added('report.run.failOn', 'warn'),
    added('report.run.minExercised', 0.1),
    added('report.gate', { baseline: 'x', known: [], fresh: [], exitCode: 0 }),
    ...['name', 'timeScale', 'baseUrls.payment', 'claims', 'allow.budgets.payments'].map((name) =>
      changed(`report.target.${name}`),
    ),
    changed('report.target.environment', () => 'test'),
    dropped('report.target.baseUrls.messaging'),
    ...lists('report.services'),
    changed('report.services.0.title'),
    changed('report.outcome.headline', () => 'nothing broken'),
    changed('report.outcome.exitCode', () => 3),
    changed('report.outcome.because'),
    changed('report.plan.selected'),
    changed('report.plan.forecast.seconds'),
    changed('report.cost.requests.none'),
    ...['spends.payments', 'unexpected429', 'waitedSeconds', 'longestWaitSeconds'].map((name) =>
      changed(`report.cost.${name}`),
    ),
    changed('report.coverage.operations.0.requests'),
    changed('report.faults'),
    ...lists('report.requirements'),
    changed(`${r}.level`, () => 'may'),
    ...['text', 'at', 'judgements'].map((name) => changed(`${r}.${name}`)),
    at(
      r,
      (value) => ({
        ...Object(value),
        verdict: 'noted',
        judgements: Object(value).judgements.map((each: object) => ({ ...each, verdict: 'noted' })),
      }),
      `${r} said to be noted`,
    ),
    at(
      u,
      (value) => ({
        ...Object(value),
        verdict: 'inapplicable',
        why: undefined,
        reason: undefined,
        judgements: [{ check: 'pay/x', verdict: 'inapplicable', reason: 'it is not there', evidence: [] }],
      }),
      'report.requirements.* said to be inapplicable',
    ),
    changed(`${u}.reason`),
    changed(`${r}.judgements.0.evidence`, () => ['x1']),
    ...['subject', 'expected', 'check'].map((name) => changed(`${r}.judgements.0.${name}`)),
    added(`${r}.judgements.0.actual`, 'something'),
    added(`${r}.judgements.0.reason`, 'something'),
    ...lists('report.checks'),
    changed('report.checks.0.verdict', () => 'noted'),
    ...['id', 'title', 'startedAt', 'ms'].map((name) => changed(`report.checks.0.${name}`)),
    ...lists('report.observations'),
    ...['id', 'value', 'text', 'evidence'].map((name) => changed(`report.observations.0.${name}`)),
    dropped('report.notes.0'),
    list('report.notes', 'with one more', (items) => [...items, 'all is well']),
    dropped(s),
    list('report.steps', 'with one twice', (items) => [items[0], ...items]),
    ...['recipe', 'text', 'startedAt', 'outcome', 'check'].map((name) => changed(`${s}.${name}`)),
    changed(`${s}.kind`, () => 'person'),
    changed(`${s}.endedAt`, (value) => Number(value) - 3_600_000),
    changed(`${p}.answer`, () => 'x'),
    ...lists('report.exchanges'),
    ...['id', 'service', 'check', 'label', 'operation', 'key'].map((name) => changed(`${x}.${name}`)),
    changed(`${x}.sentAt`, (value) => Number(value) - 3_600_000),
    changed(`${x}.endedAt`, (value) => Number(value) + 3_600_000),
    added(`${x}.expects429`, true),
    changed(`${x}.request.method`, () => 'PUT'),
    changed(`${x}.request.url`),
    at(`${x}.request.url`, (value) => `${value}/x`, `${x}.request.url with another path`),
    dropped(`${x}.request.headers.0`),
    changed(`${x}.request.body`, () => '{}'),
    changed(`${x}.request.bytes`),
    changed(`${x}.response.status`, () => 200),
    changed(`${x}.response.body`, () => '{}'),
    changed(`${x}.response.bytes`),
    dropped(`${x}.response.headers.0`),
    dropped(`${x}.response`),
    added(`${x}.fault`, { kind: 'reset', message: 'x' }),
    ...lists('report.deliveries'),
    ...['id', 'inbox', 'event', 'identity', 'attempt', 'afterMs', 'bytes', 'body', 'aborted', 'truncated'].map((name) =>
      changed(`${d}.${name}`),
    ),
    changed(`${d}.digest`, (value) => String(value).replace(/^./, (digit) => (digit === '0' ? '1' : '0'))),
    changed(`${d}.method`, () => 'GET'),
    changed(`${d}.arrivedAt`, (value) => Number(value) + 3_600_000),
    changed(`${d}.answer`, () => ({ kind: 'none' })),
    changed(`${d}.headers`, (value) => (value as [string, string][]).filter(([name]) => !/signature/i.test(name))),
    added(`${d}.query`, 'a=1'),
    ...[
      'name',
      'timeScale',
      'timing.settle',
      'services.payment.baseUrl',
      'services.payment.bodies.mobile.amount',
      'allow.budgets.payments',
    ].map((name) => changed(`log.target.${name}`)),
    changed('log.target.environment', () => 'production'),
    dropped('log.target.services.messaging'),
    dropped('log.target.services.payment.signingKey'),
    ...lists('log.made').slice(0, 2),
    changed('log.made.0.1'),
    ...lists('log.keys').slice(0, 2),
    changed('log.keys.0.2'),
    dropped(`log.inboxes.${first('log.inboxes')}`),
    changed(`log.inboxes.${first('log.inboxes')}`),
    added('log.inboxes.another', 'http://127.0.0.1:1/x'),
    dropped(`log.starts.${first('log.starts')}`),
    changed(`log.starts.${first('log.starts')}`),
    at(`log.starts.${first('log.starts')}`, (value) => Number(value) + 86_400_000, 'log.starts.* a day later'),
    dropped(arrival),
    at(
      arrival,
      (value) => [(value as number[])[0], Number((value as number[])[1]) + 60_000],
      'log.arrivals.* on the steady clock changed',
    ),
    at(arrival, (value) => [0, (value as number[])[1]], 'log.arrivals.* on the wall clock changed'),
    list('log.late', 'with what nobody asked', (words) => [
      ...words,
      ['pay/x', String(valueIn(records, `${d}.id`)), 50, 1],
    ]),
    changed('log.stalls', () => [[0, 1]]),
    changed('log.late.0.2'),
    ...lists('log.late'),
    list('log.late', 'of no delivery', (words) => [...words, ['pay/x', 'd0', 50, 1]]),
    ...lists('log.attested').slice(0, 2),
    changed(`log.attested.${fixedAttested}.value`, () => ({ ok: false, actual: 'another digest', soft: false })),
    changed('log.hasPerson'),
    added('log.unasked', ['the exchange x1']),
    { name: 'an exchange of nobody, said to be asked for by nobody', forge: listedStray },
    ...together(records),
  ]
}

/** Forgeries that take several records at once, as somebody would who knows how they fit. */
function together({ report, log }: Records): Forgery[] {
  const later = (time: unknown): number => Number(time) + 86_400_000
  const payment = (id: string): boolean => id.startsWith('pay')
  return [
    {
      name: 'no signatures, and passes all the same',
      forge: (records) => ({
        ...records,
        report: {
          ...records.report,
          deliveries: records.report.deliveries.map((each) => ({
            ...each,
            headers: each.headers.filter(([name]) => !/signature/i.test(name)),
          })),
        },
      }),
    },
    {
      name: 'one service left out of all that is told',
      forge: (records) => ({
        ...records,
        report: {
          ...records.report,
          services: records.report.services.slice(0, 1),
          requirements: records.report.requirements.filter(({ id }) => payment(id)),
          checks: records.report.checks.filter(({ id }) => payment(id)),
        },
      }),
    },
    {
      name: 'another name in target and report',
      forge: all(
        changed('log.target.name', () => 'acme'),
        changed('report.target.name', () => 'acme'),
      ),
    },
    {
      name: 'another environment in target and report',
      forge: all(
        changed('log.target.environment', () => 'test'),
        changed('report.target.environment', () => 'test'),
      ),
    },
    {
      name: 'another time scale in target and report',
      forge: all(changed('log.target.timeScale'), changed('report.target.timeScale')),
    },
    {
      name: 'another base URL everywhere',
      forge: (records) => {
        const own = String(report.target.baseUrls.payment)
        return JSON.parse(JSON.stringify(records).replaceAll(own, 'https://pay.acme.example')) as Records
      },
    },
    {
      name: 'another day for everything',
      forge: ({ report: told, log: trail }) => ({
        report: {
          ...told,
          run: {
            ...told.run,
            startedAt: otherThan(told.run.startedAt) as string,
            endedAt: otherThan(told.run.endedAt) as string,
          },
          checks: told.checks.map((each) => ({ ...each, startedAt: later(each.startedAt) })),
          steps: told.steps.map((each) => ({
            ...each,
            startedAt: later(each.startedAt),
            endedAt: later(each.endedAt),
          })),
          exchanges: told.exchanges.map((each) => ({
            ...each,
            sentAt: later(each.sentAt),
            endedAt: later(each.endedAt),
          })),
          deliveries: told.deliveries.map((each) => ({ ...each, arrivedAt: later(each.arrivedAt) })),
        },
        log: {
          ...trail,
          starts: Object.fromEntries(Object.entries(log.starts).map(([id, time]) => [id, later(time)])),
          arrivals: Object.fromEntries(
            Object.entries(log.arrivals).map(([id, [time, steady]]) => [id, [later(time), steady] as const]),
          ),
        },
      }),
    },
    {
      name: 'an answer of a failure turned into a success',
      forge: (records) => {
        const refused = report.exchanges.findIndex(({ check, response }) => payment(check) && response?.status === 400)
        return changed(`report.exchanges.${refused}.response.status`, () => 201).forge(records)
      },
    },
  ]
}

/** One exchange more behind the others, with the word that no check asks for it. */
function listedStray({ report, log }: Records): Records {
  const last = report.exchanges.at(-1)
  const id = `x${report.exchanges.length + 1}`
  const exchanges =
    last === undefined ? [] : [...report.exchanges, { ...last, id, check: 'pay/nobody', key: 'live[0]' }]
  return { report: { ...report, exchanges }, log: { ...log, unasked: [...(log.unasked ?? []), `the exchange ${id}`] } }
}
