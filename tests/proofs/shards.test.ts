import { expect, test } from 'vitest'
import { suitesOf } from '../../cli/assembly.ts'
import { own } from '../../cli/own/own.ts'
import type { Shard } from '../../kit/plan/shards.ts'
import { mergedReport } from '../../kit/report/merged/merged.ts'
import { judgeTarget } from '../../kit/report/of-run.ts'
import { type Report, reportSchema } from '../../kit/report/schema/report.ts'
import { validatorFor } from '../../kit/schema/validator.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { startMessagingService } from '../../reference/messaging/index.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { judgedBy, targetOf } from '../targets.ts'
import type { Embedded } from './proof.ts'

const OF = 4

/** One run of a reference of its own, at the clocks of the documents. */
const judged = (start: () => Promise<Embedded>, shard?: Shard): Promise<Report> =>
  inVirtualTime(async () => {
    const service = await start()
    try {
      const target = targetOf(service.targetFile())
      const checks = (await Promise.all(suitesOf(own, target).map((suite) => suite.checks()))).flat()
      return await judgeTarget({ ...judgedBy(target), checks, seed: 7, ...(shard === undefined ? {} : { shard }) })
    } finally {
      await service.close()
    }
  })

/** Each shard has a reference of its own, as each has keys of its own; they are told to be one deployment. */
async function merged(start: () => Promise<Embedded>, { target: { baseUrls } }: Report): Promise<Report> {
  const shards: Report[] = []
  for (let index = 1; index <= OF; index += 1) {
    const report = await judged(start, { index, of: OF, ownKeys: true })
    shards.push({ ...report, target: { ...report.target, baseUrls } })
  }
  const contracts = own.suites.map(({ service }) => service.contract)
  return mergedReport(
    shards.map((report, index) => ({ name: `r${index + 1}.json`, report })),
    contracts.filter(({ id }) => shards[0]?.services.some((each) => each.id === id)),
  )
}

const verdictsIn = ({ requirements }: Report): readonly string[] =>
  requirements.map(({ id, verdict, why = '' }) => `${id} ${verdict} ${why}`)

test.for([
  ['payment', () => startPaymentService({ flaw: 'replay-201' }), 1],
  ['messaging', () => startMessagingService({}), 0],
] as const)('%s in four shards comes to what it comes to in one run', async ([, start, code]) => {
  const whole = await judged(start)
  const together = await merged(start, whole)
  const known = verdictsIn(whole)
  expect(verdictsIn(together).filter((each) => !known.includes(each))).toEqual([])
  expect(together.requirements).toHaveLength(whole.requirements.length)
  expect(together.outcome).toMatchObject({ exitCode: code, headline: whole.outcome.headline })
  expect(together.target).toEqual(whole.target)
  expect(together.plan.selected.toSorted()).toEqual(whole.plan.selected.toSorted())
  const ids = [...together.exchanges, ...together.deliveries].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const cited = together.requirements.flatMap(({ judgements }) => judgements.flatMap(({ evidence }) => evidence))
  expect(cited.filter((each) => !ids.includes(each))).toEqual([])
  const validate = validatorFor(reportSchema)
  expect(validate(together), JSON.stringify(validate.errors)).toBe(true)
})
