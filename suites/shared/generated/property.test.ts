import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Run } from '../../../kit/run/run.ts'
import { resolveTarget } from '../../../kit/target/target.ts'
import { defineCheck } from '../../payment/define.ts'
import { paymentService } from '../../payment/service/index.ts'
import { checkProperty } from './property.ts'

const COVERS = ['pay.amount.minimum', 'pay.create.mobile'] as const

/**
 * Judges whole numbers: those from `bad` on contradict the first requirement, those from `odd` on only warn, all others
 * keep it. Sends nothing.
 */
async function judged(bad: number, options: { path?: string; environment?: 'local' | 'test'; odd?: number } = {}) {
  const { environment = 'local', odd = bad, ...rest } = options
  const tried: number[] = []
  const given = { id: 'pay/generated/numbers', title: 'Numbers are small', covers: COVERS }
  const check = defineCheck({
    ...given,
    generated: { standard: 100, deep: 100 },
    run: (t) =>
      checkProperty(t, given, {
        values: () => fc.nat({ max: 10_000 }),
        attempt: async (value, found) => {
          tried.push(value)
          found.conclude('pay.amount.minimum', {
            ok: value < odd,
            soft: value < bad,
            subject: 'a number',
            expected: `below ${bad}`,
            actual: String(value),
            evidence: [],
          })
        },
      }),
  })
  const target = resolveTarget(
    { environment, payment: { baseUrl: 'http://127.0.0.1:9' }, allow: { payments: 1, generated: 100 } },
    { sections: [paymentService.section], secrets: [] },
  )
  const run = new Run({ target, services: [paymentService], seed: 7, depth: 'standard', checks: [check], ...rest })
  await run.all()
  await run.close()
  const of = (id: string) => run.session.log.judgements.find(({ requirement }) => requirement === id)
  return { tried, first: of('pay.amount.minimum'), second: of('pay.create.mobile') }
}

test('the smallest value that contradicts is told, and can be tried again alone', async () => {
  const { first } = await judged(5000)
  expect(first).toMatchObject({ verdict: 'fail', actual: '5000' })
  const path = /--path (\S+)/.exec(first?.reason ?? '')?.[1] ?? ''
  const again = await judged(5000, { path })
  expect(again.tried).toEqual([5000])
  expect(again.first).toMatchObject({ verdict: 'fail', actual: '5000' })
  // What no longer contradicts is kept.
  expect((await judged(9000, { path })).first).toMatchObject({ verdict: 'pass' })
})

test('as many values are tried as are planned, whatever the number of lanes', async () => {
  expect((await judged(20_000)).tried).toHaveLength(100)
})

test('where a request costs money, the value that was met is told as it is', async () => {
  const { first, tried } = await judged(5000, { environment: 'test' })
  expect(first?.verdict).toBe('fail')
  expect(tried.length).toBeLessThanOrEqual(100)
})

test('what only warns ends no search: a later value that breaks what binds is told', async () => {
  for (const environment of ['local', 'test'] as const) {
    const { first } = await judged(9000, { odd: 100, environment })
    expect(first).toMatchObject({ verdict: 'fail' })
    expect(Number(first?.actual)).toBeGreaterThanOrEqual(9000)
  }
  expect((await judged(9000, { odd: 100 })).first?.actual).toBe('9000')
})

test('where nothing breaks what binds, the smallest value that warns is told, and can be tried again alone', async () => {
  const { first, tried } = await judged(20_000, { odd: 5000 })
  expect(first).toMatchObject({ verdict: 'warn', actual: '5000' })
  expect(tried.length).toBeGreaterThanOrEqual(100)
  const path = /--path (\S+)/.exec(first?.reason ?? '')?.[1] ?? ''
  const again = await judged(20_000, { odd: 5000, path })
  expect(again.tried).toEqual([5000])
  expect(again.first).toMatchObject({ verdict: 'warn', actual: '5000' })
  const met = await judged(20_000, { odd: 5000, environment: 'test' })
  expect(met.tried.length).toBeLessThanOrEqual(100)
  expect(met.first).toMatchObject({ verdict: 'warn' })
})

test('what no value contradicts is kept, what none came to is not met', async () => {
  const { first, second, tried } = await judged(20_000)
  expect(tried.length).toBeGreaterThanOrEqual(100)
  expect(first).toMatchObject({ verdict: 'pass', subject: `${tried.length} generated requests` })
  expect(second).toMatchObject({ verdict: 'unexercised', why: 'not met' })
})

test('an error of the check itself is no contradiction', async () => {
  const given = { id: 'pay/generated/broken', title: 'It fails by itself', covers: ['pay.create.mobile'] } as const
  const check = defineCheck({
    ...given,
    generated: { standard: 10, deep: 10 },
    run: (t) => checkProperty(t, given, { values: () => fc.nat(), attempt: () => Promise.reject(new Error('a slip')) }),
  })
  const target = resolveTarget(
    { payment: { baseUrl: 'http://127.0.0.1:9' }, allow: { generated: 100 } },
    { sections: [paymentService.section], secrets: [] },
  )
  const run = new Run({ target, services: [paymentService], seed: 7, checks: [check] })
  await run.all()
  await run.close()
  expect(run.session.log.judgements).toMatchObject([{ verdict: 'broken' }])
})

test('a value that contradicts two requirements passes neither', async () => {
  const given = { id: 'pay/generated/both', title: 'Two at once', covers: COVERS }
  const check = defineCheck({
    ...given,
    generated: { standard: 100, deep: 100 },
    run: (t) =>
      checkProperty(t, given, {
        values: () => fc.nat({ max: 10_000 }),
        attempt: async (value, found) => {
          for (const id of COVERS)
            found.conclude(id, {
              ok: value < 5000,
              subject: 'it',
              expected: 'less',
              actual: String(value),
              evidence: [],
            })
        },
      }),
  })
  const target = resolveTarget(
    { payment: { baseUrl: 'http://127.0.0.1:9' }, allow: { generated: 100 } },
    { sections: [paymentService.section], secrets: [] },
  )
  const run = new Run({ target, services: [paymentService], seed: 7, depth: 'standard', checks: [check] })
  await run.all()
  await run.close()
  expect(run.session.log.judgements.map(({ requirement, verdict, actual }) => [requirement, verdict, actual])).toEqual(
    COVERS.map((id) => [id, 'fail', '5000']),
  )
})
