import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { sampleRun as run, sample } from '../../../tests/made-up/sample-run.ts'
import { sinceText } from './since.ts'

const ids = sample.requirements.map(({ id }) => id)
const said = (before: Report, after: Report): string => sinceText(before, after, (_, text) => text)

test('what stood in the way is gone, which repairs nothing', () => {
  expect(said(run(3, ['blocked']), run(9, ['pass']))).toBe(
    `since the last run (12:03): kept, and could not be judged before, 1: ${ids[0]}\n`,
  )
})

test('what got no answer and was not sent again may get none still', () => {
  const [template] = sample.exchanges
  const { response: _, ...asked } = template!
  const unheard = { ...asked, id: 'x900', label: 'a body of null', fault: { kind: 'timeout', message: 'no answer' } }
  const first = run(3, ['blocked'])
  const before = {
    ...first,
    exchanges: [...first.exchanges, unheard],
    requirements: first.requirements.map((each, index) =>
      index > 0 ? each : { ...each, judgements: [{ check: 'lib/one', verdict: 'blocked', evidence: ['x900'] }] },
    ),
  } as Report
  const heard = { ...template!, id: 'x900', label: 'a body of null' }
  const again = (...sent: Report['exchanges']): Report => {
    const after = run(9, ['pass'], { seed: before.run.seed + 1 })
    return { ...after, exchanges: [...after.exchanges, ...sent] }
  }
  expect(said(before, again())).toContain(
    `kept, though not all that got no answer then was sent again (another seed), 1: ${ids[0]}\n`,
  )
  expect(said(before, again(heard))).toContain(`kept, and could not be judged before, 1: ${ids[0]}\n`)
})
