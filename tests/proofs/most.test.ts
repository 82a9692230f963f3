import { describe, expect, test, vi } from 'vitest'
import type { Check, Fixture } from '../../kit/check/check.ts'
import type { Depth } from '../../kit/check/depth.ts'
import type { Exchange, RecordedRequest } from '../../kit/http/exchange.ts'
import { Permission } from '../../kit/http/permission.ts'
import { planOf } from '../../kit/plan/plan.ts'
import type { Price } from '../../kit/rate/price.ts'
import { nameOfFixture } from '../../kit/run/owner.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { messagingChecks } from '../../suites/messaging/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { proxy } from '../hostile/proxy.ts'
import { fileOf, judgedBy } from '../targets.ts'
import { type Embedded, prove } from './proof.ts'

/** More than any run asks for, so that no budget holds back what a check would send. */
const PLENTY = { payments: 5000, messages: 5000 }

interface Answer {
  readonly status: number
  readonly body: object
}

const PERSON = '0d9b2c1e-7a44-4a54-8a35-0f3f5e5d1c0'
let made = 0
const anId = (): string => `${PERSON.slice(0, -3)}${String(++made).padStart(3, '0').slice(-3)}`

/** Answers of services that take whatever they are asked. */
const yes: Readonly<Record<string, () => Answer>> = {
  '/v1/otp/resend': () => ({ status: 200, body: { success: true, message: 'sent' } }),
  '/v1/message/send-instant': () => ({ status: 200, body: { job_id: anId() } }),
  '/api/v1/payments': () => ({ status: 201, body: { id: anId(), status: 'pending' } }),
}

type Naivety = (path: string, status: number, body: Buffer) => Answer | undefined

/** Ways to be naive: which answers of a service that keeps its promises are replaced. */
const naiveties: Readonly<Record<string, Naivety>> = {
  'refuses nothing that would be executed': (path, status) =>
    status >= 400 && status < 500 ? yes[path]?.() : undefined,
  'knows keys, and takes what comes with one': (path, status) =>
    status >= 400 && status !== 401 && status !== 403 ? yes[path]?.() : undefined,
  'executes nothing, and says that it did': (path) => yes[path]?.(),
  'has these endpoints alone': (path) => yes[path]?.() ?? { status: 404, body: { error: { code: 'not_found' } } },
  'refuses bodies with many members': (path, _, body) => {
    if (!(path in yes)) return undefined
    const isLong = body.length > 120
    return isLong ? { status: 422, body: { detail: 'too much' } } : yes[path]?.()
  },
  'is out of order every third time': (path) => {
    made += 1
    if (!(path in yes)) return undefined
    return made % 3 === 0 ? { status: 503, body: {} } : yes[path]?.()
  },
}

/** A service whose answers are replaced where a naive one would give others. */
const naive = (which: 'payment' | 'messaging', naivety: Naivety, timeScale: number) => async (): Promise<Embedded> => {
  const service = await (which === 'payment'
    ? startPaymentService({ timeScale })
    : startMessagingService({ timeScale }))
  const file = fileOf(service)
  const front = await proxy(file[which]?.baseUrl ?? '', async (passing) => {
    const answer = await passing.forward()
    const [path = ''] = passing.path.split('?')
    const other = passing.method === 'POST' ? naivety(path, answer.status, passing.body) : undefined
    if (other === undefined) return passing.give(answer)
    const body = Buffer.from(JSON.stringify(other.body))
    const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)]
    passing.give({ status: other.status, headers, body })
  })
  return {
    targetFile: () => ({
      ...file,
      allow: { ...file.allow, ...PLENTY },
      [which]: { ...file[which], baseUrl: front.url },
    }),
    async close() {
      front.vanish()
      await service.close()
    },
  }
}

/** What a run sent that may have been executed, by who sent it. */
function spentBy(exchanges: readonly Exchange[], many: (exchange: Exchange) => number): ReadonlyMap<string, number> {
  const spent = new Map<string, number>()
  for (const each of exchanges) spent.set(each.check, (spent.get(each.check) ?? 0) + many(each))
  return spent
}

function unitsOf(checks: readonly Check[]): ReadonlyMap<string, Pick<Check, 'cost'>> {
  const units = new Map<string, Pick<Check, 'cost'>>()
  const visit = (fixture: Fixture): void => {
    units.set(nameOfFixture(fixture), fixture)
    fixture.uses.forEach(visit)
  }
  for (const check of checks) {
    units.set(check.id, check)
    check.uses.forEach(visit)
  }
  return units
}

const budgets = {
  payment: { checks: paymentChecks, budget: 'payments' },
  messaging: { checks: messagingChecks, budget: 'messages' },
} as const

const kinds = Object.keys(naiveties)
const depths: readonly Depth[] = ['standard', 'deep']
const cases = (['messaging', 'payment'] as const).flatMap((which) =>
  kinds.flatMap((kind) => depths.map((depth) => [which, kind, depth] as const)),
)

describe('what a plan says is spent at most is a bound', () => {
  test.each(cases)('at a %s service that %s (%s)', { timeout: 120_000 }, async (which, kind, depth) => {
    const { checks: all, budget } = budgets[which]
    const checks = all.filter(({ generated }) => generated === undefined)
    const naivety = naiveties[kind] as Naivety
    const prices = new Map<RecordedRequest, Price>()
    const price = vi.spyOn(Permission.prototype, 'price')
    const { run } = await prove(naive(which, naivety, 1), which, checks, depth)
    const { store, ledger, target } = run.session
    for (const [nth, [request]] of price.mock.calls.entries()) {
      const { value } = price.mock.results[nth] ?? {}
      if (value !== undefined) prices.set(request, value as Price)
    }
    price.mockRestore()
    const units = unitsOf(checks)
    const spent = spentBy(store.exchanges, ({ request, response }) => {
      const { spends = {}, refund } = prices.get(request) ?? {}
      const status = response?.status
      // What is asked again after a 5xx is in no check's price: the budget holds it, and the plan of the whole run has room.
      const isExecuted = status === undefined || (status >= 200 && status < 300)
      const isGivenBack = refund !== undefined && (!isExecuted || (refund === 'replayed' && status === 200))
      return isGivenBack ? 0 : (spends[budget] ?? 0)
    })
    const over = [...spent].flatMap(([name, many]) => {
      const said = (units.get(name)?.cost.spends as Record<string, number> | undefined)?.[budget] ?? 0
      return many > said ? [`${name}: ${many}, and it says ${said}`] : []
    })
    const plan = planOf({ ...judgedBy(target), checks, depth, hasPerson: false })
    const used = ledger.totals().spends[budget] ?? 0
    expect({ over, within: used <= (plan.spends[budget]?.most ?? 0) }, `${used} used`).toEqual({
      over: [],
      within: true,
    })
  })
})
